// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness

/// A joint state without the names that are given by chance.
///
/// States that differ in these alone go on alike, and are one:
/// - how records are called: no program may look into a name;
/// - which of a record's two values is `true`: the state machine is generic in its values, and compares
///   none of them;
/// - the order in which tickets were given out, and in which sessions that are over began: both are only
///   ever compared with those that are waited for.
struct CanonicalState: Hashable {
  private let bytes: [UInt8]

  init(_ model: ReferenceModel, _ hidden: HiddenState) {
    let count = hidden.records.count
    var places = [Int](repeating: count, count: count)
    for (place, record) in hidden.rows.enumerated() where Int(record) < count {
      places[Int(record)] = place
    }
    // The rows tell the records apart that are shown; the others are tried in every order.
    let shown = hidden.rows.map { Int($0) }.filter { $0 < count }
    let others = (0..<count).filter { places[$0] == count }
    if others.count < 2 {
      bytes = Self.bytes(model, hidden, order: shown + others)
      return
    }
    var least: [UInt8] = []
    for order in Self.permutations(of: others) {
      let bytes = Self.bytes(model, hidden, order: shown + order)
      if least.isEmpty || bytes.lexicographicallyPrecedes(least) { least = bytes }
    }
    bytes = least
  }

  private static func permutations(of places: [Int]) -> [[Int]] {
    if places.count < 2 { return [places] }
    return places.flatMap { first in
      permutations(of: places.filter { $0 != first }).map { [first] + $0 }
    }
  }

  /// Writes a state down with its records in an order.
  private static func bytes(
    _ model: ReferenceModel,
    _ hidden: HiddenState,
    order: [Int]
  ) -> [UInt8] {
    var numbers = [UInt8](repeating: .max, count: order.count)
    for (number, record) in order.enumerated() { numbers[record] = UInt8(number) }
    func number(_ record: UInt8) -> UInt8 {
      Int(record) < numbers.count ? numbers[Int(record)] : .max
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + 4 * order.count + 6 * model.tickets.count + hidden.reads.count)
    bytes.append(UInt8(model.sessions))
    bytes.append(UInt8(hidden.rows.count))
    bytes.append(UInt8(hidden.unknownEntries))
    let current = model.sessions - 1
    for record in order {
      append(
        record < model.records.count ? model.records[record] : nil,
        hidden.records[record],
        to: &bytes
      )
      bytes.append(hidden.reads[current * order.count + record].rawValue)
    }
    bytes.append(UInt8(model.tickets.count))
    append(
      sorted: model.tickets.indices.map { ticket in
        let given = model.tickets[ticket]
        let write = hidden.writes[ticket]
        let holder = hidden.records.firstIndex { $0.ticket == UInt8(ticket + 1) }
        let waiting = model.records.firstIndex { $0?.ticket == ticket }
        return [
          numbers[given.record], given.session == current ? 1 : 0,
          write.map { number($0.record) } ?? 254, write?.isOfThisSession == true ? 1 : 0,
          holder.map { numbers[$0] } ?? 254, waiting.map { numbers[$0] } ?? 254,
        ]
      },
      to: &bytes
    )
    append(
      sorted: (0..<max(0, current)).map { session in
        order.map { hidden.reads[session * order.count + $0].rawValue }
      },
      to: &bytes
    )
    return bytes
  }

  /// Writes a record down; its values are told by what they have in common with the confirmed one.
  private static func append(
    _ known: ReferenceModel.Record?,
    _ shown: HiddenState.Record,
    to bytes: inout [UInt8]
  ) {
    let confirmed = known?.confirmed ?? false
    var differences: UInt8 = 0
    if let known, known.shown != confirmed { differences |= 1 }
    if shown.confirmed != confirmed { differences |= 2 }
    if shown.visible != confirmed { differences |= 4 }
    if shown.ticket == .max { differences |= 8 }
    bytes.append(known.map { 1 + $0.phase.rawValue } ?? 0)
    bytes.append(shown.phase.rawValue)
    bytes.append(differences)
  }

  /// Writes down what has no order of its own.
  private static func append(sorted lists: [[UInt8]], to bytes: inout [UInt8]) {
    if lists.count < 2 {
      for list in lists { bytes += list }
      return
    }
    for list in lists.sorted(by: { $0.lexicographicallyPrecedes($1) }) { bytes += list }
  }
}
