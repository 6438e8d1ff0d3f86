// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Why a report could not be written, read or trusted.
package enum ReportingError: Error, Hashable {
  /// The report folder's path is that of something else.
  case folderIsNoFolder(path: String)
  /// The report folder cannot be made or written to; the code is an `errno`.
  case folderNotWritable(path: String, code: Int32)
  /// Another run is writing into the report folder.
  case folderInUse(path: String)
  /// Something that is no ordinary file stands where a report should be put.
  case notAnOrdinaryFile(path: String)
  case notWritten(path: String, code: Int32)
  case notRead(path: String, code: Int32)
  /// A function of libxml2 failed.
  case xmlRefused(function: String)
  /// The file is no well-formed XML; the code is one of libxml2.
  case notWellFormed(path: String, line: Int, code: Int32)
  /// The same of a file that somebody else may have written; the words are the parser's.
  case malformed(path: String, line: Int, words: String)
  /// The file has a document type, by which its text could grow without bound or reach elsewhere.
  case documentTypeRefused(path: String, line: Int)
  /// The file's first element is none of a JUnit file.
  case notJUnit(path: String, line: Int)
  /// There are more test cases than are counted.
  case tooManyCases(path: String, most: Int)
  /// There are more suites than are told apart.
  case tooManySuites(path: String, most: Int)
  /// The file was changed while it was read.
  case changedMeanwhile(path: String)
  /// The file does not have the shape that its schema demands; the code is one of libxml2.
  case shapeBroken(path: String, line: Int, code: Int32)
  /// The file can be read, and holds something else than was written.
  case readBackDiffers(path: String, what: ReadBackDifference)
  /// A file that should hold the record of a run holds something else.
  case notARecord
  /// Two records are not of one run's parts or repeats; the member is the first that differs.
  case recordsDiffer(member: String)
  /// A record of a run cannot be understood.
  case recordMalformed(member: String)
  /// The text of a record of a run is damaged; the byte is counted from 0.
  case recordBroken(byte: Int, RecordFault)
  /// A record of a run was written by a later version.
  case recordVersion(found: Int, newest: Int)
}

/// What is wrong with the text of a record, before its members are looked at.
package enum RecordFault: String, Hashable, Sendable, CaseIterable {
  case endsEarly
  case wrongBracket
  case tooDeep
  case caseTooLarge
  case frameTooLarge

  var words: String {
    switch self {
    case .endsEarly: "it ends too early"
    case .wrongBracket: "a bracket closes another kind"
    case .tooDeep: "more than \(RecordScanner.depthMax) brackets are open"
    case .caseTooLarge: "a case has more than \(RecordScanner.partBytesMax) bytes"
    case .frameTooLarge:
      "there are more than \(RecordScanner.partBytesMax) bytes besides the cases"
    }
  }
}

/// What differs between the cases that were written and those that were read back.
package enum ReadBackDifference: String, Hashable, Sendable, CaseIterable {
  case cases
  case verdicts
  case counts

  var words: String {
    switch self {
    case .cases: "other cases"
    case .verdicts: "other verdicts"
    case .counts: "other counts"
    }
  }
}

extension ReportingError: CustomStringConvertible {
  /// Where, what, and what can be done: a lowercase fragment without a full stop.
  package var description: String {
    switch self {
    case .folderIsNoFolder(let path):
      "'\(shown(path))' is no folder; move it away, or name another folder with --report-dir"
    case .folderNotWritable(let path, let code):
      "'\(shown(path))' cannot be written to: \(systemWords(code)); "
        + "name another folder with --report-dir"
    case .folderInUse(let path):
      "'\(shown(path))' is in use by another run; "
        + "wait for its end, or name another folder with --report-dir"
    case .notAnOrdinaryFile(let path):
      "'\(shown(path))' is no ordinary file and is not replaced; name another path"
    case .notWritten(let path, let code):
      "'\(shown(path))' could not be written: \(systemWords(code))"
    case .notRead(let path, let code):
      "'\(shown(path))' could not be read: \(systemWords(code))"
    case .xmlRefused(let function):
      "libxml2 failed in \(function)"
    case .notWellFormed(let path, let line, let code):
      "'\(shown(path))':\(line): no well-formed XML, libxml2 error \(code)"
    case .malformed(let path, let line, let words):
      "'\(shown(path))':\(line): no well-formed XML: \(shown(words))"
    case .documentTypeRefused(let path, let line):
      "'\(shown(path))':\(line): a document type (DOCTYPE) is refused; remove it"
    case .notJUnit(let path, let line):
      "'\(shown(path))':\(line): no JUnit file; expected 'testsuites' or 'testsuite' as the root"
    case .tooManyCases(let path, let most):
      "'\(shown(path))' has more than \(most) test cases, with those of the files before it"
    case .tooManySuites(let path, let most):
      "'\(shown(path))' has more than \(most) suites, with those of the files before it"
    case .changedMeanwhile(let path):
      "'\(shown(path))' was changed while it was read; try again"
    case .shapeBroken(let path, let line, let code):
      "'\(shown(path))':\(line): not the shape of a report, libxml2 error \(code)"
    case .readBackDiffers(let path, let what):
      "'\(shown(path))' holds \(what.words) than were written; was it changed during the run?"
    case .notARecord:
      "not the record of a run; expected the run.json of a report folder"
    case .recordsDiffer(let member):
      "the reports differ in '\(member)'; expected parts or repeats of one run"
        + (member == "seed" ? ", each with the same --seed" : "")
    case .recordMalformed(let member):
      "the record of a run is damaged at '\(shown(member))'"
    case .recordBroken(let byte, let fault):
      "the record of a run is damaged at byte \(byte): \(fault.words)"
    case .recordVersion(let found, let newest):
      "the record of a run has version \(found); this program reads versions up to \(newest)"
    }
  }

  private func shown(_ text: String) -> String {
    CleanText(text).oneLine.cut(toCharacters: 300).description
  }

  private func systemWords(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "errno \(code)" }
    return unsafe String(cString: words)
  }
}
