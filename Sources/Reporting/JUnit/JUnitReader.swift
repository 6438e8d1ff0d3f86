// SPDX-License-Identifier: Apache-2.0

import CLibXML2

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A test case as it stands in a JUnit file.
package struct JUnitCase: Hashable, Sendable {
  package var suite = ""
  package var name = ""
  package var className = ""
  package var time = ""
  package var outcome = JUnitOutcome.passed
  package var type = ""
  package var message = ""
  /// The text of its failure, error or skip.
  package var text = ""
  package var output = ""
}

/// What a JUnit file says about itself, besides its cases.
package struct JUnitTotals: Hashable, Sendable {
  /// The names of the suites, in their order.
  package var suites: [String] = []
  /// The counts that each suite claims; its time is not read.
  package var claimed: [JUnitCounts] = []
  /// The counts that the whole claims, or nothing where it claims none.
  package var claimedInAll: JUnitCounts?
}

/// Reads JUnit files piece by piece, and checks them against a schema on the way.
package enum JUnitReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - schema: the shape that is demanded, or nothing where well-formed XML will do.
  ///   - visit: takes each test case in its order.
  /// - Returns: what the file says about itself.
  /// - Throws: `notRead`, `notWellFormed`, `shapeBroken`, and what the visitor throws.
  @discardableResult
  package static func read(
    _ path: String,
    schema: JUnitSchema?,
    visit: (JUnitCase) throws(ReportingError) -> Void = { _ in }
  ) throws(ReportingError) -> JUnitTotals {
    LibXML2.prepare()
    let parsed: JUnitSchema.Parsed?
    if let schema { parsed = try JUnitSchema.Parsed(schema) } else { parsed = nil }
    let descriptor = try FileContents.descriptor(of: path)
    defer { _ = close(descriptor) }
    let reader = try XMLInput(descriptor, path: path, schema: parsed)
    var contents = Contents()
    while try reader.next() {
      if let finished = contents.take(reader) { try visit(finished) }
    }
    return contents.totals
  }

  /// Reads a file of moderate size and returns its cases.
  package static func cases(
    in path: String,
    schema: JUnitSchema? = nil
  ) throws(ReportingError) -> (cases: [JUnitCase], totals: JUnitTotals) {
    var cases: [JUnitCase] = []
    let totals = try read(path, schema: schema) { cases.append($0) }
    return (cases, totals)
  }

  /// What has been read so far.
  private struct Contents {
    var totals = JUnitTotals()
    private var current: JUnitCase?
    private var path: [String] = []

    /// Takes one node, and returns a test case where the node ends it.
    mutating func take(_ reader: XMLInput) -> JUnitCase? {
      switch reader.kind {
      case .elementStart:
        let name = reader.name
        start(name, reader.attributes())
        path.append(name)
        return reader.isEmptyElement ? end() : nil
      case .elementEnd: return end()
      case .text:
        if path.last == "system-out" { current?.output += reader.value }
        if let name = path.last, JUnitOutcome(rawValue: name) != nil {
          current?.text += reader.value
        }
        return nil
      case .other: return nil
      }
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
      switch name {
      case "testsuites" where attributes["tests"] != nil:
        totals.claimedInAll = Self.counts(attributes)
      case "testsuite":
        totals.suites.append(attributes["name"] ?? "")
        totals.claimed.append(Self.counts(attributes))
      case "testcase":
        current = JUnitCase()
        current?.suite = totals.suites.last ?? ""
        current?.name = attributes["name"] ?? ""
        current?.className = attributes["classname"] ?? ""
        current?.time = attributes["time"] ?? ""
      default:
        guard path.last == "testcase", let outcome = JUnitOutcome(rawValue: name) else { return }
        current?.outcome = outcome
        current?.type = attributes["type"] ?? ""
        current?.message = attributes["message"] ?? ""
      }
    }

    private mutating func end() -> JUnitCase? {
      guard path.popLast() == "testcase" else { return nil }
      defer { current = nil }
      return current
    }

    private static func counts(_ attributes: [String: String]) -> JUnitCounts {
      var counts = JUnitCounts()
      counts.tests = attributes["tests"].flatMap { Int($0) } ?? 0
      counts.failures = attributes["failures"].flatMap { Int($0) } ?? 0
      counts.errors = attributes["errors"].flatMap { Int($0) } ?? 0
      counts.skipped = attributes["skipped"].flatMap { Int($0) } ?? 0
      return counts
    }
  }
}
