// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Writes a run as JUnit XML in the shape that every known consumer reads.
package struct JUnitWriter {
  /// The most attempts of one case that are reported besides its verdict.
  static let roundsMax = 20

  let header: RunHeader
  let profile: JUnitProfile
  let paths: ReportPaths

  package init(header: RunHeader, profile: JUnitProfile, paths: ReportPaths) {
    self.header = header
    self.profile = profile
    self.paths = paths
  }

  /// Writes the document.
  ///
  /// - Parameters:
  ///   - results: one result per case, in the order of the cases.
  ///   - sink: takes the bytes in their order, in pieces of bounded size.
  /// - Throws: `xmlRefused`, and what the sink throws.
  package func write(
    _ results: some RandomAccessCollection<CaseResult>,
    to sink: @escaping ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    let suites = JUnitSuites(results)
    let texts = texts(suites.total)
    try write(results, suites, texts, to: sink) { (suite, output) throws(ReportingError) in
      for index in suite.indices { try write(results[index], texts, to: output) }
    }
  }

  /// Writes the document with the elements of its cases, which were written before.
  ///
  /// It is byte by byte what `write(_:to:)` writes.
  ///
  /// - Parameters:
  ///   - results: one result per case, in the order of the cases.
  ///   - elements: what `element(of:_:)` returns for each, with the same texts.
  ///   - sink: takes the bytes in their order.
  /// - Throws: `xmlRefused`, and what the sink throws.
  func write(
    _ results: [CaseResult],
    elements: [[UInt8]],
    to sink: @escaping ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    let suites = JUnitSuites(results)
    let texts = texts(suites.total)
    try write(results, suites, texts, to: sink) { (suite, output) throws(ReportingError) in
      try output.insert { (sink) throws(ReportingError) in
        for index in suite.indices { try sink(elements[index]) }
      }
    }
  }

  /// The element of one case, as it stands in the document.
  func element(of result: CaseResult, _ texts: JUnitText) throws(ReportingError) -> [UInt8] {
    let element = Element()
    let output = try XMLOutput(fragmentAtLevel: 2) { element.bytes += $0 }
    try write(result, texts, to: output)
    try output.drain()
    return element.bytes
  }

  private final class Element { var bytes: [UInt8] = [] }

  /// The texts of the cases where that is counted.
  func texts(_ total: JUnitCounts) -> JUnitText {
    JUnitText(header: header, paths: paths, problemCount: total.failures + total.errors)
  }

  private func write<Results: RandomAccessCollection<CaseResult>>(
    _ results: Results,
    _ suites: JUnitSuites<Results.Index>,
    _ texts: JUnitText,
    to sink: @escaping ([UInt8]) throws(ReportingError) -> Void,
    writeCases: (JUnitSuites<Results.Index>.Suite, XMLOutput) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    let output = try XMLOutput(to: sink)
    let attributes =
      profile.hasDetails ? [("name", CleanText("oncegate"))] + totals(suites.total) : []
    try output.element("testsuites", attributes) { () throws(ReportingError) in
      for (id, suite) in suites.list.enumerated() {
        try write(suite, id: id, results, texts, to: output, writeCases: writeCases)
      }
    }
    try output.finish()
  }

  private func write<Results: RandomAccessCollection<CaseResult>>(
    _ suite: JUnitSuites<Results.Index>.Suite,
    id: Int,
    _ results: Results,
    _ texts: JUnitText,
    to output: XMLOutput,
    writeCases: (JUnitSuites<Results.Index>.Suite, XMLOutput) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    let hostname = CleanText(header.hostname).oneLine.cut(toCharacters: 255)
    let attributes: [(String, CleanText)] =
      [
        ("id", CleanText(String(id))),
        ("name", CleanText(suite.name)),
        ("package", CleanText("")),
        ("hostname", hostname.isBlank ? CleanText("localhost") : hostname),
        ("timestamp", timestamp),
      ] + counts(suite.counts) + [("skipped", CleanText(String(suite.counts.skipped)))]
    try output.element("testsuite", attributes) { () throws(ReportingError) in
      try writeProperties(to: output)
      try writeCases(suite, output)
      // The schema of Ant's tasks demands both, and lets no test case have its own.
      if profile == .strict {
        try writeOutputs(suite.indices.lazy.map { results[$0] }, texts, to: output)
      }
    }
  }

  private func writeProperties(to output: XMLOutput) throws(ReportingError) {
    let properties = [
      ("oncegate.version", header.version), ("oncegate.suite", header.suite),
      ("oncegate.client", header.client), ("oncegate.subject", header.subject),
      ("oncegate.profile", header.profile), ("oncegate.seed", header.seed.description),
      ("oncegate.commit", header.commit ?? ""), ("oncegate.jobs", String(header.jobs)),
    ]
    try output.element("properties") { () throws(ReportingError) in
      for (name, value) in properties { try writeProperty(name, value, to: output) }
    }
  }

  private func writeProperty(
    _ name: String,
    _ value: String,
    to output: XMLOutput
  ) throws(ReportingError) {
    let value = JUnitText.harmless(value).oneLine.cut(toCharacters: TextLimit.lineCharactersMax)
    try output.element("property", [("name", CleanText(name)), ("value", value)])
  }

  private func write(
    _ result: CaseResult,
    _ texts: JUnitText,
    to output: XMLOutput
  ) throws(ReportingError) {
    let description = result.description
    var attributes: [(String, CleanText)] = [
      ("name", CleanText(description.name.description)),
      ("classname", CleanText(Self.className(description))),
      ("time", CleanText(ReportTime.secondsWithMilliseconds(result.duration))),
    ]
    if profile.hasExtensions {
      let file = CleanText(description.sourceFile).oneLine
      attributes.append(("file", file.isBlank ? CleanText("unknown") : file))
      attributes.append(("line", CleanText(String(result.sourceLine))))
    }
    try output.element("testcase", attributes) { () throws(ReportingError) in
      if profile.hasExtensions {
        try output.element("properties") { () throws(ReportingError) in
          try writeProperty("promise", description.promise, to: output)
          try writeProperty("repeat", header.repeatCommand(for: description), to: output)
        }
      }
      try writeProblem(of: result, texts, to: output)
      guard profile.hasDetails else { return }
      try writeRounds(of: result, texts, to: output)
      if let text = texts.output(of: result) {
        try output.element("system-out") { () throws(ReportingError) in try output.text(text) }
      }
    }
  }

  private func writeProblem(
    of result: CaseResult,
    _ texts: JUnitText,
    to output: XMLOutput
  ) throws(ReportingError) {
    guard let type = JUnitProblemType(result.verdict) else { return }
    let outcome = JUnitOutcome(result.verdict)
    var attributes = [("message", texts.message(result.verdict))]
    // The schema of Ant's tasks knows no type of a skipped case.
    if profile != .strict || outcome != .skipped {
      attributes.append(("type", CleanText(type.rawValue)))
    }
    try output.element(outcome.rawValue, attributes) { () throws(ReportingError) in
      try output.text(texts.problem(of: result))
    }
  }

  /// Other rounds that did not pass: a pass that follows them is flaky, a failure is confirmed.
  private func writeRounds(
    of result: CaseResult,
    _ texts: JUnitText,
    to output: XMLOutput
  ) throws(ReportingError) {
    guard result.verdict == .passed || result.verdict.needsAttention else { return }
    let name = result.verdict == .passed ? "flakyFailure" : "rerunFailure"
    let rounds = result.otherRounds.filter(\.needsAttention).prefix(Self.roundsMax)
    for verdict in rounds {
      guard let type = JUnitProblemType(verdict) else { continue }
      let message = texts.message(verdict)
      let attributes = [("message", message), ("type", CleanText(type.rawValue))]
      try output.element(name, attributes) { () throws(ReportingError) in
        let round = CaseResult(
          description: result.description,
          verdict: verdict,
          duration: .zero,
          log: []
        )
        try output.element("stackTrace") { () throws(ReportingError) in
          try output.text(texts.problem(of: round))
        }
      }
    }
  }

  private func writeOutputs(
    _ results: some Sequence<CaseResult>,
    _ texts: JUnitText,
    to output: XMLOutput
  ) throws(ReportingError) {
    try output.element("system-out") { () throws(ReportingError) in
      for result in results {
        guard let text = texts.output(of: result) else { continue }
        try output.text(CleanText("\(result.description.name)\n"))
        try output.text(text)
        try output.text(CleanText("\n"))
      }
    }
    try output.element("system-err")
  }

  private var timestamp: CleanText {
    CleanText(ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds))
  }

  private func totals(_ total: JUnitCounts) -> [(String, CleanText)] {
    counts(total)
      + (profile.hasExtensions
        ? [("skipped", CleanText(String(total.skipped))), ("timestamp", timestamp)] : [])
  }

  private func counts(_ counts: JUnitCounts) -> [(String, CleanText)] {
    [
      ("tests", CleanText(String(counts.tests))),
      ("failures", CleanText(String(counts.failures))),
      ("errors", CleanText(String(counts.errors))),
      ("time", CleanText(ReportTime.secondsWithMilliseconds(counts.time))),
    ]
  }

  static func className(_ description: CaseDescription) -> String {
    "oncegate.\(description.reportSuite)"
  }
}
