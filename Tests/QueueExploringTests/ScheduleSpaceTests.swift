// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection
import Testing

@testable import QueueExploring

struct ScheduleSpaceTests {
  private static let alphabets = [
    ScheduleAlphabet.ofProcesses(.default, hasKillPoints: true),
    ScheduleAlphabet.ofProcesses(.ietf, hasKillPoints: false),
    ScheduleAlphabet.inProcess(.stripe, statementsMax: 20),
  ]

  private static func space(
    _ alphabet: ScheduleAlphabet,
    count: Int,
    seed: UInt64 = 7
  ) -> ScheduleSpace {
    ScheduleSpace(alphabet, seed: Seed(seed), count: count, depth: 8, submitsMax: 3)
  }

  @Test(arguments: alphabets)
  func `small schedules come first, all of them and each once`(alphabet: ScheduleAlphabet) {
    let space = Self.space(alphabet, count: 20_000)
    #expect(space.exhaustiveCount > 1000 && space.exhaustiveCount <= 15_000)
    let schedules = (0..<space.exhaustiveCount).map(space.schedule)
    // Longer ones over fewer steps are none of the shorter ones.
    #expect(Set(schedules).count == schedules.count)
    let lengths = schedules.map(\.steps.count)
    #expect(lengths == lengths.sorted())
    #expect(schedules.allSatisfy { alphabet.beginnings.contains($0.steps[0]) })
    #expect(schedules.allSatisfy { (1...3).contains($0.submits) })
    // Every step stands behind every beginning.
    let ofTwo = schedules.filter { $0.steps.count == 2 }
    #expect(ofTwo.count == alphabet.beginnings.count * alphabet.all.count)
    #expect(Set(ofTwo.map { $0.steps[1] }) == Set(alphabet.all))
  }

  @Test(arguments: [1, 3, 40, 137, 138, 1000])
  func `a search has as many schedules as were asked for`(count: Int) {
    let space = Self.space(Self.alphabets[0], count: count)
    #expect(space.count == count && space.exhaustiveCount <= count)
    for number in 0..<count { #expect(!space.schedule(number).steps.isEmpty) }
  }

  @Test func `where not all small ones fit, those come that stand behind the first beginning`()
    throws
  {
    let alphabet = Self.alphabets[0]
    let space = Self.space(alphabet, count: 60)
    #expect(space.exhaustiveCount == 53)
    let ofTwo = (3..<53).map(space.schedule)
    #expect(ofTwo.map { $0.steps[1] } == Array((alphabet.all + alphabet.all).prefix(50)))
    #expect(ofTwo.prefix(alphabet.all.count).allSatisfy { $0.steps[0] == alphabet.beginnings[0] })
  }

  @Test func `no schedule has more actions than there may be`() {
    let alphabet = Self.alphabets[0]
    for submitsMax in 1...3 {
      let space = ScheduleSpace(
        alphabet,
        seed: Seed(1),
        count: 6000,
        depth: 6,
        submitsMax: submitsMax
      )
      let schedules = (0..<space.count).map(space.schedule)
      #expect(schedules.map(\.submits).max() == submitsMax)
      #expect(schedules.map(\.steps.count).max() == 6)
    }
  }

  @Test
  func `what stands under a number depends on the seed where it is drawn, and on nothing else`() {
    let first = Self.space(Self.alphabets[0], count: 500)
    let again = Self.space(Self.alphabets[0], count: 500)
    let other = Self.space(Self.alphabets[0], count: 500, seed: 8)
    let drawn = first.exhaustiveCount..<500
    // In any order.
    let forwards = (0..<500).map(first.schedule)
    let backwards = (0..<500).reversed().map(again.schedule)
    #expect(forwards == backwards.reversed())
    #expect((0..<first.exhaustiveCount).allSatisfy { other.schedule($0) == forwards[$0] })
    #expect(drawn.count { other.schedule($0) != forwards[$0] } > drawn.count / 2)
  }

  @Test(arguments: [1, 2, 3, 7, 100], [1, 2, 99, 100, 101])
  func `the parts of a search together are the search, and nothing is in two`(
    parts: Int,
    whole: Int
  ) {
    var numbers: [Int] = []
    for part in 1...parts {
      let count = ScheduleSearch.count(whole, part: part, of: parts)
      numbers += (0..<count).map { ScheduleSearch.number($0, part: part, of: parts) }
    }
    #expect(numbers.sorted() == Array(0..<whole))
  }

  @Test(arguments: Profile.builtIn)
  func `no schedule meets a fault that need not end`(profile: Profile) {
    for alphabet in [
      ScheduleAlphabet.ofProcesses(profile, hasKillPoints: true),
      .inProcess(profile, statementsMax: 2),
    ] {
      let steps = alphabet.all + alphabet.core
      #expect(steps.flatMap(\.network.faults).allSatisfy { $0.isSurvivable(on: profile) })
      let space = Self.space(alphabet, count: 2000)
      for number in space.exhaustiveCount..<2000 {
        let faults = space.schedule(number).steps.flatMap(\.network.faults)
        #expect(faults.allSatisfy { $0.isSurvivable(on: profile) })
      }
    }
    // A failure that is kept under the key never ends.
    #expect(Fault.statusBeforeCommit(500).isSurvivable(on: profile) == !profile.storesFailures)
  }

  @Test func `a client that cannot end itself is not asked to`() {
    let alphabet = ScheduleAlphabet.ofProcesses(.default, hasKillPoints: false)
    let points = (alphabet.all + alphabet.core).compactMap(\.crash?.point) + alphabet.points
    #expect(!points.contains(.claimStored) && !points.contains(.beforeMarked))
    #expect(Set(points) == [.requestSent, .serverCommitted, .answerHead, .answerRead])
  }
}
