// SPDX-License-Identifier: Apache-2.0

/// The shape of a store, as the steps that lead to it.
///
/// A store keeps in `user_version` how many steps it has taken, and in `application_id` whose it
/// is, so that neither a store of a later program nor somebody else's database is ever written to.
package struct Schema: Hashable, Sendable {
  /// Says whose file it is; not zero, which is every other database's.
  package let applicationID: Int32
  /// What each version adds to the one before it; a step that was released never changes again.
  package let steps: [String]

  package init(applicationID: Int32, steps: [String]) {
    precondition(applicationID != 0, "an application ID of zero is nobody's")
    self.applicationID = applicationID
    self.steps = steps
  }

  package var version: Int64 { Int64(steps.count) }
}
