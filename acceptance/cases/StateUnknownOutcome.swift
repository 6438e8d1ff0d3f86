// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.unknown-outcome`: an unknown outcome forbids writes until the server has been re-read.
package enum StateUnknownOutcome {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some Subject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    var scene = StateScene(seed)
    // The write may have been committed or not: the re-read finds the wish, or what was there before.
    for wish in scene.shuffled([true, false]) {
      for onServer in scene.shuffled([true, false]) {
        try loseAnswer(wish, onServer: onServer, &probe, &scene)
      }
    }
    try loseTwoAnswers(&probe, &scene)
  }

  /// A write's answer is lost; the record is locked until a re-read has succeeded.
  private static func loseAnswer(
    _ wish: Bool,
    onServer: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let (tapped, other) = (pair[0], pair[1])
    var values = scene.values()
    values[tapped] = !wish
    let otherWish = scene.value()

    try probe.load(session: scene.newSession(), records: values)
    let lost = try probe.tap(tapped, wish)
    let bystander = try probe.tap(other, otherWish)
    try probe.respond(lost, .unknown)

    // Locked: no tap begins a write or asks again, and no late answer counts.
    for again in scene.shuffled([true, false]) { try probe.tap(tapped, again) }
    try answerLate(lost, &probe, &scene)
    for _ in 0..<scene.number(in: 1...3) {
      try probe.sync(tapped, .failed)
      for again in scene.shuffled([true, false]) { try probe.tap(tapped, again) }
      try probe.arrange(scene.shuffled(scene.records))
    }
    try answerLate(lost, &probe, &scene)

    // Nobody waits for a re-read of a record that is saving.
    for unasked in scene.shuffled([ReadOutcome.read(!otherWish), .failed]) {
      try probe.sync(other, unasked)
    }

    try probe.sync(tapped, .read(onServer))
    for unasked in scene.shuffled([ReadOutcome.read(!onServer), .failed]) {
      try probe.sync(tapped, unasked)
    }
    try answerLate(lost, &probe, &scene)

    // Unlocked: a new write begins, and nothing that is older than it counts.
    let next = try probe.tap(tapped, !onServer)
    try answerLate(lost, &probe, &scene)
    try probe.sync(tapped, .read(onServer))
    try probe.respond(next, .saved(!onServer))
    try answerLate(lost, &probe, &scene)

    try probe.respond(bystander, .saved(otherWish))
  }

  /// Two records are locked at once; each is unlocked by its own re-read, and can be lost again.
  private static func loseTwoAnswers(
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let values = scene.values()
    try probe.load(session: scene.newSession(), records: values)
    for record in pair {
      try probe.respond(probe.tap(record, values[record] != true), .unknown)
    }
    for record in scene.shuffled(pair) {
      try probe.sync(record, .failed)
      try probe.sync(record, .read(scene.value()))
    }
    for record in scene.shuffled(pair) {
      try probe.respond(probe.tap(record, scene.value()), .unknown)
      let onServer = scene.value()
      try probe.sync(record, .read(onServer))
      try probe.respond(probe.tap(record, !onServer), .rejected)
    }
  }

  /// The answers of a lost write arrive after all, in any order.
  private static func answerLate(
    _ lost: String,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    for late in scene.shuffled([WriteOutcome.saved(true), .saved(false), .rejected, .unknown]) {
      try probe.respond(lost, late)
    }
  }
}
