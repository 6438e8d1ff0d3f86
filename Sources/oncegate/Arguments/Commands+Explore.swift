// SPDX-License-Identifier: Apache-2.0

extension Commands {
  /// What is searched for an order of events that breaks a promise.
  static let explore = CommandSyntax(
    name: "explore",
    operands: "COMMAND",
    operandCountMax: 0,
    summary: "try every order of events, every crash point and every fault, within bounds",
    discussion: [],
    options: [],
    subcommands: [exploreState, exploreQueue]
  )

  static let exploreState = CommandSyntax(
    name: "explore state",
    operands: "",
    operandCountMax: 0,
    summary: "try every order of events on optimistic state",
    discussion: [
      "The events are taps, answers (saved, rejected, unknown, late, repeated, of old sessions), re-reads,",
      "session switches, re-sorted rows and deletions. Without --subject the bundled state machine is",
      "explored within the process, and every order of up to --depth events is covered. A subject is",
      "asked through its contract: its state cannot be looked into, so every order is covered up to a",
      "smaller depth first, and --orders further ones of full depth are then drawn from the seed.",
      "",
    ] + exploring + [
      "",
      "examples:",
      "  oncegate explore state",
      "  oncegate explore state --subject 'node subject.mjs' --save found.json",
      "  oncegate run ./found.json --subject 'node subject.mjs'",
    ],
    options: [
      .value(
        "--subject",
        "COMMAND",
        "the program with the optimistic state (default: the bundled one)"
      ),
      .value("--depth", "N", "how many events an order has after the first load (default: 8)"),
      .value("--records", "N", "how many records there are at most (default: 3)"),
      .value("--tickets", "N", "how many writes begin at most (default: 3)"),
      .value("--sessions", "N", "how many sessions there are at most (default: 3)"),
      .value(
        "--orders",
        "N",
        "how many orders are drawn from the seed and walked (default: 1000000, for a subject 2000)"
      ),
    ] + exploringOptions
  )

  static let exploreQueue = CommandSyntax(
    name: "explore queue",
    operands: "",
    operandCountMax: 0,
    summary: "try schedules of submits, faults, kills and relaunches on a write queue",
    discussion: [
      "Without --client the bundled queue is explored within the process, with a transport and a clock of",
      "its own; with --processes, or with a client, each schedule is gone through by real processes and",
      "real kills. Small schedules are tried all, further ones are drawn from the seed.",
      "",
    ] + exploring + [
      "",
      "examples:",
      "  oncegate explore queue --schedules 100000",
      "  oncegate explore queue --client './my-client' --schedules 1000 --save found.json",
      "  oncegate run ./found.json --client './my-client'",
    ],
    options: [
      .value("--client", "COMMAND", "the client with the queue (default: the bundled one)"),
      .flag("--processes", "explore the bundled client as real processes"),
      profile,
      .value(
        "--schedules",
        "N",
        "how many schedules are tried (default: 10000, with real processes 400)"
      ),
    ] + exploringOptions
  )

  private static let exploring = [
    "The search ends at the first finding, or goes on with --keep-going. A finding is shrunk to the",
    "fewest events that show it and reported as a case of its own; --save keeps it as a file, which",
    "'oncegate run FILE' goes through again. Further ones get a number: found.json, found-2.json.",
    "",
    "Ctrl-C ends the search with what was covered so far; a second one ends it at once. It ends with 0",
    "where all was covered that was asked for and nothing found, with 1 where something was found, and",
    "with 3 where it could not be judged.",
  ]

  private static let exploringOptions: [OptionSyntax] = [
    .value("--seed", "N", "hexadecimal digits from which chosen values are derived"),
    .value("--partition", "k/n", "explore the k-th of n parts of the orders"),
    .flag("--keep-going", "search on behind the first finding"),
    .value("--save", "FILE", "where the events of a finding go"),
    .value("--config", "FILE", "the configuration (default: oncegate.json where it exists)"),
    .value("--report-dir", "DIR", "where the reports go (default: oncegate-report)"),
    .choice(
      "--color",
      "WHEN",
      RunOptions.Color.allCases.map(\.rawValue),
      "auto (default), always or never"
    ),
    .flag("--quiet", "print the verdict and what was found, nothing else"),
  ]
}
