// SPDX-License-Identifier: Apache-2.0

/// A whole request for a write, as it arrived.
///
/// It holds what a client sent: it is evidence for a verdict and never goes into a log.
public struct Delivery: Sendable, Hashable {
  /// Counts every delivery of the ledger, from 1.
  public let number: Int
  /// The key, without quotes; nothing where there was none or none that could be read.
  public let key: String?
  /// Counts the deliveries of this key, from 1; 1 where there is no key.
  public let keyAttempt: Int
  /// The method, such as `POST`.
  public let method: String
  /// The path and the query as they were sent.
  public let path: String
  /// The media type that the client gave, or nothing.
  public let contentType: String?
  /// The credential that the client gave, or nothing; it is never kept in a ledger's file.
  public let authorization: String?
  /// The body's bytes as they were sent.
  public let body: [UInt8]
}

/// A business record: what one user action must make exactly one of.
public struct Record: Sendable, Hashable {
  /// Counts the records of the ledger, from 1.
  public let id: Int
  /// The key that it was made under; empty where there was none.
  public let key: String
  /// The bytes of the body that it was made from.
  public let body: [UInt8]
}
