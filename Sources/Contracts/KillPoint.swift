// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A moment of an attempt that nobody but the client can see.
public enum KillPoint: String, Hashable, Sendable, CaseIterable {
  /// The attempt is counted and its claim is in the store, and nothing has been sent.
  case claimStored = "claim-stored"
  /// The answer has been read, or there is none, and the store does not say so yet.
  case beforeMarked = "before-marked"
}

extension ClientEnvironment {
  /// Ends the process as a crash does, by SIGKILL, where it was asked to die at this moment.
  ///
  /// A client with the capability `kill-points` calls it at each of the moments.
  public func reached(_ point: KillPoint) {
    guard point == killPoint else { return }
    kill(getpid(), SIGKILL)
  }
}
