// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import Contracts

/// The optional requests of the subject contract.
extension ProcessSubject {
  /// Asks a subject what it can do, in a process of its own.
  ///
  /// A subject of version 1 may answer anything, end, or say nothing: whatever is no announcement
  /// announces nothing, and nothing that it did can disturb a case.
  ///
  /// - Parameters:
  ///   - arguments: its argument vector.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - timeLimit: how long the answer may take.
  /// - Returns: what it announces and this version knows.
  package static func capabilities(
    of arguments: [String],
    inherited: [String: String],
    timeLimit: Duration
  ) -> Set<SubjectCapability> {
    guard
      let subject = try? ProcessSubject(arguments, inherited: inherited, timeLimit: timeLimit)
    else { return [] }
    defer { subject.end() }
    guard let line = try? subject.answer(to: CapableRequest.capabilities.jsonLine, .capabilities),
      let reply = try? CapabilitiesReply(jsonLine: line)
    else { return [] }
    return Set(reply.names.compactMap(SubjectCapability.init))
  }

  package mutating func delete(record: String) throws(CaseStop) -> SubjectReply {
    try exchange(.delete(record: record), .delete)
  }

  package mutating func insert(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    try exchange(.insert(record: record, value: value), .insert)
  }

  package mutating func cancel(ticket: String) throws(CaseStop) -> SubjectReply {
    try exchange(.cancel(ticket: ticket), .cancel)
  }

  package mutating func startListRead(read: String) throws(CaseStop) -> SubjectReply {
    try exchange(.startListRead(read: read), .startListRead)
  }

  package mutating func endListRead(
    read: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.endListRead(read: read, records: records), .endListRead)
  }

  private func exchange(
    _ request: CapableRequest,
    _ command: ContractCommand
  ) throws(CaseStop) -> SubjectReply {
    let line = try answer(to: request.jsonLine, command)
    do {
      // It answers as to any request that is no tap.
      return try SubjectReply(jsonLine: line, answering: .arrange(order: []))
    } catch {
      throw .broken(command, ClientOutput.rule(error))
    }
  }
}
