// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Locking
import TestSupport
import Testing

@testable import Reporting

struct RunReportsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var report: String { folder.file("oncegate-report") }

  private func reports(
    _ path: String? = nil,
    junitCopies: [String] = [],
    profile: JUnitProfile = .rich,
    gitHub: GitHubActions? = nil,
    output: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> RunReports {
    try RunReports(
      folder: path ?? report,
      workspace: folder.path,
      junitCopies: junitCopies,
      profile: profile,
      output: output,
      gitHub: gitHub
    )
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: "\(report)/\(name)", encoding: .utf8)
  }

  private func events(_ summary: RunSummary) -> [RunEvent] {
    [.runStarted(summary.header)]
      + summary.results.flatMap {
        [.caseStarted($0.description.name), .caseEnded($0)]
      } + [.runEnded(summary)]
  }

  @Test(arguments: JUnitProfile.allCases)
  func `the JUnit file is whole and true after every event`(profile: JUnitProfile) throws {
    let copy = folder.file("copies/junit.xml")
    let reports = try reports(junitCopies: [copy], profile: profile)
    let summary = try Sample.closedGate()
    var ended: [String: JUnitOutcome] = [:]
    for event in events(summary) {
      if case .caseEnded(let result) = event {
        ended[result.description.name.description] = JUnitOutcome(result.verdict)
      }
      try reports.post(event)
      for path in [reports.paths.junit, copy] {
        let (cases, totals) = try JUnitReader.cases(in: path, schema: JUnitSchema(profile))
        #expect(cases.count == 7)
        for found in cases { #expect(found.outcome == ended[found.name] ?? .error) }
        #expect(cases.filter { $0.type == "NotRun" }.count == 7 - ended.count)
        #expect(totals.claimed.reduce(0) { $0 + $1.errors } == 7 - ended.count)
      }
    }
  }

  @Test func `whoever hears that a run has started finds its JUnit file`() throws {
    let path = "\(report)/TEST-oncegate.xml"
    let found = Monitor<[Bool]>([])
    let reports = try reports { _ in
      let exists = FileManager.default.fileExists(atPath: path)
      found.withLock { $0.append(exists) }
    }
    try reports.post(.runStarted(Sample.header()))
    #expect(found.withLock { $0.first } == true)
  }

  @Test func `a finished run leaves these files and no others`() throws {
    try events(try Sample.closedGate()).forEach(try reports().post)
    let found = Folder.names(in: report)
    #expect(
      found == [".lock", "TEST-oncegate.xml", "logs", "report.html", "run.json", "summary.md"]
    )
    #expect(
      Folder.names(in: "\(report)/logs") == CaseCatalogue.gate.map { "\($0.name).jsonl" }.sorted()
    )
    #expect(try contents("summary.md").hasPrefix("# GATE CLOSED: must not be released, 1 of 7 "))
    #expect(try contents("report.html").contains("<h1>GATE CLOSED</h1>"))
  }

  @Test func `a log has a line per event with the four members and no other`() throws {
    try events(try Sample.closedGate()).forEach(try reports().post)
    let lines = try contents("logs/queue.relaunch.jsonl").split(separator: "\n")
    #expect(lines.map(String.init) == Sample.brokenLog.map(\.json))
    for line in lines {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let members = try #require(value as? [String: Any])
      #expect(Set(members.keys) == ["task", "key", "attempts", "result"])
    }
  }

  @Test func `a killed run leaves no verdict of an earlier one`() throws {
    do {
      let open = Sample.openGate()
      try events(open).forEach(try reports().post)
      #expect(try contents("summary.md").hasPrefix("# GATE OPEN"))
    }
    // The next run is killed after its first case.
    let closed = try Sample.closedGate()
    let next = try reports()
    for event in events(closed).prefix(3) { try next.post(event) }
    #expect(
      try contents("summary.md").hasPrefix(
        "# NO VERDICT: must not be released yet, the run has not ended\n"
      )
    )
    #expect(try contents("report.html").contains("<h1>NO VERDICT</h1>"))
    #expect(try RecordFile(path: "\(report)/run.json").frame.hasEnded == false)
    #expect(Folder.names(in: "\(report)/logs") == ["state.rejection.jsonl"])
  }

  @Test func `what an earlier run left goes, and what is not ours stays`() throws {
    let logs = "\(report)/logs"
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    let ours = ["logs/queue.old.jsonl", ".TEST-oncegate.xml.17.tmp", "logs/.queue.old.jsonl.1.tmp"]
    let foreign = ["notes.txt", "logs/notes.jsonl", "logs/Queue.Old.jsonl", ".notes.17.tmp"]
    for name in ours + foreign {
      try "x".write(toFile: "\(report)/\(name)", atomically: false, encoding: .utf8)
    }
    _ = try reports()
    for name in ours {
      #expect(!FileManager.default.fileExists(atPath: "\(report)/\(name)"), "\(name)")
    }
    for name in foreign { #expect(try contents(name) == "x") }
  }

  @Test func `a second run into the same folder is refused, and changes nothing`() throws {
    let first = try reports()
    try first.post(.runStarted(Sample.header()))
    let before = try contents("TEST-oncegate.xml")
    #expect(throws: ReportingError.folderInUse(path: report)) { _ = try reports() }
    #expect(try contents("TEST-oncegate.xml") == before)
  }

  @Test func `a folder is free again when its run is over`() throws {
    do { _ = try reports() }
    _ = try reports()
  }

  @Test func `a file in the folder's place is an error that names it`() throws {
    try "x".write(toFile: report, atomically: false, encoding: .utf8)
    #expect(throws: ReportingError.folderIsNoFolder(path: report)) { _ = try reports() }
    let inside = "\(report)/inside"
    #expect(throws: ReportingError.folderIsNoFolder(path: inside)) { _ = try reports(inside) }
    #expect(throws: ReportingError.self) { _ = try reports("") }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a folder that cannot be made is an error`() {
    let path = "/proc/self/oncegate-report"
    #expect(throws: ReportingError.folderNotWritable(path: path, code: ENOENT)) {
      _ = try reports(path)
    }
  }

  @Test func `a folder in a report's place is an error, and the verdict says so`() throws {
    let text = Monitor("")
    let reports = try reports(output: { added in text.withLock { $0 += added } })
    let summary = Sample.openGate()
    try reports.post(.runStarted(summary.header))
    try FileManager.default.removeItem(atPath: "\(report)/report.html")
    try FileManager.default.createDirectory(
      atPath: "\(report)/report.html",
      withIntermediateDirectories: false
    )
    for result in summary.results { try reports.post(.caseEnded(result)) }
    let error = ReportingError.notAnOrdinaryFile(path: "\(report)/report.html")
    #expect(throws: error) { try reports.post(.runEnded(summary)) }
    let verdict = text.withLock { $0 }.split(separator: "\n").last.map(String.init)
    #expect(verdict?.hasPrefix("NO VERDICT  a report could not be written: ") == true)
    #expect(
      try contents("summary.md").hasPrefix("# NO VERDICT: must not be released yet, a report ")
    )
    #expect(try JUnitReader.cases(in: reports.paths.junit).cases.count == 7)
  }

  @Test func `a folder that is removed while a run goes on is an error, and the verdict says so`()
    throws
  {
    let text = Monitor("")
    let reports = try reports(output: { added in text.withLock { $0 += added } })
    let summary = Sample.openGate()
    try reports.post(.runStarted(summary.header))
    try FileManager.default.removeItem(atPath: report)
    // Whether a case's end is written at once is a matter of pace.
    for result in summary.results { try? reports.post(.caseEnded(result)) }
    #expect(throws: ReportingError.self) { try reports.post(.runEnded(summary)) }
    let verdict = text.withLock { $0 }.split(separator: "\n").last.map(String.init)
    #expect(verdict?.hasPrefix("NO VERDICT  a report could not be written: ") == true)
    #expect(!FileManager.default.fileExists(atPath: report))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a device is not replaced by a report`() throws {
    let reports = try reports(junitCopies: ["/dev/full"])
    #expect(throws: ReportingError.notAnOrdinaryFile(path: "/dev/full")) {
      try reports.post(.runStarted(Sample.header()))
    }
    var information = stat()
    #expect(stat("/dev/full", &information) == 0)
    #expect(information.st_mode & S_IFMT == S_IFCHR)
    // The other report is written all the same.
    #expect(try JUnitReader.cases(in: reports.paths.junit).cases.count == 7)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a copy that cannot be put in its place keeps no other report from being written`() throws {
    let copy = "/proc/self/none/junit.xml"
    let reports = try reports(junitCopies: [copy])
    #expect(throws: ReportingError.notWritten(path: copy, code: ENOENT)) {
      try reports.post(.runStarted(Sample.header()))
    }
    #expect(try JUnitReader.cases(in: reports.paths.junit).cases.count == 7)
    #expect(try contents("summary.md").hasPrefix("# NO VERDICT"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error that names the file`() throws {
    let gitHub = GitHubActions(stepSummaryPath: "/dev/full", annotate: { _ in })
    let reports = try reports(gitHub: gitHub)
    let summary = Sample.openGate()
    try reports.post(.runStarted(summary.header))
    #expect(throws: ReportingError.notWritten(path: "/dev/full", code: ENOSPC)) {
      try reports.post(.runEnded(summary))
    }
  }

  @Test func `cases that never started are told at the end`() throws {
    let header = Sample.header()
    let results = header.cases.enumerated().map { index, description in
      index == 0
        ? Sample.result(description)
        : Sample.result(description, .unjudged(.notRun(.interrupted)), milliseconds: 0)
    }
    let summary = Sample.summary(header, results, interruption: 15)
    let reports = try reports()
    try reports.post(.runStarted(header))
    try reports.post(.caseEnded(results[0]))
    try reports.post(.interrupted(signal: 15))
    try reports.post(.runEnded(summary))
    let (cases, _) = try JUnitReader.cases(in: reports.paths.junit)
    #expect(cases.map(\.outcome) == [.passed] + Array(repeating: .error, count: 6))
    #expect(cases.last?.message == NotRunReason.interrupted.words)
    #expect(
      try contents("summary.md")
        .hasPrefix("# NO VERDICT: must not be released yet, interrupted by SIGTERM, 6 of 7 ")
    )
    #expect(Folder.names(in: "\(report)/logs") == ["state.rejection.jsonl"])
  }

  @Test func `a run in GitHub Actions adds a summary and annotations`() throws {
    let stepSummary = folder.file("step.md")
    try "before\n".write(toFile: stepSummary, atomically: false, encoding: .utf8)
    let lines = Monitor<[String]>([])
    let gitHub = GitHubActions(
      stepSummaryPath: stepSummary,
      annotate: { line in lines.withLock { $0.append(line) } }
    )
    try events(try Sample.closedGate()).forEach(try reports(gitHub: gitHub).post)
    let text = try String(contentsOfFile: stepSummary, encoding: .utf8)
    #expect(text.hasPrefix("before\n# GATE CLOSED"))
    #expect(lines.withLock { $0 }.count == 1)
  }

  @Test(.enabled(if: OutsideReader.hasPython))
  func `Python reads the same from the file`() throws {
    try events(try Sample.closedGate()).forEach(try reports().post)
    let script = """
      import sys, xml.etree.ElementTree as E
      r = E.parse(sys.argv[1]).getroot()
      assert r.tag == 'testsuites' and r.get('tests') == '7' and r.get('failures') == '1'
      assert [s.get('name') for s in r] == ['optimistic-state', 'offline-queue']
      cases = r.findall('testsuite/testcase')
      assert len(cases) == 7
      broken = [c for c in cases if c.find('failure') is not None]
      assert [c.get('name') for c in broken] == ['queue.relaunch']
      failure = broken[0].find('failure')
      assert failure.text.split(chr(10))[0] == failure.get('message')
      """
    let path = folder.file("read.py")
    try script.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(OutsideReader.run("python3 \"$1\" \"$2\"", [path, "\(report)/TEST-oncegate.xml"]) == 0)
    #expect(OutsideReader.run("python3 \"$1\" \"$2\"", [path, "\(report)/summary.md"]) != 0)
  }

  @Test func `events from many threads are taken one after another`() throws {
    let cases = Sample.cases(20)
    let header = Sample.header(cases: cases)
    let reports = try reports()
    try reports.post(.runStarted(header))
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      #expect(throws: Never.self) { try reports.post(.caseEnded(Sample.result(cases[index]))) }
    }
    try reports.post(.runEnded(Sample.summary(header, cases.map { Sample.result($0) })))
    #expect(
      try contents("summary.md").hasPrefix("# GATE OPEN: may be released, 20 of 20 promises held\n")
    )
  }

  private func render(_ paths: ReportPaths) throws {
    let file = try RecordFile(path: paths.record)
    try file.writeReports(file.digest(), paths)
  }

  @Test func `what people read can be made again from the record, byte by byte`() throws {
    let closed = try Sample.closedGate()
    for baseline in [nil, try Sample.baseline(Sample.openGate(), of: closed)] {
      let reports = try RunReports(
        folder: report,
        workspace: folder.path,
        output: { _ in },
        baseline: baseline
      )
      for event in events(try Sample.closedGate()) { try reports.post(event) }
      let names =
        ["report.html", "summary.md"] + CaseCatalogue.gate.map { "logs/\($0.name).jsonl" }
      let written = try names.map(contents)
      #expect(written[0].contains("new failure") == (baseline != nil))
      for name in names { try FileManager.default.removeItem(atPath: "\(report)/\(name)") }
      try render(reports.paths)
      #expect(try names.map(contents) == written)
    }
  }

  @Test func `a run whose report could not be written is told so again`() throws {
    let reports = try reports(junitCopies: ["/dev/full"])
    for event in events(Sample.openGate()) { try? reports.post(event) }
    let written = try contents("report.html")
    #expect(written.contains("<h1>NO VERDICT</h1>"))
    try render(reports.paths)
    #expect(try contents("report.html") == written)
  }
}
