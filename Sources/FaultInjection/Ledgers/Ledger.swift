// SPDX-License-Identifier: Apache-2.0

import Locking

/// A server's memory of what was delivered and what was recorded: the source of every verdict.
///
/// It lives in memory, and with a file in an SQLite store too: a change is in the file before it
/// can be seen. A file belongs to one process at a time.
public final class Ledger: Sendable {
  private let contents: Monitor<Contents>

  /// Creates an empty ledger in memory.
  public init() { contents = Monitor(Contents()) }

  /// Opens a ledger that survives a restart; a file that does not exist is made.
  ///
  /// - Parameter file: the path of the file.
  /// - Throws: an error where the file cannot be used.
  public init(file: String) throws(LedgerError) {
    let store = try LedgerStore(path: file)
    contents = Monitor(try Contents(reading: store))
  }

  /// Every delivery, in the order of their numbers.
  public var deliveries: [Delivery] { contents.withLock { $0.deliveries } }

  /// Every record, in the order of their numbers.
  public var records: [Record] { contents.withLock { $0.records } }

  /// Returns the record that a key stands for, or nothing where it stands for none.
  public func record(forKey key: String) -> Record? {
    contents.withLock { contents in
      guard case .record(let id)? = contents.keys[key]?.meaning else { return nil }
      return contents.records[id - 1]
    }
  }

  /// Returns how many deliveries of a key had the body that is stored under it.
  public func attempts(forKey key: String) -> Int {
    contents.withLock { contents in
      guard let entry = contents.keys[key] else { return 0 }
      return contents.bodyCounts[key]?[entry.comparable] ?? 0
    }
  }

  /// Stores a record under a key, as if it had been delivered before; another one under it stays
  /// too.
  ///
  /// - Parameters:
  ///   - key: the key, which from now on stands for this record.
  ///   - body: one JSON text.
  /// - Returns: the record.
  /// - Throws: an error where the body is no JSON, or the change cannot be kept in the file.
  @discardableResult
  public func seed(key: String, body: [UInt8]) throws(LedgerError) -> Record {
    let comparable: [UInt8]
    do {
      comparable = try StrictJSON(parsing: body).canonicalBytes
    } catch {
      throw .notJSON(reason: error.description)
    }
    return try contents.withLock { contents throws(LedgerError) in
      try contents.forget(key)
      return try contents.commit(key, body, comparable, at: nil)
    }
  }
}

/// What a server does with its ledger.
extension Ledger {
  /// What the ledger knows about a key and a body.
  enum Lookup: Hashable {
    case free
    case same(Record)
    case sameFailure(status: Int)
    case otherBody
  }

  /// What became of a wish to make a record.
  enum Commit: Hashable {
    case made(Record)
    case taken(Lookup)
  }

  /// Counts a delivery and keeps it.
  ///
  /// - Parameters:
  ///   - request: the whole request.
  ///   - key: its key, where it has one.
  ///   - comparable: equal for bodies of equal meaning; nothing where the body has none.
  ///   - limits: how much is kept.
  /// - Returns: the delivery, and how many of its key had a body of this meaning, itself included.
  /// - Throws: an error where the ledger is full, or the change cannot be kept in the file.
  func receive(
    _ request: Request,
    key: String?,
    comparable: [UInt8]?,
    limits: Limits
  ) throws(LedgerError) -> (Delivery, attempts: Int) {
    try contents.withLock { contents throws(LedgerError) in
      guard contents.deliveries.count < limits.deliveriesMax else { throw .full }
      let delivery = Delivery(
        number: contents.deliveries.count + 1,
        key: key,
        keyAttempt: key.map { contents.keyCounts[$0, default: 0] + 1 } ?? 1,
        method: request.head.method,
        path: request.head.target,
        contentType: request.head.values(of: "content-type").first,
        authorization: request.head.values(of: "authorization").first,
        body: request.body
      )
      guard
        contents.keptBytes + Contents.bytes(of: delivery, comparable) <= limits.deliveredBytesMax
      else { throw .full }
      try contents.store?.add(delivery)
      return (delivery, contents.add(delivery, comparable))
    }
  }

  /// Looks a key up, and forgets it first where its lifetime is over.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - comparable: the meaning of the body that arrived with it.
  ///   - oldest: the earliest second at which a key may have been stored and still count.
  /// - Returns: what the key stands for.
  /// - Throws: an error where a key that is over cannot be forgotten in the file.
  func look(
    up key: String,
    _ comparable: [UInt8],
    oldest: Int64?
  ) throws(LedgerError) -> Lookup {
    try contents.withLock { contents throws(LedgerError) in
      if let oldest, let second = contents.keys[key]?.storedAtSecond, second < oldest {
        try contents.forget(key)
      }
      return contents.look(up: key, comparable)
    }
  }

  /// Makes a record where the key is free, and else returns what the key stands for.
  ///
  /// - Parameters:
  ///   - key: the key, or nothing, which is always free.
  ///   - body: the body's bytes.
  ///   - comparable: equal for bodies of equal meaning.
  ///   - second: the time, in seconds since 1970.
  /// - Returns: the record, or what the key stands for already.
  /// - Throws: an error where the record cannot be kept in the file.
  func commit(
    key: String?,
    body: [UInt8],
    comparable: [UInt8],
    at second: Int64
  ) throws(LedgerError) -> Commit {
    try contents.withLock { contents throws(LedgerError) in
      let lookup = key.map { contents.look(up: $0, comparable) } ?? .free
      guard lookup == .free else { return .taken(lookup) }
      return .made(try contents.commit(key, body, comparable, at: second))
    }
  }

  /// Keeps a failure under a key, unless the key stands for something already.
  func keepFailure(
    _ status: Int,
    key: String,
    comparable: [UInt8],
    at second: Int64
  ) throws(LedgerError) {
    try contents.withLock { contents throws(LedgerError) in
      guard contents.keys[key] == nil else { return }
      let entry = KeyEntry(
        meaning: .failure(status: status),
        comparable: comparable,
        storedAtSecond: second
      )
      try contents.store?.add(entry, under: key)
      contents.keys[key] = entry
    }
  }

  /// Makes a key free again; what was recorded under it stays.
  func forget(_ key: String) throws(LedgerError) {
    try contents.withLock { contents throws(LedgerError) in try contents.forget(key) }
  }

  /// How many records there are.
  var recordCount: Int { contents.withLock { $0.records.count } }
}
