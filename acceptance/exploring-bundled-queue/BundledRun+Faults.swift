// SPDX-License-Identifier: Apache-2.0

import Contracts
import FaultInjection
import OfflineWrites
import QueueExploring

extension CrashPoint {
  /// What the server does about a delivery over which the app is killed, or nothing where it is as ever.
  var fault: Fault? {
    switch self {
    case .requestSent: .closeBeforeCommit
    case .serverCommitted, .answerHead: .closeAfterCommit
    case .claimStored, .answerRead, .beforeMarked, .statement: nil
    }
  }
}

extension Fault {
  /// What comes of it at once for a client that gives up in the end.
  var withoutHold: Fault {
    switch self {
    case .stallBeforeCommit: .closeBeforeCommit
    case .stallAfterCommit: .closeAfterCommit
    case .stallMidResponse(let bytes): .truncatedBody(bytes: bytes)
    default: self
    }
  }
}

extension TaskState {
  init(_ state: WriteTask.State) {
    self =
      switch state {
      case .pending: .pending
      case .completed: .completed
      case .stopped: .stopped
      }
  }
}
