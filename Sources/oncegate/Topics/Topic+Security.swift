// SPDX-License-Identifier: Apache-2.0

extension Topic {
  static let security = Topic(
    name: "security",
    summary: "what is trusted, what is not, and what holds against it"
  ) {
    var lines = """
      Trusted are the programs of oncegate, the configuration and the options (they name the commands that
      are run), the machine, and whoever may change these. In a pipeline take the configuration from a
      place where a pull request cannot change it unseen, as you do with the pipeline's own files.

      Not trusted are clients, subjects, further cases and all that they write; a server behind
      --upstream and its answers; reports of other machines that 'oncegate report' reads; pages in a
      browser on this machine.

      A client runs with your rights, as it does in your own tests. oncegate is no sandbox: it does not
      keep a program from the network or from your files, and cannot keep one of the same user from
      changing the report folder afterwards. Give a pipeline of pull requests no secret that their code
      may not have, and run it where your system confines it, such as in a container without a network:
      oncegate itself needs 127.0.0.1 alone.

      What somebody could try through a client, what holds, and which tests show it ('ci/soak' runs the
      long ones):
      """
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for attack in Attack.all {
      lines += [""] + Help.wrapped(attack.tried, indent: 0)
      lines += Help.labelled("holds", attack.held)
      lines += Help.labelled("shown by", attack.shown.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }
}

/// Something that a program which is not trusted could try.
struct Attack: Sendable {
  let tried: String
  let held: String
  /// The suites of tests, or the kinds of 'ci/soak', that show it.
  let shown: [String]

  static let all = injection + secrets + processes + verdicts + servers

  private static let injection = [
    Attack(
      tried: "Break the JUnit file, or add a case to it, by its output or its answers",
      held:
        "No byte of its output is in any report. IDs and keys come in as lengths and digests where "
        + "they are no plain identifiers, and every text is cleaned and escaped where it is written.",
      shown: ["JUnitWriterTests", "JUnitTextTests"]
    ),
    Attack(
      tried: "Have the pipeline run a command (::error, ##vso, ##teamcity) or attach a file of the "
        + "machine ([[ATTACHMENT|)",
      held:
        "Its output is never printed; with --show-output it is, and that is refused where CI is set. "
        + "Texts are escaped by the grammar of the system that reads them.",
      shown: ["GitHubActionsTests", "NoLogCommandsTests", "JUnitTextTests"]
    ),
    Attack(
      tried: "Steer the terminal, or put markup or a script into the summary or the page",
      held:
        "Control characters are shown by name. In Markdown its texts are code; in the page they are "
        + "text, and the page has no script and loads nothing.",
      shown: ["TerminalReportTests", "PagesTests", "BrowserTests"]
    ),
  ]

  private static let secrets = [
    Attack(
      tried: "Carry a body, a header, a URL or an account into a report, a log or the terminal",
      held:
        "A line of a log has an ID, a key, a number and a word of a fixed list: there is no place "
        + "for a text. Swift's own crash messages are switched off for every child.",
      shown: ["SecretsTests", "CanaryTests"]
    ),
    Attack(
      tried: "Read the runner's environment, such as the token of a pipeline",
      held: "Children get a short environment of their own and no descriptor above 2. On Linux the "
        + "runner also hides its memory and environment from processes of the same user; macOS has no "
        + "call for that, and the superuser is not bound by it.",
      shown: ["EnvironmentTests", "HiddenEnvironmentTests", "RunnerTests"]
    ),
    Attack(
      tried: "Leave its memory on the disk by a crash",
      held: "Core dumps are off for every child.",
      shown: ["EnvironmentTests"]
    ),
  ]

  private static let processes = [
    Attack(
      tried:
        "Leave a process behind: in another group or session, by forking twice, by ignoring signals",
      held:
        "On Linux its orphans fall to its case, which ends them and fails; elsewhere a token in "
        + "their environment finds them. It holds also where the runner itself is killed.",
      shown: ["LeftProcessesTests", "ProcessTreeTests", "KilledRunTests", "kills"]
    ),
    Attack(
      tried: "Take all memory, descriptors or time of the runner",
      held:
        "What is kept of an output, how many lines wait and how long anything may take have limits, "
        + "and what is beyond them ends the case.",
      shown: ["RunnerTests", "InteractiveTests"]
    ),
    Attack(
      tried: "Disturb another case",
      held: "Each case has its own folder, process, server, port and ledger.",
      shown: ["RunnerTests", "CaseProgramTests"]
    ),
  ]

  private static let verdicts = [
    Attack(
      tried: "Say that it passed",
      held:
        "Verdicts come from the ledger and from checked preconditions. A case has passed only if its "
        + "own process tells so and ends with 0; where a run dies, what had not ended by then has not "
        + "passed in its report.",
      shown: ["JudgementTests", "DisabledCheckTests", "InterruptionTests", "kills"]
    ),
    Attack(
      tried: "Have a report written over another file, through a link or by its name",
      held:
        "A report replaces a file as a whole and follows no link; a second run into the same folder "
        + "is refused.",
      shown: ["FilesTests", "storage"]
    ),
    Attack(
      tried:
        "Give 'oncegate report' a file that eats memory, reads another file or carries a secret",
      held:
        "Document types are refused before anything is read, sizes and depths have limits, and what "
        + "comes from a file is cleaned and redacted anew.",
      shown: ["XMLScannerTests", "JUnitMergeTests", "RunRecordTests"]
    ),
  ]

  private static let servers = [
    Attack(
      tried: "Reach the fault server from another machine or from a page in a browser",
      held: "It listens on 127.0.0.1 alone, and refuses a foreign Host or Origin.",
      shown: ["ConcurrencyTests", "FramingTests", "server"]
    ),
    Attack(
      tried: "Exhaust the fault server, or have it and somebody else read one request in two ways",
      held:
        "Connections, heads, bodies, depths and times are limited; where there are too many "
        + "connections, the one gives way that has waited longest for its client. A request with two "
        + "lengths or bad chunks is refused and commits nothing.",
      shown: ["LimitsTests", "BoundTests", "CrowdTests", "FramingTests", "server", "fuzz"]
    ),
    Attack(
      tried: "Damage the ledger of 'oncegate serve' or fill its disk",
      held:
        "What was told to a client is there after a restart, or the file is refused and left as it "
        + "is.",
      shown: ["LedgerTests", "LedgerFileTests", "ledgers"]
    ),
    Attack(
      tried: "Use --upstream to reach another machine, or answer without an end",
      held:
        "Only addresses of this machine are taken; an answer has a size and a time that end it.",
      shown: ["UpstreamConnectionTests", "UpstreamTests"]
    ),
  ]
}
