// SPDX-License-Identifier: Apache-2.0

/// A rule that a JUnit file must keep, so that no reader drops, misreads or rejects anything in it.
package enum JUnitRule: String, Hashable, Sendable, CaseIterable {
  case wellFormed = "well-formed"
  case documentType = "doctype"
  case encoding
  case byteOrderMark = "byte-order-mark"
  case lineEnds = "line-ends"
  case namespace
  case comment
  case section = "cdata"
  case instruction
  case root
  case nestedSuite = "nested-suite"
  case unknownElement = "unknown-element"
  case suiteName = "suite-name"
  case suiteAttributes = "suite-attributes"
  case suiteID = "suite-id"
  case caseName = "case-name"
  case className = "classname"
  case duplicateCase = "duplicate-case"
  case countsMissing = "counts-missing"
  case countsWrong = "counts-wrong"
  case oneResult = "one-result"
  case message
  case messageLength = "message-length"
  case typeMissing = "type-missing"
  case typeWord = "type-word"
  case typePlace = "type-place"
  case textFirstLine = "text-first-line"
  case place
  case frame
  case time
  case timestamp
  case repeatElement = "repeat-element"
  case repeatKind = "repeat-kind"
  case repeatTrace = "repeat-trace"
  case childOrder = "child-order"
  case twoOutputs = "two-outputs"
  case outputOfPass = "output-of-pass"
  case outputSize = "output-size"
  case textSize = "text-size"
  case valueSize = "value-size"
  case fileSize = "file-size"
  case attachment
  case controlCharacter = "control-character"
  case noCases = "no-cases"
  case schema
  case summarySize = "summary-size"

  /// Who reads it otherwise than it is meant, as one word.
  package var consumer: String { meaning.consumer }

  /// What that reader does where the rule is broken.
  package var effect: String { meaning.effect }

  /// Whether a profile of our own must break it, because its schema forbids what the rule demands.
  func isWaived(in profile: JUnitProfile) -> Bool {
    switch self {
    case .place, .frame, .countsMissing: !profile.hasExtensions
    case .typeMissing, .time: !profile.hasDetails
    default: false
    }
  }

  private var meaning: (consumer: String, effect: String) {
    switch self {
    case .wellFormed: ("every-reader", "rejects the file")
    case .documentType: ("every-safe-reader", "rejects a DTD, or reads what others do not")
    case .encoding: ("several-readers", "reject or garble what is not UTF-8")
    case .byteOrderMark: ("several-readers", "reject bytes before the XML declaration")
    case .lineEnds: ("several-readers", "show carriage returns, or lose lines that are matched")
    case .namespace: ("several-readers", "look for plain names and find no element")
    case .comment, .instruction: ("several-readers", "split or lose the text around it")
    case .section: ("several-readers", "lose a text in a CDATA section")
    case .root: ("several-readers", "look for other elements and find no suites")
    case .nestedSuite: ("dorny/test-reporter", "drops nested suites and turns the check green")
    case .unknownElement: ("schema-validators", "reject what no schema knows; others drop it")
    case .suiteName: ("several-readers", "show a suite without a name, or drop it")
    case .suiteAttributes, .suiteID: ("schema-validators", "reject the file")
    case .caseName: ("several-readers", "cannot tell a case without a name from another")
    case .className: ("jenkins", "puts a case without a dotted classname into '(root)'")
    case .duplicateCase:
      ("gitlab", "drops one of two; EnricoMi/publish-unit-test-result-action merges them")
    case .countsMissing, .countsWrong: ("readers-of-counts", "report what is claimed")
    case .oneResult: ("several-readers", "take one of the results, and not all the same")
    case .message: ("dorny/test-reporter", "shows the message only, here nothing")
    case .messageLength: ("dorny/test-reporter", "shows the message as one line")
    case .typeMissing: ("schema-validators", "reject the file")
    case .typeWord: ("gitlab", "takes 'type' for a data type; some reject the whole report")
    case .typePlace: ("gitlab", "takes 'type' for a data type on any element")
    case .textFirstLine:
      ("gitlab", "shows the text only, dorny/test-reporter the message only")
    case .place: ("mikepenz/action-junit-report", "annotates no line")
    case .frame: ("dorny/test-reporter", "annotates nothing: it reads stack frames only")
    case .time: ("bazel", "reads a time without a point as milliseconds; others as none")
    case .timestamp: ("schema-validators", "reject another form than YYYY-MM-DDThh:mm:ss")
    case .repeatElement: ("every-reader", "drops it")
    case .repeatKind: ("readers-of-repeats", "count a pass as failed, or a failure as flaky")
    case .repeatTrace: ("readers-of-repeats", "show it without its text")
    case .childOrder: ("schema-validators", "reject the file")
    case .twoOutputs: ("gitlab", "rejects the whole report")
    case .outputOfPass, .outputSize, .textSize:
      ("several-readers", "cut, or refuse a report that grows too large")
    case .valueSize: ("libxml2", "and what is built on it reject 10 MB in one value")
    case .fileSize: ("several-readers", "take no file of 25 MB")
    case .attachment: ("gitlab", "attaches nothing, or what no test meant")
    case .controlCharacter: ("terminals", "and pages obey it")
    case .noCases: ("every-reader", "shows green although nothing was tested")
    case .schema: ("schema-validators", "reject the file")
    case .summarySize: ("github", "discards a step summary above 1 MiB")
    }
  }
}

/// One thing that a reader would drop, misread or reject.
package struct JUnitFinding: Hashable, Sendable {
  package let line: Int
  package let rule: JUnitRule
  /// What stands there, in one line.
  package let what: String
}
