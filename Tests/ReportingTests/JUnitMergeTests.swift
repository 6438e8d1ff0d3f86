// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct JUnitMergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var output: String { folder.file("merged.xml") }

  /// Writes a report of this program with some of a run's results, and returns its path.
  private func write(_ name: String, _ results: [CaseResult]) throws -> String {
    let path = folder.file(name)
    let writer = JUnitWriter(
      header: Sample.header(cases: results.map(\.description)),
      profile: .rich,
      paths: ReportPaths(folder: "oncegate-report", workspace: "/")
    )
    try AtomicFile(path: path).replace { (file) throws(ReportingError) in
      try writer.write(results) { (bytes) throws(ReportingError) in try file.append(bytes) }
    }
    return path
  }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = folder.file(name)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func cases() throws -> [JUnitCase] {
    try JUnitReader.cases(in: output, schema: JUnitSchema(.rich)).cases
  }

  private func findings(_ profile: JUnitProfile? = nil) throws -> [JUnitFinding] {
    try JUnitCheckTests.findings(output, profile: profile)
  }

  // MARK: - Shards

  @Test(arguments: 1...4)
  func `the parts of a run make the report of the whole`(partCount: Int) throws {
    let results = try Sample.closedGate().results
    let parts = try (0..<partCount).map { part in
      try write(
        "part\(part).xml",
        results.enumerated().filter { $0.offset % partCount == part }
          .map(\.element)
      )
    }
    let result = try JUnitMerge(parts, into: output).run()
    #expect(result.repeatedCount == 0)
    #expect(result.exitStatus == .promiseBroken)
    let whole = try JUnitReader.cases(in: write("whole.xml", results))
    let merged = try JUnitReader.cases(in: output, schema: JUnitSchema(.rich))
    #expect(Set(merged.cases) == Set(whole.cases))
    #expect(Set(merged.totals.suites) == Set(whole.totals.suites))
    #expect(merged.totals.suites.count == whole.totals.suites.count)
    #expect(merged.totals.claimedInAll == whole.totals.claimedInAll)
    #expect(try findings() == [])
  }

  @Test(arguments: JUnitProfile.allCases)
  func `a merged report has the profile that is asked for`(profile: JUnitProfile) throws {
    let path = try write("a.xml", Sample.everyVerdict().results)
    _ = try JUnitMerge([path, path], into: output, profile: profile).run()
    #expect(try findings(profile) == [])
  }

  @Test func `a suite keeps the properties on which its parts agree`() throws {
    func part(_ name: String, _ seed: String) throws -> String {
      try write(
        "\(name).xml",
        """
        <testsuite name="s"><properties><property name="commit" value="0123"/>
        <property name="seed" value="\(seed)"/></properties>
        <testcase name="\(name)" classname="a.s" time="0.001"/></testsuite>
        """
      )
    }
    _ = try JUnitMerge([part("x", "1"), part("y", "2")], into: output).run()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.contains(#"<property name="commit" value="0123"/>"#))
    #expect(!text.contains(#"name="seed""#))
    #expect(text.contains(#"<property name="oncegate.merged" value="2"/>"#))
  }

  // MARK: - Repeats

  static let notRun = Verdict.unjudged(.notRun(.interrupted))
  static let vacuous = Verdict.unjudged(.vacuous)
  static let skipped = Verdict.skipped(.missingCapability(.clock))
  typealias Repeat = (
    verdicts: [Verdict], policy: RepeatPolicy, outcome: JUnitOutcome, element: String, count: Int
  )

  /// What attempts in the order of the files make of a case, and how many earlier ones are told.
  static let repeats: [Repeat] = [
    ([.passed, .passed], .worst, .passed, "flakyFailure", 0),
    ([Sample.broken, .passed], .worst, .failure, "rerunFailure", 0),
    ([.passed, Sample.broken], .worst, .failure, "rerunFailure", 0),
    ([Sample.broken, vacuous, Sample.broken], .worst, .failure, "rerunFailure", 2),
    ([vacuous, .passed], .worst, .error, "rerunFailure", 0),
    ([notRun, .passed], .worst, .passed, "flakyFailure", 0),
    ([.passed, notRun], .worst, .passed, "flakyFailure", 0),
    ([skipped, notRun], .worst, .error, "rerunFailure", 0),
    ([skipped, .passed], .worst, .passed, "flakyFailure", 0),
    ([Sample.broken, .passed], .last, .passed, "flakyFailure", 1),
    ([Sample.broken, vacuous, .passed], .last, .passed, "flakyFailure", 2),
    ([.passed, Sample.broken], .last, .failure, "rerunFailure", 0),
    ([Sample.broken, vacuous], .last, .error, "rerunFailure", 1),
    ([Sample.broken, notRun], .last, .failure, "rerunFailure", 0),
    ([.passed, skipped], .last, .passed, "flakyFailure", 0),
    ([notRun, skipped], .last, .error, "rerunFailure", 0),
  ]

  @Test(arguments: repeats.indices)
  func `attempts at a case become one`(index: Int) throws {
    let (verdicts, policy, outcome, element, count) = Self.repeats[index]
    let description = try Sample.description("queue.relaunch")
    let files = try verdicts.enumerated().map {
      try write("\($0.offset).xml", [Sample.result(description, $0.element)])
    }
    let result = try JUnitMerge(files, into: output, policy: policy).run()
    #expect(try cases().map(\.outcome) == [outcome], "\(verdicts)")
    #expect(result.repeated.map(\.count) == [verdicts.count])
    #expect(result.repeated.first?.outcomes == verdicts.map { JUnitOutcome($0) })
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.components(separatedBy: "<\(element) ").count - 1 == count, "\(verdicts)")
    let other = element == "flakyFailure" ? "rerunFailure" : "flakyFailure"
    #expect(!text.contains(other))
    #expect(try findings() == [])
  }

  @Test func `earlier attempts that a file tells already are kept`() throws {
    let description = try Sample.description("queue.relaunch")
    let first = try write(
      "a.xml",
      [Sample.result(description, Sample.broken, otherRounds: [Sample.broken])]
    )
    let second = try write("b.xml", [Sample.result(description, .passed)])
    _ = try JUnitMerge([first, second], into: output, policy: .last).run()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.components(separatedBy: "<flakyFailure ").count - 1 == 2)
    _ = try JUnitMerge([first, second], into: output, policy: .worst).run()
    let worst = try String(contentsOfFile: output, encoding: .utf8)
    #expect(worst.components(separatedBy: "<rerunFailure ").count - 1 == 1)
  }

  @Test func `a case that stands twice in one file is written once and named`() throws {
    let path = "\(JUnitCheckTests.folder)/duplicate-case.xml"
    let result = try JUnitMerge([path], into: output).run()
    #expect(result.repeated.map(\.name) == ["passes"])
    #expect(result.counts.tests == 2)
    #expect(try findings() == [])
  }

  // MARK: - Files of others

  static let mended = JUnitRule.allCases.filter { rule in
    // What is refused, and what a merge cannot know or must not change.
    ![.wellFormed, .documentType, .className, .place, .frame, .noCases].contains(rule)
      && !JUnitCheckTests.made.contains(rule)
  }

  @Test(arguments: mended)
  func `what others may misread is mended on the way`(rule: JUnitRule) throws {
    _ = try JUnitMerge(["\(JUnitCheckTests.folder)/\(rule.rawValue).xml"], into: output).run()
    #expect(try findings() == [])
  }

  @Test func `hostile texts pass through`() throws {
    let escaped = Sample.hostileTexts.filter { $0.utf8.count < 5000 }.map {
      CleanText($0).description.replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
        .replacingOccurrences(of: "\"", with: "&quot;")
    }
    let cases = escaped.enumerated().map { index, text in
      """
      <testcase classname="a.\(text)" name="\(index) \(text)" time="0.001" file="\(text)">
      <properties><property name="\(text)" value="\(text)"/></properties>
      <failure message="\(text)" type="\(text)">\(text)</failure>
      <system-out>\(text)</system-out></testcase>
      """
    }
    let path = try write("a.xml", "<testsuite name='s'>\(cases.joined())</testsuite>")
    let result = try JUnitMerge([path], into: output).run()
    #expect(result.counts.failures == cases.count)
    let rules = Set(try findings().map(\.rule))
    #expect(rules.subtracting([.place, .frame]) == [])
  }

  // MARK: - What cannot be done

  @Test func `without a case that passed there is no verdict`() throws {
    let none = try write("none.xml", "<testsuites/>")
    #expect(try JUnitMerge([none], into: output).run().exitStatus == .notJudged)
    let skips = try write(
      "skips.xml",
      "<testsuite><testcase name='a' classname='b.c'><skipped/></testcase></testsuite>"
    )
    #expect(try JUnitMerge([skips], into: output).run().exitStatus == .notJudged)
  }

  @Test(arguments: ["<html/>", "<testsuites><testsuite>", "<!DOCTYPE testsuites><testsuites/>", ""])
  func `a file that cannot be read leaves the output as it was`(text: String) throws {
    let good = try write("good.xml", [Sample.result(Sample.description("queue.relaunch"))])
    try "before".write(toFile: output, atomically: false, encoding: .utf8)
    let bad = try write("bad.xml", text)
    #expect(throws: ReportingError.self) { try JUnitMerge([good, bad], into: output).run() }
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "before")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["good.xml", "bad.xml", "merged.xml"])
  }

  @Test func `a file may be merged into itself`() throws {
    let path = try write("a.xml", [Sample.result(Sample.description("queue.relaunch"))])
    #expect(try JUnitMerge([path, path], into: path).run().counts.tests == 1)
    #expect(try JUnitMerge([path], into: path).run().repeatedCount == 0)
  }

  @Test func `what is no ordinary file is not replaced`() throws {
    let path = try write("a.xml", [Sample.result(Sample.description("queue.relaunch"))])
    #expect(throws: ReportingError.notAnOrdinaryFile(path: "/dev/null")) {
      try JUnitMerge([path], into: "/dev/null").run()
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `many cases of many suites are merged and counted`() throws {
    func file(_ name: String, _ range: Range<Int>) throws -> String {
      let cases = range.map {
        "<testcase name='c\($0)' classname='a.b' time='0.001'/>"
          + ($0 % 100 == 99 ? "</testsuite>\n<testsuite name='s\($0 / 100 % 7)'>" : "")
      }
      return try write(
        name,
        "<testsuites><testsuite name='s0'>\(cases.joined(separator: "\n"))</testsuite></testsuites>"
      )
    }
    let files = [try file("a.xml", 0..<10_000), try file("b.xml", 9_000..<20_000)]
    let result = try JUnitMerge(files, into: output).run()
    #expect(result.counts.tests == 20_000)
    #expect(result.repeatedCount == 1000)
    #expect(result.repeated.count == JUnitMerge.repeatedToldMax)
    let totals = try JUnitReader.read(output, schema: nil)
    #expect(totals.suites.count == 7)
    #expect(totals.claimed.map(\.tests).reduce(0, +) == 20_000)
    #expect(try findings() == [])
  }
}

struct BoundedTextTests {
  @Test func `a text that fits is kept`() {
    var text = BoundedText(bytesMax: 100)
    text.append("a\n")
    text.append("b")
    #expect(text.lines(bytesMax: 100) == ["a", "b"])
  }

  @Test(arguments: [1, 3, 7, 1000])
  func `of a long text head and tail are kept, in bounded memory`(pieceLines: Int) {
    var text = BoundedText(bytesMax: 1000)
    let lines = (0..<5000).map { "line \($0) \u{1f600}" }
    for start in stride(from: 0, to: lines.count, by: pieceLines) {
      let piece = lines[start..<min(lines.count, start + pieceLines)].joined(separator: "\n")
      text.append(start == 0 ? piece : "\n" + piece)
    }
    let kept = text.lines(bytesMax: 1000)
    #expect(kept.joined(separator: "\n").utf8.count <= 1000)
    #expect(kept.first == lines.first)
    #expect(kept.last == lines.last)
    #expect(kept.contains { $0.hasPrefix("... 49") && $0.hasSuffix("left out ...") })
  }
}
