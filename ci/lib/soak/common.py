# SPDX-License-Identifier: Apache-2.0
"""What the kinds of 'ci/soak' share: binaries, seeds, processes, JUnit files."""

import argparse
import contextlib
import ctypes
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A process hands this word on to all that it starts, with a number behind it for each generation.
TOKEN = "ONCEGATE_CASE_TOKEN"


def fail(message, status=2):
    """Ends with a message: 2 where the command is wrong, 3 where it could not be judged."""
    print(f"ci/soak {pathlib.Path(sys.argv[0]).stem}: error: {message}", file=sys.stderr)
    sys.exit(status)


# Arguments and seeds.


def parser(description, count):
    """The arguments that every kind takes; 'count' is how often, by default."""
    made = argparse.ArgumentParser(
        prog=f"ci/soak {pathlib.Path(sys.argv[0]).stem}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--count", type=positive, default=count, help=f"how often (default {count})")
    made.add_argument("--seed", type=natural, help="what is drawn; without it one is chosen")
    made.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, help="how many at once (default: cores)"
    )
    made.add_argument("--release", action="store_true", help="use a release build")
    made.add_argument(
        "--binaries", type=pathlib.Path, metavar="DIR", help="use these programs, and build nothing"
    )
    return made


def positive(text):
    """An argument that is a number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1")
    return int(text)


def natural(text):
    """An argument that is a number from 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 0")
    return int(text)


def begin(arguments):
    """Prints the seed before anything else is done, and keeps it in the arguments."""
    if arguments.seed is None:
        arguments.seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {arguments.seed}", flush=True)


def drawn(seed, *place):
    """A generator for one place of a run, so that one trial can be repeated without those before."""
    return random.Random(":".join(str(part) for part in (seed, *place)))


def repetition(arguments, *options):
    """The command that does the same again, with further options."""
    words = ["ci/soak", pathlib.Path(sys.argv[0]).stem, "--seed", str(arguments.seed)]
    if arguments.release:
        words.append("--release")
    if arguments.binaries:
        words += ["--binaries", str(arguments.binaries)]
    return shlex.join(words + [str(option) for option in options])


# Programs.


def binaries(arguments):
    """The folder of the programs: what was named, or what is built now as 'ci/lib/build' does it."""
    if arguments.binaries:
        folder = arguments.binaries.resolve()
    else:
        options = ["-c", "release"] if arguments.release else []
        script = 'set -euo pipefail; . ci/lib/build; build "$@" >&2; echo "$binaries"'
        done = subprocess.run(
            ["bash", "-c", script, "build", *options], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        if done.returncode != 0:
            sys.exit(done.returncode)
        folder = pathlib.Path(done.stdout.split("\n")[-2])
    for name in ("oncegate", "oncegate-case", "reference-client"):
        if not os.access(folder / name, os.X_OK):
            fail(f"there is no program '{name}' in {folder}", 3)
    return folder


@contextlib.contextmanager
def scratch():
    """A folder that is gone at the end; short, because a socket's path may have 100 bytes."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="soak-")).resolve()
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


# Processes. What '/proc' tells is there on Linux alone.


class Process:
    """A living process, as it was when somebody looked."""

    def __init__(self, number, fields, environment, command):
        self.id = number
        self.state, self.parent, self.group, self.session = fields
        self.environment = environment
        self.command = command

    @property
    def token(self):
        """The word that tells what the process descends from, or an empty one."""
        return self.environment.get(TOKEN, "")

    def __str__(self):
        return f"{self.id} (parent {self.parent}, {self.state}) {self.command[:120]}"


def read_process(number):
    """One process, or nothing where it is gone or a zombie."""
    try:
        folder = pathlib.Path("/proc", str(number))
        # The name stands in brackets and may hold anything.
        fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
        state = fields[0].decode()
        if state in "ZX":
            return None
        environment = {}
        with contextlib.suppress(PermissionError):
            for word in (folder / "environ").read_bytes().split(b"\0"):
                name, _, value = word.partition(b"=")
                environment[os.fsdecode(name)] = os.fsdecode(value)
        command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return Process(number, (state, *map(int, fields[1:4])), environment, command.strip())
    except (FileNotFoundError, ProcessLookupError):
        return None


def processes():
    """All living processes of the machine, by ID."""
    numbers = (int(name) for name in os.listdir("/proc") if name.isdecimal())
    found = (read_process(number) for number in numbers)
    return {process.id: process for process in found if process}


def with_token(word, among=None):
    """The living processes whose token is that word or descends from it."""
    return [
        process
        for process in (processes() if among is None else among).values()
        if process.token == word or process.token.startswith(word + ".")
    ]


def descendants(ancestor, among=None):
    """The living children of a process, and theirs."""
    among = processes() if among is None else among
    children = {}
    for process in among.values():
        children.setdefault(process.parent, []).append(process)
    found, waiting = [], [ancestor]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += below
        waiting += [process.id for process in below]
    return found


def ask_system(option, value):
    """Sets a property of this process, which Linux alone has."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0) != 0:
        fail(f"the system refused option {option}: {os.strerror(ctypes.get_errno())}", 3)


def adopt_orphans():
    """Makes this process the parent of its descendants' orphans, so that none escapes its look."""
    set_child_subreaper = 36
    ask_system(set_child_subreaper, 1)


def end_with_parent():
    """Makes this process end when its parent ends."""
    set_parent_death_signal = 1
    ask_system(set_parent_death_signal, signal.SIGKILL)


def take_signals():
    """Gives signals their default effect, for this process and what it starts.

    Under nohup, or in the background of a script, some are ignored, and programs respect that.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)


def reap():
    """Removes the zombies of children that nobody waits for."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            continue


def kill_all(found):
    """Kills processes; one that is gone already is no problem."""
    for process in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.id, signal.SIGKILL)


class LoadProbe:
    """Finds out how busy the machine is: how long the start and end of the smallest program takes.

    A promise of a time is one of a machine that has time. Two milliseconds are usual; where a hundred times
    as much is needed, a promise of some seconds says nothing about who gave it.
    """

    PAUSE = 0.1

    def __init__(self):
        self.seen = []
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self):
        program = shutil.which("true") or "/bin/true"
        while True:
            began = time.monotonic()
            subprocess.run([program], check=False, stdin=subprocess.DEVNULL)
            self.seen.append((began, time.monotonic() - began))
            time.sleep(self.PAUSE)

    def mean(self, since, until):
        """The mean of what was seen in that time, in seconds; 0 where nothing was."""
        those = [took for began, took in list(self.seen) if since <= began + took and began <= until]
        return sum(those) / len(those) if those else 0


def wait_until(is_done, seconds, pause=0.01):
    """Waits until something is so, and says whether it was within that time."""
    deadline = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() >= deadline:
            return False
        time.sleep(pause)
    return True


# JUnit files.


class Malformed(Exception):
    """A JUnit file that cannot be taken for one."""


def read_junit(path):
    """The cases of a JUnit file: 'passed', 'failure', 'error' or 'skipped', by 'classname.name'."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as problem:
        raise Malformed(f"{path}: {problem}") from problem
    if root.tag != "testsuites":
        raise Malformed(f"{path}: the root is '{root.tag}'")
    found = {}
    for suite in root.iter("testsuite"):
        seen = {"tests": 0, "failure": 0, "error": 0, "skipped": 0}
        for case in suite.findall("testcase"):
            outcomes = [child.tag for child in case if child.tag in seen]
            if len(outcomes) > 1:
                raise Malformed(f"{path}: a case has several outcomes: {outcomes}")
            name = case.get("name", "")
            if (suite.get("name"), name) in found:
                raise Malformed(f"{path}: '{name}' stands there twice")
            found[(suite.get("name"), name)] = outcomes[0] if outcomes else "passed"
            seen["tests"] += 1
            for outcome in outcomes:
                seen[outcome] += 1
        names = {"tests": "tests", "failure": "failures", "error": "errors", "skipped": "skipped"}
        for kind, attribute in names.items():
            if int(suite.get(attribute, "0")) != seen[kind]:
                raise Malformed(f"{path}: '{attribute}' is {suite.get(attribute)}, not {seen[kind]}")
    return found
