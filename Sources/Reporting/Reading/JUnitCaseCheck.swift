// SPDX-License-Identifier: Apache-2.0

/// Checks one test case of a JUnit file.
final class JUnitCaseCheck {
  /// The order in which readers expect what stands in a test case.
  private static let order = [
    "properties": 0, "failure": 1, "error": 1, "skipped": 1, "rerunFailure": 2, "rerunError": 2,
    "flakyFailure": 3, "flakyError": 3, "system-out": 4, "system-err": 5,
  ]

  private(set) var outcome = JUnitOutcome.passed
  let time: Duration

  private let findings: JUnitFindings
  private let line: Int
  private let file: String?
  private let hasLine: Bool
  private var seen: [String: Int] = [:]
  private var place = 0
  private var repeats: [(name: String, line: Int)] = []
  private var hasTrace = false
  private var result: JUnitResultCheck?
  private var output: JUnitOutputCheck?
  private var hasOutput = false

  init(_ element: XMLElement, _ findings: JUnitFindings) {
    self.findings = findings
    line = element.line
    file = element["file"]
    hasLine = element["line"] != nil
    let written = element["time"]
    time = JUnitValues.time(written ?? "")
    if (element["name"] ?? "").isEmpty { findings.add(.caseName, line, "no 'name'") }
    let className = element["classname"] ?? ""
    if !className.contains(".") {
      let found = className.isEmpty ? "no 'classname'" : JUnitValues.shown(className)
      findings.add(.className, line, found)
    }
    if let written {
      if !JUnitValues.isTime(written) {
        findings.add(.time, line, "'time' is \(JUnitValues.shown(written)); expected 0.000")
      }
    } else {
      findings.add(.time, line, "'testcase' has no 'time'")
    }
  }

  /// Takes a known element that starts inside the test case.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - path: the names of the elements that it stands in, outermost first.
  func start(_ element: XMLElement, in path: [String]) {
    let name = element.name
    if name == "stackTrace" { hasTrace = true }
    guard path.last == "testcase" else { return }
    seen[name, default: 0] += 1
    let place = Self.order[name] ?? 0
    if place < self.place { findings.add(.childOrder, element.line, "'\(name)' comes too late") }
    self.place = max(self.place, place)
    if let type = element["type"], JUnitValues.dataTypes.contains(type) {
      findings.add(.typeWord, element.line, "'type' of '\(name)' is '\(type)'")
    }
    switch name {
    case "failure", "error", "skipped":
      result = JUnitResultCheck(element, findings)
      guard outcome == .passed else {
        findings.add(.oneResult, element.line, "'\(name)' beside '\(outcome.rawValue)'")
        return
      }
      outcome = JUnitOutcome(rawValue: name) ?? .passed
    case "rerunFailure", "rerunError", "flakyFailure", "flakyError":
      if name.hasSuffix("Error") { findings.add(.repeatElement, element.line, "'\(name)'") }
      repeats.append((name, element.line))
      hasTrace = false
    case "system-out", "system-err":
      if seen[name] == 2 { findings.add(.twoOutputs, element.line, "a second '\(name)'") }
      hasOutput = true
      output = JUnitOutputCheck(name, element.line, findings)
    default: break
    }
  }

  func take(_ text: String, in path: [String], _ line: Int) {
    guard path.dropLast().last == "testcase" else { return }
    result?.take(text)
    output?.take(text, line)
  }

  /// Takes the end of an element inside the test case.
  ///
  /// - Parameters:
  ///   - name: the element's name.
  ///   - path: the names of the elements that it stood in, outermost first.
  ///   - line: where it ends.
  func end(_ name: String, in path: [String], _ line: Int) {
    guard path.last == "testcase" else { return }
    if let result {
      result.finish(file: file, hasPlace: file != nil && hasLine)
      self.result = nil
    }
    if let output {
      output.finish(line)
      self.output = nil
    }
    if name.hasSuffix("Failure") || name.hasSuffix("Error"), !hasTrace, let last = repeats.last {
      findings.add(.repeatTrace, last.line, "'\(name)' has no 'stackTrace'")
    }
  }

  /// Checks what can be told only where the test case has ended.
  func finish() {
    let expected = outcome == .passed ? "flaky" : "rerun"
    for (name, line) in repeats where !name.hasPrefix(expected) {
      let ended = outcome == .passed ? "passed" : "did not pass"
      findings.add(.repeatKind, line, "'\(name)' in a case that \(ended)")
    }
    if outcome == .passed, hasOutput {
      findings.add(.outputOfPass, line, "a passed case has an output")
    }
  }
}

/// Checks a failure, an error or a skip.
final class JUnitResultCheck {
  private let findings: JUnitFindings
  private let element: XMLElement
  private let message: String
  private var lines = LinesOfText()
  private var firstLine: String?
  private var hasPlaceLine = false
  private var hasFrame = false

  init(_ element: XMLElement, _ findings: JUnitFindings) {
    self.findings = findings
    self.element = element
    message = element["message"] ?? ""
    let length = message.unicodeScalars.count
    if message.isEmpty { findings.add(.message, element.line, "'\(element.name)' has none") }
    if length > JUnitText.messageCharactersMax {
      let most = JUnitText.messageCharactersMax
      findings.add(.messageLength, element.line, "\(length) characters; at most \(most)")
    }
    if message.utf8.contains(UInt8(ascii: "\n")) {
      findings.add(.messageLength, element.line, "more than one line")
    }
    if (element["type"] ?? "").isEmpty {
      findings.add(.typeMissing, element.line, "'\(element.name)' has no 'type'")
    }
  }

  func take(_ text: String) { lines.append(text) { self.take(line: $0) } }

  func finish(file: String?, hasPlace: Bool) {
    lines.finish { self.take(line: $0) }
    let (name, line) = (element.name, element.line)
    if lines.bytes > JUnitText.problemBytesMax {
      findings.add(.textSize, line, "\(lines.bytes) bytes in '\(name)'")
    }
    // The cut of a line that is too long must not be taken for a difference.
    if let firstLine, firstLine != message.prefix(LinesOfText.lineBytesMax) {
      let what = firstLine.isEmpty ? "the text is empty" : "the text starts with another line"
      findings.add(.textFirstLine, line, "\(what) than 'message'")
    }
    guard name != "skipped" else { return }
    if !hasPlace, !hasPlaceLine {
      findings.add(.place, line, "neither 'file' and 'line', nor a line ' path:line' in the text")
    }
    if !hasFrame, file.map({ JUnitText.frame($0, line: 1) != nil }) ?? true {
      findings.add(.frame, line, "no line '    at folder.Case(file:line)' in the text")
    }
  }

  private func take(line: String) {
    firstLine = firstLine ?? line
    if line.hasPrefix(" "), Self.endsInLineNumber(line[...]) { hasPlaceLine = true }
    if line.hasPrefix("    at "), line.hasSuffix(")"), line.contains("("),
      Self.endsInLineNumber(line.dropLast())
    {
      hasFrame = true
    }
  }

  private static func endsInLineNumber(_ text: Substring) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
    let digits = text[text.index(after: colon)...]
    return !digits.isEmpty && digits.utf8.allSatisfy(JUnitValues.isDigit)
  }
}

/// Checks the output of a test case.
final class JUnitOutputCheck {
  private static let tag = "[[attachment|"

  private let findings: JUnitFindings
  private let name: String
  private let line: Int
  private var lines = LinesOfText()
  private var hasAttachment = false
  private var isFound = false

  init(_ name: String, _ line: Int, _ findings: JUnitFindings) {
    self.findings = findings
    self.name = name
    self.line = line
  }

  func take(_ text: String, _ line: Int) { lines.append(text) { self.take(line: $0) } }

  func finish(_ line: Int) {
    lines.finish { self.take(line: $0) }
    if lines.bytes > JUnitText.outputBytesMax {
      findings.add(.outputSize, self.line, "\(lines.bytes) bytes in '\(name)'")
    }
  }

  private func take(line text: String) {
    guard !isFound else { return }
    let isAttachment = JUnitText.isAttachment(text)
    if !isAttachment, text.lowercased().contains(Self.tag) {
      find("the tag does not stand alone on its line")
    } else if hasAttachment, !isAttachment, !text.isEmpty {
      find("lines follow the tag; expected it last")
    } else if isAttachment, !JUnitText.isInWorkspace(text) {
      find("the path is not relative to the workspace")
    }
    hasAttachment = hasAttachment || isAttachment
  }

  private func find(_ what: String) {
    isFound = true
    findings.add(.attachment, line, what)
  }
}
