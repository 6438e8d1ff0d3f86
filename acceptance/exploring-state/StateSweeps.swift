// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Orders of events that change something, each with all events behind it that must change nothing.
struct StateSweeps: Sequence {
  struct Sweep {
    let steps: [StateStep]
    /// How many orders it stands for: itself, and itself with each of the last events.
    let orders: Int
    /// How many events the longest of them has after the first load.
    let depth: Int
  }

  private let prefixes: [[StateStep]]
  private let bounds: StateBounds

  /// How many there are.
  var count: Int { prefixes.count }

  /// Makes the orders by their length, up to the greatest for which there are not too many.
  ///
  /// - Parameters:
  ///   - bounds: which events there are.
  ///   - depthMax: how many events an order has after the first load.
  ///   - sweepsMax: how many orders of one length and number of records there may be.
  init(_ bounds: StateBounds, depthMax: Int, sweepsMax: Int) {
    self.bounds = bounds
    var known: [[StateStep]] = []
    var levels = (1...bounds.records).map { records in
      var fewer = bounds
      fewer.records = records
      return Level.first(fewer)
    }
    for depth in 0..<depthMax {
      for index in levels.indices {
        // One that has grown too large grows no further.
        if depth > 0 { levels[index] = levels[index].next(sweepsMax: sweepsMax) }
        known += levels[index].orders.map(\.steps)
      }
    }
    prefixes = known
  }

  func makeIterator() -> AnyIterator<Sweep> {
    var rest = prefixes[...]
    return AnyIterator {
      rest.popFirst().map { prefix in
        var model = ReferenceModel()
        for step in prefix { _ = model.take(step) }
        let last = bounds.events(after: model).filter { !model.isChanged(by: $0) }
        return Sweep(steps: prefix + last, orders: 1 + last.count, depth: prefix.count)
      }
    }
  }

  /// All orders of one length and number of records.
  private struct Level {
    struct Order {
      var steps: [StateStep]
      var model: ReferenceModel
      /// The renamings of records that leave the order as it is.
      var symmetries: [[Int]]
    }

    let bounds: StateBounds
    var orders: [Order]

    static func first(_ bounds: StateBounds) -> Level {
      let names = Array(0..<bounds.records)
      let none = Order(
        steps: [],
        model: ReferenceModel(),
        symmetries: StateBounds.arrangements(of: names).filter { $0.count == names.count }
      )
      var level = Level(bounds: bounds, orders: [none])
      // Of a session with fewer records, the level with fewer records takes care.
      level.orders = level.longer().filter { $0.model.records.allSatisfy { $0 != nil } }
      return level
    }

    func next(sweepsMax: Int) -> Level {
      guard !orders.isEmpty else { return self }
      let longer = longer()
      return Level(bounds: bounds, orders: longer.count <= sweepsMax ? longer : [])
    }

    private func longer() -> [Order] {
      orders.flatMap { order in
        bounds.events(after: order.model).compactMap { step -> Order? in
          guard order.model.isChanged(by: step) else { return nil }
          // Of those that differ in the names of records alone, the first one stands for all.
          let text = step.text
          let renamed = order.symmetries.map { names in
            (names, step.withRecords { names[$0] }.text)
          }
          guard renamed.allSatisfy({ $0.1 >= text }) else { return nil }
          var next = order
          next.steps.append(step)
          _ = next.model.take(step)
          next.symmetries = renamed.filter { $0.1 == text }.map(\.0)
          return next
        }
      }
    }
  }
}

extension ReferenceModel {
  /// Says whether an event changes anything, or asks for anything.
  func isChanged(by step: StateStep) -> Bool {
    var after = self
    let effect = after.take(step)
    return after != self || effect.asked > 0
  }
}

/// Orders that are drawn.
enum DrawnOrder {
  /// Draws an order of full length; the same seed and number draw the same one.
  ///
  /// The kind of an event is drawn first, so that kinds with many events are not most of an order.
  ///
  /// - Parameters:
  ///   - bounds: which events there are.
  ///   - depth: how many events it has after the first load.
  ///   - seed: what it is drawn from.
  ///   - number: which one it is.
  /// - Returns: its events.
  static func steps(
    _ bounds: StateBounds,
    _ depth: Int,
    _ seed: Seed,
    _ number: Int
  ) -> [StateStep] {
    var mixed = SeededGenerator(Seed(seed.value ^ UInt64(number) &* 0x9e37_79b9_7f4a_7c15))
    var random = SeededGenerator(Seed(mixed.next()))
    var model = ReferenceModel()
    var steps: [StateStep] = []
    while steps.count <= depth {
      let events = Dictionary(grouping: bounds.events(after: model), by: \.kind)
      let kinds = events.keys.sorted()
      guard let kind = kinds.randomElement(using: &random),
        let step = events[kind]?.randomElement(using: &random)
      else { break }
      _ = model.take(step)
      steps.append(step)
    }
    return steps
  }
}

extension StateStep {
  /// What is drawn first of an event; taps and answers come more often than the rest.
  fileprivate var kind: Int {
    switch self {
    case .tap: 0
    case .respond(let ticket, _): 10 + ticket
    case .cancel: 1
    case .sync: 2
    case .arrange: 3
    case .delete: 4
    case .insert: 5
    case .load: 6
    }
  }
}
