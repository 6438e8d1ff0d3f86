# SPDX-License-Identifier: Apache-2.0
"""Checks the files of ci/pipelines; see ci/check-pipelines."""

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import systems
from systems import INSTALLED, Job, Step

ROOT = Path(__file__).resolve().parents[3]
WORK = ROOT / ".build" / "pipelines"
SOURCE = WORK / "source"
PREFIX = WORK / "prefix"
VERSION = "v0.1.0"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
# A flaw that one case of the gate finds.
FLAW = "new-key-on-relaunch"
STEP_SECONDS_MAX = 600

# Each file: how it is read, the schema that is published for it, and what its system sets.
FILES = {
    "github/oncegate.yml": (systems.github, "github-workflows", "github"),
    "github/oncegate-in-parts.yml": (systems.github, "github-workflows", "github"),
    "github/action.yml": (systems.github, "github-actions", "github"),
    "gitlab/oncegate.yml": (systems.gitlab, "gitlab-ci", "gitlab"),
    "gitlab/oncegate-in-parts.yml": (systems.gitlab, "gitlab-ci", "gitlab"),
    "jenkins/Jenkinsfile": (systems.jenkins, None, "jenkins"),
    "jenkins/Jenkinsfile-in-parts": (systems.jenkins, None, "jenkins"),
    "circleci/config.yml": (systems.circleci, "circle-ci", "circleci"),
    "circleci/config-in-parts.yml": (systems.circleci, "circle-ci", "circleci"),
    "azure/azure-pipelines.yml": (systems.azure, "azure-pipelines", "azure"),
    "azure/azure-pipelines-in-parts.yml": (systems.azure, "azure-pipelines", "azure"),
    "buildkite/pipeline.yml": (systems.buildkite, "buildkite", "buildkite"),
    "buildkite/pipeline-in-parts.yml": (systems.buildkite, "buildkite", "buildkite"),
    "bitrise/bitrise.yml": (systems.bitrise, None, "bitrise"),
    "bitrise/bitrise-in-parts.yml": (systems.bitrise, None, "bitrise"),
    "xcode-cloud/ci_scripts/ci_post_clone.sh": (systems.xcode_cloud, None, "xcode-cloud"),
}


def variables(system: str, folder: Path) -> dict:
    """What a system sets, as far as oncegate or a step could look at it."""
    return {
        "github": {
            "GITHUB_ACTIONS": "true", "GITHUB_SHA": COMMIT, "GITHUB_WORKSPACE": folder,
            "GITHUB_STEP_SUMMARY": folder.parent / "step-summary", "RUNNER_OS": "Linux",
            "GITHUB_ACTION_PATH": SOURCE / "ci/pipelines/github", "INPUT_ARGUMENTS": "",
        },
        "gitlab": {"GITLAB_CI": "true", "CI_COMMIT_SHA": COMMIT, "CI_PROJECT_DIR": folder},
        "jenkins": {"JENKINS_URL": "http://jenkins.example/", "GIT_COMMIT": COMMIT, "WORKSPACE": folder},
        "circleci": {"CIRCLECI": "true", "CIRCLE_SHA1": COMMIT, "CIRCLE_WORKING_DIRECTORY": folder},
        "azure": {
            "TF_BUILD": "True", "BUILD_SOURCEVERSION": COMMIT, "BUILD_SOURCESDIRECTORY": folder,
            "AGENT_OS": "Linux",
        },
        "buildkite": {
            "BUILDKITE": "true", "BUILDKITE_COMMIT": COMMIT, "BUILDKITE_BUILD_CHECKOUT_PATH": folder,
        },
        "bitrise": {
            "BITRISE_IO": "true", "BITRISE_GIT_COMMIT": COMMIT, "BITRISE_SOURCE_DIR": folder,
            "BITRISE_DEPLOY_DIR": folder / "deploy", "BITRISE_TEST_RESULT_DIR": folder.parent / "tests",
        },
        "xcode-cloud": {
            "CI": "TRUE", "CI_XCODE_CLOUD": "TRUE", "CI_COMMIT": COMMIT,
            "CI_PRIMARY_REPOSITORY_PATH": folder,
        },
    }[system]


def run(words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def git(folder: Path, *words):
    run(["git", "-C", folder, "-c", "user.name=oncegate", "-c", "user.email=oncegate@example", *words])


def copy_source():
    """Lays down what a clone of this project would hold, and installs it as a user does."""
    SOURCE.mkdir(parents=True, exist_ok=True)
    words = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run(words, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for path in [p for p in SOURCE.rglob("*") if p.is_file()]:
        name = path.relative_to(SOURCE).as_posix()
        if name.split("/")[0] not in (".build", ".git") and name not in wanted:
            path.unlink()
    for name in wanted:
        here, there = ROOT / name, SOURCE / name
        # What has not changed keeps its time, so that it is not built again.
        if there.exists() and there.read_bytes() == here.read_bytes():
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(here, there)
    shutil.rmtree(SOURCE / ".git", ignore_errors=True)
    git(SOURCE, "init", "--quiet")
    git(SOURCE, "add", "--all")
    git(SOURCE, "commit", "--quiet", "--message", VERSION)
    git(SOURCE, "tag", VERSION)
    print("ci/check-pipelines: installing as a user does; the first time this takes minutes", flush=True)
    run([SOURCE / "ci/install", "--prefix", PREFIX], stdout=subprocess.DEVNULL)


def check_install():
    """The installed gate needs no Swift, is not built twice, and goes without a trace."""
    elsewhere = WORK / "elsewhere"
    shutil.rmtree(elsewhere, ignore_errors=True)
    elsewhere.mkdir()
    gate = run([PREFIX / "bin/oncegate", "run"], cwd=elsewhere, env={"PATH": "/usr/bin:/bin"},
               capture_output=True, text=True).stdout
    assert "GATE OPEN  7 of 7 promises held" in gate, gate
    again = run([SOURCE / "ci/install", "--prefix", PREFIX], capture_output=True, text=True).stdout
    assert f"already installed below {PREFIX}" in again, again
    for text in ("bash-completion/completions/oncegate", "zsh/site-functions/_oncegate",
                 "fish/vendor_completions.d/oncegate.fish", "man/man1/oncegate.1"):
        assert (PREFIX / "share" / text).stat().st_size > 1000, text
    copy = WORK / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PREFIX, copy, symlinks=True)
    mine = copy / "bin" / "mine"
    mine.write_text("")
    for _ in range(2):
        run([SOURCE / "ci/install", "--prefix", copy, "--uninstall"], stdout=subprocess.DEVNULL)
        assert [p for p in copy.rglob("*") if not p.is_dir()] == [mine], list(copy.rglob("*"))
    print("ok    ci/install  7 of 7 without Swift on PATH; again: nothing is built; --uninstall leaves nothing")


def project(good: bool) -> Path:
    """A small project of a user's, in Python, whose client has a flaw or none."""
    folder = WORK / "project"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "acceptance/adapters/python", folder / "oncegate-adapter",
                    ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "ci/pipelines/xcode-cloud/ci_scripts", folder / "ci_scripts")
    bad = [f"./{INSTALLED}/libexec/oncegate/known-bad-client", "--flaw", FLAW]
    (folder / "client").write_text(
        '#!/bin/sh\nexec python3 "$(dirname "$0")/oncegate-adapter/client.py" "$@"\n')
    (folder / "subject").write_text(
        '#!/bin/sh\nexec python3 "$(dirname "$0")/oncegate-adapter/subject.py" "$@"\n')
    for name in ("client", "subject"):
        (folder / name).chmod(0o755)
    configuration = {"client": "./client" if good else bad, "subject": "./subject"}
    (folder / "oncegate.json").write_text(json.dumps(configuration, indent=2) + "\n")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "A small project")
    return folder


def check_schema(path: Path, schema: str):
    command = [Path(sys.executable).parent / "check-jsonschema", "--quiet", "--builtin-schema",
               f"vendor.{schema}", "--regex-variant", "nonunicode"]
    if schema == "azure-pipelines":
        # Azure reads every scalar as text, and its schema says so.
        text = json.dumps(as_text(systems.load(path)))
        run(command + ["-"], input=text, text=True)
        return
    if schema == "gitlab-ci":
        command += ["--data-transform", "gitlab-ci"]
    run(command + [path])


def as_text(value):
    if isinstance(value, dict):
        return {key: as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_text(item) for item in value]
    return str(value)


class Run:
    """One run of one file over one project."""

    def __init__(self, name: str, system: str, user_project: Path):
        self.name, self.system, self.project = name, system, user_project
        self.folder = WORK / "run"
        self.shared = self.folder / "shared"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.shared.mkdir(parents=True)
        # Programs of a system's agent; what they would send away is written down.
        self.agent = self.folder / "agent"
        self.agent.mkdir()
        for program in ("buildkite-agent", "envman"):
            stand_in = self.agent / program
            stand_in.write_text(f'#!/bin/sh\n[ "$1" != annotate ] || cat >"{self.folder}/annotation"\n')
            stand_in.chmod(0o755)
        self.ran, self.not_run, self.log = [], [], []

    def job(self, job: Job, row: dict, result: str) -> bool:
        """Runs a job in a fresh clone, and tells whether it succeeded."""
        label = "-".join([job.name.replace(" ", "-"), *map(str, list(row.values())[:1])]).replace("/", "-")
        folder = self.folder / label / "workspace"
        run(["git", "clone", "--quiet", self.project, folder])
        # The kept copy is put back as the system would.
        shutil.copytree(PREFIX, folder / INSTALLED, symlinks=True)
        home = folder.parent / "home"
        home.mkdir()
        (folder / "deploy").mkdir()
        swift = Path(os.path.realpath(shutil.which("swift"))).parent
        env = {"PATH": f"{self.agent}:/usr/local/bin:/usr/bin:/bin:{swift}", "HOME": home, "CI": "true",
               "RESULT": result, **variables(self.system, folder), **row, **job.env}
        assert "your-organisation/" in str(env.get("ONCEGATE_REPOSITORY", "your-organisation/"))
        env["ONCEGATE_REPOSITORY"] = f"file://{SOURCE}"
        assert env.get("ONCEGATE_VERSION", VERSION) == VERSION
        env = {k: systems.expand(str(v), env) for k, v in env.items()}
        failed = False
        for step in job.steps:
            if failed and not step.always:
                continue
            if step.shell is None:
                self.not_run.append(step.name)
                if step.files:
                    step.files(folder, self.shared, env)
            elif not self.step(step, folder / job.folder, env):
                failed = True
        return not failed

    def step(self, step: Step, folder: Path, env: dict) -> bool:
        script = self.folder / "step"
        script.write_text(step.text)
        script.chmod(0o755)
        own = {k: systems.expand(str(v), env) for k, v in step.env.items()}
        finished = subprocess.run([*step.shell, str(script)], cwd=folder, env={**env, **own},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=STEP_SECONDS_MAX)
        text = finished.stdout.decode(errors="replace")
        assert "Build complete" not in text, "what is kept was built again"
        self.ran.append(step.name)
        self.log.append(f"$ {step.name}\n{text}-> {finished.returncode}\n")
        return finished.returncode == 0

    def all(self, jobs: list[Job]) -> dict:
        results, succeeded = {}, True
        for job in jobs:
            if not succeeded and not job.always:
                results[job.name] = "skipped"
                continue
            result = "success" if succeeded else "failure"
            ends = [self.job(job, row, result) for row in job.rows]
            results[job.name] = "success" if all(ends) else "failure"
            succeeded = succeeded and all(ends)
        return results


def cases_of(folder: Path) -> dict:
    """Every case in the JUnit files that were kept, with whether it failed."""
    found = {}
    for path in folder.rglob("*.xml"):
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            found[case.get("name")] = case.find("failure") is not None
    return found


def check(name: str, user_project: Path, good: bool) -> Run:
    reader, schema, system = FILES[name]
    path = ROOT / "ci/pipelines" / name
    if schema and good:
        check_schema(path, schema)
    jobs = reader(path)
    one = Run(name, system, user_project)
    results = one.all(jobs)
    try:
        required = [results[job.name] for job in jobs if job.required]
        kept = cases_of(one.shared)
        if name.startswith("xcode-cloud"):
            kept = cases_of(one.folder)
            assert "queue.relaunch" in "".join(one.log), "the summary is not in the log"
        assert len(kept) == 7, f"{len(kept)} cases in the reports that were kept"
        if "in-parts" in name and (good or system != "circleci"):
            merged = list(one.shared.rglob("TEST-oncegate.xml")) + list(one.folder.glob("*/tests/**/*.xml"))
            sizes = [len(cases_of(path.parent)) for path in merged if "part" not in str(path.parent.name)]
            assert 7 in sizes, f"no merged report holds every case: {sizes}"
        if good:
            assert set(results.values()) == {"success"}, results
            assert not any(kept.values()), kept
        else:
            assert "failure" in required, f"a broken promise is not seen: {results}"
            assert [case for case, failed in kept.items() if failed] == ["queue.relaunch"], kept
    except AssertionError:
        print("\n".join(one.log))
        raise
    return one


def main(wanted: list[str]) -> int:
    WORK.mkdir(parents=True, exist_ok=True)
    on_disk = {p.relative_to(ROOT / "ci/pipelines").as_posix()
               for p in (ROOT / "ci/pipelines").rglob("*") if p.is_file() and p.suffix != ".md"}
    if on_disk != set(FILES):
        print(f"ci/check-pipelines: error: not known or not there: {sorted(on_disk ^ set(FILES))}")
        return 1
    names = [name for name in FILES if not wanted or any(word in name for word in wanted)]
    if not names:
        print("ci/check-pipelines: error: no file of ci/pipelines has such a name")
        return 2
    copy_source()
    check_install()
    failed, not_run = [], set()
    for good in (True, False):
        user_project = project(good)
        for name in names:
            try:
                one = check(name, user_project, good)
            except Exception as error:  # A fault of one file keeps no other from being checked.
                failed.append(name)
                print(f"FAIL  {name}: {type(error).__name__} {error}", flush=True)
                continue
            not_run |= {f"{name.split('/')[0]}: {step}" for step in one.not_run}
            kind = "keeps its promises" if good else "breaks one"
            print(f"ok    {name}  {len(one.ran)} steps run, the client {kind}", flush=True)
    print("\nsteps that only their systems can run; files that they move are moved by hand here:")
    for step in sorted(not_run):
        print(f"  {step}")
    print(f"\n{len(names) * 2 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
