// SPDX-License-Identifier: Apache-2.0

extension KnownKind {
  /// The kinds, found by reading 170 public reports.
  package static let all: [KnownKind] = [
    KnownKind(
      kind: "lost answer makes a duplicate",
      reports: [
        "cityofaustin/atd-data-tech#2653", "firebase/firebase-ios-sdk#16475", "Expensify/App#98314",
      ],
      invariants: [.oneActionOneRecord]
    ),
    KnownKind(
      kind: "the transport resends by itself",
      reports: ["square/okhttp#2394", "DebugSwift/DebugSwift#446"],
      invariants: [.oneActionOneRecord]
    ),
    KnownKind(
      kind: "key not stable over retry or relaunch",
      reports: [
        "element-hq/element-ios#512", "ProgixDev/incacook-app#36", "Adyen/adyen-commercetools#1305",
      ],
      invariants: [.keyStableAcrossRetries, .keyStableAcrossRelaunch]
    ),
    KnownKind(
      kind: "dropped on a transient error",
      reports: [
        "pointfreeco/sqlite-data#432", "wikimedia/wikipedia-ios#6127",
        "redux-offline/redux-offline#393",
      ],
      invariants: [.unknownIsNotFailure]
    ),
    KnownKind(
      kind: "removed before it was acknowledged",
      reports: ["GoogleChrome/workbox#2599", "mixpanel/mixpanel-swift#213"],
      invariants: [.removedOnlyAfterExplicitSuccess]
    ),
    KnownKind(
      kind: "not durable, or altered on relaunch",
      reports: ["TanStack/query#6238", "TanStack/db#1124", "Expensify/App#51761"],
      invariants: [.durableBeforeAcknowledged, .bodyFrozenAtEnqueue]
    ),
    KnownKind(
      kind: "a poisoned head blocks the rest",
      reports: ["redux-offline/redux-offline#383", "avniproject/avni-client#2067"],
      invariants: [.poisonedHeadIsolated]
    ),
    KnownKind(
      kind: "two senders of one task",
      reports: ["nextcloud/ios#4307", "TanStack/query#4902", "GetDutchie/brick#172"],
      invariants: [.singleSenderPerTask]
    ),
    KnownKind(
      kind: "retry storm, Retry-After ignored",
      reports: ["Expensify/App#92541", "box/box-java-sdk#438"],
      invariants: [.reconnectBurstBounded, .retryAfterHonoured]
    ),
    KnownKind(
      kind: "a permanent rejection is retried for ever",
      reports: ["openfga/go-sdk#319", "treasure-data/digdag#365"],
      invariants: [.permanentRejectionIsTerminal]
    ),
    KnownKind(
      kind: "written during a drain and lost",
      reports: ["tigerduck-app/tigerduck-app#176", "gedwolmen/gitnotes#260"],
      invariants: [.enqueueDuringDrainKept]
    ),
    KnownKind(
      kind: "credentials frozen at enqueue, or tasks dropped on 401",
      reports: ["Iterable/iterable-swift-sdk#1085", "Expensify/App#98314"],
      invariants: [.credentialsFreshAtSend, .authenticationFailureHoldsQueue]
    ),
    KnownKind(
      kind: "one account's tasks sent as another",
      reports: ["google/ground-android#1683", "Expensify/App#11850"],
      invariants: [.taskBoundToItsAccount]
    ),
    KnownKind(
      kind: "old callback in the new session",
      reports: ["Gyliardson/FinanceFlow#93", "openfrontio/OpenFrontIO#5494"],
      invariants: [.oldSessionCallbackIgnored]
    ),
    KnownKind(
      kind: "rollback to the wrong value",
      reports: ["vercel/swr#1965", "TanStack/db#1701"],
      invariants: [.rejectionRestoresConfirmed]
    ),
    KnownKind(
      kind: "a stale answer wins",
      reports: ["vercel/swr#425", "reduxjs/redux-toolkit#1512", "TanStack/query#5968"],
      invariants: [.staleTicketIgnored, .olderReadNeverWins]
    ),
    KnownKind(
      kind: "the wrong row is rolled back",
      reports: ["operately/operately#4777", "TableProApp/TablePro#1840"],
      invariants: [.identityIsRecordNotRow]
    ),
    KnownKind(
      kind: "double tap sends twice",
      reports: ["mattermost/mattermost-mobile#5154", "hartlco/Icro#70"],
      invariants: [.oneInFlightPerRecord]
    ),
    KnownKind(
      kind: "pending for ever",
      reports: ["GetStream/stream-chat-swift#2676", "Signal-iOS#1035"],
      invariants: [.claimSurvivesCrash, .pendingEnds]
    ),
    KnownKind(
      kind: "unknown outcome treated as a failure",
      reports: ["element-hq/element-ios#6277"],
      invariants: [.unknownForbidsWrites]
    ),
    KnownKind(
      kind: "redirect mangles the write",
      reports: ["sindresorhus/got#2459"],
      invariants: [.redirectPreservesWrite]
    ),
    KnownKind(
      kind: "a false success is believed",
      reports: ["couchbase/couchbase-lite-ios#285", "Mimetis/Dotmim.Sync#416"],
      invariants: [.successNeedsDeclaredShape]
    ),
    KnownKind(
      kind: "the key's lifetime is shorter than the offline time",
      reports: ["liketrek/TREK#1182"],
      invariants: [.keyLifetimeRespected]
    ),
    KnownKind(
      kind: "server: two same-key requests both insert",
      reports: ["mastodon/mastodon#37879", "jcagarcia/grape-idempotency#10"],
      invariants: [.atomicClaim]
    ),
    KnownKind(
      kind: "server: a 5xx is kept under the key",
      reports: ["mahendraHegde/node-idempotency#36"],
      invariants: [.transientErrorNotPinned]
    ),
    KnownKind(
      kind: "server: the same body looks different",
      reports: ["aws-powertools/powertools-lambda-python#638"],
      invariants: [.comparisonIsSemantic]
    ),
  ]
}
