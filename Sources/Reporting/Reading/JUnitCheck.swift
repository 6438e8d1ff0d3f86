// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a report of anybody's, and says who would drop, misread or reject what in it.
package struct JUnitCheck {
  /// How many findings of one rule are told for one file; the others are counted.
  package static let findingsPerRuleMax = 20
  /// The largest file that every reader takes, in bytes.
  static let fileBytesMax = 25_000_000
  /// The longest Markdown summary, in bytes; some room is left below the limit of its reader.
  static let summaryBytesMax = 1_000_000

  private let path: String
  private let profile: JUnitProfile?

  /// - Parameters:
  ///   - path: a JUnit file, or a Markdown summary, whose name ends in `.md`.
  ///   - profile: the profile of ours that the file must have, or nothing for any file.
  package init(_ path: String, profile: JUnitProfile? = nil) {
    self.path = path
    self.profile = profile
  }

  /// Checks the file.
  ///
  /// - Parameter take: takes each finding as it is made; those of a suite's counts come where the
  ///   suite ends, with the line where it starts.
  /// - Returns: how often each rule is broken, which may be more often than it was told.
  /// - Throws: `notRead` where the file cannot be read to its end, `xmlRefused`, `tooManyCases`,
  ///   `changedMeanwhile`.
  /// - Complexity: O(1) in memory, besides eight bytes for each test case.
  package func run(
    _ take: @escaping (JUnitFinding) -> Void
  ) throws(ReportingError) -> [JUnitRule: Int] {
    let findings = JUnitFindings(profile: profile, take)
    let size = try Self.size(of: path)
    if path.hasSuffix(".md") {
      if size > Self.summaryBytesMax { findings.add(.summarySize, 1, "\(size) bytes") }
      return findings.counts
    }
    if size >= Self.fileBytesMax { findings.add(.fileSize, 1, "\(size) bytes") }
    do throws(ReportingError) {
      try checkDocument(findings)
      if let profile { try JUnitReader.read(path, schema: JUnitSchema(profile)) }
    } catch {
      switch error {
      case .malformed(_, let line, let words): findings.add(.wellFormed, line, words)
      case .documentTypeRefused(_, let line):
        findings.add(.documentType, line, "a document type; what follows is not checked")
      case .shapeBroken(_, let line, let code), .notWellFormed(_, let line, let code):
        findings.add(
          .schema,
          line,
          "not the profile '\(profile?.rawValue ?? "")', libxml2 error \(code)"
        )
      default: throw error
      }
    }
    return findings.counts
  }

  private func checkDocument(_ findings: JUnitFindings) throws(ReportingError) {
    var bytes = JUnitBytes()
    let document = JUnitDocumentCheck(findings)
    let scanner = try XMLScanner(path)
    var identities = CaseIdentities()
    try scanner.scan(
      inspect: { bytes.take($0, findings) },
      visit: { (event) throws(ReportingError) in
        guard let identity = document.take(event) else { return }
        guard identities.add(identity) else {
          throw .tooManyCases(path: path, most: CaseIdentities.casesMax)
        }
      }
    )
    if let encoding = scanner.encoding, encoding.uppercased() != "UTF-8" {
      findings.add(.encoding, 1, "the encoding is \(JUnitValues.shown(encoding))")
    }
    document.finish()
    let repeated = identities.repeated()
    if !repeated.isEmpty { try findRepeated(repeated, findings) }
  }

  /// Reads the file again to see which of the cases really have the same names.
  private func findRepeated(
    _ hashes: Set<Int>,
    _ findings: JUnitFindings
  ) throws(ReportingError) {
    var firstLines: [CaseIdentity: Int] = [:]
    try XMLScanner(path).scan { (event) throws(ReportingError) in
      guard case .start(let element) = event, element.name == "testcase" else { return }
      let names = (element["classname"] ?? "", element["name"] ?? "")
      let identity = CaseIdentity(className: names.0, name: names.1)
      guard hashes.contains(identity.hashValue) else { return }
      guard let line = firstLines[identity] else {
        firstLines[identity] = element.line
        return
      }
      let name = JUnitValues.shown("\(names.0) \(names.1)")
      findings.add(.duplicateCase, element.line, "\(name) stands on line \(line) too")
    }
  }

  private static func size(of path: String) throws(ReportingError) -> Int {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { throw .notRead(path: path, code: errno) }
    guard information.st_mode & S_IFMT != S_IFDIR else {
      throw .notRead(path: path, code: EISDIR)
    }
    return Int(information.st_size)
  }
}

/// Takes findings and tells the first ones of each rule.
final class JUnitFindings {
  private(set) var counts: [JUnitRule: Int] = [:]
  private let profile: JUnitProfile?
  private let take: (JUnitFinding) -> Void

  init(profile: JUnitProfile?, _ take: @escaping (JUnitFinding) -> Void) {
    self.profile = profile
    self.take = take
  }

  func add(_ rule: JUnitRule, _ line: Int, _ what: String) {
    if let profile, rule.isWaived(in: profile) { return }
    counts[rule, default: 0] += 1
    if counts[rule, default: 0] <= JUnitCheck.findingsPerRuleMax {
      take(JUnitFinding(line: line, rule: rule, what: CleanText(what).oneLine.description))
    }
  }
}

/// What the bytes of a file tell before they are parsed.
private struct JUnitBytes {
  private var line = 1
  private var isFirst = true
  private var hasCarriageReturn = false

  mutating func take(_ bytes: ArraySlice<UInt8>, _ findings: JUnitFindings) {
    if isFirst, bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      findings.add(.byteOrderMark, 1, "the file starts with a byte order mark")
    }
    if isFirst, bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      findings.add(.encoding, 1, "the file is UTF-16")
    }
    isFirst = false
    guard !hasCarriageReturn else { return }
    for byte in bytes {
      if byte == UInt8(ascii: "\r") {
        hasCarriageReturn = true
        findings.add(.lineEnds, line, "a carriage return, the first of the file")
        return
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }
}
