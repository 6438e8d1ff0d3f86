// SPDX-License-Identifier: Apache-2.0

/// A variable that a run reads in a pipeline.
struct PipelineVariable: Hashable, Sendable {
  let name: String
  /// What it does, in one line.
  let meaning: String

  static let all =
    [
      PipelineVariable(name: "CI", meaning: "refuses --show-output: output may hold secrets"),
      PipelineVariable(name: "NO_COLOR", meaning: "no colour where --color is auto"),
      PipelineVariable(
        name: "GITHUB_ACTIONS",
        meaning: "failures become annotations; the summary goes to GITHUB_STEP_SUMMARY"
      ),
      PipelineVariable(
        name: "GITLAB_CI",
        meaning: "the cases become a section of the log"
      ),
      PipelineVariable(
        name: "BUILDKITE",
        meaning: "the cases and the verdict become groups of the log"
      ),
      PipelineVariable(
        name: "TF_BUILD",
        meaning: "Azure: the cases become a group, failures become issues, the summary is uploaded"
      ),
    ] + bazel

  static let bazel = [
    PipelineVariable(
      name: "XML_OUTPUT_FILE",
      meaning: "a further place for the JUnit file"
    ),
    PipelineVariable(
      name: "TEST_TOTAL_SHARDS",
      meaning: "how many parts; an empty one repeats a case"
    ),
    PipelineVariable(name: "TEST_SHARD_INDEX", meaning: "which part, from 0"),
    PipelineVariable(
      name: "TEST_SHARD_STATUS_FILE",
      meaning: "is made, to say that parts are understood"
    ),
    PipelineVariable(name: "TEST_TMPDIR", meaning: "where the cases have their private folders"),
    PipelineVariable(
      name: "TESTBRIDGE_TEST_ONLY",
      meaning: "names or globs of cases, with commas, colons or spaces between"
    ),
    PipelineVariable(
      name: "TEST_UNDECLARED_OUTPUTS_DIR",
      meaning: "the report folder is made in it where no other one is named"
    ),
  ]
}

extension Topic {
  static let pipelines = Topic(
    name: "pipelines",
    summary: "the variables of pipelines and of Bazel that a run reads, and running in parts"
  ) {
    let isOfBazel = Set(PipelineVariable.bazel)
    let others = PipelineVariable.all.filter { !isOfBazel.contains($0) }
    var lines = [
      "In a pipeline 'oncegate run' is a required check: its exit status is the verdict. The JUnit file",
      "oncegate-report/TEST-oncegate.xml is whole at every moment, so it is worth keeping after any end.",
      "'oncegate init --pipeline NAME' writes the file for a system.",
      "",
      "variables:",
    ]
    lines += Help.table(others.map { ($0.name, $0.meaning) })
    lines += [
      "",
      "--no-log-commands leaves out whatever a system would read from the log: annotations, issues,",
      "sections and groups. With --format json or tap there are no sections and groups either.",
      "",
      "in parts:",
      "  --partition k/n runs every n-th of the selected cases from the k-th on. All parts together run",
      "  each case once, and 'oncegate report merge' makes one JUnit file of theirs. A run of no case is",
      "  never a pass: of more parts than cases, those that would be empty end with 2.",
      "",
      "as a test of Bazel:",
    ]
    lines += Help.table(PipelineVariable.bazel.map { ($0.name, $0.meaning) })
    lines += [
      "",
      "  What the command line says wins: --partition over the shard, names of cases over the filter,",
      "  --report-dir and --fail-fast as well. A filter leaves Bazel's shards empty at times, and each of",
      "  them has to end with 0. Such a shard repeats a case of another one: it is green because a case",
      "  passed in it, never because nothing was run. A filter that matches no case ends with 2.",
      "  TEST_SHARD_INDEX without TEST_TOTAL_SHARDS, or one that is no number in its range, ends with 2.",
      "",
      "  sh_test(",
      "      name = \"gate\",",
      "      srcs = [\"gate.sh\"],",
      "      data = [\"oncegate.json\"],  # and your client",
      "      shard_count = 2,",
      "  )",
      "",
      "  with the last line of gate.sh, after 'ci/install --prefix /opt/oncegate':",
      "",
      "  exec /opt/oncegate/bin/oncegate run --config \"$(dirname \"$0\")/oncegate.json\"",
    ]
    return lines.joined(separator: "\n")
  }
}
