# SPDX-License-Identifier: Apache-2.0
"""Runs that are killed at random moments: what they report is true, and nothing of them is left.

Cases that fork, hide, stop themselves or hear no signal, and the seven of the gate, are stopped by SIGINT,
SIGTERM, SIGHUP or SIGKILL, to the entry process or its group, by two signals, or by GitHub's order of them
(INT, 7.5 s later TERM, 2.5 s later KILL); some have been paused by Ctrl-Z or SIGSTOP before. After each the
JUnit file must name every case and call none passed that did not come to its end; no process, folder or socket
of the run may be left, and all that within five seconds from the first signal. One run in twenty is only
paused, for longer than its cases may take, and must then pass whole. 1 where something was found.
"""

import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import selectors
import shutil
import signal
import statistics
import subprocess
import sys
import time

import common

STUBBORN = common.ROOT / "ci/lib/soak/stubborn.sh"
# How long a run may take to stop, from the first signal.
STOP_SECONDS_MAX = 5
# GitHub cancels with INT, and the entry process alone hears of it.
GITHUB_TERM_AFTER, GITHUB_KILL_AFTER = 7.5, 10.0
# How long the event is waited for behind which a signal is to come.
SILENCE_SECONDS_MAX = 3
# A trial that takes longer than this is stuck.
TRIAL_SECONDS_MAX = 120
# Where the smallest program needs longer than this meanwhile, the machine had no time for the stop: it is done
# again with nothing beside it, this often, before it counts.
BUSY_SECONDS, AGAIN_MAX = 0.03, 5
# Every so often a run is only paused, for longer than its cases may take, and must then pass whole.
PAUSE_EVERY, PAUSE_LIMIT, PAUSE_SECONDS = 20, 5, 6.5
GATE = [
    "state.rejection", "state.unknown-outcome", "state.session-switch", "queue.disconnect",
    "queue.lost-response", "queue.key-conflict", "queue.relaunch",
]
KINDS = [
    "quick", "failing", "slow", "deaf", "tidy", "eager", "family", "crowd", "group", "session",
    "daemon", "phoenix", "stopped", "frozen", "nameless", "litter", "leaving",
]
# A way to stop a run: the signals with the seconds after which each is sent, where the run still lives,
# and whether its whole process group gets them.
WAYS = {
    "int": ([(0, signal.SIGINT)], False),
    "term": ([(0, signal.SIGTERM)], False),
    "hup": ([(0, signal.SIGHUP)], False),
    "kill": ([(0, signal.SIGKILL)], False),
    "github": (
        [(0, signal.SIGINT), (GITHUB_TERM_AFTER, signal.SIGTERM), (GITHUB_KILL_AFTER, signal.SIGKILL)],
        False,
    ),
    "int-group": ([(0, signal.SIGINT)], True),
    "kill-group": ([(0, signal.SIGKILL)], True),
    "int-twice": ([(0, signal.SIGINT), (0.5, signal.SIGINT)], False),
    "term-kill": ([(0, signal.SIGTERM), (1, signal.SIGKILL)], False),
}


class Trial:
    """One run: what it consists of, and when and how it is stopped; all of it drawn from the seed."""

    def __init__(self, seed, number):
        draw = common.drawn(seed, "kills", number)
        self.number = number
        self.token = f"soak-{seed}-{number}"
        self.pauses_only = number % PAUSE_EVERY == PAUSE_EVERY - 1
        self.way = "none" if self.pauses_only else draw.choice(sorted(WAYS))
        self.kinds = {}
        if self.pauses_only:
            self.kinds = {f"own.waiting{place}": "waiting" for place in range(2)}
        elif draw.random() < 0.75:
            kinds = KINDS
            if not self.is_orderly:
                # A process in a session of its own, with an empty environment, whose parents are gone: when
                # its run is killed no system tells any more where it comes from.
                kinds = [kind for kind in KINDS if kind != "nameless"]
            drawn = [draw.choice(kinds) for _ in range(draw.randint(2, 7))]
            self.kinds = {f"own.{kind}{place}": kind for place, kind in enumerate(drawn)}
        self.cases = sorted(self.kinds) or GATE
        self.seconds = {name: round(draw.uniform(0.05, 1.5), 2) for name in self.cases}
        self.jobs = draw.randint(1, 4)
        self.moment_line = draw.randint(0, 2 * len(self.cases))
        self.moment_delay = draw.choice([0, draw.uniform(0, 0.02), draw.uniform(0, 0.4)])
        self.pause = draw.choice(["", "", "", "tstp", "stop"])
        self.pause_seconds = draw.uniform(0.05, 0.8)
        # A killed run may be stopped at that moment; others would not hear of their signal.
        self.stays_stopped = self.way in ("kill", "kill-group") and draw.random() < 0.3

    @property
    def is_orderly(self):
        """Whether the run itself can do what has to be done."""
        return self.way in ("none", "int", "term", "hup", "github", "int-group")

    def __str__(self):
        what = " ".join(self.kinds.values()) or "the gate"
        pause = f", {self.pause}" if self.pause and not self.pauses_only else ""
        return (
            f"{self.way} after line {self.moment_line} and {self.moment_delay * 1000:.0f} ms{pause}: "
            f"{what} (jobs {self.jobs})"
        )


class Run:
    """A run as the system sees it."""

    def __init__(self, trial, binaries, folder):
        self.trial, self.folder = trial, folder
        self.reports, self.temporary = folder / "report", folder / "tmp"
        self.marks = folder / "marks"
        self.temporary.mkdir(parents=True)
        self.marks.mkdir()
        configuration = {"jobs": trial.jobs, "pass": ["SOAK_MARKS"]}
        if trial.kinds:
            configuration["cases"] = [
                {
                    "name": name,
                    "promise": f"{kind} is stopped",
                    "command": [str(STUBBORN), kind, name, str(trial.seconds[name])],
                }
                for name, kind in trial.kinds.items()
            ]
        (folder / "oncegate.json").write_text(json.dumps(configuration))
        limit = PAUSE_LIMIT if trial.pauses_only else 60
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "TMPDIR": str(self.temporary),
            "SOAK_MARKS": str(self.marks),
            common.TOKEN: trial.token,
        }
        self.process = subprocess.Popen(
            [
                binaries / "oncegate", "run", *trial.cases, "--format", "json", "--seed", "5eed",
                "--report-dir", self.reports, "--timeout", str(limit),
            ],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.output = b""
        self.has_ended = False

    @property
    def lines(self):
        """How many events were told."""
        return self.output.count(b"\n")

    def started_cases(self):
        """The cases that were told to have started."""
        lines = self.output.split(b"\n")[:-1]
        events = [json.loads(line) for line in lines]
        return [event["case"] for event in events if event["event"] == "case-started"]

    def read(self, seconds):
        """Reads what is told within that time, or until the run has ended."""
        deadline = time.monotonic() + seconds
        while not self.has_ended:
            rest = deadline - time.monotonic()
            if not self.selector.select(max(0, rest)):
                return
            # A descendant does not hold this pipe: its end is the end of the run.
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            self.output += chunk
            self.has_ended = not chunk
            if rest <= 0:
                return

    def send(self, number, to_group=False):
        """Sends a signal to the entry process, or to its group."""
        try:
            (os.killpg if to_group else os.kill)(self.process.pid, number)
        except ProcessLookupError:
            pass


def reach_moment(run):
    """Waits for the moment at which the trial's signals begin; false where the run was over before."""
    trial = run.trial
    lines, since = 0, time.monotonic()
    while run.lines < trial.moment_line and not run.has_ended:
        run.read(0.05)
        if run.lines > lines:
            lines, since = run.lines, time.monotonic()
        # A case that never ends lets the line wait for ever.
        if time.monotonic() > since + SILENCE_SECONDS_MAX:
            break
    run.read(trial.moment_delay)
    return not run.has_ended


def pause(run):
    """Stops the run for a while, as Ctrl-Z does, and lets it go on."""
    trial = run.trial
    run.send(signal.SIGTSTP if trial.pause == "tstp" else signal.SIGSTOP, to_group=trial.pause == "tstp")
    time.sleep(trial.pause_seconds)
    if not trial.stays_stopped:
        run.send(signal.SIGCONT, to_group=True)


def left_behind(trial):
    """What lives of a run whose entry process is gone."""
    among = common.processes()
    found = {process.id: process for process in common.with_token(trial.token, among)}
    found.update((process.id, process) for process in common.descendants(os.getpid(), among))
    return list(found.values())


def stop(run):
    """Sends the signals of the trial, and returns the seconds until nothing of the run was left."""
    signals, to_group = WAYS[run.trial.way]
    began = time.monotonic()
    for after, number in signals:
        run.read(max(0, began + after - time.monotonic()))
        if run.has_ended:
            break
        run.send(number, to_group)
    run.read(max(0, began + GITHUB_KILL_AFTER + STOP_SECONDS_MAX - time.monotonic()))
    return settle(run, began)


def settle(run, began):
    """Waits until nothing of the run is left, and returns the seconds that it took since then."""
    limit = began + 2 * STOP_SECONDS_MAX - time.monotonic()

    def is_gone():
        return not any(run.temporary.iterdir()) and not left_behind(run.trial)

    if run.has_ended:
        run.process.wait()
        common.wait_until(is_gone, max(limit, 1), pause=0.03)
    return time.monotonic() - began


def whole_after_pause(run):
    """Pauses a run for longer than its cases may take, lets these finish, and returns what is wrong."""
    trial = run.trial
    deadline = time.monotonic() + TRIAL_SECONDS_MAX
    while len(run.started_cases()) < min(trial.jobs, len(trial.cases)):
        run.read(0.05)
        if run.has_ended or time.monotonic() > deadline:
            return [f"the run ended with {run.process.wait()} before it could be paused"]
    run.send(signal.SIGTSTP if trial.number % 2 else signal.SIGSTOP, to_group=True)
    time.sleep(PAUSE_SECONDS)
    run.send(signal.SIGCONT, to_group=True)
    (run.marks / "go").touch()
    run.read(TRIAL_SECONDS_MAX)
    began = time.monotonic()
    settle(run, began)
    status = run.process.poll()
    return [] if status == 0 else [f"the run was paused, and ended with {status} and not with 0"]


def statuses(trial, is_complete):
    """What the run may end with."""
    signals = [number for _, number in WAYS.get(trial.way, ([], False))[0]]
    orderly = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 143}
    allowed = {orderly[signals[0]]} if signals and signals[0] in orderly else set()
    # A signal that comes too late stops nothing.
    if is_complete:
        allowed |= {0, 1, 3}
    if trial.way in ("kill", "kill-group", "term-kill"):
        allowed.add(-signal.SIGKILL)
    if trial.way == "int-twice":
        allowed.add(-signal.SIGINT)
    return allowed


def judge_reports(run, binaries):
    """What is wrong with the reports, and how many cases they say have passed."""
    trial, path = run.trial, run.reports / "TEST-oncegate.xml"
    status = run.process.poll()
    if not path.exists():
        # The signal came before the program could take it, and nothing was started.
        signals = [number for _, number in WAYS.get(trial.way, ([], False))[0]]
        was_unborn = run.lines == 0 and status in [-number for number in signals]
        return ([] if was_unborn else [f"there is no JUnit file, and the status is {status}"]), None
    try:
        outcomes = {name: outcome for (_, name), outcome in common.read_junit(path).items()}
    except common.Malformed as problem:
        return [str(problem)], None
    wrong = []
    if sorted(outcomes) != sorted(trial.cases):
        wrong.append(f"the JUnit file names {sorted(outcomes)}, not {sorted(trial.cases)}")
    passed = [name for name, outcome in outcomes.items() if outcome == "passed"]
    for name in passed:
        has_run = (run.marks / name).exists() if trial.kinds else name in run.started_cases()
        if not has_run:
            wrong.append(f"'{name}' passed without having come to its end")
        if trial.kinds.get(name) == "failing":
            wrong.append(f"'{name}' passed, and cannot")
    text = path.read_text()
    allowed = statuses(trial, is_complete='type="NotRun"' not in text)
    if not trial.pauses_only and status not in allowed:
        wrong.append(f"the run ended with {status}, not one of {sorted(allowed)}")
    check = subprocess.run(
        [binaries / "oncegate", "report", "check", path], capture_output=True, text=True, check=False
    )
    if check.returncode != 0:
        wrong.append(f"'oncegate report check' ends with {check.returncode}: {check.stdout[:400]}")
    if trial.is_orderly:
        names = {entry.name for entry in run.reports.iterdir()}
        missing = {"TEST-oncegate.xml", "run.json", "summary.md", "report.html", "logs"} - names
        unfinished = [name for name in names if name.endswith(".tmp")]
        if missing or unfinished:
            wrong.append(f"the reports are not complete: without {missing}, with {unfinished}")
    return wrong, len(passed)


def judge_leftovers(run):
    """What is left of a run that is over."""
    wrong = []
    if not run.has_ended:
        wrong.append("the run did not end")
        run.send(signal.SIGKILL)
        run.process.wait()
    living = left_behind(run.trial)
    wrong += [f"lives on: {process}" for process in living]
    common.kill_all(living)
    left = [str(path.relative_to(run.temporary)) for path in run.temporary.rglob("*")]
    if left:
        wrong.append(f"left in TMPDIR: {' '.join(left[:10])}")
    return wrong


def carry_out(seed, number, binaries, folder):
    """One trial in a process of a pool; returns what became of it."""
    trial = Trial(seed, number)
    folder = folder / str(number)
    run = Run(trial, binaries, folder)
    wrong, seconds, began = [], 0.0, time.monotonic()
    came_in_time = True
    if trial.pauses_only:
        wrong = whole_after_pause(run)
    else:
        came_in_time = reach_moment(run)
        if trial.pause and came_in_time:
            pause(run)
        began = time.monotonic()
        seconds = stop(run)
    ended = began + seconds
    wrong += judge_leftovers(run)
    reported, passed = judge_reports(run, binaries)
    wrong += reported
    common.reap()
    run.process.stdout.close()
    # What cannot be removed just so was made by a case, and is gone unless something is wrong.
    shutil.rmtree(folder, ignore_errors=True)
    return {
        "number": number, "text": str(trial), "way": trial.way, "wrong": wrong, "passed": passed,
        "seconds": seconds, "in time": came_in_time, "from": began, "to": ended,
    }


def prepare_worker():
    """What each process of the pool does first."""
    common.adopt_orphans()
    common.end_with_parent()


def prove_detectors(folder):
    """Shows that what must not live would be found: with and without a token, without a parent."""
    common.adopt_orphans()
    environment = {"PATH": os.environ["PATH"], common.TOKEN: "soak-probe.1"}
    script = "(setsid sleep 1000 &) ; (setsid env -i /bin/sleep 1000 &)"
    subprocess.run(["sh", "-c", script], env=environment, cwd=folder, check=True)

    def sleepers(found):
        return [process for process in found if process.command.endswith("sleep 1000")]

    def are_found():
        return (
            len(sleepers(common.with_token("soak-probe"))) == 1
            and len(sleepers(common.descendants(os.getpid()))) == 2
        )

    if not common.wait_until(are_found, 30):
        common.fail("processes that hide are not found here, so nothing would be proved", 3)
    common.kill_all(common.descendants(os.getpid()))
    common.reap()


class Judge:
    """Takes the results one by one, and prints those that are worth it."""

    def __init__(self, arguments, again):
        self.arguments, self.again = arguments, again
        self.probe = common.LoadProbe()
        self.results, self.busy = [], []

    def take(self, result):
        """Takes a result; one that was too slow because the machine had no time waits to be done again."""
        load = self.probe.mean(result["from"], result["to"])
        if result["seconds"] > STOP_SECONDS_MAX:
            if load > BUSY_SECONDS and not result["wrong"]:
                self.busy.append(result)
                return
            result["wrong"].append(f"the stop took {result['seconds']:.2f} s")
        self.results.append(result)
        if self.arguments.verbose or result["wrong"]:
            print(
                f"{result['number']:4} {result['seconds']:5.2f} s  {result['text']}  (load {load * 1000:.0f} ms)"
            )
        for line in result["wrong"]:
            print(f"     FOUND {line}")
        if result["wrong"]:
            print("     repeat", common.repetition(self.arguments, "--only", result["number"]))
        sys.stdout.flush()

    def repeat_busy(self):
        """Does again what the machine had no time for, one after the other."""
        for round_number in range(AGAIN_MAX):
            waiting, self.busy = self.busy, []
            for result in waiting:
                self.take(self.again(result["number"]))
            if self.busy:
                print(f"  {len(self.busy)} stops in a machine that was busy (round {round_number + 1})")
        unjudged, self.busy = self.busy, []
        for result in unjudged:
            result["wrong"].append(f"the stop took {result['seconds']:.2f} s, each time on a busy machine")
            self.results.append(result)
            print(f"{result['number']:4} {result['text']}\n     FOUND {result['wrong'][0]}", flush=True)


def report(results, seconds, arguments):
    """Prints what came of all trials."""
    ways = {}
    for result in results:
        ways.setdefault(result["way"], []).append(result)
    for way, those in sorted(ways.items()):
        stops = [result["seconds"] for result in those if result["in time"]]
        unborn = sum(result["passed"] is None for result in those)
        late = sum(not result["in time"] for result in those)
        passed = sum(result["passed"] or 0 for result in those)
        times = f"{statistics.median(stops):.2f} s, at most {max(stops):.2f} s" if stops else "-"
        print(
            f"  {way:<11} {len(those):4}  stop {times:<26}  {late} over before, "
            f"{unborn} before the first report, {passed} cases passed"
        )
    found = [result for result in results if result["wrong"]]
    print(f"{len(results)} runs, {len(found)} with findings, in {seconds:.0f} s", flush=True)
    return 1 if found else 0


def main():
    parser = common.parser(__doc__, count=200)
    parser.add_argument("--only", type=common.natural, metavar="N", help="only the trial of that number")
    parser.add_argument("--verbose", action="store_true", help="a line for each trial")
    arguments = parser.parse_args()
    common.begin(arguments)
    common.take_signals()
    binaries = common.binaries(arguments)
    numbers = [arguments.only] if arguments.only is not None else range(arguments.count)
    began = time.monotonic()
    with common.scratch() as folder:
        context = multiprocessing.get_context("fork")
        probe = context.Process(target=prove_detectors, args=(folder,))
        probe.start()
        probe.join()
        if probe.exitcode != 0:
            sys.exit(3)
        with concurrent.futures.ProcessPoolExecutor(
            arguments.jobs, mp_context=context, initializer=prepare_worker
        ) as pool:

            def begin(number):
                return pool.submit(carry_out, arguments.seed, number, binaries, folder)

            waiting = [begin(number) for number in numbers]
            judge = Judge(arguments, lambda number: begin(number).result())
            for future in concurrent.futures.as_completed(waiting):
                judge.take(future.result())
            judge.repeat_busy()
    sys.exit(report(judge.results, time.monotonic() - began, arguments))


if __name__ == "__main__":
    main()
