// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The texts of a test case, within what the consumers take.
struct JUnitText {
  /// The longest `message`, in characters.
  static let messageCharactersMax = 500
  /// The longest text of a failure or error, in bytes.
  static let problemBytesMax = 16 * 1024
  /// The longest output of a test case, in bytes.
  static let outputBytesMax = 64 * 1024
  /// What all texts of problems may have together, in bytes: some servers take no file above 25 MB.
  static let allProblemsBytesMax = 4_000_000
  /// What all outputs may have together, in bytes, before they are escaped.
  static let allOutputsBytesMax = 8_000_000

  let header: RunHeader
  let paths: ReportPaths
  let problemBytes: Int
  let outputBytes: Int

  /// - Parameters:
  ///   - header: what is known about the run.
  ///   - paths: where the logs lie.
  ///   - problemCount: how many cases have a text, which share what a file may hold.
  init(header: RunHeader, paths: ReportPaths, problemCount: Int) {
    self.header = header
    self.paths = paths
    (problemBytes, outputBytes) = Self.shares(problemCount: problemCount)
  }

  /// What the text and the output of one case may have, in bytes, where so many have them.
  ///
  /// One more of them seldom changes the shares, so that what was written before can stay.
  static func shares(problemCount: Int) -> (problemBytes: Int, outputBytes: Int) {
    var sharers = 1
    while sharers < problemCount { sharers *= 2 }
    return (
      min(problemBytesMax, max(2048, allProblemsBytesMax / sharers)),
      min(outputBytesMax, allOutputsBytesMax / sharers)
    )
  }

  /// The verdict in one line.
  func message(_ verdict: Verdict) -> CleanText {
    Self.harmless(verdict.message).oneLine.cut(toCharacters: Self.messageCharactersMax)
  }

  /// The text of a result, whose first line is its message: some consumers show only one of the
  /// two.
  func problem(of result: CaseResult) -> CleanText {
    let message = message(result.verdict).description
    guard result.verdict.needsAttention else { return CleanText(message) }
    let details =
      result.verdict.wasNotRun
      ? [] : FailureBlock(result, header: header, paths: paths).detailLines
    let places = Self.places(result.description.sourceFile, line: result.sourceLine)
    let kept = TextLimit.headAndTail(
      details,
      bytesMax: problemBytes - message.utf8.count - places.reduce(1) { $0 + $1.utf8.count + 1 }
    )
    return Self.harmless(([message] + kept + places).joined(separator: "\n"))
  }

  /// The redacted log and the attachments of a case that needs attention; nothing for any other.
  func output(of result: CaseResult) -> CleanText? {
    guard result.verdict.needsAttention, !result.log.isEmpty else { return nil }
    // Alone on the last lines, most important first: GitLab takes one.
    let attachments = [paths.shownLog(of: result.description.name), paths.shownPage]
      .compactMap(Self.attachment)
    let log = TextLimit.headAndTail(
      result.log.map(\.json),
      bytesMax: outputBytes - attachments.reduce(0) { $0 + $1.utf8.count + 1 }
    )
    return CleanText(
      (log.map { Self.harmless($0).description } + attachments).joined(separator: "\n")
    )
  }

  /// Makes the tag that attaches a file harmless, wherever a text may have it from.
  static func harmless(_ text: String) -> CleanText {
    let clean = CleanText(text)
    let tag = "[[attachment"
    guard clean.description.utf8.contains(UInt8(ascii: "[")) else { return clean }
    let lines = clean.description.split(separator: "\n", omittingEmptySubsequences: false)
    return CleanText(
      lines.map { line in
        var rest = line
        var harmless = ""
        while let bracket = rest.firstIndex(of: "[") {
          harmless += rest[..<bracket]
          rest = rest[bracket...]
          let isTag = rest.prefix(tag.count).lowercased() == tag
          harmless += isTag ? "[ " : "["
          rest = rest.dropFirst()
        }
        return harmless + rest
      }.joined(separator: "\n")
    )
  }

  /// Tells whether a line is a tag that attaches a file, and nothing else.
  static func isAttachment(_ line: String) -> Bool {
    line.hasPrefix("[[ATTACHMENT|") && line.hasSuffix("]]")
      && line.utf8.count { $0 == UInt8(ascii: "]") } == 2
  }

  /// Tells whether what a tag attaches lies in the workspace.
  static func isInWorkspace(_ attachment: String) -> Bool {
    let path = attachment.dropFirst("[[ATTACHMENT|".count).dropLast(2)
    return !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  /// A path that could end its tag early is not attached.
  private static func attachment(_ path: String) -> String? {
    let isPlain = CleanText(path).oneLine.description == path && !path.contains("]")
    return isPlain ? "[[ATTACHMENT|\(path)]]" : nil
  }

  /// The place of the check in the two forms that consumers look for.
  private static func places(_ file: String, line: Int) -> [String] {
    let file = CleanText(file).oneLine.description
    return [" \(file):\(line)"] + (frame(file, line: line).map { ["    at \($0)"] } ?? [])
  }

  /// A stack frame as Java writes it, where the path can be read back from it.
  ///
  /// Its reader takes the first part that starts with `Z` or a character before for the type's
  /// name.
  static func frame(_ file: String, line: Int) -> String? {
    var parts = file.split(separator: "/").map(String.init)
    guard let last = parts.popLast(), let stem = last.split(separator: ".").first,
      let first = stem.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      !parts.isEmpty,
      parts.allSatisfy({ ($0.utf8.first ?? 0) > UInt8(ascii: "Z") && !$0.contains(".") })
    else { return nil }
    return "\((parts + [String(stem)]).joined(separator: "."))(\(file):\(line))"
  }
}
