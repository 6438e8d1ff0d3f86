# SPDX-License-Identifier: Apache-2.0
"""Runs the gate again and again, also on a busy machine, and counts what is not green.

The gates run in four quarters: as many at once as there are cores; sixteen at once; the same while
every core has other work; and the same at the lowest priority while the disk is kept busy. A gate is
green when it ends with 0, its JUnit file has the seven cases, each passed, and nothing is left of it:
nothing in its folder for temporary files, and no process.
"""

import concurrent.futures
import contextlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import threading
import time

import common

CASES = 7
# How much of what was found is shown; all of it is counted.
SHOWN_MAX = 20


class Phase:
    """A quarter of the gates, and what else the machine does meanwhile."""

    def __init__(self, name, at_once, load=(), prefix=()):
        self.name, self.at_once, self.load, self.prefix = name, at_once, load, prefix


def phases(jobs):
    busy = ("stress-ng", "--quiet", "--cpu", str(jobs))
    disk = ("stress-ng", "--quiet", "--hdd", "1", "--hdd-bytes", "64m", "--hdd-opts", "fsync")
    return [
        Phase(f"{jobs} at once", jobs),
        Phase("16 at once", 16),
        Phase("16 at once, processors busy", 16, busy),
        Phase("16 at once, lowest priority, disk busy", 16, disk, ("nice", "-n", "19")),
    ]


class Gates:
    """Gates that run side by side in one folder, and what was not green."""

    def __init__(self, arguments, oncegate, folder):
        self.arguments, self.oncegate, self.folder = arguments, oncegate, folder
        self.found = []
        self.done = 0
        self.began = self.told = time.monotonic()
        self.lock = threading.Lock()

    def run(self, phase, numbers):
        """Runs a quarter of the gates."""
        before = len(self.found)
        with load(phase) as lasts, concurrent.futures.ThreadPoolExecutor(phase.at_once) as pool:
            for _ in pool.map(lambda number: self.run_one(phase, number), numbers):
                pass
            if not lasts():
                self.found.append(f"{phase.name}: the other work ended by itself")
        print(f"{phase.name}: {len(numbers)} gates, {len(self.found) - before} not green", flush=True)

    def run_one(self, phase, number):
        folder = self.folder / str(number)
        (folder / "tmp").mkdir(parents=True)
        seed = f"{self.arguments.seed + number:x}"
        command = [*phase.prefix, self.oncegate, "run", "--report-dir", folder / "report"]
        command += ["--seed", seed, "--timeout", "600", "--no-log-commands"]
        environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
        with open(folder / "printed", "wb") as printed:
            status = subprocess.run(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=printed, stderr=subprocess.STDOUT,
            ).returncode
        why = self.why_not_green(folder, status)
        with self.lock:
            self.done += 1
            if why:
                again = shlex.join(map(str, command))
                self.found.append(f"gate {number} ({phase.name}): {why}\n  again: {again}")
                print(f"not green: {self.found[-1]}", flush=True)
            self.tell()
        if not why:
            shutil.rmtree(folder)

    def why_not_green(self, folder, status):
        if status != 0:
            return f"exit status {status}"
        try:
            cases = common.read_junit(folder / "report" / "TEST-oncegate.xml")
        except common.Malformed as problem:
            return str(problem)
        bad = sorted(name for (_, name), outcome in cases.items() if outcome != "passed")
        if bad or len(cases) != CASES:
            return f"{len(cases)} cases of {CASES}, not passed: {', '.join(bad) or 'none'}"
        left = sorted(os.listdir(folder / "tmp"))
        return f"left behind: {', '.join(left)}" if left else None

    def tell(self):
        """Says how far it came, at most every 30 seconds."""
        now = time.monotonic()
        if now - self.told < 30:
            return
        self.told = now
        rest = (now - self.began) / self.done * (self.arguments.count - self.done)
        print(f"{self.done} of {self.arguments.count}, about {rest / 60:.0f} minutes left", flush=True)


@contextlib.contextmanager
def load(phase):
    """Keeps the machine busy meanwhile; gives a function that says whether it still is."""
    if not phase.load:
        yield lambda: True
        return
    process = subprocess.Popen(phase.load, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield lambda: process.poll() is None
    finally:
        process.terminate()
        process.wait()


def outlived(folder):
    """The processes of gates that are over: what a gate starts has its folder in its environment."""
    return [
        process
        for process in common.processes().values()
        if process.environment.get("TMPDIR", "").startswith(f"{folder}/")
    ]


def main():
    parser = common.parser(__doc__, count=10_000)
    parser.add_argument(
        "--keep", type=pathlib.Path, metavar="DIR", help="where the files of what is not green go"
    )
    arguments = parser.parse_args()
    if not shutil.which("stress-ng"):
        common.fail("stress-ng was not found; install it with 'ci/setup --tests'", 3)
    common.begin(arguments)
    oncegate = common.binaries(arguments) / "oncegate"
    with common.scratch() as folder:
        gates = Gates(arguments, oncegate, folder)
        quarters = phases(arguments.jobs)
        for index, phase in enumerate(quarters):
            first = arguments.count * index // len(quarters)
            end = arguments.count * (index + 1) // len(quarters)
            gates.run(phase, range(first, end))
        gates.found += [f"outlived its gate: {process}" for process in outlived(folder)]
        if gates.found and arguments.keep:
            shutil.copytree(folder, arguments.keep, dirs_exist_ok=True)
    for text in gates.found[:SHOWN_MAX]:
        print(text, file=sys.stderr)
    minutes = (time.monotonic() - gates.began) / 60
    print(f"{arguments.count} gates, {len(gates.found)} not green, {minutes:.1f} minutes")
    if gates.found:
        print(f"again: {common.repetition(arguments, '--count', arguments.count)}", file=sys.stderr)
    return 1 if gates.found else 0


if __name__ == "__main__":
    sys.exit(main())
