// SPDX-License-Identifier: Apache-2.0

/// What became of the pending tasks when the queue went through them once.
public struct DrainReport: Hashable, Sendable {
  /// How many the server confirmed.
  public internal(set) var completed = 0
  /// How many the server refused for good.
  public internal(set) var stopped = 0
  /// How many are kept because their outcome is unknown.
  public internal(set) var unknown = 0
  /// How many another sender has at the moment.
  public internal(set) var claimedElsewhere = 0
  /// How many wait for their time.
  public internal(set) var waiting = 0
  /// How many belong to an account that is not signed in.
  public internal(set) var ofOtherAccounts = 0
  /// How many wait for an earlier write on their record.
  public internal(set) var behindOthers = 0

  mutating func count(_ outcome: AttemptOutcome) {
    switch outcome {
    case .completed: completed += 1
    case .stopped: stopped += 1
    case .unknown: unknown += 1
    }
  }
}
