// SPDX-License-Identifier: Apache-2.0

/// How a write ended, as far as the client can know.
public enum WriteOutcome<Value> {
  /// The server has committed the write, and this is the record's value now.
  ///
  /// It may differ from the wish: the server has rules of its own.
  case saved(Value)
  /// The server has refused the write and committed nothing.
  case rejected
  /// Nothing is known: a time-out, a lost connection, an answer that cannot be read.
  ///
  /// The write may be committed, so this is neither a success nor a rejection.
  case unknown
}

/// How a re-read ended.
public enum ReadOutcome<Value> {
  /// The server has answered with the record's value.
  case read(Value)
  /// Nothing was learned.
  case failed
}

extension WriteOutcome: Equatable where Value: Equatable {}
extension WriteOutcome: Hashable where Value: Hashable {}
extension WriteOutcome: Sendable where Value: Sendable {}
extension ReadOutcome: Equatable where Value: Equatable {}
extension ReadOutcome: Hashable where Value: Hashable {}
extension ReadOutcome: Sendable where Value: Sendable {}
