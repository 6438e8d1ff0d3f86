// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts

/// `state.cancel`: a write that is taken back may have been committed, and is no rejection.
package enum StateCancel {
  /// Runs the case on a subject that was just started.
  package static func run(
    subject: some CapableSubject<CaseStop>,
    log: CaseLog,
    seed: Seed
  ) throws(CaseStop) {
    var probe = StateProbe(subject, log: log)
    try probe.need(.cancelWrite)
    var scene = StateScene(seed)
    // The server may have committed the write or not.
    for onServer in scene.shuffled([true, false]) {
      for wish in scene.shuffled([true, false]) {
        try cancelWhileSaving(wish, onServer: onServer, &probe, &scene)
      }
    }
    try cancelTooLate(&probe, &scene)
  }

  private static func cancelWhileSaving(
    _ wish: Bool,
    onServer: Bool,
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let (other, tapped) = (pair[0], pair[1])
    var values = scene.values()
    values[tapped] = !wish
    try probe.load(session: scene.newSession(), records: values)
    let bystander = try probe.tap(other, values[other] != true)
    let write = try probe.tap(tapped, wish)
    try probe.cancel(write)
    for again in scene.shuffled([true, false]) { try probe.tap(tapped, again) }
    for late in scene.shuffled([WriteOutcome.saved(wish), .rejected]) {
      try probe.respond(write, late)
    }
    try probe.cancel(write)
    try probe.sync(tapped, .read(onServer))
    try probe.respond(probe.tap(tapped, !onServer), .saved(!onServer))
    try probe.respond(bystander, .saved(values[other] != true))
  }

  /// The answer was there before the cancel, or the session is over.
  private static func cancelTooLate(
    _ probe: inout StateProbe<some CapableSubject<CaseStop>>,
    _ scene: inout StateScene
  ) throws(CaseStop) {
    let pair = scene.pick(2)
    let values = scene.values()
    try probe.load(session: scene.newSession(), records: values)
    let settled = try probe.tap(pair[0], values[pair[0]] != true)
    let old = try probe.tap(pair[1], values[pair[1]] != true)
    try probe.respond(settled, .saved(values[pair[0]] != true))
    try probe.cancel(settled)
    try probe.load(session: scene.newSession(), records: values)
    try probe.cancel(old)
    let next = try probe.tap(pair[1], values[pair[1]] != true)
    try probe.cancel(old)
    try probe.respond(next, .saved(values[pair[1]] != true))
  }
}
