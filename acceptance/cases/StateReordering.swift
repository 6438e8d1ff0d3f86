// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.reordering`: each answer settles its own record, in whatever order answers and rows come.
package enum StateReordering {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some Subject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    var scene = StateScene(seed)
    for _ in 0..<3 { try settleInAnyOrder(&probe, &scene) }
  }

  /// Every record is saving at once, and the rows change between all that happens.
  private static func settleInAnyOrder(
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let values = scene.values()
    try probe.load(session: scene.newSession(), records: values)
    try probe.arrange(scene.shuffled(scene.records))
    var writes: [(ticket: String, wish: Bool)] = []
    for record in scene.shuffled(scene.records) {
      let wish = values[record] != true
      writes.append((try probe.tap(record, wish), wish))
      try probe.arrange(scene.shuffled(scene.records))
    }

    // The first is saved, the second saved with another value, the third refused; then as it is drawn.
    var count = 0
    for (ticket, wish) in scene.shuffled(writes) {
      let drawn = scene.pick([WriteOutcome.saved(wish), .saved(!wish), .rejected])
      let outcome: WriteOutcome =
        switch count {
        case 0: .saved(wish)
        case 1: .saved(!wish)
        case 2: .rejected
        default: drawn
        }
      count += 1
      try probe.arrange(scene.pick([scene.records, Array(scene.records.reversed()), []]))
      try probe.respond(ticket, outcome)
    }

    for (ticket, wish) in scene.shuffled(writes) {
      for again in scene.shuffled([WriteOutcome.saved(wish), .saved(!wish), .rejected]) {
        try probe.respond(ticket, again)
      }
    }
  }
}
