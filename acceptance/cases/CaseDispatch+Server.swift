// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness

extension CaseDispatch {
  /// The cases about a real server.
  static let server: [String: @Sendable (ServerScenario) throws(CaseStop) -> Void] = [
    "server.atomic-claim": { server throws(CaseStop) in try ServerAtomicClaim.run(server) },
    "server.replay-same-result": { server throws(CaseStop) in
      try ServerReplaySameResult.run(server)
    },
    "server.mismatch-refused": { server throws(CaseStop) in try ServerMismatchRefused.run(server) },
    "server.in-flight-answered": { server throws(CaseStop) in
      try ServerInFlightAnswered.run(server)
    },
    "server.transient-error-not-pinned": { server throws(CaseStop) in
      try ServerTransientError.run(server)
    },
    "server.key-scoped-to-account": { server throws(CaseStop) in
      try ServerKeyScopedToAccount.run(server)
    },
    "server.comparison-is-semantic": { server throws(CaseStop) in try ServerComparison.run(server)
    },
    "server.short-body": { server throws(CaseStop) in try ServerShortBody.run(server) },
    "server.missing-key-refused": { server throws(CaseStop) in try ServerMissingKey.run(server) },
  ]
}
