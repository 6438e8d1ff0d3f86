// SPDX-License-Identifier: Apache-2.0

/// A suite of a file of anybody's, without its cases.
struct JUnitSuiteHead {
  var name = ""
  var hostname = ""
  var timestamp = ""
  var properties: [JUnitProperty] = []
}

struct JUnitProperty: Hashable {
  let name: String
  let value: String
}

/// A test case of a file of anybody's, with all of it that a merged report keeps.
struct JUnitEntry {
  let suite: JUnitSuiteHead
  let name: String
  let className: String
  let time: Duration
  let file: String?
  let line: Int?
  var properties: [JUnitProperty] = []
  var outcome = JUnitOutcome.passed
  var result = JUnitAttempt()
  var attempts: [JUnitAttempt] = []
  var output = BoundedText(bytesMax: JUnitText.outputBytesMax)
  var errorOutput = BoundedText(bytesMax: JUnitText.outputBytesMax)

  /// The names are those that are written: an empty one gets a word in its place.
  init(_ element: XMLElement, in suite: JUnitSuiteHead) {
    self.suite = suite
    name = Self.word(element["name"], or: "unnamed")
    className = Self.word(element["classname"], or: Self.word(suite.name, or: "unnamed"))
    time = JUnitValues.time(element["time"] ?? "")
    file = element["file"]
    line = element["line"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  var identity: CaseIdentity { CaseIdentity(className: className, name: name) }

  /// Whether it says only that it did not run.
  var wasNotRun: Bool {
    outcome == .skipped
      || outcome == .error && result.type == JUnitProblemType.notRun.rawValue
  }

  static func word(_ text: String?, or otherwise: String) -> String {
    let clean = CleanText(text ?? "").oneLine.cut(toCharacters: TextLimit.lineCharactersMax)
    return clean.isBlank ? otherwise : clean.description
  }
}

/// A failure, an error or a skip, also one of an earlier attempt.
struct JUnitAttempt {
  var message = ""
  var type = ""
  var text = BoundedText(bytesMax: JUnitText.problemBytesMax)

  init() {}

  init(_ element: XMLElement) {
    message = element["message"] ?? ""
    type = element["type"] ?? ""
  }
}

/// Puts the test cases of a file together from what stands in it.
///
/// A suite in a suite gives its cases to the report like any other.
struct JUnitEntries {
  /// How many properties of one suite or one case are kept.
  private static let propertiesMax = 200
  private static let attempts: Set<String> = [
    "rerunFailure", "rerunError", "flakyFailure", "flakyError",
  ]

  private let file: String
  private var path: [String] = []
  private var suites: [JUnitSuiteHead] = []
  private var entry: JUnitEntry?

  /// - Parameter file: the path that an error names.
  init(file: String) { self.file = file }

  /// Takes what stands next, and returns a test case where one ends.
  ///
  /// - Throws: `notJUnit` at a root that no JUnit file has.
  mutating func take(_ event: XMLEvent) throws(ReportingError) -> JUnitEntry? {
    switch event {
    case .start(let element):
      if path.isEmpty, !["testsuites", "testsuite"].contains(element.name) {
        throw .notJUnit(path: file, line: element.line)
      }
      start(element)
      path.append(element.name)
    case .end(let name, _):
      path.removeLast()
      if name == "testsuite" { suites.removeLast() }
      if name == "testcase" {
        defer { entry = nil }
        return entry
      }
    case .text(let text, _, _): take(text)
    case .comment, .instruction: break
    }
    return nil
  }

  private mutating func start(_ element: XMLElement) {
    let parent = path.last
    switch element.name {
    case "testsuite":
      var head = JUnitSuiteHead()
      head.name = element["name"] ?? ""
      head.hostname = element["hostname"] ?? ""
      head.timestamp = element["timestamp"] ?? ""
      suites.append(head)
    case "testcase": entry = JUnitEntry(element, in: suites.last ?? JUnitSuiteHead())
    case "property": add(element, to: path.dropLast().last)
    case let name where parent == "testcase" && Self.attempts.contains(name):
      if let count = entry?.attempts.count, count < JUnitWriter.roundsMax {
        entry?.attempts.append(JUnitAttempt(element))
      }
    case let name where parent == "testcase":
      // Of several results the worst counts.
      guard let outcome = JUnitOutcome(rawValue: name), let known = entry?.outcome,
        outcome.badness > known.badness
      else { return }
      entry?.outcome = outcome
      entry?.result = JUnitAttempt(element)
    default: break
    }
  }

  private mutating func add(_ element: XMLElement, to owner: String?) {
    let property = JUnitProperty(name: element["name"] ?? "", value: element["value"] ?? "")
    if owner == "testcase" {
      if let count = entry?.properties.count, count < Self.propertiesMax {
        entry?.properties.append(property)
      }
    } else if owner == "testsuite", let last = suites.indices.last,
      suites[last].properties.count < Self.propertiesMax
    {
      suites[last].properties.append(property)
    }
  }

  private mutating func take(_ text: String) {
    guard entry != nil, let name = path.last else { return }
    switch name {
    case "system-out" where path.dropLast().last == "testcase": entry?.output.append(text)
    case "system-err" where path.dropLast().last == "testcase": entry?.errorOutput.append(text)
    case "failure", "error", "skipped":
      if name == entry?.outcome.rawValue { entry?.result.text.append(text) }
    case "stackTrace",
      _ where Self.attempts.contains(name):
      if let last = entry?.attempts.indices.last { entry?.attempts[last].text.append(text) }
    default: break
    }
  }
}

extension JUnitOutcome {
  /// How much worse it is than a pass; a case that does not apply has proved the least.
  var badness: Int {
    switch self {
    case .failure: 3
    case .error: 2
    case .skipped: 1
    case .passed: 0
    }
  }
}
