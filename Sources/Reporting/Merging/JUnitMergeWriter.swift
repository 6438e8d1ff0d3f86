// SPDX-License-Identifier: Apache-2.0

/// Writes a merged report: first the cases as they come, then the suites that they belong to.
///
/// A suite's counts stand before its cases, and its cases come from several files. So the cases are
/// written into a file without a name, and copied from there suite by suite.
final class JUnitMergeWriter {
  /// The most suites that are told apart.
  static let suitesMax = 100_000

  private(set) var total = JUnitCounts()
  private let profile: JUnitProfile
  private let spill: SpillFile
  private let cases: XMLOutput
  private let problemBytes: Int
  private let outputBytes: Int
  private var suites: [Suite] = []
  private var positions: [String: Int] = [:]
  private var current: Int?

  private struct Suite {
    let name: String
    let hostname: String
    var timestamp: String
    var properties: [JUnitProperty]
    var counts = JUnitCounts()
    var parts: [Range<Int>] = []
  }

  /// - Parameters:
  ///   - spill: takes the cases.
  ///   - profile: the dialect that is written.
  ///   - problemCount: how many cases have a text; they share what a file may hold.
  /// - Throws: `xmlRefused` where the library fails.
  init(_ spill: SpillFile, profile: JUnitProfile, problemCount: Int) throws(ReportingError) {
    self.spill = spill
    self.profile = profile
    (problemBytes, outputBytes) = JUnitText.shares(problemCount: problemCount)
    cases = try XMLOutput(fragmentAtLevel: 2) { (bytes) throws(ReportingError) in
      try spill.append(bytes)
    }
  }

  var suiteCounts: [JUnitCounts] { suites.map(\.counts) }

  /// Writes a case.
  ///
  /// - Parameters:
  ///   - entry: the case.
  ///   - attempts: bad attempts at it besides this one.
  ///   - file: the file that it comes from, which an error names.
  /// - Throws: `tooManySuites`, `xmlRefused`, `notWritten`.
  func write(
    _ entry: JUnitEntry,
    besides attempts: [JUnitAttempt],
    from file: String
  ) throws(ReportingError) {
    try enter(entry.suite, from: file)
    if let current { suites[current].counts.add(entry.outcome, time: entry.time) }
    total.add(entry.outcome, time: entry.time)
    var attributes: [(String, CleanText)] = [
      ("name", CleanText(entry.name)), ("classname", CleanText(entry.className)),
      ("time", CleanText(ReportTime.secondsWithMilliseconds(entry.time))),
    ]
    if profile.hasExtensions, let file = entry.file.map({ CleanText($0).oneLine }), !file.isBlank {
      attributes.append(("file", file))
      if let line = entry.line { attributes.append(("line", CleanText(String(line)))) }
    }
    try cases.element("testcase", attributes) { () throws(ReportingError) in
      if profile.hasExtensions { try write(entry.properties, to: cases) }
      if entry.outcome != .passed {
        let isTyped = profile.hasDetails || entry.outcome != .skipped
        try cases.element(
          entry.outcome.rawValue,
          self.attributes(entry.result, entry.outcome.rawValue, isTyped: isTyped)
        ) { () throws(ReportingError) in
          try cases.text(text(entry.result, entry.outcome.rawValue))
        }
      }
      guard profile.hasDetails else { return }
      try write(entry.attempts + attempts, of: entry.outcome)
      if [.failure, .error].contains(entry.outcome) {
        try write(entry.output, as: "system-out")
        try write(entry.errorOutput, as: "system-err")
      }
    }
  }

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - fileCount: how many reports were merged.
  ///   - sink: takes the bytes in their order.
  /// - Throws: `xmlRefused`, `notWritten`, `notRead`, and what the sink throws.
  func finish(
    fileCount: Int,
    to sink: @escaping ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    try leave()
    let output = try XMLOutput(to: sink)
    var attributes: [(String, CleanText)] = []
    if profile.hasDetails { attributes = [("name", CleanText("oncegate"))] + counts(total) }
    if profile.hasExtensions {
      let timestamp = suites.map(\.timestamp).min() ?? Self.noTime
      attributes.append(("skipped", CleanText(String(total.skipped))))
      attributes.append(("timestamp", CleanText(timestamp)))
    }
    try output.element("testsuites", attributes) { () throws(ReportingError) in
      for (id, suite) in suites.enumerated() {
        try write(suite, id: id, fileCount: fileCount, to: output)
      }
    }
    try output.finish()
  }

  // MARK: - Suites

  private static let noTime = "1970-01-01T00:00:00"

  private func enter(_ head: JUnitSuiteHead, from file: String) throws(ReportingError) {
    let name = JUnitEntry.word(head.name, or: "unnamed")
    let time = String(head.timestamp.prefix(Self.noTime.count))
    let timestamp = JUnitValues.isTimestamp(time) ? time : Self.noTime
    if let known = positions[name] {
      // What the parts of a suite do not agree on is true of none of them.
      let stated = Set(head.properties)
      suites[known].properties.removeAll { !stated.contains($0) }
      if timestamp < suites[known].timestamp { suites[known].timestamp = timestamp }
    }
    if let current, suites[current].name == name { return }
    try leave()
    if let known = positions[name] {
      current = known
    } else {
      guard suites.count < Self.suitesMax else {
        throw .tooManySuites(path: file, most: Self.suitesMax)
      }
      current = suites.count
      positions[name] = suites.count
      suites.append(
        Suite(
          name: name,
          hostname: JUnitEntry.word(head.hostname, or: "localhost"),
          timestamp: timestamp,
          properties: head.properties
        )
      )
    }
    if let current { suites[current].parts.append(spill.count..<spill.count) }
  }

  private func leave() throws(ReportingError) {
    try cases.drain()
    guard let current, let part = suites[current].parts.popLast() else { return }
    suites[current].parts.append(part.lowerBound..<spill.count)
  }

  private func write(
    _ suite: Suite,
    id: Int,
    fileCount: Int,
    to output: XMLOutput
  ) throws(ReportingError) {
    let attributes: [(String, CleanText)] =
      [
        ("id", CleanText(String(id))), ("name", CleanText(suite.name)), ("package", CleanText("")),
        ("hostname", CleanText(suite.hostname).cut(toCharacters: 255)),
        ("timestamp", CleanText(suite.timestamp)),
      ] + counts(suite.counts) + [("skipped", CleanText(String(suite.counts.skipped)))]
    try output.element("testsuite", attributes) { () throws(ReportingError) in
      let merged = JUnitProperty(name: "oncegate.merged", value: String(fileCount))
      try write(suite.properties.filter { $0.name != merged.name } + [merged], to: output)
      try output.insert { (sink) throws(ReportingError) in
        for part in suite.parts { try spill.copy(part, to: sink) }
      }
      if !profile.hasDetails {
        try output.element("system-out")
        try output.element("system-err")
      }
    }
  }

  private func counts(_ counts: JUnitCounts) -> [(String, CleanText)] {
    [
      ("tests", CleanText(String(counts.tests))),
      ("failures", CleanText(String(counts.failures))),
      ("errors", CleanText(String(counts.errors))),
      ("time", CleanText(ReportTime.secondsWithMilliseconds(counts.time))),
    ]
  }

  // MARK: - Parts of a case

  private func write(
    _ properties: [JUnitProperty],
    to output: XMLOutput
  ) throws(ReportingError) {
    let named = properties.filter { !CleanText($0.name).isBlank }
    guard !named.isEmpty else { return }
    try output.element("properties") { () throws(ReportingError) in
      for property in named {
        let value = JUnitText.harmless(property.value).oneLine
          .cut(toCharacters: TextLimit.lineCharactersMax)
        let name = CleanText(JUnitEntry.word(property.name, or: "unnamed"))
        try output.element("property", [("name", name), ("value", value)])
      }
    }
  }

  private func write(
    _ attempts: [JUnitAttempt],
    of outcome: JUnitOutcome
  ) throws(ReportingError) {
    guard outcome != .skipped else { return }
    let name = outcome == .passed ? "flakyFailure" : "rerunFailure"
    for attempt in attempts.prefix(JUnitWriter.roundsMax) {
      try cases.element(name, attributes(attempt, "failure", isTyped: true)) {
        () throws(ReportingError) in
        try cases.element("stackTrace") { () throws(ReportingError) in
          try cases.text(text(attempt, "failure"))
        }
      }
    }
  }

  private func attributes(
    _ attempt: JUnitAttempt,
    _ word: String,
    isTyped: Bool
  ) -> [(String, CleanText)] {
    let type = JUnitEntry.word(attempt.type, or: "")
    // A word that a reader takes for a data type says nothing about what happened.
    let isWord = !type.isEmpty && !JUnitValues.dataTypes.contains(type)
    let otherwise = word.prefix(1).uppercased() + word.dropFirst()
    return [("message", message(attempt, word))]
      + (isTyped ? [("type", CleanText(isWord ? type : otherwise))] : [])
  }

  /// The message, or the first line of the text, or a word where there is neither.
  private func message(_ attempt: JUnitAttempt, _ word: String) -> CleanText {
    var message = JUnitText.harmless(attempt.message).oneLine
    if message.isBlank {
      let lines = attempt.text.lines(bytesMax: problemBytes)
      message = JUnitText.harmless(lines.first { !CleanText($0).isBlank } ?? word).oneLine
    }
    return message.cut(toCharacters: JUnitText.messageCharactersMax)
  }

  /// The text, which starts with the message: some readers show only one of the two.
  private func text(_ attempt: JUnitAttempt, _ word: String) -> CleanText {
    let message = message(attempt, word).description
    var lines = attempt.text.lines(bytesMax: problemBytes - message.utf8.count - 1)
    if let first = lines.first,
      JUnitText.harmless(first).oneLine.cut(toCharacters: JUnitText.messageCharactersMax)
        .description == message || CleanText(first).isBlank
    {
      lines.removeFirst()
    }
    return JUnitText.harmless(([message] + lines).joined(separator: "\n"))
  }

  /// Writes an output, with the tags that attach files where they are looked for: last.
  private func write(_ text: BoundedText, as name: String) throws(ReportingError) {
    guard !text.isEmpty else { return }
    var lines = text.lines(bytesMax: outputBytes)
    while lines.last?.isEmpty == true { lines.removeLast() }
    var attachments: [String] = []
    while let last = lines.last, JUnitText.isAttachment(last), JUnitText.isInWorkspace(last) {
      attachments.insert(last, at: 0)
      lines.removeLast()
    }
    let log = JUnitText.harmless(lines.joined(separator: "\n")).description
    let all = (log.isEmpty ? [] : [log]) + attachments
    try cases.element(name) { () throws(ReportingError) in
      try cases.text(CleanText(all.joined(separator: "\n")))
    }
  }
}
