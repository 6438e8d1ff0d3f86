// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Contracts
import FaultInjection

/// What cannot be stored is not acknowledged, and takes nothing with it that was stored before.
package enum QueueStoreFault {
  /// How far a file can be written, in bytes: first not at all, then further and further.
  private static let sizes = [
    0, 1, 100, 300, 700, 1500, 3000, 4096, 6000, 12_000, 24_000, 50_000, 150_000, 1_000_000,
  ]

  /// The disk is full: a write fails, and the program goes on.
  package static func runOnFullDisk(_ queue: QueueScenario) throws(CaseStop) {
    try run(queue, .writeFails)
  }

  /// The program ends in the midst of a write, which leaves a part of it behind.
  package static func runWithTornWrites(_ queue: QueueScenario) throws(CaseStop) {
    try run(queue, .programEnds)
  }

  private static func run(
    _ queue: QueueScenario,
    _ effect: FileLimit.Effect
  ) throws(CaseStop) {
    let first = try queue.submit()
    queue.check(try queue.listing(of: first) != nil, .taskNotListed)

    // What is stored is kept, whatever becomes of a later submit.
    var hasBitten = false
    for (index, size) in sizes.enumerated() {
      let limit = FileLimit(bytesMax: size, effect)
      let new = try queue.submit(content: index + 1, under: limit)
      try checkListed(queue, new)
      hasBitten = hasBitten || new == nil
      if hasBitten, new != nil { break }
    }
    // A client that keeps its tasks somewhere else than in files has met no fault.
    guard hasBitten else { throw .unjudged(.vacuous) }

    // The same over a delivery whose answer is lost.
    try queue.serverAppears(.always(.statusAfterCommit(503)))
    try queue.resume(under: FileLimit(bytesMax: 0, effect))
    queue.checkIdentities()
    try checkListed(queue, nil)

    // The disk has room again, and everything that was acknowledged is done once, though each task's first
    // answer is lost.
    queue.setFaults(.once(.statusAfterCommit(503)))
    let last = try queue.submit(content: sizes.count + 1)
    queue.check(try queue.listing(of: last) != nil, .taskNotListed, of: last)
    try queue.resumeUntilSettled(queue.actions) { action, listing in
      queue.checkKept(action, listing, whenGone: .lostByStoreFault)
    }
  }

  /// Asserts that every action is listed that was acknowledged, the newest of them too.
  private static func checkListed(
    _ queue: QueueScenario,
    _ new: UserAction?
  ) throws(CaseStop) {
    let listings = try queue.listings()
    for action in queue.actions where !queue.hasSucceeded(action) {
      let lost: Finding = action == new ? .acknowledgedUnstored : .lostByStoreFault
      queue.checkKept(action, listings[action.task], whenGone: lost)
    }
  }
}
