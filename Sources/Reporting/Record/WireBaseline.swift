// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The run with which another one was compared, as JSON holds it.
struct WireBaseline: Codable, Hashable {
  struct Promise: Codable, Hashable {
    var name: String
    var promise: String
    var standing: String
  }

  var commit: String?
  var startedAtUnixSeconds: Int64
  var promises: [Promise]

  init(_ model: Baseline) {
    commit = model.commit
    startedAtUnixSeconds = model.startedAtUnixSeconds
    promises = model.promises.map {
      Promise(name: $0.name.description, promise: $0.promise, standing: $0.standing.rawValue)
    }
  }

  func model() throws(ReportingError) -> Baseline {
    var read: [Baseline.Promise] = []
    for promise in promises {
      guard let name = CaseName(promise.name), let standing = Standing(rawValue: promise.standing)
      else { throw .recordMalformed(member: "baseline") }
      read.append(Baseline.Promise(name: name, promise: promise.promise, standing: standing))
    }
    return Baseline(commit: commit, startedAtUnixSeconds: startedAtUnixSeconds, promises: read)
  }
}
