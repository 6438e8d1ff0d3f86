// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.rejection`: a rejected change goes back, and the control can be used again.
package enum StateRejection {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some Subject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    var scene = StateScene(seed)
    for wish in scene.shuffled([true, false]) {
      try rejectAmongMovingRows(wish, &probe, &scene)
      try rejectAfterAnotherConfirmedValue(wish, &probe, &scene)
      try rejectWhileNotShown(wish, &probe, &scene)
    }
  }

  /// Two writes are in flight while their rows change places; one is rejected, and tried again.
  private static func rejectAmongMovingRows(
    _ wish: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let (tapped, other) = (pair[0], pair[1])
    var values = scene.values()
    values[tapped] = !wish
    values[other] = scene.value()
    let otherWish = values[other] != true

    try probe.load(session: scene.newSession(), records: values)
    try probe.arrange(scene.records)
    let first = try probe.tap(tapped, wish)
    let bystander = try probe.tap(other, otherWish)
    try probe.arrange(scene.swapping(tapped, other))

    // Saving: further taps send nothing, whatever they wish.
    for again in scene.shuffled([true, false]) { try probe.tap(tapped, again) }

    try probe.respond(first, .rejected)
    for repeated in scene.shuffled([WriteOutcome.rejected, .saved(wish), .unknown]) {
      try probe.respond(first, repeated)
    }

    // The control is usable, and the answer of the first write does not settle the second.
    let second = try probe.tap(tapped, wish)
    for repeated in scene.shuffled([WriteOutcome.rejected, .saved(!wish), .unknown]) {
      try probe.respond(first, repeated)
    }
    try probe.arrange(scene.shuffled(scene.records))

    // The server has a rule of its own and answers with another value than the wish.
    try probe.respond(second, .saved(!wish))
    for repeated in scene.shuffled([WriteOutcome.rejected, .saved(wish), .unknown]) {
      try probe.respond(second, repeated)
    }

    try probe.respond(bystander, .saved(otherWish))
    try probe.respond(bystander, .rejected)
  }

  /// A rejection goes back to what was confirmed last, not to what the session began with.
  private static func rejectAfterAnotherConfirmedValue(
    _ wish: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let tapped = scene.pick(1)[0]
    var values = scene.values()
    values[tapped] = !wish

    try probe.load(session: scene.newSession(), records: values)
    try probe.respond(probe.tap(tapped, wish), .saved(wish))
    for _ in 0..<scene.number(in: 1...3) {
      let refused = try probe.tap(tapped, !wish)
      try probe.respond(refused, .rejected)
      try probe.respond(refused, .saved(!wish))
    }
    try probe.respond(probe.tap(tapped, !wish), .saved(!wish))
  }

  /// The record is filtered away while it is saving, and is rejected behind the scenes.
  private static func rejectWhileNotShown(
    _ wish: Bool,
    _ probe: inout StateProbe<some Subject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let tapped = scene.pick(1)[0]
    var values = scene.values()
    values[tapped] = !wish

    try probe.load(session: scene.newSession(), records: values)
    try probe.arrange(scene.records)
    let write = try probe.tap(tapped, wish)
    try probe.arrange(scene.records.filter { $0 != tapped })
    try probe.respond(write, .rejected)
    try probe.arrange(scene.shuffled(scene.records))
    try probe.respond(write, .rejected)
    try probe.respond(probe.tap(tapped, wish), .saved(wish))
  }
}
