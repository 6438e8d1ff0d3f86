// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct JUnitCheckTests {
  /// Each rule with the lines on which the file of its name in `Tests/BadReports` breaks it.
  static let planted: [JUnitRule: [Int]] = [
    .wellFormed: [22], .documentType: [2], .encoding: [1], .byteOrderMark: [1], .lineEnds: [7],
    .namespace: [2], .comment: [4], .section: [10], .instruction: [4], .root: [2],
    .nestedSuite: [20], .unknownElement: [20], .suiteName: [3], .suiteAttributes: [3],
    .suiteID: [3], .caseName: [7], .className: [7], .duplicateCase: [20], .countsMissing: [2],
    .countsWrong: [3], .oneResult: [13], .message: [21], .messageLength: [21], .typeMissing: [21],
    .typeWord: [21], .typePlace: [5], .textFirstLine: [21], .place: [10], .frame: [10],
    .time: [7], .timestamp: [2], .repeatElement: [13], .repeatKind: [13], .repeatTrace: [13],
    .childOrder: [17], .twoOutputs: [18], .outputOfPass: [7], .outputSize: [18], .textSize: [10],
    .attachment: [16], .controlCharacter: [5], .noCases: [1],
  ]
  /// The rules whose files would be large, or break nothing without a profile.
  static let made: Set<JUnitRule> = [.valueSize, .fileSize, .summarySize, .schema]
  static let folder = "\(BuiltProducts.root)/Tests/BadReports"

  static func findings(
    _ path: String,
    profile: JUnitProfile? = nil
  ) throws -> [JUnitFinding] {
    var found: [JUnitFinding] = []
    _ = try JUnitCheck(path, profile: profile).run { found.append($0) }
    return found
  }

  @Test func `every rule has a report that breaks it`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let names = Set(Self.planted.keys.map { "\($0.rawValue).xml" })
    #expect(Set(files) == names.union(["none.xml"]))
    #expect(Set(Self.planted.keys).union(Self.made) == Set(JUnitRule.allCases))
  }

  @Test(arguments: JUnitRule.allCases.filter { !made.contains($0) })
  func `a planted fault is found on its line, and nothing else`(rule: JUnitRule) throws {
    let found = try Self.findings("\(Self.folder)/\(rule.rawValue).xml")
    #expect(found.map(\.rule) == Self.planted[rule]?.map { _ in rule })
    #expect(found.map(\.line) == Self.planted[rule])
  }

  @Test func `nothing is found in the report that the others were made from`() throws {
    #expect(try Self.findings("\(Self.folder)/none.xml") == [])
  }

  @Test(arguments: JUnitRule.allCases)
  func `a rule names its reader in one word and says what that does`(rule: JUnitRule) {
    #expect(!rule.consumer.contains(" "))
    #expect(!rule.effect.isEmpty && rule.effect.first?.isUppercase == false || rule == .suiteID)
  }

  /// Runs as the program itself reports them: green, red, unjudged, repeated, empty.
  static let ours: [(name: String, summary: RunSummary)] = {
    let header = Sample.header()
    let many = Sample.header(cases: Sample.cases(60))
    return [
      ("open", Sample.openGate()),
      ("every verdict", Sample.everyVerdict()),
      (
        "aborted",
        Sample.summary(
          header,
          header.cases.map {
            Sample.result($0, .unjudged(.notRun(.notReached)), milliseconds: 0)
          }
        )
      ),
      (
        "many failures",
        Sample.summary(
          many,
          many.cases.map {
            Sample.result($0, Sample.broken, log: Sample.brokenLog, otherRounds: [Sample.broken])
          }
        )
      ),
    ]
      + ((try? Sample.closedGate()).map { [("closed", $0)] } ?? [])
  }()

  @Test(arguments: JUnitProfile.allCases)
  func `nothing is found in our own reports`(profile: JUnitProfile) throws {
    let folder = try TemporaryFolder()
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/")
    #expect(Self.ours.count == 5)
    for (name, summary) in Self.ours {
      let path = folder.file("\(profile.rawValue).xml")
      try AtomicFile(path: path).replace { (file) throws(ReportingError) in
        try JUnitWriter(header: summary.header, profile: profile, paths: paths)
          .write(summary.results) { (bytes) throws(ReportingError) in try file.append(bytes) }
      }
      #expect(try Self.findings(path, profile: profile) == [], "\(name)")
      if profile == .rich { #expect(try Self.findings(path) == [], "\(name)") }
    }
  }

  @Test func `hostile texts in our own reports give no finding`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("report.xml")
    for text in Sample.hostileTexts {
      let header = Sample.header(client: text, profile: text, commit: text, hostname: text)
      let summary = Sample.summary(header, header.cases.map { Sample.result($0, Sample.broken) })
      let paths = ReportPaths(folder: "oncegate-report", workspace: "/")
      try AtomicFile(path: path).replace { (file) throws(ReportingError) in
        try JUnitWriter(header: header, profile: .rich, paths: paths)
          .write(summary.results) { (bytes) throws(ReportingError) in try file.append(bytes) }
      }
      #expect(try Self.findings(path) == [], "\(text.prefix(40).debugDescription)")
    }
  }

  @Test func `a profile is demanded where it is asked for`() throws {
    let found = try Self.findings("\(Self.folder)/none.xml", profile: .rich)
    #expect(found.map(\.rule) == [.schema])
    #expect(found.map(\.line) == [8])
  }

  @Test func `a summary that is too long is found`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("summary.md")
    try String(repeating: "x", count: 1_000_000).write(
      toFile: path,
      atomically: false,
      encoding: .utf8
    )
    #expect(try Self.findings(path) == [])
    try String(repeating: "x", count: 1_000_001).write(
      toFile: path,
      atomically: false,
      encoding: .utf8
    )
    #expect(try Self.findings(path).map(\.rule) == [.summarySize])
  }

  @Test(arguments: [JUnitRule.valueSize, .fileSize])
  func `what is too large is found`(rule: JUnitRule) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("large.xml")
    let good = try String(contentsOfFile: "\(Self.folder)/none.xml", encoding: .utf8)
    let large =
      rule == .fileSize
      ? good + String(repeating: "\n", count: 25_000_000)
      : good.replacingOccurrences(of: "0123abc", with: String(repeating: "a", count: 9_000_000))
    try large.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try Self.findings(path).map(\.rule) == [rule])
  }

  @Test func `no more than some findings of a rule are told, and all are counted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("many.xml")
    let cases = (0..<50).map { "<testcase name='c\($0)' classname='a.b' time='1'/>\n" }.joined()
    try "<testsuites>\n<testsuite>\n\(cases)</testsuite>\n</testsuites>"
      .write(toFile: path, atomically: false, encoding: .utf8)
    var lines: [Int] = []
    let counts = try JUnitCheck(path).run {
      if $0.rule == .time, $0.what.contains("expected") { lines.append($0.line) }
    }
    #expect(lines == Array(3...22))
    // The suite and the whole have none.
    #expect(counts[.time] == 52)
  }

  @Test func `a file that is not there cannot be checked`() {
    #expect(throws: ReportingError.notRead(path: "/nowhere/x.xml", code: ENOENT)) {
      try JUnitCheck("/nowhere/x.xml").run { _ in }
    }
    #expect(throws: ReportingError.notRead(path: "/tmp", code: EISDIR)) {
      try JUnitCheck("/tmp").run { _ in }
    }
  }
}

struct JUnitValuesTests {
  @Test(arguments: [
    ("0.010", 10), ("2", 2000), ("0,020", 20), ("1,234.5", 1_234_500), ("1,234", 1_234_000),
    ("12,5", 12_500), ("", 0), ("-1", 0), ("nan", 0), ("inf", 0), ("1e300", 0), ("1e-1", 100),
    (",", 0), ("x", 0),
  ])
  func `a time is read as it is meant`(text: String, milliseconds: Int) {
    #expect(JUnitValues.time(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    ("0.000", true), ("12345.678", true), ("2", false), ("0,020", false), ("1.23", false),
    ("", false), (".123", false), ("1.1234", false), ("1e-3", false), ("1.\u{0661}23", false),
  ])
  func `a time is written in one way`(text: String, isGood: Bool) {
    #expect(JUnitValues.isTime(text) == isGood)
  }

  @Test(arguments: [
    ("2026-01-02T03:04:05", true), ("2026-01-02T03:04:05Z", false), ("2026-01-02", false),
    ("2026-01-02 03:04:05", false), ("2026-01-02T03:04:05.1", false), ("", false),
  ])
  func `a time stamp is written in one way`(text: String, isGood: Bool) {
    #expect(JUnitValues.isTimestamp(text) == isGood)
  }
}
