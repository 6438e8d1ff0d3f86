#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: client.py submit | resume | tasks

  submit  keeps the body on standard input as a task, and prints its task and key
  resume  tries every unfinished task now
  tasks   prints every task, a line each

environment: ONCEGATE_URL, ONCEGATE_STATE_DIR, ONCEGATE_REQUEST_TIMEOUT_MS
"""
# An offline write queue in one SQLite file. The standard library is all it needs.

import fcntl
import http.client
import json
import os
import signal
import sqlite3
import sys
import time
import urllib.parse
import uuid
from contextlib import contextmanager

BODY_BYTES_MAX = 1_048_576
ANSWER_BYTES_MAX = 65_536
STORE_WAIT_SECONDS_MAX = 10

# What identifies a task is fixed when the user acts. The trigger holds everybody to that, also the
# next developer: a retry that makes a new key, or a body written anew, turns one action into two.
SCHEMA = """
CREATE TABLE IF NOT EXISTS task (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, body BLOB NOT NULL, created REAL NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'completed', 'stopped')),
  diagnosis TEXT NOT NULL DEFAULT ''
);
CREATE TRIGGER IF NOT EXISTS identity_is_frozen BEFORE UPDATE OF id, key, body, created ON task
BEGIN SELECT RAISE(ABORT, 'the identity of a task never changes'); END;
"""


def open_store(folder):
    # Without an isolation level, a statement has been committed when it returns.
    store = sqlite3.connect(
        os.path.join(folder, "tasks.sqlite"), timeout=STORE_WAIT_SECONDS_MAX, isolation_level=None
    )
    # EXTRA also flushes the folder, so that a commit survives the loss of power; Apple's disks
    # need to be told to empty their own cache too.
    store.execute("PRAGMA synchronous = EXTRA")
    store.execute("PRAGMA fullfsync = ON")
    store.executescript(SCHEMA)
    return store


def submit(store, body):
    """Keeps the body as it is: whoever parses it and writes it again sends other bytes."""
    task, key = str(uuid.uuid4()), str(uuid.uuid4())
    store.execute(
        "INSERT INTO task (id, key, body, created) VALUES (?, ?, ?, ?)",
        (task, key, body, time.time()),
    )
    # Only now: what has been acknowledged must be on disk already. Sending is left to `resume`.
    print(json.dumps({"task": task, "key": key}))


def resume(store, folder, url, timeout_seconds):
    pending = "SELECT id FROM task WHERE state = 'pending' ORDER BY number"
    for (task,) in store.execute(pending).fetchall():
        with claim(folder, task) as claimed:
            # Read again under the claim: another process may have settled the task just before.
            row = claimed and store.execute(
                "SELECT key, body FROM task WHERE id = ? AND state = 'pending'", (task,)
            ).fetchone()
            if not row:
                continue
            # Counted before it is sent, so that no attempt is forgotten when we die while sending.
            store.execute("UPDATE task SET attempts = attempts + 1 WHERE id = ?", (task,))
            outcome = send(url, timeout_seconds, *row)
            store.execute("UPDATE task SET state = ?, diagnosis = ? WHERE id = ?", (*outcome, task))


@contextmanager
def claim(folder, task):
    """Says whether this process may send the task, which one process at a time may.

    The system lets go of the lock when its process dies, however it dies. So a successor can send
    at once, and a flag in the store that nobody takes back cannot block the task for ever.
    """
    with open(os.path.join(folder, f"{task}.claim"), "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def send(url, timeout_seconds, key, body):
    """Makes one attempt, and returns the task's state after it with a diagnosis."""
    address = urllib.parse.urlsplit(url)
    secure = address.scheme == "https"
    # This client uses no proxy, follows no redirect and repeats nothing by itself. A connection of
    # its own for each attempt: a used one may be gone, and then nobody knows what has arrived.
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = connect(address.netloc)
    headers = {
        "Content-Type": "application/json", "Idempotency-Key": key, "Connection": "close",
    }
    target = (address.path or "/") + ("?" + address.query if address.query else "")
    # The limit of a socket starts anew with each byte; an alarm bounds the attempt as a whole.
    signal.signal(signal.SIGALRM, raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, timeout_seconds)
    try:
        connection.request("POST", target, body, headers)
        response = connection.getresponse()
        answer = response.read(ANSWER_BYTES_MAX)
        # Where fewer bytes came than were announced, the answer is cut off.
        return ("pending", "cut off") if response.length else judge(response.status, answer)
    except (OSError, http.client.HTTPException) as error:
        # Refused, reset, timed out: the server may have done it or not. Keep the task.
        return "pending", type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        connection.close()


def raise_timeout(*_):
    raise TimeoutError


def judge(status, answer):
    """Completes a task on an explicit success alone; what is not understood stays pending."""
    if 200 <= status < 300:
        # Hotel networks answer 200 as well: only the declared shape is an answer of our server.
        try:
            value = json.loads(answer)
        except (ValueError, RecursionError):
            return "pending", "not JSON"
        named = isinstance(value, dict) and value.get("id") is not None
        return ("completed", "") if named else ("pending", "no id")
    if 400 <= status < 500 and status not in (408, 425, 429):
        # The server has refused this write for good. 409 and 422 say that our key belongs to
        # another body: sending again cannot help, and a new key would make a second record.
        return "stopped", str(status)
    return "pending", str(status)


def main(arguments):
    if arguments not in (["submit"], ["resume"], ["tasks"]):
        print(__doc__, end="", file=sys.stdout if arguments == ["--help"] else sys.stderr)
        return 0 if arguments == ["--help"] else 64
    folder = os.environ["ONCEGATE_STATE_DIR"]
    store = open_store(folder)
    if arguments == ["submit"]:
        body = sys.stdin.buffer.read(BODY_BYTES_MAX + 1)
        if not 0 < len(body) <= BODY_BYTES_MAX:
            print(f"submit: expected a body of 1 to {BODY_BYTES_MAX} bytes", file=sys.stderr)
            return 64
        submit(store, body)
    elif arguments == ["resume"]:
        timeout = int(os.environ.get("ONCEGATE_REQUEST_TIMEOUT_MS") or 5000) / 1000
        resume(store, folder, os.environ["ONCEGATE_URL"], timeout)
    else:
        for row in store.execute("SELECT id, key, attempts, state FROM task ORDER BY number"):
            print(json.dumps(dict(zip(("task", "key", "attempts", "state"), row))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
