// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.older-read`: a read that began before a write does not replace what the write has brought.
package enum StateOlderRead {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some CapableSubject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    try probe.need(.listRead)
    var scene = StateScene(seed)
    var reads = 0
    for wish in scene.shuffled([true, false]) {
      try writeDuringRead(wish, &reads, &probe, &scene)
      try switchDuringRead(wish, &reads, &probe, &scene)
    }
  }

  private static func name(_ reads: inout Int) -> String {
    reads += 1
    return "read-\(reads)"
  }

  /// A read begins, a write is begun and ends, and then the read brings what was before.
  private static func writeDuringRead(
    _ wish: Bool,
    _ reads: inout Int,
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let picked = scene.pick(3)
    let (saved, saving, locked) = (picked[0], picked[1], picked[2])
    var values = scene.values()
    for record in picked { values[record] = !wish }
    try probe.load(session: scene.newSession(), records: values)
    let (before, during) = (name(&reads), name(&reads))
    try probe.startListRead(before)
    let first = try probe.tap(saved, wish)
    let second = try probe.tap(saving, wish)
    let lost = try probe.tap(locked, wish)
    try probe.startListRead(during)
    try probe.respond(first, .saved(wish))
    try probe.respond(lost, .unknown)
    // Both are older than the answer; neither is the re-read that the locked record waits for.
    for read in scene.shuffled([before, during]) { try probe.endListRead(read, values) }
    try probe.respond(second, .saved(wish))
    try probe.sync(locked, .read(wish))

    // One that begins when all has settled brings what the server has.
    let after = name(&reads)
    try probe.startListRead(after)
    try probe.endListRead(after, values.mapValues { _ in !wish })
    try probe.respond(probe.tap(saved, wish), .saved(wish))
  }

  /// The read of an old session ends in the new one.
  private static func switchDuringRead(
    _ wish: Bool,
    _ reads: inout Int,
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let values = scene.values()
    let old = name(&reads)
    try probe.startListRead(old)
    try probe.load(session: scene.newSession(), records: values.mapValues { _ in wish })
    try probe.endListRead(old, values.mapValues { _ in !wish })
  }
}
