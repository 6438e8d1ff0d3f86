// SPDX-License-Identifier: Apache-2.0

import Foundation
import OptimisticState
import Testing

struct FavoriteStateTests {
  /// The assertions are those of the published article, unchanged but for their indentation.
  @Test func `the published assertions hold`() {
    var state = FavoriteState(false)

    let first = state.begin(true)!
    precondition(state.visible && !state.confirmed)
    precondition(state.begin(false) == nil)
    state.finish(first, saved: nil)
    precondition(!state.visible && state.pending == nil)

    let second = state.begin(true)!
    state.finish(second, saved: true)
    precondition(state.visible && state.confirmed)
    state.finish(second, saved: false)
    precondition(state.visible)

    let oldSession = state.begin(false)!
    state.replaceSession(with: false)
    let current = state.begin(true)!
    state.finish(oldSession, saved: false)
    precondition(state.pending == current && state.visible)
    state.finish(current, saved: false)
    precondition(!state.visible && !state.confirmed)
  }

  @Test func `a ticket is a UUID`() {
    var state = FavoriteState(false)
    let ticket: UUID? = state.begin(true)
    #expect(ticket == state.pending)
  }

  @Test func `a record can hold any value`() {
    var state = RecordState("draft")
    let ticket = state.begin("title")!
    #expect(state.visible == "title")
    state.finish(ticket, saved: "Title")
    #expect(state.visible == "Title")
  }
}
