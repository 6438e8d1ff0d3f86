#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: subject.py

Reads a JSON object per line and answers each with a JSON object on a line of its own.
"""
# An optimistic screen: it shows what the user wished before the server has confirmed it.

import json
import sys
import uuid
from dataclasses import dataclass
from typing import Optional


@dataclass
class Record:
    """What is known about a record, and what is shown. The two differ only while a write runs."""

    confirmed: bool
    visible: bool
    # The write in flight. The ticket itself, not a flag beside it: a flag and a ticket can disagree.
    ticket: Optional[str] = None
    # A write got lost, and nobody knows the server's value until it has been read again.
    needs_sync: bool = False

    @property
    def enabled(self):
        return self.ticket is None and not self.needs_sync


class Screen:
    def __init__(self):
        self.session = None
        # By ID. A row is no identity: rows are sorted and filtered while a write is in flight.
        self.records = {}
        self.syncs = 0

    def load(self, session, records):
        # A new session keeps nothing of the old one. That alone also makes its late answers
        # harmless, as their tickets are now unknown.
        self.session = session
        self.records = {name: Record(value, value) for name, value in records.items()}

    def tap(self, record, value):
        """Begins a write and returns its ticket, or nothing where the tap is intercepted."""
        found = self.records.get(record)
        if found is None or not found.enabled:
            return None
        found.visible = value
        # Never used before, in no session and no run: an old answer can never fit by accident.
        found.ticket = str(uuid.uuid4())
        return found.ticket

    def respond(self, ticket, outcome, value=None):
        found = next((each for each in self.records.values() if each.ticket == ticket), None)
        if found is None or ticket is None:
            return  # Late, repeated, or of an old session.
        found.ticket = None
        if outcome == "saved":
            # The server's value, not the wish: it may have decided otherwise.
            found.confirmed = value
        elif outcome == "unknown":
            # It may be committed or not. Writing again could do it twice, so the record is locked
            # until it has been read; asked for once, here and nowhere else.
            found.needs_sync = True
            self.syncs += 1
        # After a rejection, and while nothing is known, this takes the wish back.
        found.visible = found.confirmed

    def sync(self, session, record, outcome, value=None):
        found = self.records.get(record)
        if session != self.session or found is None or not found.needs_sync:
            return  # Nobody waits for it: an older read must not win over a newer write.
        if outcome == "failed":
            self.syncs += 1  # Stays locked, and asks again.
            return
        found.confirmed = found.visible = value
        found.needs_sync = False

    def shown(self):
        return {
            name: {
                "confirmed": record.confirmed,
                "visible": record.visible,
                "pending": record.ticket is not None,
                "enabled": record.enabled,
                "needsSync": record.needs_sync,
            }
            for name, record in self.records.items()
        }


def main(arguments):
    if arguments:
        print(__doc__, end="", file=sys.stdout if arguments == ["--help"] else sys.stderr)
        return 0 if arguments == ["--help"] else 64
    screen = Screen()
    for line in sys.stdin:
        event = json.loads(line)
        happening = event["do"]
        reply = {}
        if happening == "load":
            screen.load(event["session"], event["records"])
        elif happening == "tap":
            reply["ticket"] = screen.tap(event["record"], event["value"])
        elif happening == "respond":
            screen.respond(event["ticket"], event["outcome"], event.get("value"))
        elif happening == "sync":
            screen.sync(event["session"], event["record"], event["outcome"], event.get("value"))
        elif happening != "arrange":  # Rows move, and records do not care.
            print("subject: unknown request", file=sys.stderr)
            return 64
        reply.update(records=screen.shown(), syncs=screen.syncs)
        # In step: whoever sends the next line waits for this one.
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
