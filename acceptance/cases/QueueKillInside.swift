// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts

/// An app that dies between its own steps finds its task again and repeats the same operation.
package enum QueueKillInside {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.killPoints)
    try queue.serverAppears()
    for point in KillPoint.allCases {
      try KillAndRelaunch.run(
        queue,
        submit: { content throws(CaseStop) in try submitInVain(queue, content) },
        kill: { _ throws(CaseStop) in try queue.resumeUntilDead(at: point) }
      )
    }
  }

  /// Lets the user submit a content, of which a first attempt fails.
  private static func submitInVain(
    _ queue: QueueScenario,
    _ content: Int
  ) throws(CaseStop) -> UserAction {
    let action = try queue.submit(content: content)
    queue.check(try queue.listing(of: action) != nil, .taskNotListed, of: action)
    try queue.resume()
    queue.checkIdentities()
    let listing = try queue.listing(of: action)
    queue.checkKept(action, listing, whenGone: .removedWithoutSuccess)
    return action
  }
}
