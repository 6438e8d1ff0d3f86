// SPDX-License-Identifier: Apache-2.0

import Storing

extension TaskStore {
  /// The shape of the store; a step that was released never changes again, another one is added.
  ///
  /// The schema itself keeps a task's identity, so that no other program, and no fault of this one,
  /// gives a retry another key or body. `INSERT OR REPLACE` would delete the old row without a
  /// word, so it is refused before it can. A pending task cannot be deleted, and a completed one
  /// stays so.
  static let schema = Schema(
    // "ogwq" in ASCII.
    applicationID: 0x6f67_7771,
    steps: [
      """
      CREATE TABLE task (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        key TEXT NOT NULL UNIQUE,
        body BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'pending'
          CHECK (state IN ('pending', 'completed', 'stopped')),
        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        last_result TEXT,
        not_before INTEGER NOT NULL DEFAULT 0,
        claim_owner INTEGER,
        CHECK (state = 'pending' OR claim_owner IS NULL)
      ) STRICT;

      CREATE INDEX task_unfinished ON task (sequence) WHERE state <> 'completed';
      CREATE INDEX task_completed ON task (sequence) WHERE state = 'completed';

      CREATE TRIGGER task_identity_is_new BEFORE INSERT ON task
      WHEN EXISTS (
        SELECT 1 FROM task WHERE id = NEW.id OR key = NEW.key OR sequence = NEW.sequence
      )
      BEGIN SELECT RAISE(ABORT, 'a task of this identity exists'); END;

      CREATE TRIGGER task_identity_is_frozen BEFORE UPDATE ON task
      WHEN NEW.sequence IS NOT OLD.sequence OR NEW.id IS NOT OLD.id OR NEW.key IS NOT OLD.key
        OR NEW.body IS NOT OLD.body OR NEW.created_at IS NOT OLD.created_at
      BEGIN SELECT RAISE(ABORT, 'the identity of a task is frozen'); END;

      CREATE TRIGGER task_attempts_only_grow BEFORE UPDATE ON task
      WHEN NEW.attempts < OLD.attempts
      BEGIN SELECT RAISE(ABORT, 'attempts only grow'); END;

      CREATE TRIGGER task_completed_stays BEFORE UPDATE ON task
      WHEN OLD.state = 'completed' AND NEW.state IS NOT OLD.state
      BEGIN SELECT RAISE(ABORT, 'a completed task stays completed'); END;

      CREATE TRIGGER task_pending_is_kept BEFORE DELETE ON task
      WHEN OLD.state = 'pending'
      BEGIN SELECT RAISE(ABORT, 'a pending task is kept'); END;
      """,
      """
      ALTER TABLE task ADD COLUMN account TEXT;
      ALTER TABLE task ADD COLUMN first_sent_at INTEGER;

      CREATE TRIGGER task_account_is_frozen BEFORE UPDATE ON task
      WHEN NEW.account IS NOT OLD.account
      BEGIN SELECT RAISE(ABORT, 'the account of a task is frozen'); END;

      UPDATE task SET first_sent_at = created_at WHERE state = 'pending' AND attempts > 0;
      """,
      """
      ALTER TABLE task ADD COLUMN record TEXT;
      CREATE INDEX task_pending_of_record ON task (record, sequence)
        WHERE state = 'pending' AND record IS NOT NULL;

      CREATE TRIGGER task_record_is_frozen BEFORE UPDATE ON task
      WHEN NEW.record IS NOT OLD.record
      BEGIN SELECT RAISE(ABORT, 'the record of a task is frozen'); END;
      """,
    ]
  )
}
