// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

/// Orders of events that change something, each with the events behind it that must change nothing.
///
/// Of events that are much alike, some stand for all here: a session brings each record the value that it
/// did not have, or the same without one record; rows are reversed or lose one or all; a re-read that must
/// not count brings the value that is not shown.
struct StateSweeps: Sequence {
  struct Sweep {
    let steps: [StateStep]
    /// How many orders it stands for: itself, and itself with each of the last events.
    let orders: Int
    /// How many events the longest of them has after the first load.
    let depth: Int
  }

  private let prefixes: [[StateStep]]
  /// Up to how many events that change something none was left out, however many records there are.
  let wholeDepth: Int
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
    var whole = 0
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
      if levels.allSatisfy({ !$0.orders.isEmpty }) { whole = depth }
    }
    prefixes = known
    wholeDepth = whole
  }

  func makeIterator() -> AnyIterator<Sweep> {
    var rest = prefixes[...]
    return AnyIterator {
      rest.popFirst().map { prefix in
        var model = ReferenceModel()
        for step in prefix { _ = model.take(step) }
        let last = bounds.chosenEvents(after: model).filter { !model.isChanged(by: $0) }
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
      return Level(
        bounds: bounds,
        orders: Level(bounds: bounds, orders: [none]).longer(atMost: .max)
      )
    }

    func next(sweepsMax: Int) -> Level {
      Level(bounds: bounds, orders: longer(atMost: sweepsMax))
    }

    /// The orders with one more event, or none where there are too many.
    private func longer(atMost countMax: Int) -> [Order] {
      var all: [Order] = []
      for order in orders {
        all += bounds.chosenEvents(after: order.model).compactMap { step -> Order? in
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
        if all.count > countMax { return [] }
      }
      return all
    }
  }
}

extension StateBounds {
  /// The events of which sweeps are made; the same, whatever the records are called.
  fileprivate func chosenEvents(after model: ReferenceModel) -> [StateStep] {
    let loads = chosenLoads(after: model)
    let shown = model.records.map { $0?.shown }
    let present = shown.indices.filter { shown[$0] != nil }
    var arrangements = present.map { record in present.filter { $0 != record } } + [[]]
    arrangements += StateBounds.arrangements(of: present).filter { $0.count == present.count }
    return events(after: model).filter { (step: StateStep) -> Bool in
      switch step {
      case .load: return loads.contains(step)
      case .arrange(let rows): return arrangements.contains(rows)
      case .sync(_, let record, let outcome):
        guard case .read(let value) = outcome, record < shown.count else { return true }
        return shown[record] != value || model.isChanged(by: step)
      case .tap, .respond, .cancel, .delete, .insert, .startListRead, .endListRead: return true
      }
    }
  }

  private func chosenLoads(after model: ReferenceModel) -> [StateStep] {
    let all = (0..<records).map { record -> Bool? in
      let known = record < model.records.count ? model.records[record] : nil
      return !(known?.confirmed ?? true)
    }
    if model.sessions == 0 {
      return [all, all.map { $0.map(!) }].compactMap { .starting(0, $0) }
    }
    let fewer = all.indices.map { record in
      var values = all
      values[record] = nil
      return values
    }
    return ([all] + fewer).compactMap { .starting(model.sessions, $0) }
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
  /// How many of how many events are drawn among those that change something.
  private static let changingOf = (some: 2, of: 3)

  /// Draws an order of full length; the same seed and number draw the same one.
  ///
  /// Most events are drawn among those that change something, or few orders would come far. The kind of an
  /// event is drawn first, so that kinds with many events are not most of an order.
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
    var bounds = bounds
    // With fewer records, more happens to each of them.
    bounds.records = Int.random(in: 1...bounds.records, using: &random)
    var model = ReferenceModel()
    var steps: [StateStep] = []
    while steps.count <= depth {
      let possible = bounds.events(after: model)
      let changing = possible.filter { model.isChanged(by: $0) }
      let isChanging = Int.random(in: 1...changingOf.of, using: &random) <= changingOf.some
      let chosen = isChanging && !changing.isEmpty ? changing : possible
      let events = Dictionary(grouping: chosen, by: \.kind)
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
    case .startListRead: 7
    case .endListRead: 8
    }
  }
}
