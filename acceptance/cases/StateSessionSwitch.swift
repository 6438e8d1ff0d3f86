// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.session-switch`: an answer of an old session never touches the new one.
package enum StateSessionSwitch {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some Subject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    var scene = StateScene(seed)
    for wish in scene.shuffled([true, false]) {
      try switchThereAndBack(wish, &probe, &scene)
      try switchToFewerRecords(wish, &probe, &scene)
    }
  }

  /// What A has left unfinished when the session changes.
  private struct Unfinished {
    let session: String
    /// In flight, on a record that B taps too.
    let shared: String
    /// In flight, on a record that B does not tap.
    let untouched: String
    /// Lost, on a record whose re-read is still awaited.
    let lost: String
  }

  /// A, then B, then A again, with answers of every older session arriving at every stage.
  private static func switchThereAndBack(
    _ wish: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let records = scene.pick(3)
    let (shared, untouched, locked) = (records[0], records[1], records[2])
    var valuesOfA = scene.values()
    valuesOfA[shared] = !wish

    try probe.load(session: scene.newSession(), records: valuesOfA)
    try probe.arrange(scene.shuffled(scene.records))
    let ofA = Unfinished(
      session: probe.session,
      shared: try probe.tap(shared, wish),
      untouched: try probe.tap(untouched, valuesOfA[untouched] != true),
      lost: try probe.tap(locked, valuesOfA[locked] != true)
    )
    try probe.respond(ofA.lost, .unknown)

    // B has other values in every record but the shared one, where a mix-up would be easiest to miss.
    var valuesOfB = valuesOfA.mapValues { !$0 }
    valuesOfB[shared] = scene.value()
    try probe.load(session: scene.newSession(), records: valuesOfB)
    try answerLate(ofA, waiting: locked, &probe, &scene)

    let wishOfB = valuesOfB[shared] != true
    let sharedOfB = try probe.tap(shared, wishOfB)
    let lostOfB = try probe.tap(locked, valuesOfB[locked] != true)
    try answerLate(ofA, waiting: locked, &probe, &scene)
    try probe.respond(lostOfB, .unknown)
    try answerLate(ofA, waiting: locked, &probe, &scene)

    // B's own write and re-read settle as if A had never been there; the server has a rule of its own.
    try probe.respond(sharedOfB, .saved(!wishOfB))
    try probe.sync(locked, .read(valuesOfB[locked] != true))
    let ofB = Unfinished(
      session: probe.session,
      shared: try probe.tap(shared, wish),
      untouched: try probe.tap(untouched, scene.value()),
      lost: try probe.tap(locked, scene.value())
    )
    try probe.respond(ofB.lost, .unknown)

    // A comes back to the values it left: a session of its own all the same.
    try probe.load(session: scene.newSession(), records: valuesOfA)
    for older in scene.shuffled([ofA, ofB]) {
      try answerLate(older, waiting: locked, &probe, &scene)
    }
    let sharedAgain = try probe.tap(shared, wish)
    for older in scene.shuffled([ofA, ofB]) {
      try answerLate(older, waiting: locked, &probe, &scene)
    }
    try probe.respond(sharedAgain, .rejected)
    try probe.respond(probe.tap(shared, wish), .saved(wish))
  }

  /// The new session does not have the record: no late answer brings it back.
  private static func switchToFewerRecords(
    _ wish: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let records = scene.pick(3)
    let (gone, locked, kept) = (records[0], records[1], records[2])
    var values = scene.values()
    try probe.load(session: scene.newSession(), records: values)
    let ofA = Unfinished(
      session: probe.session,
      shared: try probe.tap(gone, wish),
      untouched: try probe.tap(kept, wish),
      lost: try probe.tap(locked, wish)
    )
    try probe.respond(ofA.lost, .unknown)

    values[gone] = nil
    values[locked] = nil
    try probe.load(session: scene.newSession(), records: values)
    try answerLate(ofA, waiting: locked, &probe, &scene)
    try probe.respond(probe.tap(kept, !wish), .saved(!wish))
    try answerLate(ofA, waiting: locked, &probe, &scene)
  }

  /// Everything that an old session waited for arrives, in any order.
  private static func answerLate(
    _ old: Unfinished,
    waiting locked: String,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    for ticket in scene.shuffled([old.shared, old.untouched, old.lost]) {
      for late in scene.shuffled([WriteOutcome.saved(true), .saved(false), .rejected, .unknown]) {
        try probe.respond(ticket, late)
      }
    }
    for late in scene.shuffled([ReadOutcome.read(true), .read(false), .failed]) {
      try probe.sync(locked, late, session: old.session)
    }
  }
}
