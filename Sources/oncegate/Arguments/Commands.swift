// SPDX-License-Identifier: Apache-2.0

/// The commands with their options: the one table for reading arguments and for help.
enum Commands {
  static let all = [
    run, list, explain, serve, explore, selftest, report, initialise, doctor, completion, manual,
  ]

  /// Every command, the sub-commands too.
  static let withSubcommands = all.flatMap(\.withSubcommands)

  static let run = CommandSyntax(
    name: "run",
    operands: "[NAME ...]",
    operandCountMax: .max,
    summary: "run the gate, or the named cases (exact names, or globs such as 'queue.*')",
    discussion: [
      "A NAME with a slash, or one that ends in .json and exists, is a file that 'oncegate explore --save'",
      "wrote: its events are gone through again as a case of their own.",
      "",
      "A COMMAND is split at spaces as a shell does; quotes and backslashes keep words together.",
      "What a configuration says holds where no option is given; see 'oncegate help config'.",
      "",
      "examples:",
      "  oncegate run",
      "  oncegate run queue.relaunch --client './my-client'",
      "  oncegate run 'state.*' --seed 7f3a1c",
      "  oncegate run --suite server --upstream http://127.0.0.1:3000",
    ],
    options: [
      .value(
        "--suite",
        "NAME",
        "the suite to run (default: gate; 'all' is every case; 'server' needs --upstream)",
        words: .asked(.suites)
      ),
      .value("--client", "COMMAND", "the client to put through the gate"),
      .value("--subject", "COMMAND", "the program with the optimistic state to put through it"),
      upstream,
      .value("--config", "FILE", "the configuration (default: oncegate.json where it exists)"),
      profile,
      .value("--report-dir", "DIR", "where the reports go (default: oncegate-report)"),
      .value("--junit", "FILE", "a further place for the JUnit file"),
      .choice(
        "--junit-profile",
        "NAME",
        RunOptions.junitProfiles,
        "its shape: rich (default), junit-10 or strict"
      ),
      .value("--jobs", "N", "how many cases run at once (default: the number of cores)"),
      .value("--timeout", "SECONDS", "how long one case may take (default: 120)"),
      .value("--repeat", "N", "run each case N times; one bad round is enough to fail"),
      .value("--seed", "N", "hexadecimal digits from which chosen values are derived"),
      .value("--baseline", "FILE", "mark what changed since the run of this run.json"),
      .value("--partition", "k/n", "run the k-th of n parts of the selected cases"),
      .flag("--fail-fast", "start no further case after the first that fails"),
      .choice(
        "--format",
        "NAME",
        RunOptions.Format.allCases.map(\.rawValue),
        "what is printed: human (default), json or tap"
      ),
      .choice(
        "--color",
        "WHEN",
        RunOptions.Color.allCases.map(\.rawValue),
        "auto (default), always or never"
      ),
      .flag("--quiet", "print the verdict and what failed, nothing else"),
      .flag("--verbose", "print the log of every case"),
      .flag("--show-output", "print the children's standard error; refused where CI is set"),
      .flag(
        "--no-log-commands",
        "no annotations or groups in a pipeline's log; see 'help pipelines'"
      ),
    ],
    operandWords: .asked(.cases)
  )

  static let list = CommandSyntax(
    name: "list",
    operands: "",
    operandCountMax: 0,
    summary: "list every case, with its suite and its promise in one line",
    discussion: [],
    options: [
      .value("--suite", "NAME", "only the cases of this suite", words: .asked(.suites)),
      configuration,
    ]
  )

  static let explain = CommandSyntax(
    name: "explain",
    operands: "NAME",
    operandCountMax: 1,
    summary: "say what a case does step by step, what must hold, and how to see it by hand",
    discussion: [],
    options: [configuration],
    operandWords: .asked(.cases)
  )

  private static let configuration = OptionSyntax.value(
    "--config",
    "FILE",
    "the configuration with cases of your own (default: oncegate.json where it exists)"
  )

  static let profile = OptionSyntax.value(
    "--profile",
    "NAME",
    "how the server speaks: default, ietf, stripe or your own",
    words: .asked(.profiles)
  )

  private static let upstream = OptionSyntax.value(
    "--upstream",
    "URL",
    "a server of your own on this machine, such as http://127.0.0.1:3000"
  )

  static let serve = CommandSyntax(
    name: "serve",
    operands: "",
    operandCountMax: 0,
    summary: "run the fault server alone, for an app in a simulator",
    discussion: [
      "It listens on 127.0.0.1 only. Without --faults the first delivery of each key is committed and",
      "answered 503, and a repeat is answered 200 with id, attempts and record_count.",
      "",
      "It prints its address first, and then a redacted line for each delivery. Enter prints what the",
      "ledger says so far, and so does 'kill -USR1' of its process (on macOS also Ctrl-T). Ctrl-C ends",
      "it. 'oncegate explain NAME' says how to see a case by hand.",
      "",
      "With --upstream a server of your own on this machine does the work: each write goes on to it as it",
      "came, and faults act on its answer. What is no write of the profile is passed on untouched, and so",
      "is a write without a key. A fault before the commit never reaches your server. What it has recorded",
      "is known to it alone.",
    ],
    options: [
      .value("--port", "N", "the port (default: 8081; 0 lets the system choose)"),
      profile,
      .value("--config", "FILE", "the configuration (default: oncegate.json where it exists)"),
      .value("--faults", "FILE", "a JSON file that says which attempt meets which fault"),
      upstream,
      .value("--ledger", "FILE", "an SQLite file that keeps the ledger over restarts"),
    ]
  )

  static let initialise = CommandSyntax(
    name: "init",
    operands: "",
    operandCountMax: 0,
    summary: "write an adapter skeleton and a pipeline file for your project",
    discussion: [
      "It writes the skeleton of a client and a subject, oncegate.json and a pipeline file, and",
      "overwrites nothing: where one of the files exists, nothing at all is written.",
      "",
      "The skeleton can be run at once. The gate then says what it lacks, one step after the other.",
      "For another language take one of them as a pattern, and name your own programs in oncegate.json.",
    ],
    options: [
      .choice(
        "--language",
        "NAME",
        AdapterLanguage.allCases.map(\.rawValue),
        "swift (default), python, node, shell or java"
      ),
      .choice(
        "--pipeline",
        "NAME",
        Pipeline.allCases.map(\.rawValue),
        "github (default), gitlab, jenkins, circleci, azure, buildkite, bitrise, xcode-cloud or none"
      ),
      .value("--dir", "DIR", "the project's root (default: the current folder)"),
    ]
  )

  static let selftest = CommandSyntax(
    name: "selftest",
    operands: "[FLAW ...]",
    operandCountMax: .max,
    summary: "prove the gate: every bad program fails where it must, every good one passes",
    discussion: [
      "It prints a matrix with a row for each program and a column for each case, and ends with 1 where",
      "a bad one passes, fails for another reason, or a good one fails, or where some check of some case",
      "is not needed to find any of them. It ends with 3 where a case could not be judged.",
      "",
      "With --without it must end with 1: that shows that the check does its work. 'oncegate run' has no",
      "such option; what it runs is always checked for everything.",
    ],
    options: [
      .value("--jobs", "N", "how many cases run at once (default: the number of cores)"),
      .value("--timeout", "SECONDS", "how long one case may take (default: 120)"),
      .value("--seed", "N", "hexadecimal digits from which chosen values are derived"),
      .value(
        "--without",
        "CHECK",
        "leave one check out, to see that its absence is noticed",
        words: .asked(.checks)
      ),
      .flag("--list-checks", "list every check of every case, with the flaws that it must find"),
    ],
    operandWords: .asked(.flaws)
  )

  static let doctor = CommandSyntax(
    name: "doctor",
    operands: "",
    operandCountMax: 0,
    summary: "say what is missing here, and walk through the contract with your program",
    discussion: [
      "With a client or a subject, in an option or in the configuration, it goes through the contract",
      "one step at a time: what was sent, what came back, which rule was broken, what to do. Of what the",
      "program writes it shows the shape alone, never a value. Promises are not judged: 'oncegate run'",
      "does that. It ends with 0 where nothing is missing and every rule was kept, and with 3 otherwise.",
      "",
      "examples:",
      "  oncegate doctor",
      "  oncegate doctor --client './my-client'",
      "  oncegate doctor --subject 'node subject.mjs'",
    ],
    options: [
      .value("--client", "COMMAND", "the client to walk through the client contract with"),
      .value("--subject", "COMMAND", "the subject to walk through the subject contract with"),
      .value("--config", "FILE", "the configuration (default: oncegate.json where it exists)"),
      profile,
    ]
  )
}
