// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension UpstreamParameters {
  /// What is said of a server that lives as long as its case.
  ///
  /// - Parameters:
  ///   - command: starts the server.
  ///   - knowsAll: whether it counts records, knows accounts and fails on request, as `known-bad-server` does.
  init(judging command: [String], knowsAll: Bool) {
    self.init(command: command)
    guard knowsAll else { return }
    records = "/records"
    fields = [Field(name: "Authorization", value: "Bearer first")]
    otherAccount = [Field(name: "Authorization", value: "Bearer other")]
    failOnce = [Field(name: "X-Fail-Once", value: "503")]
  }
}
