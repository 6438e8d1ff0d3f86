# SPDX-License-Identifier: Apache-2.0
"""Damages, fills and takes away the stores and the report folder, and counts lost tasks.

The store of the bundled client: cut off at every byte of its last page, full at every step, of a later
version, of another program. After each, every task that was acknowledged is there, or the client says
what is wrong, ends with 1 and leaves the file as it was. The report folder: full, read-only, a file in
its place, a folder in a report's place, gone in mid-run, wanted by two runs. After each the run ends
with 3 and says which file could not be written, and what lies there is whole.

What needs a file system of its own is tried where one can be mounted, and is told where it is not.
"""

import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time

import common

PAGE = 4_096
# How much room the file system has that is full at some moment, in KiB.
ROOM_KIB = 256


class Storage:
    """Trials that run one after another, and what was found."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.programs = common.binaries(arguments)
        self.trials = collections.Counter()
        self.found, self.untried = [], []
        self.lost = 0
        # How many runs on a disk that is full at some moment ended with each status.
        self.full_runs = collections.Counter()

    def note(self, what, problem):
        self.trials[what] += 1
        if problem:
            self.found.append(f"{what}: {problem}")
            print(f"found: {self.found[-1]}", flush=True)

    # The client and its store.

    def client(self, state, *words, body=b""):
        environment = {
            "PATH": os.environ["PATH"],
            "ONCEGATE_STATE_DIR": str(state),
            "ONCEGATE_URL": "http://127.0.0.1:9/items",
            "ONCEGATE_REQUEST_TIMEOUT_MS": "1000",
        }
        return subprocess.run(
            [self.programs / "reference-client", *words],
            env=environment, input=body, capture_output=True, check=False,
        )

    def submit(self, state, number, padding):
        """Submits a task; gives its ID where that was acknowledged."""
        body = json.dumps({"number": number, "padding": "x" * padding}).encode()
        done = self.client(state, "submit", body=body)
        return json.loads(done.stdout)["task"] if done.returncode == 0 else None, done

    def problem(self, state, acknowledged, before):
        """What is wrong with a store that may be damaged, or nothing."""
        done = self.client(state, "tasks")
        if done.returncode == 0:
            there = {json.loads(line)["task"] for line in done.stdout.splitlines()}
            lost = len(set(acknowledged) - there)
            self.lost += lost
            return f"{lost} tasks are lost without a word" if lost else None
        if done.returncode != 1 or b"store: " not in done.stderr:
            return f"status {done.returncode}, and it said: {done.stderr[-200:]!r}"
        if before is not None and (state / "queue.sqlite").read_bytes() != before:
            return "a store that was refused is not as it was"
        return None

    def cut_off(self):
        """A store that lacks any number of bytes of its last page."""
        draw = common.drawn(self.arguments.seed, "cut-off")
        state = self.folder / "cut"
        acknowledged = []
        while not (state / "queue.sqlite").exists() or (
            # Several pages, and no log beside them.
            (state / "queue.sqlite").stat().st_size < 12 * PAGE
        ):
            task, done = self.submit(state, len(acknowledged), draw.choice([0, 50, 400, 2_000]))
            if task is None:
                common.fail(f"a task was not taken: {done.stderr!r}", 3)
            acknowledged.append(task)
        whole = (state / "queue.sqlite").read_bytes()

        def trial(lost):
            place = self.folder / f"cut-{lost}"
            place.mkdir()
            before = whole[: len(whole) - lost]
            (place / "queue.sqlite").write_bytes(before)
            problem = self.problem(place, acknowledged, before)
            shutil.rmtree(place)
            return problem and f"{lost} bytes of the last page are gone: {problem}"

        step = max(1, PAGE // self.arguments.count)
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for problem in pool.map(trial, range(0, PAGE + 1, step)):
                self.note("store cut off", problem)

    def full(self, mounted):
        """A store on a file system that gets full: what was acknowledged is there."""
        for padding in (0, 200, 3_000):
            state = mounted / f"full-{padding}"
            acknowledged, refused = [], None
            while refused is None:
                task, done = self.submit(state, len(acknowledged), padding)
                if task is None:
                    refused = done
                else:
                    acknowledged.append(task)
            if refused.returncode != 1 or b"store: the disk is full" not in refused.stderr:
                self.note("store full", f"status {refused.returncode}: {refused.stderr[-200:]!r}")
            self.note("store full", self.problem(state, acknowledged, None))
            shutil.rmtree(state)

    def foreign(self):
        """A store of a later version, and one of another program."""
        for name, statements, words in (
            ("later version", ["PRAGMA user_version = 999"], b"schema version is 999"),
            ("other program", ["PRAGMA application_id = 5"], b"of another program"),
        ):
            state = self.folder / name.replace(" ", "-")
            self.submit(state, 1, 0)
            with contextlib.closing(sqlite3.connect(state / "queue.sqlite")) as database:
                for statement in statements:
                    database.execute(statement)
            before = (state / "queue.sqlite").read_bytes()
            for command in ("tasks", "submit", "resume"):
                done = self.client(state, command, body=b'{"number":2}')
                problem = None
                if done.returncode != 1 or words not in done.stderr:
                    problem = f"{command}: status {done.returncode}: {done.stderr[-200:]!r}"
                elif (state / "queue.sqlite").read_bytes() != before:
                    problem = f"{command} has changed it"
                self.note(f"store of {name}", problem)

    # The run and its report folder.

    def start(self, report, *words, configuration=None):
        place = self.folder / "run"
        place.mkdir(exist_ok=True)
        command = [self.programs / "oncegate", "run", "--report-dir", report, "--no-log-commands"]
        if configuration:
            (place / "oncegate.json").write_text(json.dumps(configuration))
            command += ["--config", place / "oncegate.json"]
        return subprocess.Popen(
            [*command, *words], cwd=place, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(self.folder), "CI": ""},
        )

    def is_refused(self, what, process, path):
        """Whether a run ended with 3 and said which path it could not use."""
        printed = process.communicate()[0]
        problem = None
        if process.returncode != 3:
            problem = f"exit status {process.returncode}, not 3: {printed[-300:]!r}"
        elif str(path).encode() not in printed:
            problem = f"it did not name {path}: {printed[-300:]!r}"
        self.note(what, problem)

    def in_the_way(self):
        report = self.folder / "file-in-its-place"
        report.write_text("somebody's notes")
        self.is_refused("a file is the folder", self.start(report, "state.rejection"), report)
        if report.read_text() != "somebody's notes":
            self.note("a file is the folder", "the file is not as it was")
        for name in ("TEST-oncegate.xml", "summary.md", "report.html", "run.json"):
            report = self.folder / f"folder-for-{name}"
            (report / name).mkdir(parents=True)
            self.is_refused("a folder is the report", self.start(report, "state.rejection"), name)

    def two_runs(self):
        """The second run into a folder is refused, and the first is whole."""
        report = self.folder / "twice"
        go = self.folder / "go"
        os.mkfifo(go)
        # The case waits for us: the first run is in its midst for as long as we like.
        words = ["sh", "-c", f"cat '{go}'"]
        own = {"cases": [{"name": "own.waits", "promise": "waits", "command": words}]}
        first = self.start(report, "own.waits", configuration=own)
        with open(go, "wb"):
            self.is_refused("a second run", self.start(report, "state.rejection"), report)
        printed = first.communicate()[0]
        cases = common.read_junit(report / "TEST-oncegate.xml")
        problem = None
        if first.returncode != 0 or list(cases.values()) != ["passed"]:
            problem = f"the first run ended with {first.returncode}, {cases}: {printed[-300:]!r}"
        self.note("a first run with a second", problem)

    def taken_away(self):
        """The report folder is removed while a case runs."""
        report = self.folder / "removed"
        words = ["rm", "-rf", str(report)]
        own = {"cases": [{"name": "own.removes", "promise": "removes", "command": words}]}
        self.is_refused("folder removed", self.start(report, "own.removes", configuration=own), report)

    def read_only(self):
        """Nobody, the superuser included, can write into a file system that is read-only."""
        with mounted(self.folder / "read-only", "ro") as place:
            if not place:
                self.untried.append("a read-only report folder: nothing can be mounted here")
                return
            self.is_refused("folder read-only", self.start(place / "report"), place / "report")
            self.is_refused("folder read-only", self.start(place), place)

    def full_disk(self):
        with mounted(self.folder / "small", f"size={ROOM_KIB}k") as place:
            if not place:
                self.untried.append("a full disk: nothing can be mounted here")
                return
            self.full(place)
            # From a disk without any room to one on which all but the last report fits.
            for free in range(0, ROOM_KIB + 1, max(4, 1_600 // self.arguments.count)):
                with open(place / "filler", "wb") as filler, contextlib.suppress(OSError):
                    filler.write(bytes((ROOM_KIB - free) * 1024))
                self.run_on_full_disk(place / "report", free)
                shutil.rmtree(place / "report", ignore_errors=True)
                (place / "filler").unlink()
        # Both must have been seen, or the disk was never full at the right moments.
        if set(self.full_runs) != {0, 3}:
            self.note("disk full", f"the runs ended with {dict(self.full_runs)}")

    def run_on_full_disk(self, report, free):
        process = self.start(report, "state.rejection")
        printed = process.communicate()[0]
        problem = None
        if process.returncode not in (0, 3):
            problem = f"{free} KiB free: exit status {process.returncode}: {printed[-300:]!r}"
        elif process.returncode == 3 and b"No space left" not in printed:
            problem = f"{free} KiB free: it did not say why: {printed[-300:]!r}"
        elif (report / "TEST-oncegate.xml").exists():
            # Whatever is there is whole; what is told at the end is the newest that could be written.
            try:
                common.read_junit(report / "TEST-oncegate.xml")
            except common.Malformed as malformed:
                problem = f"{free} KiB free: {malformed}"
        elif process.returncode == 0:
            problem = f"{free} KiB free: it ended with 0 without a JUnit file"
        self.full_runs[process.returncode] += 1
        left = [name for name in os.listdir(report) if name.endswith(".tmp")] if report.exists() else []
        self.note("disk full", problem or (f"{free} KiB free: left behind: {left}" if left else None))


@contextlib.contextmanager
def mounted(place, options):
    """A small file system in memory, or nothing where none can be mounted."""
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "oncegate-soak", place], capture_output=True, check=False
    )
    if done.returncode != 0:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=False)


def main():
    parser = common.parser(__doc__, count=PAGE)
    arguments = parser.parse_args()
    common.begin(arguments)
    began = time.monotonic()
    with common.scratch() as folder:
        storage = Storage(arguments, folder)
        storage.cut_off()
        storage.foreign()
        storage.in_the_way()
        storage.two_runs()
        storage.taken_away()
        storage.read_only()
        storage.full_disk()
    for what, times in storage.trials.items():
        print(f"{what}: {times}")
    for text in storage.untried:
        print(f"not tried: {text}")
    minutes = (time.monotonic() - began) / 60
    print(
        f"{storage.trials.total()} trials, {len(storage.found)} findings, {storage.lost} tasks lost, "
        f"{minutes:.1f} minutes"
    )
    if storage.found:
        for text in storage.found[:20]:
            print(text, file=sys.stderr)
        print(f"again: {common.repetition(arguments, '--count', arguments.count)}", file=sys.stderr)
    return 1 if storage.found else 0


if __name__ == "__main__":
    sys.exit(main())
