// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.delete`: no answer brings a deleted record back, nor touches one that is added under its name.
package enum StateDelete {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some CapableSubject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    try probe.need(.delete)
    var scene = StateScene(seed)
    for wish in scene.shuffled([true, false]) {
      try deleteWhileSaving(wish, &probe, &scene)
      try deleteWhileLocked(wish, &probe, &scene)
    }
  }

  /// The answer of a write comes after its record was deleted, and again after it was added anew.
  private static func deleteWhileSaving(
    _ wish: Bool,
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let (gone, other) = (pair[0], pair[1])
    var values = scene.values()
    values[gone] = !wish
    try probe.load(session: scene.newSession(), records: values)
    try probe.arrange(scene.shuffled(scene.records))
    let write = try probe.tap(gone, wish)
    let bystander = try probe.tap(other, values[other] != true)
    try probe.delete(gone)
    try answerLate(write, &probe, &scene)
    try probe.arrange(scene.shuffled(scene.records.filter { $0 != gone }))

    try probe.insert(gone, wish)
    try answerLate(write, &probe, &scene)
    // What is written now is a write of its own.
    let next = try probe.tap(gone, !wish)
    try answerLate(write, &probe, &scene)
    try probe.respond(next, .saved(!wish))
    try probe.respond(bystander, .saved(values[other] != true))
  }

  /// A record is deleted while it waits for a re-read.
  private static func deleteWhileLocked(
    _ wish: Bool,
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let gone = scene.pick(1)[0]
    var values = scene.values()
    values[gone] = !wish
    try probe.load(session: scene.newSession(), records: values)
    try probe.respond(probe.tap(gone, wish), .unknown)
    try probe.delete(gone)
    for late in scene.shuffled([ReadOutcome.read(wish), .read(!wish), .failed]) {
      try probe.sync(gone, late)
    }
    try probe.insert(gone, wish)
    for late in scene.shuffled([ReadOutcome.read(!wish), .failed]) { try probe.sync(gone, late) }
    try probe.respond(probe.tap(gone, !wish), .saved(!wish))
  }

  private static func answerLate(
    _ ticket: String,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    for late in scene.shuffled([WriteOutcome.saved(true), .saved(false), .rejected, .unknown]) {
      try probe.respond(ticket, late)
    }
  }
}
