// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import FaultInjection

/// All schedules that one search goes through, each with a number.
///
/// First come all small ones, in a fixed order and by their length; those behind them are drawn from the seed
/// and their number. What stands under a number depends on nothing else, so that parts of a search can be
/// gone through anywhere.
package struct ScheduleSpace: Sendable {
  /// All schedules of one length over some steps.
  private struct Level: Sendable {
    let length: Int
    let beginnings: [ScheduleStep]
    let steps: [ScheduleStep]
    /// How many ways there are to go on: first by the steps left, then by the submits left.
    let counts: [[Int]]
    /// How many of them are gone through, from the first one on.
    var count: Int
  }

  /// How many schedules there are.
  package let count: Int
  /// How many of them, from the beginning, are all small ones.
  package let exhaustiveCount: Int
  private let levels: [Level]
  private let alphabet: ScheduleAlphabet
  private let seed: Seed
  private let depth: Int
  private let submitsMax: Int

  /// Makes a space.
  ///
  /// - Parameters:
  ///   - alphabet: the steps.
  ///   - seed: what the drawn schedules are drawn from.
  ///   - count: how many schedules there are; small ones that fit into most of them come first.
  ///   - depth: how many steps a schedule has at most.
  ///   - submitsMax: how many actions a schedule makes at most, at least 1.
  package init(
    _ alphabet: ScheduleAlphabet,
    seed: Seed,
    count: Int,
    depth: Int,
    submitsMax: Int
  ) {
    self.alphabet = alphabet
    self.seed = seed
    self.count = count
    self.depth = max(1, depth)
    self.submitsMax = min(max(1, submitsMax), Schedule.tasksMax)
    let whole = alphabet.isInProcess ? 3 : 2
    var levels: [Level] = []
    var room = count
    // The rest stays for what is longer than any of them.
    let reserve = count / 8
    for length in 1...max(1, min(depth, whole + 2)) {
      var level = Self.level(
        length,
        length <= whole ? alphabet.beginnings : Array(alphabet.beginnings.prefix(1)),
        length <= whole ? alphabet.all : alphabet.core,
        submitsMax: self.submitsMax
      )
      // Of the shortest ones at least a part is gone through; those that show most come first.
      if length <= 2 { level.count = min(level.count, max(length == 1 ? 1 : 0, room - reserve)) }
      guard level.count <= room - reserve || length == 1 else { break }
      room -= level.count
      levels.append(level)
    }
    self.levels = levels
    exhaustiveCount = count - room
  }

  private static func level(
    _ length: Int,
    _ beginnings: [ScheduleStep],
    _ steps: [ScheduleStep],
    submitsMax: Int
  ) -> Level {
    let submits = steps.count(where: \.isSubmit)
    // No submit fits in where none is left; each row is one step longer.
    var counts = [Array(repeating: 1, count: submitsMax)]
    for _ in 1..<max(1, length) {
      let shorter = counts[counts.count - 1]
      counts.append(
        (0..<submitsMax).map { left in
          shorter[left] * (steps.count - submits) + (left > 0 ? shorter[left - 1] * submits : 0)
        }
      )
    }
    return Level(
      length: length,
      beginnings: beginnings,
      steps: steps,
      counts: counts,
      count: beginnings.count * counts[counts.count - 1][submitsMax - 1]
    )
  }

  /// Returns the schedule with a number, from 0 to `count` - 1.
  package func schedule(_ number: Int) -> Schedule {
    precondition((0..<count).contains(number), "a number outside of the space")
    var rest = number
    for level in levels {
      if rest < level.count { return Self.schedule(rest, in: level) }
      rest -= level.count
    }
    var drawing = ScheduleDrawing(
      alphabet,
      seed: Self.seed(seed, number),
      depth: depth,
      submitsMax: submitsMax
    )
    return drawing.draw()
  }

  private static func schedule(_ number: Int, in level: Level) -> Schedule {
    var submitsLeft = level.counts[0].count - 1
    let ofBeginning = level.counts[level.length - 1][submitsLeft]
    var steps = [level.beginnings[number / ofBeginning]]
    var rest = number % ofBeginning
    for left in stride(from: level.length - 2, through: 0, by: -1) {
      for step in level.steps {
        if step.isSubmit, submitsLeft == 0 { continue }
        let following = level.counts[left][submitsLeft - (step.isSubmit ? 1 : 0)]
        if rest < following {
          steps.append(step)
          if step.isSubmit { submitsLeft -= 1 }
          break
        }
        rest -= following
      }
    }
    return Schedule(steps)
  }

  /// What everything about one schedule is drawn from.
  package static func seed(_ seed: Seed, _ number: Int) -> Seed {
    var generator = SeededGenerator(Seed(seed.value &+ UInt64(bitPattern: Int64(number)) &* 0x9e37))
    _ = generator.next()
    return Seed(generator.next())
  }
}
