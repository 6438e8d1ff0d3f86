// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import Contracts
package import FaultInjection

/// Several tasks at once.
extension QueueScenario {
  /// Lets the user submit a content of its own for each script, which then meets that task's deliveries.
  package func submit(
    oneTaskForEach scripts: [FaultScript],
    sourceLine: Int = #line
  ) throws(CaseStop) -> [UserAction] {
    var new: [UserAction] = []
    for (content, script) in scripts.enumerated() {
      let action = try submit(content: content)
      let isNew = !new.contains { $0.key == action.key }
      check(isNew, .newActionReusedKey, of: action, sourceLine: sourceLine)
      server.setScript(script, forKey: action.key)
      new.append(action)
    }
    let listings = try listings()
    for action in new {
      check(listings[action.task] != nil, .taskNotListed, of: action, sourceLine: sourceLine)
    }
    return new
  }

  /// Scripts faults for the deliveries of one action, whatever the others meet.
  package func setFaults(_ script: FaultScript, of action: UserAction) {
    server.setScript(script, forKey: action.key)
  }

  /// Scripts a fault for the next delivery of an action, and none for those behind it.
  package func nextDelivery(of action: UserAction, meets fault: Fault) {
    let arrived = deliveries.count { $0.key == action.key }
    server.setScript(
      FaultScript(perAttempt: Array(repeating: nil, count: arrived) + [fault]),
      forKey: action.key
    )
  }

  /// Looks every task up in the client's own list, by its ID; the log tells what has changed.
  package func listings() throws(CaseStop) -> [String: TaskListing] {
    var listings: [String: TaskListing] = [:]
    for listing in try client.tasks() { listings[listing.task] = listing }
    for action in actions {
      let state = listings[action.task]?.state
      if let state, lastStates[action.task] != state { note(state.occurrence, of: action) }
      lastStates[action.task] = state
    }
    return listings
  }

  /// Resumes until every action is settled, and asserts after each time what must hold in between.
  ///
  /// - Parameters:
  ///   - tasks: the actions.
  ///   - relaunchedAfter: how many deliveries had arrived when the client was killed.
  ///   - afterResume: asserts what says more than the identity of the deliveries.
  ///   - isSettled: whether nothing more is to come of a task, or nothing for `isSettled(_:_:)`.
  ///   - sourceLine: the line of the check in the case's file.
  ///   - checkTask: asserts what must hold of a task and its listing.
  /// - Throws: why the case cannot be judged; `vacuous` where nothing was ever sent.
  package func resumeUntilSettled(
    _ tasks: [UserAction],
    relaunchedAfter: Int? = nil,
    afterResume: () -> Void = {},
    isSettled: ((UserAction, TaskListing?) -> Bool)? = nil,
    sourceLine: Int = #line,
    checkTask: (UserAction, TaskListing?) -> Void
  ) throws(CaseStop) {
    var unsettled = tasks
    // A client may give up a round at the first failure, so that each task can cost one.
    for _ in 1...(Self.resumesMax + tasks.count) where !unsettled.isEmpty {
      try resume()
      afterResume()
      checkIdentities(relaunchedAfter: relaunchedAfter, sourceLine: sourceLine)
      checkRecords(sourceLine: sourceLine)
      let listings = try listings()
      for task in tasks { checkTask(task, listings[task.task]) }
      unsettled = unsettled.filter { task in
        let listing = listings[task.task]
        return !(isSettled?(task, listing) ?? self.isSettled(task, listing))
      }
    }
    // A fault that no delivery has met proves nothing.
    if deliveries.isEmpty { throw .unjudged(.vacuous) }
    check(
      unsettled.isEmpty,
      .notSettledOnceReachable,
      of: unsettled.first,
      sourceLine: sourceLine
    )
  }
}

extension Profile.Success {
  /// Whether a body belongs to the success, so that an answer without one is none.
  package var hasBody: Bool { status != 204 && !body.isEmpty }
}

extension FaultScript {
  /// A script whose fault meets the first delivery alone.
  package static func once(_ fault: Fault) -> FaultScript { FaultScript(perAttempt: [fault]) }

  /// A script whose fault meets every delivery.
  package static func always(_ fault: Fault) -> FaultScript {
    FaultScript(perAttempt: [], thereafter: fault)
  }
}
