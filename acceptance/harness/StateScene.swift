// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The records and values of a state case, drawn from its seed.
///
/// Record and session names identify nobody; the same seed draws the same scene.
package struct StateScene {
  /// How many records a session has.
  private static let recordCounts = 4...7

  /// The names of the records, in the order of their first rows.
  package let records: [String]
  private var random: SeededGenerator
  private var sessions = 0

  package init(_ seed: Seed) {
    random = SeededGenerator(seed)
    var names: [String] = []
    let count = Int.random(in: Self.recordCounts, using: &random)
    while names.count < count {
      let name = "r-" + String(UInt16.random(in: 0x1000...0xffff, using: &random), radix: 16)
      if !names.contains(name) { names.append(name) }
    }
    records = names
  }

  /// Draws a value.
  package mutating func value() -> Bool { Bool.random(using: &random) }

  /// Draws a value for each record; a case then sets those that matter to it.
  package mutating func values() -> [String: Bool] {
    var values: [String: Bool] = [:]
    for record in records { values[record] = value() }
    return values
  }

  /// The given values in a drawn order.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &random)
  }

  /// Draws one of several.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  /// Draws distinct records.
  package mutating func pick(_ count: Int) -> [String] { Array(shuffled(records).prefix(count)) }

  /// The name of a session that was never used before.
  package mutating func newSession() -> String {
    sessions += 1
    return "s-\(sessions)"
  }

  /// Draws a number.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// The records in another order, in which two of them have changed places.
  package func swapping(_ first: String, _ second: String) -> [String] {
    records.map { $0 == first ? second : $0 == second ? first : $0 }
  }
}
