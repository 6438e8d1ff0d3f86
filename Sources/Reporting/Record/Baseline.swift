// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// An earlier run with which another one is compared: how each of its promises stood.
///
/// Its size is that of the later run, however many cases the earlier one had.
package struct Baseline: Hashable, Sendable {
  /// How many of the cases that are gone are named.
  static let goneMax = 100

  package struct Gone: Hashable, Sendable {
    package let name: CaseName
    package let promise: String
  }

  package let commit: String?
  package let startedAtUnixSeconds: Int64
  /// How the promises stood that the later run has too.
  package private(set) var standings: [CaseName: Standing] = [:]
  /// The first of those that the later run has not, and how many there are.
  package private(set) var gone: [Gone] = []
  package private(set) var goneCount = 0

  init(
    commit: String?,
    startedAtUnixSeconds: Int64,
    gone: [Gone] = [],
    goneCount: Int = 0
  ) {
    self.commit = commit
    self.startedAtUnixSeconds = startedAtUnixSeconds
    self.gone = gone
    self.goneCount = goneCount
  }

  /// Reads from the record of a run what a later one is compared with.
  ///
  /// - Parameters:
  ///   - file: the earlier run's record.
  ///   - cases: the cases of the later run.
  /// - Throws: as reading does.
  package init(_ file: RecordFile, cases: [CaseDescription]) throws(ReportingError) {
    let header = file.frame.header
    self.init(commit: header.commit, startedAtUnixSeconds: header.startedAtUnixSeconds)
    let names = Set(cases.map(\.name))
    try file.forEachCase { add($0.result, names) }
  }

  private mutating func add(_ result: CaseResult, _ names: Set<CaseName>) {
    let name = result.description.name
    if names.contains(name) {
      standings[name] = standings[name] ?? Standing(result.verdict)
    } else {
      goneCount += 1
      guard gone.count < Self.goneMax else { return }
      gone.append(Gone(name: name, promise: result.description.promise))
    }
  }

  /// Takes how a promise stood that the later run has too.
  mutating func add(_ standing: Standing?, of name: CaseName) {
    if let standing { standings[name] = standing }
  }

  /// Says how many more are gone than are named, or nothing.
  var goneLeftOut: String? {
    goneCount > gone.count ? "\(goneCount - gone.count) more are gone" : nil
  }

  /// The run in a few words: its commit where that is known, and when it started.
  var words: String {
    let start = ReportTime.timestamp(unixSeconds: startedAtUnixSeconds) + " UTC"
    return commit.map { "commit \($0), \(start)" } ?? "the run of \(start)"
  }
}

/// How a promise stood at the end of a run.
package enum Standing: String, Hashable, Sendable, CaseIterable {
  case held
  case broken
  case unjudged
  case skipped

  package init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .passed: .held
      case .failed: .broken
      case .unjudged: .unjudged
      case .skipped: .skipped
      }
  }
}
