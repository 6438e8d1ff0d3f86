# SPDX-License-Identifier: Apache-2.0
"""Damages and fills the file of a server's ledger, and counts lost records.

'oncegate serve --ledger FILE' on a file that was cut off at every byte of its last page, that is of a later
version or of another program, that is read-only, that is a folder, that another server has, and on a disk that
gets full while it serves. Each time every record that was told to a client is there, or the command ends with 3,
says what is wrong, and leaves the file as it was.
"""

import collections
import concurrent.futures
import contextlib
import json
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import common
import storage

PAGE = storage.PAGE
# How many records are made before the file is damaged.
RECORDS = 40
ANSWER_SECONDS_MAX = 60
ROOM_KIB = 256


class Server:
    """A server with a ledger, or what it said where it did not start."""

    def __init__(self, program, ledger):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--ledger", ledger], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        first = self.process.stdout.readline()
        found = re.match(rb"http://127\.0\.0\.1:(\d+)/items", first)
        self.port = int(found[1]) if found else None
        self.said = first if found else first + self.process.communicate()[0]

    def end(self, kind=signal.SIGTERM):
        """Ends it; gives the exit status."""
        self.process.send_signal(kind)
        self.process.communicate()
        return self.process.returncode

    def write(self, key, padding=0):
        """Writes; gives the status and the answer's members."""
        body = json.dumps({"key": key, "padding": "x" * padding}).encode()
        head = f"POST /items HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: {key}\r\nContent-Length: {len(body)}"
        with socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_SECONDS_MAX) as connection:
            connection.sendall(head.encode() + b"\r\n\r\n" + body)
            answer = b""
            while part := connection.recv(65536):
                answer += part
        return int(answer[9:12]), json.loads(answer.rpartition(b"\r\n\r\n")[2])


class Ledgers:
    """Trials, and what was found."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.program = common.binaries(arguments) / "oncegate"
        self.trials = collections.Counter()
        self.found, self.untried, self.lost = [], [], 0

    def note(self, what, problem):
        self.trials[what] += 1
        if problem:
            self.found.append(f"{what}: {problem}")
            print(f"found: {self.found[-1]}", flush=True)

    def made(self, path, count, padding=lambda: 0):
        """Makes so many records; gives the ID of each by its key."""
        server = Server(self.program, path)
        if server.port is None:
            common.fail(f"the server did not start: {server.said!r}", 3)
        records = {}
        for number in range(count):
            key, room = f"k{number}", padding()
            # The first answer is lost on purpose.
            server.write(key, room)
            records[key] = (server.write(key, room)[1]["id"], room)
        if server.end() != 0:
            common.fail("the server did not end in order", 3)
        # All of it goes into the one file that is damaged.
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return records

    def problem(self, path, records, before=None):
        """What is wrong with a ledger that may be damaged, or nothing."""
        server = Server(self.program, path)
        if server.port is None:
            if server.process.returncode != 3 or b"ledger" not in server.said:
                return f"status {server.process.returncode}, and it said: {server.said[-300:]!r}"
            if before is not None and path.read_bytes() != before:
                return "a ledger that was refused is not as it was"
            return None
        lost = 0
        for key, (record, room) in records.items():
            status, members = server.write(key, room)
            lost += status != 200 or members["id"] != record
        self.lost += lost
        server.end()
        return f"{lost} records are lost without a word" if lost else None

    def cut_off(self):
        draw = common.drawn(self.arguments.seed, "cut-off")
        path = self.folder / "whole.sqlite"
        records = self.made(path, RECORDS, lambda: draw.choice([0, 50, 400, 2_000]))
        whole = path.read_bytes()
        if len(whole) < 5 * PAGE:
            common.fail(f"the ledger has {len(whole)} bytes and no page that could be missed", 3)

        def trial(lost):
            place = self.folder / f"cut-{lost}"
            place.mkdir()
            before = whole[: len(whole) - lost]
            (place / "ledger.sqlite").write_bytes(before)
            problem = self.problem(place / "ledger.sqlite", records, before)
            shutil.rmtree(place)
            return problem and f"{lost} bytes of the last page are gone: {problem}"

        step = max(1, PAGE // self.arguments.count)
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for problem in pool.map(trial, range(0, PAGE + 1, step)):
                self.note("cut off", problem)

    def is_refused(self, what, path, words=b"ledger"):
        server = Server(self.program, path)
        problem = None
        if server.port is not None:
            server.end()
            problem = "it serves"
        elif server.process.returncode != 3 or words not in server.said:
            problem = f"status {server.process.returncode}: {server.said[-300:]!r}"
        self.note(what, problem)

    def foreign(self):
        for name, statement in (
            ("later version", "PRAGMA user_version = 999"), ("other program", "PRAGMA application_id = 5"),
        ):
            path = self.folder / f"{name.replace(' ', '-')}.sqlite"
            self.made(path, 2)
            with contextlib.closing(sqlite3.connect(path)) as database:
                database.execute(statement)
            before = path.read_bytes()
            self.is_refused(name, path)
            if path.read_bytes() != before:
                self.note(name, "the file was changed")
        text = self.folder / "notes.txt"
        text.write_text("somebody's notes " * 100)
        self.is_refused("no store", text)
        if text.read_text() != "somebody's notes " * 100:
            self.note("no store", "the file was changed")
        place = self.folder / "a-folder"
        place.mkdir()
        self.is_refused("a folder", place)
        self.is_refused("no such folder", self.folder / "nowhere" / "ledger.sqlite")

    def two_servers(self):
        path = self.folder / "shared.sqlite"
        first = Server(self.program, path)
        self.is_refused("a second server", path)
        status, _ = first.write("k1")
        problem = None if (status, first.end()) == (503, 0) else "the first one was harmed"
        self.note("a first server with a second", problem)

    def killed(self):
        """A server that is killed between two writes has lost none."""
        path, records = self.folder / "killed.sqlite", {}
        draw = common.drawn(self.arguments.seed, "killed")
        for round_number in range(max(3, self.arguments.count // 400)):
            server = Server(self.program, path)
            for number in range(draw.randrange(1, 12)):
                key = f"r{round_number}-{number}"
                server.write(key)
                records[key] = (server.write(key)[1]["id"], 0)
            server.end(signal.SIGKILL)
            self.note("killed", self.problem(path, records))

    def read_only(self):
        with storage.mounted(self.folder / "read-only", "ro") as place:
            if not place:
                self.untried.append("a read-only folder: nothing can be mounted here")
                return
            self.is_refused("read-only folder", place / "ledger.sqlite")

    def full_disk(self):
        with storage.mounted(self.folder / "small", f"size={ROOM_KIB}k") as place:
            if not place:
                self.untried.append("a full disk: nothing can be mounted here")
                return
            for padding in (0, 300, 3_000):
                path = place / "ledger.sqlite"
                server = Server(self.program, path)
                records, status = {}, 503
                while status == 503 and len(records) < 5_000:
                    key = f"k{len(records)}"
                    status, _ = server.write(key, padding)
                    if status == 503:
                        status, members = server.write(key, padding)
                        # The record is there from the first delivery on, whether the second one has room or not.
                        records[key] = (members.get("id", len(records) + 1), padding)
                        status = 503 if status == 200 else status
                self.note("full disk", None if status == 500 else f"the answer is {status}")
                if server.end() != 0:
                    self.note("full disk", "it did not end in order")
                # Elsewhere there is room to count the deliveries by which it is asked.
                copy = self.folder / "copied"
                shutil.copytree(place, copy)
                self.note("full disk", self.problem(copy / "ledger.sqlite", records))
                shutil.rmtree(copy)
                for left in place.iterdir():
                    left.unlink()


def main():
    parser = common.parser(__doc__, count=PAGE)
    arguments = parser.parse_args()
    common.begin(arguments)
    began = time.monotonic()
    with common.scratch() as folder:
        ledgers = Ledgers(arguments, folder)
        for trial in (
            ledgers.cut_off, ledgers.foreign, ledgers.two_servers, ledgers.killed, ledgers.read_only,
            ledgers.full_disk,
        ):
            trial()
    for what, times in ledgers.trials.items():
        print(f"{what}: {times}")
    for text in ledgers.untried:
        print(f"not tried: {text}")
    print(
        f"{ledgers.trials.total()} trials, {len(ledgers.found)} findings, {ledgers.lost} records lost, "
        f"{time.monotonic() - began:.0f} s"
    )
    if ledgers.found:
        for text in ledgers.found[:20]:
            print(text, file=sys.stderr)
        print(f"again: {common.repetition(arguments, '--count', arguments.count)}", file=sys.stderr)
    return 1 if ledgers.found else 0


if __name__ == "__main__":
    sys.exit(main())
