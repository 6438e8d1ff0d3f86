// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Reporting

struct XMLScannerTests {
  private func scan(_ bytes: [UInt8]) throws -> [XMLEvent] {
    let folder = try TemporaryFolder()
    let path = folder.file("x.xml")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var events: [XMLEvent] = []
    try XMLScanner(path).scan { (event) throws(ReportingError) in events.append(event) }
    return events
  }

  private func scan(_ text: String) throws -> [XMLEvent] { try scan(Array(text.utf8)) }

  private func text(_ events: [XMLEvent]) -> String {
    events.map { if case .text(let text, _, _) = $0 { text } else { "" } }.joined()
  }

  @Test func `an element comes with its attributes and its line`() throws {
    let events = try scan("<a>\n<b x='1'\n y='&lt;2'/>\n</a>\n")
    guard case .start(let element) = events[2] else {
      Issue.record("\(events)")
      return
    }
    #expect(element.name == "b")
    #expect(element.line == 3)
    #expect(element["x"] == "1")
    #expect(element["y"] == "<2")
    #expect(element["z"] == nil)
  }

  @Test(arguments: ["&amp;", "&#38;", "&#x26;"])
  func `an escaped character is read as itself, in a value and in a text`(escaped: String) throws {
    let events = try scan("<a b='\(escaped)lt;'>\(escaped)lt;</a>")
    guard case .start(let element) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(element["b"] == "&lt;")
    #expect(text(events) == "&lt;")
  }

  @Test func `a line far down in a file is exact`() throws {
    let lines = 70_000
    let events = try scan("<a>" + String(repeating: "\n", count: lines) + "<b/></a>")
    let line = events.compactMap { event -> Int? in
      if case .start(let element) = event, element.name == "b" { element.line } else { nil }
    }
    #expect(line == [lines + 1])
  }

  @Test(arguments: 0..<4)
  func `a character that two pieces share stays whole`(shift: Int) throws {
    // Four bytes each, so that some piece ends inside of one.
    let words = String(repeating: "\u{1f600}", count: XMLScanner.chunkBytes / 2)
    let found = text(try scan("<a>" + String(repeating: "x", count: shift) + words + "</a>"))
    #expect(found == String(repeating: "x", count: shift) + words)
  }

  /// What could make a small file large, or reach beyond it.
  static let documentTypes: [(name: String, text: String)] = [
    (
      "billion laughs",
      "<!DOCTYPE a [<!ENTITY a0 'ha'>"
        + (1...30).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined()
        + "]><a b='&a30;'>&a30;</a>"
    ),
    (
      "parameter entities",
      "<!DOCTYPE a [<!ENTITY % p '<!ENTITY q \"x\">'> %p; ]><a>&q;</a>"
    ),
    (
      "quadratic growth",
      "<!DOCTYPE a [<!ENTITY x '" + String(repeating: "x", count: 50_000) + "'>]><a>"
        + String(repeating: "&x;", count: 50_000) + "</a>"
    ),
    ("a file", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"),
    ("the network", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a/>"),
    ("a public one", "<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.0//EN' 'xhtml.dtd'><a/>"),
    ("an empty one", "<!DOCTYPE a><a/>"),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: documentTypes)
  func `a document type is refused before anything in it is read`(
    name: String,
    text: String
  ) throws {
    let error = #expect(throws: ReportingError.self) { try scan(text) }
    guard case .documentTypeRefused(_, 1) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("an entity that nobody declares", "<a>&b;</a>"),
    ("a control character", "<a>\u{1}</a>"),
    ("an escaped control character", "<a>&#1;</a>"),
    ("no character", "<a>\u{fffe}</a>"),
    ("the end of a section", "<a>]]></a>"),
    ("an open element", "<a><b></a>"),
    ("two attributes of one name", "<a b='1' b='2'/>"),
    ("two roots", "<a/><b/>"),
    ("no element", "<?xml version='1.0'?>\n"),
    ("nothing", ""),
    ("words", "all tests passed"),
  ])
  func `what is no XML is refused with the parser's words`(name: String, text: String) throws {
    let error = #expect(throws: ReportingError.self) { try scan(text) }
    guard case .malformed(_, let line, let words) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(line >= 0 && !words.isEmpty)
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    #expect(throws: ReportingError.self) {
      try scan(Array("<a>".utf8) + [0xff] + Array("</a>".utf8))
    }
    #expect(throws: ReportingError.self) {
      try scan(Array("<a>".utf8) + [0xc3] + Array("</a>".utf8))
    }
  }

  /// What is just beyond each bound, and what is within.
  static let bounds: [(name: String, beyond: String, within: String)] = [
    ("levels", levels(XMLScanner.levelsMax + 1), levels(XMLScanner.levelsMax)),
    ("a name", "<\(letters(60_000))/>", "<\(letters(40_000))/>"),
    ("a value", "<a b='\(letters(10_500_000))'/>", "<a b='\(letters(9_900_000))'/>"),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: bounds.indices)
  func `what is beyond the bounds is refused`(index: Int) throws {
    let (name, beyond, within) = Self.bounds[index]
    let error = #expect(throws: ReportingError.self) { _ = try scan(beyond).count }
    guard case .malformed = error else {
      Issue.record("\(name)")
      return
    }
    _ = try scan(within)
  }
}

private func levels(_ count: Int) -> String {
  String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
}

private func letters(_ count: Int) -> String { String(repeating: "x", count: count) }
