# SPDX-License-Identifier: Apache-2.0
"""Reads the files of pipelines into jobs with steps, as their systems read them."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

# The folder that every system keeps between runs.
INSTALLED = ".oncegate-install"


@dataclass
class Step:
    """A step of a job: a shell text, or the name of what cannot be run here."""

    name: str
    shell: list[str] | None = None
    text: str = ""
    env: dict = field(default_factory=dict)
    always: bool = False
    # What stands in for a step that moves files: a function of the job's folder and the shared one.
    files: object = None


@dataclass
class Job:
    name: str
    steps: list[Step]
    env: dict = field(default_factory=dict)
    # A variable for each job of a row of equal ones.
    rows: list[dict] = field(default_factory=lambda: [{}])
    always: bool = False
    # Whether the job's end is what a merge waits for.
    required: bool = True
    folder: str = "."


def load(path: Path):
    return YAML(typ="safe").load(path.read_text())


def keep(pattern: str, name: str):
    """Stands in for keeping files: copies them out of the job's folder."""

    def copy(folder: Path, shared: Path, env: dict):
        import shutil

        target = shared / expand(name, env)
        for path in folder.glob(expand(pattern, env)):
            shutil.copytree(path, target / path.name, dirs_exist_ok=True) if path.is_dir() else (
                target.mkdir(parents=True, exist_ok=True), shutil.copy(path, target))

    return copy


def fetch(pattern: str, into: str = "."):
    """Stands in for fetching what other jobs kept."""

    def copy(folder: Path, shared: Path, env: dict):
        import shutil

        for path in shared.glob(pattern):
            target = folder / into / path.name
            shutil.copytree(path, target, dirs_exist_ok=True) if path.is_dir() else (
                target.parent.mkdir(parents=True, exist_ok=True), shutil.copy(path, target))

    return copy


def expand(text: str, env: dict) -> str:
    return re.sub(r"\$\{?([A-Z_]+)\}?", lambda match: str(env.get(match[1], match[0])), text)


def needs_cache(paths, name: str):
    paths = [paths] if isinstance(paths, str) else paths
    assert [path.rstrip("/") for path in paths] == [INSTALLED], f"{name} keeps {paths}"


SH = ["sh", "-e"]
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]


def github(path: Path) -> list[Job]:
    file = load(path)
    if path.name == "action.yml":
        steps = [github_step(step, {}) for step in file["runs"]["steps"]]
        assert all("shell" in s for s in file["runs"]["steps"] if "run" in s)
        return [Job("action", steps)]
    jobs = []
    for name, job in file["jobs"].items():
        parts = job.get("strategy", {}).get("matrix", {}).get("part", [None])
        known = {"strategy.job-total": len(parts)}
        rows = [{"PART": part} if part else {} for part in parts]
        env = {**file["env"], **job.get("env", {})}
        steps = [github_step(step, known) for step in job["steps"]]
        jobs.append(Job(name, steps, {k: github_text(v, known) for k, v in env.items()}, rows,
                        always="always()" in str(job.get("if")), required=name == "gate"))
    return jobs


def github_text(text, known: dict) -> str:
    def value(match):
        word = match[1].strip()
        if word == "matrix.part":
            return "$PART"
        if word.startswith("env."):
            return "$" + word[4:]
        named = {"needs.part.result": "$RESULT", "github.action_path": "$GITHUB_ACTION_PATH",
                 "github.action_ref": "v0.1.0", "inputs.arguments": "$INPUT_ARGUMENTS",
                 "inputs.report": "oncegate-report", "runner.os": "Linux", "runner.arch": "X64"}
        return str(known[word] if word in known else named[word])

    return re.sub(r"\$\{\{(.*?)\}\}", value, str(text))


def github_step(step: dict, known: dict) -> Step:
    always = "cancelled()" in str(step.get("if"))
    if "run" in step:
        assert "${{" not in step["run"], "an expression in a script is an injection"
        shell = BASH if step.get("shell") == "bash" else SH
        env = {k: github_text(v, known) for k, v in step.get("env", {}).items()}
        return Step(step["run"].strip(), shell, step["run"], env, always)
    name, given = step["uses"], {k: github_text(v, known) for k, v in step.get("with", {}).items()}
    files = None
    if name.startswith("actions/cache@"):
        needs_cache(given["path"], name)
    elif name.startswith("actions/upload-artifact@"):
        # An artifact holds what is in the folder; here the folder's name goes with it.
        pattern = given["path"].rstrip("/")
        files = keep(f"{pattern}/*" if step["with"]["path"].endswith("/") else pattern, given["name"])
    elif name.startswith("actions/download-artifact@"):
        files = fetch(given["pattern"], given["path"])
    return Step(name, always=always, files=files)


def gitlab(path: Path) -> list[Job]:
    file, jobs = load(path), []
    for name, job in file.items():
        if name.startswith("."):
            continue
        job = {**file.get(job.get("extends"), {}), **job}
        needs_cache(job["cache"]["paths"], name)
        count = job.get("parallel", 1)
        rows = [{"CI_NODE_INDEX": n + 1, "CI_NODE_TOTAL": count} for n in range(count)]
        lines = job.get("before_script", []) + job["script"]
        steps = [Step("needs", files=fetch("*"))] if job.get("needs") else []
        steps += [Step("\n".join(lines), BASH, "\n".join(lines))]
        steps += [Step(f"artifacts {kept}", always=True, files=keep(kept.rstrip("/"), "."))
                  for kept in job["artifacts"]["paths"]]
        always = all(rule.get("when") == "always" for rule in job["rules"])
        jobs.append(Job(name, steps, job["variables"], rows, always))
    return jobs


def jenkins(path: Path) -> list[Job]:
    text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
    assert text.count("{") == text.count("}"), "braces are not balanced"
    env = dict(re.findall(r"^\s*([A-Z_]+) = '(.*)'$", text, flags=re.M))
    values = re.search(r"values (.*)", text)
    parts = re.findall(r"'(\w+)'", values[1]) if values else []
    jobs = []
    # With a matrix the last block belongs to the whole run, the ones before it to a part.
    blocks = text.rsplit("\n  post {", 1) if parts else [text]
    for index, block in enumerate(blocks):
        steps = []
        after = re.search(r"\bpost \{", block)
        for match in re.finditer(
                r"^\s*(sh|archiveArtifacts|junit|stash|unstash)\b(.*)$", block, flags=re.M):
            kind, rest = match[1], match[2].strip()
            always = bool(after) and match.start() > after.start()
            if kind == "sh":
                script = re.fullmatch(r"'(.*)'", rest)[1]
                assert "'" not in script
                steps.append(Step(script, SH, script, always=always))
            elif kind == "stash":
                steps.append(Step(f"stash {rest}", always=always, files=keep("oncegate-part-*", ".")))
            elif kind == "unstash":
                name = re.fullmatch(r"'(.*)'", rest)[1]
                steps.append(Step(f"unstash {name}", files=fetch(name)))
            else:
                kept = re.search(r"'([^']*)'", rest)[1].split("/")[0]
                steps.append(Step(f"{kind} {rest}", always=always,
                                  files=None if kind == "junit" and "/" in rest else keep(kept, ".")))
        rows = [{"PART": part} for part in parts] if parts and index == 0 else [{}]
        jobs.append(Job(f"jenkins {index}", steps, env, rows, always=index > 0))
    return jobs


def circleci(path: Path) -> list[Job]:
    file, jobs = load(path), []
    parameters = {name: value["default"] for name, value in file["parameters"].items()}

    def text(value) -> str:
        return re.sub(r"<< pipeline\.parameters\.([\w-]+) >>", lambda m: parameters[m[1]], str(value))

    def steps_of(steps):
        for step in steps:
            if isinstance(step, str) and step in file.get("commands", {}):
                yield from steps_of(file["commands"][step]["steps"])
                continue
            name, given = (step, None) if isinstance(step, str) else next(iter(step.items()))
            files = None
            if name == "run":
                script = given if isinstance(given, str) else given["command"]
                yield Step(script, BASH, script)
                continue
            if name == "save_cache":
                needs_cache(given["paths"], name)
            elif name == "store_artifacts":
                files = keep(given["path"] if given["path"] != "." else "oncegate-part-*", ".")
            elif name == "attach_workspace":
                files = fetch("*")
            # Both store steps are carried out after a failure too.
            yield Step(name, always=name.startswith("store_"), files=files)

    for name, job in file["jobs"].items():
        count = job.get("parallelism", 1)
        rows = [{"CIRCLE_NODE_INDEX": n, "CIRCLE_NODE_TOTAL": count} for n in range(count)]
        env = {k: text(v) for k, v in job["environment"].items()}
        jobs.append(Job(name, list(steps_of(job["steps"])), env, rows, required=name == "gate"))
    return jobs


def azure(path: Path) -> list[Job]:
    file, jobs = load(path), []
    for job in file["jobs"]:
        count = job.get("strategy", {}).get("parallel", 1)
        rows = [{"SYSTEM_JOBPOSITIONINPHASE": n + 1, "SYSTEM_TOTALJOBSINPHASE": count}
                for n in range(count)]
        steps = []
        for step in job["steps"]:
            always = step.get("condition") == "succeededOrFailed()"
            given, files = step.get("inputs", {}), None
            if "script" in step:
                steps.append(Step(step["script"], ["bash", "--noprofile", "--norc"], step["script"]))
                continue
            name = step.get("task") or next(iter(step))
            if name.startswith("Cache@"):
                needs_cache(given["path"], name)
            elif "publish" in step:
                kept = step["artifact"].replace(
                    "$(System.JobPositionInPhase)", "$SYSTEM_JOBPOSITIONINPHASE")
                files = keep(f"{step['publish']}/*", kept)
            elif name.startswith("DownloadPipelineArtifact@"):
                files = fetch(given["patterns"].split("/")[0], given["path"])
            elif name.startswith("PublishTestResults@") and "/" not in given["testResultsFiles"]:
                files = keep(given["testResultsFiles"], ".")
            steps.append(Step(name, always=always, files=files))
        jobs.append(Job(job["job"], steps, file["variables"], rows,
                        always=job.get("condition") == "succeededOrFailed()"))
    return jobs


def buildkite(path: Path) -> list[Job]:
    file, jobs, waits = load(path), [], False
    for step in file["steps"]:
        if "wait" in step:
            waits = step.get("continue_on_failure", False)
            continue
        needs_cache(step["cache"]["paths"], step["label"])
        script = "\n".join(step["commands"])
        # What is left of '$' when every '$$' is gone would be replaced at the upload.
        assert "$" not in script.replace("$$", ""), "a single dollar sign"
        count = step.get("parallelism", 1)
        rows = [{"BUILDKITE_PARALLEL_JOB": n, "BUILDKITE_PARALLEL_JOB_COUNT": count}
                for n in range(count)]
        steps = [Step("artifact download", files=fetch("oncegate-part-*"))] if "download" in script else []
        steps += [Step(script, ["bash", "-e"], script.replace("$$", "$"))]
        steps += [Step(f"artifact_paths {kept}", always=True, files=keep(kept.split("/")[0], "."))
                  for kept in step["artifact_paths"]]
        jobs.append(Job(step["label"], steps, file["env"], rows, always=waits))
    return jobs


def bitrise(path: Path) -> list[Job]:
    file, jobs = load(path), []
    env = {name: value for entry in file["app"]["envs"] for name, value in entry.items()}
    order = file.get("pipelines", {}).get("oncegate", {}).get("workflows", {"gate": {}})

    def steps_of(steps):
        for entry in steps:
            name, step = next(iter(entry.items()))
            if name.startswith("bundle::"):
                yield from steps_of(file["step_bundles"][name[8:]]["steps"])
                continue
            given = {k: v for pair in step.get("inputs", []) for k, v in pair.items()}
            files = None
            if name.startswith("script@"):
                yield Step(given["content"].strip(), ["bash"], given["content"])
                continue
            if name.startswith("save-cache@"):
                needs_cache(given["paths"], name)
            elif name.startswith("deploy-to-bitrise-io@"):
                files = keep("deploy/*", ".")
            elif name.startswith("pull-intermediate-files@"):
                files = fetch("oncegate-part-*.xml", "pulled")
            yield Step(name, always=bool(step.get("is_always_run")), files=files)

    for name, settings in order.items():
        count = settings.get("parallel", 1)
        rows = [{"BITRISE_IO_PARALLEL_INDEX": n, "BITRISE_IO_PARALLEL_TOTAL": count}
                for n in range(count)]
        if name == "report":
            parts = order["gate"]["parallel"]
            rows = [{f"ONCEGATE_PART_{n}": f"pulled/oncegate-part-{n}.xml" for n in range(parts)}]
        jobs.append(Job(name, list(steps_of(file["workflows"][name]["steps"])), env, rows,
                        always=bool(settings.get("should_always_run"))))
    return jobs


def xcode_cloud(path: Path) -> list[Job]:
    step = Step(path.name, [], path.read_text())
    return [Job("ci_post_clone", [step], {"ONCEGATE_VERSION": "v0.1.0"}, folder="ci_scripts")]
