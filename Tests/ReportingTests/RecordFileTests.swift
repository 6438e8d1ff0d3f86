// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

/// A record that is read case by case, from a file that anybody may have written.
struct RecordFileTests {
  private func record(_ count: Int, _ verdict: (Int) -> Verdict) -> RunRecord {
    let cases = Sample.cases(count)
    let results = cases.enumerated().map {
      Sample.result($0.element, verdict($0.offset), log: Sample.brokenLog)
    }
    return Sample.record(Sample.summary(Sample.header(cases: cases), results))
  }

  private func read(_ json: String) throws -> RunRecord {
    try RunRecord(RecordFile(json: Array(json.utf8)))
  }

  /// A record as JSON, with something else in the place of a part of it.
  private func json(_ part: String = "", _ other: String = "") throws -> String {
    let json = Sample.record(try Sample.closedGate()).json
    guard !part.isEmpty else { return json }
    let range = try #require(json.range(of: part))
    return json.replacingCharacters(in: range, with: other)
  }

  @Test(arguments: 1...40)
  func `it does not matter where a piece of the file ends`(size: Int) throws {
    let record = record(3) { $0 == 1 ? Sample.broken : .passed }
    let bytes = Array(record.json.utf8)
    var whole = RecordScanner()
    var wanted: [[UInt8]] = []
    try whole.take(bytes) { wanted.append($0) }
    var scanner = RecordScanner()
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try scanner.take(Array(bytes[start..<min(start + size, bytes.count)])) { found.append($0) }
    }
    try scanner.end()
    #expect(found == wanted)
    #expect(scanner.frame == whole.frame)
    #expect(scanner.caseCount == 3)
  }

  @Test func `a record may end nowhere but at its end`() throws {
    let bytes = Array(record(2) { _ in .passed }.json.utf8)
    #expect(throws: Never.self) { try RecordFile(json: bytes) }
    for count in stride(from: 1, to: bytes.count - 1, by: 5) {
      #expect(throws: ReportingError.recordBroken(byte: count, .endsEarly)) {
        try RecordFile(json: Array(bytes[..<count]))
      }
    }
  }

  @Test func `members may stand in any order, and the cases first`() throws {
    let text = try json()
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let object = try #require(value as? [String: Any])
    let wanted = try read(text)
    let names = object.keys.sorted()
    for shift in names.indices {
      let members = try (names[shift...] + names[..<shift]).map { name in
        let value = try #require(object[name])
        let data = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])
        return "\"\(name)\":" + String(decoding: data, as: UTF8.self)
      }
      #expect(try read("{\(members.joined(separator: ","))}") == wanted)
    }
  }

  @Test func `a member that stands twice is refused`() throws {
    for name in ["version", "hasEnded", "results", "later"] {
      let more = "{\"\(name)\" : [], \"\(name)\" : 1, "
      #expect(throws: ReportingError.recordMalformed(member: name)) {
        try read(try json("{", more))
      }
    }
  }

  @Test(
    arguments: [
      ("\"results\" : [", "\"results\" : [,"), ("\"results\" : [", "\"results\" : [1,"),
      ("\"results\" : [", "\"results\" : [null,"), ("\"results\" : [", "\"results\" : [{} {},"),
      ("\"results\" : [", "\"results\" : [{\"case\":},"),
    ]
  )
  func `a case that is none is refused with its number`(part: String, other: String) throws {
    let text = try json(part, other)
    let error = #expect(throws: ReportingError.self) { try read(text) }
    guard case .recordMalformed(let member) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(member.hasPrefix("results.0"))
  }

  @Test(
    arguments: [
      ("\"results\"", "\"outcomes\"", "results"),
      ("\"jobs\" : 2", "\"jobs\" : null", "header.jobs"),
      ("\"durationNanoseconds\" : 2", "\"durationNanoseconds\" : \"\", \"x\" : 2", nil),
      ("\"suites\"", "\"suits\"", "results.0.case.suites"),
      ("\"otherRounds\" : [", "\"otherRounds\" : [0,", "results.0.result.otherRounds.Index 0"),
      ("\"name\" : \"", "\"name\" : \"x", "results"),
    ]
  )
  func `a damaged member is named with its place`(
    part: String,
    other: String,
    member: String?
  ) throws {
    let text = try json(part, other)
    let error = #expect(throws: ReportingError.self) { try read(text) }
    if let member { #expect(error == .recordMalformed(member: member)) }
  }

  @Test func `a comma after the last case is refused`() throws {
    let text = try json("\n  ],\n  \"sentence\"", ",\n  ],\n  \"sentence\"")
    #expect(throws: ReportingError.recordMalformed(member: "results.7")) { try read(text) }
  }

  @Test func `bytes that are no UTF-8 are refused wherever they stand`() throws {
    let good = try json()
    let places = [
      ("build-host", "the whole"), ("a relaunched app", "results"), ("5f1c9a70", "results"),
      ("hostname", "the whole"),
    ]
    for (part, member) in places {
      let range = try #require(good.range(of: part))
      let place = good[..<range.lowerBound].utf8.count
      for bad in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
        var bytes = Array(good.utf8)
        bytes.replaceSubrange(place..<place + 1, with: bad)
        let error = #expect(throws: ReportingError.self, "\(part) \(bad)") {
          try RunRecord(RecordFile(json: bytes))
        }
        switch error {
        case .recordMalformed(let found): #expect(found.hasPrefix(member))
        default: Issue.record("\(String(describing: error))")
        }
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `brackets are followed to a limited depth`(bracket: String) throws {
    func nested(_ depth: Int) -> String {
      let closer = bracket == "[" ? "]" : "}"
      return String(repeating: bracket, count: depth) + (bracket == "[" ? "" : "1")
        + String(repeating: closer, count: depth)
    }
    for (part, outer) in [("{", 1), ("\"results\" : [\n    {", 3)] {
      let known = try json(part, "\(part)\"later\" : \(nested(RecordScanner.depthMax - outer)), ")
      #expect(throws: Never.self) { try read(known) }
      let deep = try json(part, "\(part)\"later\" : \(nested(100_000)), ")
      let error = #expect(throws: ReportingError.self) { try read(deep) }
      guard case .recordBroken(_, .tooDeep) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a bracket of the other kind is refused at its byte`() throws {
    for text in ["{\"version\" : 1]", "{\"results\" : [{\"a\" : 1]}"] {
      #expect(
        throws: ReportingError.recordBroken(
          byte: text.utf8.count - (text.hasSuffix("}") ? 2 : 1),
          .wrongBracket
        )
      ) {
        try read(text)
      }
    }
  }

  @Test func `a case and the rest have a limited size`() throws {
    let huge = String(repeating: "x", count: 1000)
    for (start, fault) in [
      ("{\"version\" : 1, \"results\" : [{\"a\" : \"", RecordFault.caseTooLarge),
      ("{\"version\" : 1, \"later\" : \"", .frameTooLarge),
    ] {
      let error = #expect(throws: ReportingError.self) {
        var scanner = RecordScanner(partBytesMax: 1000)
        try scanner.take(Array(start.utf8)) { _ in }
        // In pieces, as a file is read: the last one is not kept.
        for _ in 0..<2 { try scanner.take(Array(huge.utf8)) { _ in } }
      }
      guard case .recordBroken(_, fault) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `of many cases all are counted, and the first of each weight are shown`() throws {
    let count = 100
    let record = record(count) { number in
      number.isMultiple(of: 5) ? Sample.broken : number % 10 == 1 ? .unjudged(.vacuous) : .passed
    }
    let folder = try TemporaryFolder()
    let path = folder.file("run.json")
    try record.json.write(toFile: path, atomically: false, encoding: .utf8)
    let file = try RecordFile(path: path)
    var digest = RunDigest(file.frame, shownMax: 40)
    try file.forEachCase { digest.add($0) }
    #expect(digest.counts == record.summary.counts)
    #expect(digest.judgement == record.judgement)
    let paths = ReportPaths(folder: folder.path, workspace: folder.path)
    try file.writeReports(digest, paths)
    let page = try String(contentsOfFile: paths.page, encoding: .utf8)
    #expect(page.contains("<p>Not shown: 60 held or skipped; run.json has every case.</p>"))
    #expect(page.components(separatedBy: "<tr class=\"broken\">").count == 1 + 20)
    #expect(page.components(separatedBy: "<tr class=\"unknown\">").count == 1 + 10)
    #expect(page.components(separatedBy: "<tr class=\"held\">").count == 1 + 10)
    #expect(page.components(separatedBy: "<section id=").count == 1 + 40)
    #expect(page.contains("100: 70 held, 20 broken, 10 not judged"))
    // The logs are those of the cases that are shown.
    #expect(try FileManager.default.contentsOfDirectory(atPath: paths.logFolder).count == 40)
    #expect(
      try String(contentsOfFile: paths.summary, encoding: .utf8)
        .hasSuffix("\nNot shown: 60 held or skipped; run.json has every case.\n")
    )
  }

  @Test func `what is left out is told by what became of it`() {
    let header = Sample.header(cases: [])
    var digest = RunDigest(RunFrame(Sample.record(Sample.summary(header, []))))
    #expect(digest.leftOut == nil)
    let description = Sample.cases(1)[0]
    func add(_ count: Int, _ verdict: Verdict) {
      let recorded = RecordedCase(
        Sample.result(description, verdict),
        before: nil,
        isCompared: false
      )
      for _ in 0..<count { digest.add(recorded) }
    }
    add(5, .passed)
    add(RunDigest.shownMax - 5, Sample.broken)
    #expect(digest.leftOut == nil)
    add(4, Sample.broken)
    #expect(digest.leftOut == "not shown: 4 held or skipped; run.json has every case")
    add(3, Sample.broken)
    add(2, .unjudged(.vacuous))
    add(1, .unjudged(.notRun(.failFast)))
    #expect(
      digest.leftOut
        == "not shown: 2 broken, 2 not judged, 1 not run, 5 held or skipped; run.json has every case"
    )
    #expect(
      digest.shown == Array(5..<RunDigest.shownMax)
        + Array(RunDigest.shownMax..<RunDigest.shownMax + 5)
    )
  }

  @Test func `the summary of very many cases says what it leaves out`() {
    let record = record(RunDigest.shownMax + 3) { _ in .passed }
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    let text = MarkdownSummary(record, paths: paths).text
    #expect(text.hasSuffix("\nNot shown: 3 held or skipped; run.json has every case.\n"))
  }
}
