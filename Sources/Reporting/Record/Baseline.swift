// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// An earlier run with which another one is compared: how each of its promises stood.
package struct Baseline: Hashable, Sendable {
  package struct Promise: Hashable, Sendable {
    package let name: CaseName
    package let promise: String
    package let standing: Standing
  }

  package let commit: String?
  package let startedAtUnixSeconds: Int64
  package let promises: [Promise]

  init(commit: String?, startedAtUnixSeconds: Int64, promises: [Promise]) {
    self.commit = commit
    self.startedAtUnixSeconds = startedAtUnixSeconds
    self.promises = promises
  }

  /// Takes from the record of a run what a later one is compared with.
  package init(_ record: RunRecord) {
    let header = record.summary.header
    self.init(
      commit: header.commit,
      startedAtUnixSeconds: header.startedAtUnixSeconds,
      promises: record.summary.results.map {
        Promise(
          name: $0.description.name,
          promise: $0.description.promise,
          standing: Standing($0.verdict)
        )
      }
    )
  }

  /// How each promise stood, by the name of its case.
  var standings: [CaseName: Standing] {
    Dictionary(promises.map { ($0.name, $0.standing) }, uniquingKeysWith: { first, _ in first })
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
