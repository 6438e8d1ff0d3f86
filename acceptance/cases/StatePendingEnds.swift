// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.pending-ends`: no record saves or waits for ever, whatever else happens meanwhile.
package enum StatePendingEnds {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some Subject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    var scene = StateScene(seed)
    var values = scene.values()
    for _ in 0..<2 {
      try probe.load(session: scene.newSession(), records: values)
      var confirmed = values
      // One write is in flight all the time, and ends with the session.
      let bystander = scene.pick(1)[0]
      try probe.tap(bystander, values[bystander] != true)
      for outcome in scene.shuffled([Ending.saved, .rejected, .lost]) {
        for record in scene.shuffled(scene.records) where record != bystander {
          try endWhileHidden(record, outcome, &confirmed, &probe, &scene)
        }
      }
      values = confirmed.mapValues { !$0 }
    }
  }

  private enum Ending {
    case saved
    case rejected
    case lost
  }

  /// A write ends while its record is filtered away; afterwards the control can be used again.
  private static func endWhileHidden(
    _ record: String,
    _ ending: Ending,
    _ confirmed: inout [String: Bool],
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let wish = confirmed[record] != true
    let ticket = try probe.tap(record, wish)
    try probe.arrange(scene.shuffled(scene.records).filter { $0 != record })
    switch ending {
    case .saved:
      try probe.respond(ticket, .saved(wish))
      confirmed[record] = wish
    case .rejected: try probe.respond(ticket, .rejected)
    case .lost:
      try probe.respond(ticket, .unknown)
      // However often it fails, a re-read is asked for each time, and the last one ends the waiting.
      for _ in 0..<scene.number(in: 1...3) { try probe.sync(record, .failed) }
      try probe.sync(record, .read(wish))
      confirmed[record] = wish
    }
    try probe.arrange(scene.shuffled(scene.records))
    let next = confirmed[record] != true
    try probe.respond(probe.tap(record, next), .saved(next))
    confirmed[record] = next
  }
}
