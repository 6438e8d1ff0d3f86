# SPDX-License-Identifier: Apache-2.0
"""Feeds the readers of foreign bytes with libFuzzer's inputs, guided by the code that they reach.

The targets are the fault server's reader of requests, the readers of JSON, the reader of a real
server's answers, the reader of a run's record, and the check of JUnit reports. Each is tried in a
release build with AddressSanitizer and with the invariants that stand in Tests/Fuzzing/Checks; it
begins with the inputs in Tests/Fuzzing/corpus, which the tests replay. This ends with 0 only where
every target was given as many inputs as were asked for, and nothing was found.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import common

FOLDER = common.ROOT / "Tests" / "Fuzzing"
SCRATCH = common.ROOT / ".build" / "fuzz"
PROGRAM = "oncegate-fuzz"
VARIABLE = "ONCEGATE_FUZZ_TARGET"
# The targets and the most bytes of an input.
TARGETS = {"request": 768, "json": 512, "answer": 768, "record": 1536, "report": 1536}
# Targets whose inputs take so long that they are tried only where they are named.
SLOW = {"report"}
# No input needs more: the readers' own bounds are far below.
MEMORY_MB_MAX = 2048
SECONDS_MAX = 60
# How many inputs of a target the tests replay.
KEPT_MAX = 40
# How often it is said how far a target came, in seconds.
TOLD_EVERY = 30
DONE = re.compile(r"^Done (\d+) runs in", re.MULTILINE)
COVERAGE = re.compile(r"^#\d+\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)", re.MULTILINE)
PROGRESS = re.compile(r"^#(\d+)\s")


def build():
    """Builds the fuzzing program with its instruments in all of the code, and returns its path."""
    options = ["-c", "release", "--product", PROGRAM, "--scratch-path", str(SCRATCH)]
    # The default linker warns hundreds of times of the sanitizers' libraries.
    for option in ("-sanitize=fuzzer,address", "-enable-testing", "-use-ld=lld"):
        options += ["-Xswiftc", option]
    script = 'set -euo pipefail; . ci/lib/build; build "$@" >&2'
    command = ["bash", "-c", script, "build", *options]
    variables = {**os.environ, "ONCEGATE_FUZZING": "1"}
    done = subprocess.run(command, cwd=common.ROOT, env=variables)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return SCRATCH / "release" / PROGRAM


def environment(target):
    """What a fuzzing process sees: a crash is libFuzzer's to tell, and not the language's.

    Freed memory is kept back by the sanitizer; less of it than usual makes an input a third cheaper.
    """
    return {
        **os.environ,
        VARIABLE: target,
        "SWIFT_BACKTRACE": "enable=no",
        "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16",
    }


class Trial:
    """One target's run."""

    def __init__(self, target, arguments, program, folder):
        self.target, self.program = target, program
        self.count = arguments.count
        # Nought would let libFuzzer choose.
        self.seed = common.drawn(arguments.seed, target).randrange(1, 1 << 32)
        self.kept = FOLDER / "corpus" / target
        self.grown = folder / target / "corpus"
        self.found = arguments.keep / target
        self.output = ""
        self.grown.mkdir(parents=True)
        self.found.mkdir(parents=True, exist_ok=True)

    def run(self):
        """Runs to the end, or to the first input that breaks something."""
        began = told = time.monotonic()
        self.found_before = set(os.listdir(self.found))
        command = [
            self.program, f"-runs={self.count}", f"-seed={self.seed}",
            f"-max_len={TARGETS[self.target]}", f"-rss_limit_mb={MEMORY_MB_MAX}",
            f"-timeout={SECONDS_MAX}", f"-dict={FOLDER / 'dictionaries' / self.target}.dict",
            "-reload=0", f"-artifact_prefix={self.found}/", self.grown, self.kept,
        ]
        process = subprocess.Popen(
            command, env=environment(self.target), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        lines = []
        for line in process.stdout:
            lines.append(line)
            progress = PROGRESS.match(line)
            if progress and time.monotonic() - told >= TOLD_EVERY:
                told = time.monotonic()
                print(f"{self.target}: {progress[1]} of {self.count}", flush=True)
        self.output = "".join(lines)
        self.status = process.wait()
        self.minutes = (time.monotonic() - began) / 60
        return self

    def why_not_whole(self):
        """Why it is no proof, or nothing: libFuzzer's own word for the number of inputs is asked."""
        done = DONE.search(self.output)
        if self.status != 0:
            return f"exit status {self.status}"
        if not done or int(done[1]) < self.count:
            return f"{done[1] if done else 'no'} inputs were tried, not {self.count}"
        return None

    def summary(self):
        done = DONE.search(self.output)
        coverage = COVERAGE.findall(self.output)
        edges = coverage[-1][0] if coverage else "no"
        last = [int(line[1]) for line in map(PROGRESS.match, self.output.split("\n")) if line]
        inputs = done[1] if done else f"at least {max(last, default=0)}"
        crashes = len(self.inputs_found())
        return (
            f"{self.target}: {inputs} inputs, {edges} edges covered, {crashes} crashes, "
            f"{self.minutes:.1f} minutes"
        )

    def inputs_found(self):
        """The files of this run's crashes; an input that is slow on a busy machine is none."""
        new = set(os.listdir(self.found)) - self.found_before
        return sorted(name for name in new if not name.startswith("slow-unit-"))

    def tell(self, why):
        """Says what is wrong and how to see it again."""
        print(f"{self.target}: {why}", file=sys.stderr)
        for line in self.output.split("\n"):
            if any(word in line for word in ("Fatal error:", "SUMMARY:", "== ERROR: ", "==ERROR: ")):
                print(f"  {line[:300]}", file=sys.stderr)
        for name in self.inputs_found():
            words = ["env", f"{VARIABLE}={self.target}", str(self.program), str(self.found / name)]
            again = shlex.join(words)
            print(f"  again: {again}", file=sys.stderr)
        if not self.inputs_found():
            print("  " + "\n  ".join(self.output.split("\n")[-12:]), file=sys.stderr)

    def merge(self):
        """Replaces the kept corpus by the fewest of all inputs that reach as many edges."""
        fewest = self.grown.parent / "fewest"
        fewest.mkdir()
        command = [
            self.program, "-set_cover_merge=1", "-use_counters=0",
            f"-max_len={TARGETS[self.target]}", fewest, self.kept, self.grown,
        ]
        done = subprocess.run(
            command, env=environment(self.target), stdin=subprocess.DEVNULL, capture_output=True
        )
        if done.returncode != 0:
            common.fail(f"{self.target}: the corpus could not be made smaller", 3)
        # An input with a name of its own was put there by a person, for what it is.
        for path in self.kept.iterdir():
            if re.fullmatch(r"[0-9a-f]{40}", path.name):
                path.unlink()
        # Where there are too many, the longer ones reach more each.
        named = {path.read_bytes() for path in self.kept.iterdir()}
        found = sorted(fewest.iterdir(), key=lambda path: (-path.stat().st_size, path.name))
        new = [path for path in found if path.read_bytes() not in named]
        for path in new[: max(0, KEPT_MAX - len(named))]:
            shutil.copy(path, self.kept / path.name)


def main():
    parser = common.parser(__doc__, count=1_000_000)
    parser.add_argument(
        "--target", action="append", choices=TARGETS,
        help="one reader alone; may be repeated (default: all but 'report', which is slow)",
    )
    parser.add_argument(
        "--keep", type=pathlib.Path, metavar="DIR", default=SCRATCH / "found",
        help="where inputs go that break something (default .build/fuzz/found)",
    )
    parser.add_argument(
        "--merge", action="store_true", help="add what was found new to the corpus, made small"
    )
    arguments = parser.parse_args()
    arguments.keep = arguments.keep.resolve()
    common.begin(arguments)
    program = arguments.binaries.resolve() / PROGRAM if arguments.binaries else build()
    if not os.access(program, os.X_OK):
        common.fail(f"there is no program '{PROGRAM}' in {program.parent}", 3)
    wrong = 0
    with common.scratch() as folder:
        targets = arguments.target or [name for name in TARGETS if name not in SLOW]
        trials = [Trial(target, arguments, program, folder) for target in targets]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for trial in pool.map(Trial.run, trials):
                print(trial.summary(), flush=True)
                why = trial.why_not_whole()
                if why:
                    wrong += 1
                    trial.tell(why)
        if arguments.merge and not wrong:
            for trial in trials:
                trial.merge()
    if wrong:
        options = [word for target in arguments.target or [] for word in ("--target", target)]
        again = common.repetition(arguments, "--count", arguments.count, *options)
        print(f"again: {again}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
