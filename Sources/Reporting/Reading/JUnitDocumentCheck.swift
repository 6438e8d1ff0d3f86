// SPDX-License-Identifier: Apache-2.0

/// Checks what stands around the test cases of a JUnit file.
final class JUnitDocumentCheck {
  /// The longest text or value that every reader takes, in bytes.
  private static let valueBytesMax = 9_000_000
  /// Which elements may stand in which; the root stands in nothing.
  private static let children: [String: Set<String>] = [
    "": ["testsuites", "testsuite"],
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase", "system-out", "system-err"],
    "properties": ["property"],
    "testcase": [
      "properties", "failure", "error", "skipped", "rerunFailure", "rerunError", "flakyFailure",
      "flakyError", "system-out", "system-err",
    ],
    "rerunFailure": ["stackTrace", "system-out", "system-err"],
    "rerunError": ["stackTrace", "system-out", "system-err"],
    "flakyFailure": ["stackTrace", "system-out", "system-err"],
    "flakyError": ["stackTrace", "system-out", "system-err"],
  ]
  /// The elements whose `type` says what happened.
  private static let typed: Set<String> = [
    "failure", "error", "skipped", "rerunFailure", "rerunError", "flakyFailure", "flakyError",
  ]

  private let findings: JUnitFindings
  private var path: [String] = []
  private var whole = JUnitClaim()
  /// The suites that have not ended, outermost first.
  private var suites: [JUnitClaim] = []
  private var suiteCount = 0
  private var testcase: JUnitCaseCheck?
  /// How long the text is that is being read, in bytes, and whether it has been found too long.
  private var textBytes = 0

  init(_ findings: JUnitFindings) { self.findings = findings }

  /// Takes what stands next, and returns the identity of a test case that starts there.
  func take(_ event: XMLEvent) -> CaseIdentity? {
    switch event {
    case .start(let element):
      defer { path.append(element.name) }
      return start(element)
    case .end(_, let line): end(line)
    case .text(let text, let line, let isSection):
      if isSection { findings.add(.section, line, "a CDATA section in '\(path.last ?? "")'") }
      takeText(text, line)
    case .comment(let line): findings.add(.comment, line, "a comment")
    case .instruction(let line): findings.add(.instruction, line, "a processing instruction")
    }
    return nil
  }

  /// Checks what can be told only at the end.
  func finish() {
    if whole.counted.tests == 0 { findings.add(.noCases, 1, "no test case") }
    if whole.isThere { whole.check("testsuites", findings) }
  }

  private func start(_ element: XMLElement) -> CaseIdentity? {
    textBytes = 0
    checkEverywhere(element)
    let parent = path.last ?? ""
    let isExpected = Self.children[parent]?.contains(element.name) ?? false
    switch element.name {
    case "testsuites" where parent.isEmpty: whole = JUnitClaim(element)
    case "testsuite":
      if parent.isEmpty {
        findings.add(.root, element.line, "the root is 'testsuite'; expected 'testsuites'")
      } else if path.contains("testsuite") {
        findings.add(.nestedSuite, element.line, "'testsuite' in '\(parent)'")
      }
      startSuite(element)
    case "testcase":
      if parent != "testsuite" {
        findings.add(.unknownElement, element.line, "'testcase' outside of a 'testsuite'")
      }
      testcase = JUnitCaseCheck(element, findings)
      return CaseIdentity(className: element["classname"] ?? "", name: element["name"] ?? "")
    case _ where parent.isEmpty:
      let name = JUnitValues.shown(element.name)
      findings.add(.root, element.line, "the root is \(name); expected 'testsuites'")
    case _ where !isExpected:
      let name = JUnitValues.shown(element.name)
      findings.add(.unknownElement, element.line, "\(name) in \(JUnitValues.shown(parent))")
    default: testcase?.start(element, in: path)
    }
    return nil
  }

  private func checkEverywhere(_ element: XMLElement) {
    let name = JUnitValues.shown(element.name)
    if element.usesNamespace {
      findings.add(.namespace, element.line, "\(name) uses a namespace")
    }
    if element["type"] != nil, !Self.typed.contains(element.name) {
      findings.add(.typePlace, element.line, "\(name) has a 'type'")
    }
    for (attribute, value) in element.attributes {
      if value.utf8.count >= Self.valueBytesMax {
        let bytes = value.utf8.count
        findings.add(.valueSize, element.line, "'\(attribute)' of \(name) has \(bytes) bytes")
      }
      if JUnitValues.hasControls(value) {
        findings.add(.controlCharacter, element.line, "in '\(attribute)' of \(name)")
      }
    }
  }

  private func startSuite(_ element: XMLElement) {
    suites.append(JUnitClaim(element))
    if (element["name"] ?? "").isEmpty { findings.add(.suiteName, element.line, "no 'name'") }
    for attribute in ["package", "hostname", "timestamp"] where element[attribute] == nil {
      findings.add(.suiteAttributes, element.line, "no '\(attribute)'")
    }
    if element["id"] != String(suiteCount) {
      let found = element["id"].map { "'id' is \(JUnitValues.shown($0))" } ?? "no 'id'"
      findings.add(.suiteID, element.line, "\(found); expected '\(suiteCount)'")
    }
    suiteCount += 1
  }

  private func takeText(_ text: String, _ line: Int) {
    let before = textBytes
    textBytes += text.utf8.count
    if before < Self.valueBytesMax, textBytes >= Self.valueBytesMax {
      findings.add(.valueSize, line, "the text of '\(path.last ?? "")' has 9 MB or more")
    }
    if JUnitValues.hasControls(text) {
      findings.add(.controlCharacter, line, "in the text of '\(path.last ?? "")'")
    }
    testcase?.take(text, in: path, line)
  }

  private func end(_ line: Int) {
    switch path.popLast() {
    case "testcase":
      guard let finished = testcase else { return }
      finished.finish()
      for suite in suites.indices {
        suites[suite].counted.add(finished.outcome, time: finished.time)
      }
      whole.counted.add(finished.outcome, time: finished.time)
      testcase = nil
    case "testsuite": suites.popLast()?.check("testsuite", findings)
    case let name?: testcase?.end(name, in: path, line)
    case nil: break
    }
  }
}

/// What a suite, or the whole, claims about its cases, and what was counted.
struct JUnitClaim {
  /// How far the claimed time may be from the sum, for every test case: half of the last decimal.
  private static let millisecondsPerCase = 0.5

  var counted = JUnitCounts()
  private(set) var isThere = false
  private var line = 1
  private var claimed: [String: String] = [:]

  init() {}

  init(_ element: XMLElement) {
    isThere = true
    line = element.line
    claimed = Dictionary(element.attributes.map { ($0.name, $0.value) }) { first, _ in first }
  }

  func check(_ name: String, _ findings: JUnitFindings) {
    let numbers = [
      ("tests", counted.tests), ("failures", counted.failures), ("errors", counted.errors),
      ("skipped", counted.skipped),
    ]
    for (attribute, number) in numbers {
      guard let text = claimed[attribute] else {
        findings.add(.countsMissing, line, "'\(name)' has no '\(attribute)'")
        continue
      }
      if text != String(number) {
        findings.add(
          .countsWrong,
          line,
          "'\(attribute)' is \(JUnitValues.shown(text)), and there are \(number)"
        )
      }
    }
    checkTimes(name, findings)
  }

  private func checkTimes(_ name: String, _ findings: JUnitFindings) {
    if let timestamp = claimed["timestamp"], !JUnitValues.isTimestamp(timestamp) {
      findings.add(.timestamp, line, "'timestamp' is \(JUnitValues.shown(timestamp))")
    }
    guard let time = claimed["time"] else {
      findings.add(.time, line, "'\(name)' has no 'time'")
      return
    }
    guard JUnitValues.isTime(time) else {
      findings.add(.time, line, "'time' is \(JUnitValues.shown(time)); expected 0.000")
      return
    }
    let difference = (JUnitValues.time(time) - counted.time) / Duration.milliseconds(1)
    if abs(difference) > Self.millisecondsPerCase * Double(counted.tests + 1) {
      let sum = ReportTime.secondsWithMilliseconds(counted.time)
      findings.add(.countsWrong, line, "'time' is '\(time)', and the sum is '\(sum)'")
    }
  }
}
