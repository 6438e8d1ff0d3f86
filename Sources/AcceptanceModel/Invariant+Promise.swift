// SPDX-License-Identifier: Apache-2.0

extension Invariant {
  /// What is promised, in words that need no source code: one line, no full stop.
  package var promise: String {
    switch self {
    case .oneActionOneRecord:
      "one user action makes one business record, however often the request is sent"
    case .durableBeforeAcknowledged:
      "a task is on disk before the submit that made it returns"
    case .keyStableAcrossRetries:
      "a task keeps its key in every attempt"
    case .keyStableAcrossRelaunch:
      "a task keeps its key when the app is killed and started again"
    case .keyDistinctPerAction:
      "a new user action gets a new key, even with the same content"
    case .keyWellFormed:
      "a key is a token that the server's profile accepts"
    case .bodyFrozenAtEnqueue:
      "a task sends the bytes that the user submitted, in every attempt"
    case .removedOnlyAfterExplicitSuccess:
      "a task is completed only after an explicit success of the server"
    case .unknownIsNotFailure:
      "an unknown outcome keeps the task for another attempt"
    case .conflictStopsWithDiagnosis:
      "a key conflict stops the task, keeps it, and sends nothing more by itself"
    case .permanentRejectionIsTerminal:
      "a permanent rejection is not sent again"
    case .exhaustedIsParkedNotDropped:
      "a task whose attempts are used up is kept for the user to decide"
    case .singleSenderPerTask:
      "a task has one sender at a time"
    case .claimSurvivesCrash:
      "a task that was claimed by a killed process is sent after the relaunch"
    case .backoffCapped:
      "the waiting time between attempts has an upper bound"
    case .backoffJittered:
      "waiting times are spread, so that clients do not return all at once"
    case .backoffChangesNoIdentity:
      "waiting changes neither task, key nor body"
    case .retryAfterHonoured:
      "a server's Retry-After is honoured within bounds"
    case .reconnectBurstBounded:
      "tasks do not all leave at once when the network returns"
    case .poisonedHeadIsolated:
      "a task that always fails does not block the tasks behind it"
    case .perRecordOrderKept:
      "writes on one record arrive in the order of the user's actions"
    case .enqueueDuringDrainKept:
      "a task submitted while others are being sent is kept and sent"
    case .credentialsFreshAtSend:
      "an attempt carries the credentials of now, not those of the submit"
    case .authenticationFailureHoldsQueue:
      "an expired session holds the queue and drops nothing"
    case .taskBoundToItsAccount:
      "a task is sent for the account that made it and for no other"
    case .redirectPreservesWrite:
      "a redirect repeats the write whole, or is not followed"
    case .successNeedsDeclaredShape:
      "only an answer of the declared shape counts as a success"
    case .partialSuccessPerItem:
      "a partial success completes only the items that it names"
    case .lateAnswerHarmless:
      "an answer that arrives late changes nothing that was settled since"
    case .keyLifetimeRespected:
      "a task older than the server's key lifetime is not sent blindly"
    case .storeFaultNotAcknowledged:
      "a submit that could not be stored is not acknowledged"
    case .queueConverges:
      "once the faults stop, every task is settled"
    case .oneInFlightPerRecord:
      "a record has at most one write in flight; further taps send nothing"
    case .beginChangesVisibleOnly:
      "a tap changes what is shown, never what is confirmed"
    case .successTakesServerValue:
      "a success shows the value that the server answered with"
    case .rejectionRestoresConfirmed:
      "a rejected change goes back to the confirmed value"
    case .rejectionReEnables:
      "after a rejection the control can be used again"
    case .unknownForbidsWrites:
      "an unknown outcome forbids writes until the server has been re-read"
    case .unknownRequestsOneSync:
      "an unknown outcome asks for exactly one re-read"
    case .syncUnlocksWithServerValue:
      "a re-read installs the server's value and unlocks the record"
    case .failedSyncStaysLocked:
      "a failed re-read keeps the record locked and asks again"
    case .repeatedCallbackIgnored:
      "a repeated answer changes nothing"
    case .staleTicketIgnored:
      "an answer to a write that is no longer in flight changes nothing"
    case .olderReadNeverWins:
      "a re-read that nobody waits for changes nothing"
    case .sessionSwitchReplacesAll:
      "a session switch replaces every record with the new session's values"
    case .oldSessionCallbackIgnored:
      "an answer of an old session never touches the new one"
    case .identityIsRecordNotRow:
      "an answer settles the record that was tapped, whatever row it is in now"
    case .otherRecordsUntouched:
      "records other than the one tapped never change"
    case .deletedStaysDeleted:
      "an answer does not bring a deleted record back"
    case .cancelIsNotRollback:
      "cancelling a request does not stand for a rejection"
    case .pendingEnds:
      "every write in flight is settled in the end"
    case .presentationBoundToPending:
      "what the control shows agrees with the state of the record"
    case .everyChangeHasACause:
      "every visible change has an event as its cause"
    case .atomicClaim:
      "of same-key deliveries at once, one makes the record"
    case .replaySameResult:
      "a repeated delivery gets the stored result"
    case .mismatchRefusedNotOverwritten:
      "another body under a known key is refused and overwrites nothing"
    case .inFlightAnswered:
      "a delivery whose key is in flight gets an answer"
    case .transientErrorNotPinned:
      "a transient error is not kept under the key"
    case .keyScopedToAccount:
      "a key belongs to one account"
    case .comparisonIsSemantic:
      "bodies that mean the same are the same body"
    case .shortBodyNeverCommits:
      "a body shorter than its declared length is never committed"
    case .missingKeyRefused:
      "a delivery without a key is refused"
    }
  }
}
