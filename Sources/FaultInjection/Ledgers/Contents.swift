// SPDX-License-Identifier: Apache-2.0

/// What a key stands for.
struct KeyEntry: Hashable {
  enum Meaning: Hashable {
    case record(id: Int)
    case failure(status: Int)
  }

  let meaning: Meaning
  /// Equal for bodies of equal meaning.
  let comparable: [UInt8]
  /// Seconds since 1970, or nothing where the key never grows old.
  let storedAtSecond: Int64?
}

/// Everything in a ledger.
struct Contents {
  private(set) var deliveries: [Delivery] = []
  private(set) var records: [Record] = []
  var keys: [String: KeyEntry] = [:]
  /// How many deliveries each key had.
  private(set) var keyCounts: [String: Int] = [:]
  /// How many deliveries each key had with each meaning of the body.
  private(set) var bodyCounts: [String: [[UInt8]: Int]] = [:]
  private(set) var keptBytes = 0
  /// Where changes are kept first, or nothing where they live in memory alone.
  private(set) var store: LedgerStore?

  init() {}

  /// Reads what a file holds; it goes on to be kept there.
  init(reading store: LedgerStore) throws(LedgerError) {
    for delivery in try store.deliveries() {
      _ = add(delivery, (try? StrictJSON(parsing: delivery.body))?.canonicalBytes)
    }
    records = try store.records()
    keys = try store.keys()
    self.store = store
  }

  /// Adds a delivery, and returns how many of its key had a body of this meaning.
  mutating func add(_ delivery: Delivery, _ comparable: [UInt8]?) -> Int {
    deliveries.append(delivery)
    keptBytes += Self.bytes(of: delivery, comparable)
    guard let key = delivery.key else { return 1 }
    keyCounts[key, default: 0] += 1
    guard let comparable else { return 0 }
    bodyCounts[key, default: [:]][comparable, default: 0] += 1
    return bodyCounts[key]?[comparable] ?? 0
  }

  /// How much of a delivery is kept: all that its client chose the length of.
  static func bytes(of delivery: Delivery, _ comparable: [UInt8]?) -> Int {
    let texts = [
      delivery.key, delivery.method, delivery.path, delivery.contentType, delivery.authorization,
    ]
    return delivery.body.count + (comparable?.count ?? 0)
      + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }

  func look(up key: String, _ comparable: [UInt8]) -> Ledger.Lookup {
    guard let entry = keys[key] else { return .free }
    guard entry.comparable == comparable else { return .otherBody }
    switch entry.meaning {
    case .record(let id): return .same(records[id - 1])
    case .failure(let status): return .sameFailure(status: status)
    }
  }

  mutating func commit(
    _ key: String?,
    _ body: [UInt8],
    _ comparable: [UInt8],
    at second: Int64?
  ) throws(LedgerError) -> Record {
    let record = Record(id: records.count + 1, key: key ?? "", body: body)
    let entry = KeyEntry(
      meaning: .record(id: record.id),
      comparable: comparable,
      storedAtSecond: second
    )
    try store?.add(record, key.map { (key: $0, entry: entry) })
    records.append(record)
    if let key {
      precondition(keys[key] == nil, "a key already stands for something")
      keys[key] = entry
    }
    return record
  }

  mutating func forget(_ key: String) throws(LedgerError) {
    guard keys[key] != nil else { return }
    try store?.remove(key)
    keys[key] = nil
  }
}
