// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import OptimisticState
import Testing

/// What the records must be, found from the list of events alone: nothing is kept but what happened.
///
/// It is written another way than the product on purpose: each answer looks back through the history.
private struct History {
  enum Event {
    case start([Int: Bool])
    case began(Int, wish: Bool, write: Int)
    case ended(write: Int, WriteOutcome<Bool>)
    case asked(Int, read: Int)
    case readEnded(read: Int, ReadOutcome<Bool>)
    case deleted(Int)
  }

  var events: [Event] = []

  /// What has happened to a record in this session, oldest first; nothing where it does not exist.
  private func story(of record: Int) -> (initial: Bool, events: [Event])? {
    guard let start = events.lastIndex(where: { if case .start = $0 { true } else { false } }),
      case .start(let values) = events[start], let initial = values[record]
    else { return nil }
    let since = events[(start + 1)...]
    if since.contains(where: { if case .deleted(record) = $0 { true } else { false } }) {
      return nil
    }
    return (initial, Array(since))
  }

  func confirmed(_ record: Int) -> Bool? {
    guard let story = story(of: record) else { return nil }
    var value = story.initial
    for event in story.events {
      switch event {
      case .ended(let write, .saved(let new)) where began(write, in: story.events) == record:
        value = new
      case .readEnded(let read, .read(let new)) where asked(read, in: story.events) == record:
        value = new
      default: break
      }
    }
    return value
  }

  /// The write in flight and its wish.
  func pending(_ record: Int) -> (write: Int, wish: Bool)? {
    guard let story = story(of: record) else { return nil }
    for event in story.events.reversed() {
      guard case .began(record, let wish, let write) = event else { continue }
      let over = story.events.contains {
        if case .ended(write, _) = $0 { true } else { false }
      }
      return over ? nil : (write, wish)
    }
    return nil
  }

  /// The re-read that is waited for.
  func pendingRead(_ record: Int) -> Int? {
    guard let story = story(of: record) else { return nil }
    for event in story.events.reversed() {
      guard case .asked(record, let read) = event else { continue }
      let over = story.events.contains {
        if case .readEnded(read, _) = $0 { true } else { false }
      }
      return over ? nil : read
    }
    return nil
  }

  private func began(_ write: Int, in events: [Event]) -> Int? {
    events.lazy.compactMap {
      if case .began(let record, _, write) = $0 { record } else { nil }
    }.first
  }

  private func asked(_ read: Int, in events: [Event]) -> Int? {
    events.lazy.compactMap { if case .asked(let record, read) = $0 { record } else { nil } }.first
  }
}

struct RandomWalkTests {
  private static let steps = 120
  private static let records = 0..<4

  @Test(arguments: UInt64(0)..<100)
  func `a list does what its history says, whatever the order of events`(seed: UInt64) {
    var random = SeededGenerator(Seed(seed))
    var list = RecordList<Int, Bool>()
    var history = History()
    var writes: [WriteRequest<Int>] = []
    var reads: [ReadRequest<Int>] = []

    for step in 0..<Self.steps {
      let record = Self.records.randomElement(using: &random)!
      switch Int.random(in: step == 0 ? 0...0 : 0...15, using: &random) {
      case 0:
        let values = Dictionary(
          uniqueKeysWithValues: Self.records.map { ($0, Bool.random(using: &random)) }
        )
        list.startSession(values, rows: Self.records.shuffled(using: &random))
        history.events.append(.start(values))
      case 1:
        list.arrange(Self.records.filter { _ in Bool.random(using: &random) })
      case 2 where step % 5 == 0:
        list.delete(record)
        history.events.append(.deleted(record))
      case 3...7:
        let wish = Bool.random(using: &random)
        let free =
          history.confirmed(record) != nil && history.pending(record) == nil
          && history.pendingRead(record) == nil
        let write = list.begin(record, wish)
        #expect((write != nil) == free, "seed \(seed), step \(step)")
        if let write {
          #expect(!writes.contains { $0.ticket == write.ticket }, "seed \(seed), step \(step)")
          history.events.append(.began(record, wish: wish, write: writes.count))
          writes.append(write)
        }
      case 8...12:
        guard let number = Self.pick(writes.indices, &random) else { continue }
        let outcome = [.saved(false), .saved(true), .rejected, WriteOutcome<Bool>.unknown]
          .randomElement(using: &random)!
        let write = writes[number]
        let applies = history.pending(write.record)?.write == number
        let read = list.finish(write, with: outcome)
        #expect((read != nil) == (applies && outcome == .unknown), "seed \(seed), step \(step)")
        if applies { history.events.append(.ended(write: number, outcome)) }
        if let read {
          history.events.append(.asked(read.record, read: reads.count))
          reads.append(read)
        }
      default:
        guard let number = Self.pick(reads.indices, &random) else { continue }
        let outcome = [.read(false), .read(true), ReadOutcome<Bool>.failed]
          .randomElement(using: &random)!
        let read = reads[number]
        let applies = history.pendingRead(read.record) == number
        let next = list.finishRead(read, with: outcome)
        #expect((next != nil) == (applies && outcome == .failed), "seed \(seed), step \(step)")
        if applies { history.events.append(.readEnded(read: number, outcome)) }
        if let next {
          history.events.append(.asked(next.record, read: reads.count))
          reads.append(next)
        }
      }
      Self.compare(list, history, "seed \(seed), step \(step)")
    }
  }

  /// Draws a request: half of the time a recent one, which somebody may still wait for.
  private static func pick(_ requests: Range<Int>, _ random: inout SeededGenerator) -> Int? {
    let recent = Bool.random(using: &random)
    return (recent ? requests.suffix(4) : requests).randomElement(using: &random)
  }

  private static func compare(
    _ list: RecordList<Int, Bool>,
    _ history: History,
    _ place: Comment
  ) {
    for record in records {
      let confirmed = history.confirmed(record)
      let pending = history.pending(record)
      let state = list[record]
      #expect(state?.confirmed == confirmed, place)
      #expect(state?.visible == pending?.wish ?? confirmed, place)
      #expect((state?.pending != nil) == (pending != nil), place)
      #expect((state?.needsSync ?? false) == (history.pendingRead(record) != nil), place)
    }
  }
}
