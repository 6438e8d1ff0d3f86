// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What a case can find broken whose client dies, cannot store, runs out of attempts or of time.
  package static let crash: [Finding] = [
    acknowledgedUnstored,
    lostByStoreFault,
    droppedWhenExhausted,
    sentWhenExhausted,
    stuckAfterClockJump,
    recordOrderBroken,
    claimTooShort,
  ]

  package static let acknowledgedUnstored = Finding(
    "acknowledged-unstored",
    .storeFaultNotAcknowledged,
    "the store could not take the task, and submit acknowledged it all the same"
  )

  package static let lostByStoreFault = Finding(
    "lost-by-store-fault",
    .durableBeforeAcknowledged,
    "a task that was acknowledged is gone since a later write could not be stored"
  )

  package static let droppedWhenExhausted = Finding(
    "dropped-when-exhausted",
    .exhaustedIsParkedNotDropped,
    "after many failed attempts the task is no longer listed"
  )

  package static let sentWhenExhausted = Finding(
    "sent-when-exhausted",
    .exhaustedIsParkedNotDropped,
    "the task had been given up and is listed as stopped, and was sent again by itself"
  )

  package static let stuckAfterClockJump = Finding(
    "stuck-after-clock-jump",
    .backoffCapped,
    "the clock was set, and a day later the task has not been sent again"
  )

  package static let recordOrderBroken = Finding(
    "record-order-broken",
    .perRecordOrderKept,
    "a later write on the record was stored before an earlier one"
  )

  package static let claimTooShort = Finding(
    "claim-too-short",
    .singleSenderPerTask,
    "a second process sent the task within the time that the first one may wait for its answer"
  )
}
