// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct JUnitSchemaTests {
  /// A change of a good file, and whether it is one that the schema must see.
  struct Fault: Sendable {
    let name: String
    let good: String
    let bad: String
  }

  static let faults = [
    Fault(name: "nested suite", good: "</testsuite>\n</", bad: "<testsuite/></testsuite>\n</"),
    Fault(name: "no count", good: " failures=\"1\"", bad: ""),
    Fault(name: "time as a whole number", good: "time=\"0.020\"", bad: "time=\"2\""),
    Fault(name: "time with a comma", good: "time=\"0.020\"", bad: "time=\"0,020\""),
    Fault(name: "zone", good: "T03:20:00\"", bad: "T03:20:00Z\""),
    Fault(name: "foreign type", good: "\"InvariantBroken\"", bad: "\"string\""),
    Fault(name: "two results", good: "</failure>", bad: "</failure><skipped message=\"m\"/>"),
    Fault(name: "two outputs", good: "</system-out>", bad: "</system-out><system-out/>"),
    Fault(name: "two cases of one name", good: "\"queue.disconnect\"", bad: "\"queue.relaunch\""),
    Fault(name: "no line", good: " line=\"42\"", bad: ""),
    Fault(name: "line zero", good: " line=\"42\"", bad: " line=\"0\""),
    Fault(name: "message too long", good: "message=\"", bad: "message=\"" + long),
    Fault(name: "unknown element", good: "<system-out>", bad: "<note/><system-out>"),
    Fault(name: "unknown attribute", good: "<failure ", bad: "<failure file=\"x\" "),
    Fault(name: "not well-formed", good: "</testsuites>", bad: ""),
    Fault(name: "control character", good: "build-host", bad: "build\u{1}host"),
  ]
  static let long = String(repeating: "m", count: 500)

  @Test(arguments: faults)
  func `a fault in a report is seen`(fault: Fault) throws {
    let folder = try TemporaryFolder()
    let summary = try Sample.closedGate()
    let paths = ReportPaths(folder: folder.path, workspace: "/")
    var bytes: [UInt8] = []
    try JUnitWriter(header: summary.header, profile: .rich, paths: paths)
      .write(summary.results) { bytes += $0 }
    let good = String(decoding: bytes, as: UTF8.self)
    let path = folder.file("report.xml")
    try AtomicFile(path: path).replace(with: good)
    try JUnitReader.read(path, schema: JUnitSchema(.rich))

    let range = try #require(good.range(of: fault.good))
    try AtomicFile(path: path).replace(with: good.replacingCharacters(in: range, with: fault.bad))
    let error = #expect(throws: ReportingError.self) {
      try JUnitReader.read(path, schema: JUnitSchema(.rich))
    }
    switch error {
    case .shapeBroken(let found, let line, let code), .notWellFormed(let found, let line, let code):
      #expect(found == path)
      #expect(line > 0)
      #expect(code > 0)
    default: Issue.record("\(fault.name): \(String(describing: error))")
    }
  }

  @Test func `a report that differs from what was written is seen`() throws {
    let folder = try TemporaryFolder()
    let summary = try Sample.closedGate()
    let paths = ReportPaths(folder: folder.path, workspace: "/")
    let path = folder.file("report.xml")
    var report = JUnitReport(
      JUnitWriter(header: summary.header, profile: .rich, paths: paths),
      files: [AtomicFile(path: path)]
    )
    for result in summary.results { report.record(result) }
    try report.replaceFiles()
    try report.readBack()

    let good = try String(contentsOfFile: path, encoding: .utf8)
    let changes: [(ReadBackDifference, String, String)] = [
      (.cases, "name=\"queue.relaunch\"", "name=\"queue.other\""),
      (.verdicts, "<failure ", "<error "),
      (.counts, "failures=\"1\"", "failures=\"2\""),
    ]
    for (difference, old, new) in changes {
      let changed = good.replacingOccurrences(of: old, with: new)
        .replacingOccurrences(of: difference == .verdicts ? "</failure>" : "\0", with: "</error>")
      try changed.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(throws: ReportingError.readBackDiffers(path: path, what: difference)) {
        try report.readBack()
      }
    }
  }

  @Test(arguments: JUnitProfile.allCases)
  func `what is kept of a file is what would be written anew`(profile: JUnitProfile) throws {
    let summary = try Sample.closedGate()
    let paths = ReportPaths(folder: "r", workspace: "/")
    let writer = JUnitWriter(header: summary.header, profile: profile, paths: paths)
    var report = JUnitReport(writer, files: [])
    for result in summary.results {
      report.record(result)
      var anew: [UInt8] = []
      try writer.write(report.results) { anew += $0 }
      #expect(try report.document() == anew)
    }
  }

  @Test func `a file that is missing cannot be read`() {
    #expect(throws: ReportingError.notRead(path: "/nowhere/x.xml", code: 2)) {
      try JUnitReader.read("/nowhere/x.xml", schema: nil)
    }
  }

  @Test func `a schema with a fault is refused`() {
    #expect(throws: ReportingError.self) {
      _ = try JUnitSchema.Parsed(JUnitSchema(text: "<xs:schema/>", name: "faulty.xsd"))
    }
  }
}
