// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The run with which another one was compared, as JSON holds it; how a promise stood in it stands
/// with the case.
struct WireBaseline: Codable, Hashable {
  struct Gone: Codable, Hashable {
    var name: String
    var promise: String
  }

  var commit: String?
  var startedAtUnixSeconds: Int64
  /// The first cases that the later run has not, and how many there are.
  var gone: [Gone]
  var goneCount: Int

  init(_ model: Baseline) {
    commit = model.commit
    startedAtUnixSeconds = model.startedAtUnixSeconds
    gone = model.gone.map { Gone(name: $0.name.description, promise: $0.promise) }
    goneCount = model.goneCount
  }

  func model() throws(ReportingError) -> Baseline {
    guard goneCount >= gone.count else { throw .recordMalformed(member: "baseline") }
    var read: [Baseline.Gone] = []
    for wire in gone.prefix(Baseline.goneMax) {
      guard let name = CaseName(wire.name) else { throw .recordMalformed(member: "baseline") }
      read.append(Baseline.Gone(name: name, promise: wire.promise))
    }
    return Baseline(
      commit: commit,
      startedAtUnixSeconds: startedAtUnixSeconds,
      gone: read,
      goneCount: goneCount
    )
  }
}
