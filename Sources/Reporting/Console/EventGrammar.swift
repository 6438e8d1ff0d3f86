// SPDX-License-Identifier: Apache-2.0

/// What `--format json` prints: the grammar's version, its events and the objects in them.
///
/// Members and events are added within a version, and a reader ignores those that it does not know.
/// Where one changes its meaning or goes, the version grows.
package enum EventGrammar {
  package static let version = 1

  /// What stands for a member.
  package indirect enum Value: Hashable, Sendable {
    case text
    case number
    /// One of these texts.
    case word([String])
    case object(String)
    case list(Value)
  }

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: Value
    /// Whether it may be missing.
    package let isOptional: Bool
    package let help: String

    init(_ name: String, _ value: Value, optional: Bool = false, _ help: String = "") {
      self.name = name
      self.value = value
      isOptional = optional
      self.help = help
    }
  }

  /// An event or an object, with its members.
  package struct Shape: Hashable, Sendable {
    package let name: String
    package let summary: String
    package let members: [Member]

    init(_ name: String, _ summary: String, _ members: [Member]) {
      self.name = name
      self.summary = summary
      self.members = members
    }
  }

  /// The events, in the order in which they can come.
  package static let events: [Shape] = [
    event("run-started", "first, once", [Member("header", .object("HEADER"))]),
    event("case-started", "once per round, when the case's process runs", [Member("case", .text)]),
    event(
      "case-ended",
      "once per case; those that did not run are told before run-ended",
      [Member("case", .text), Member("result", .object("RESULT"))]
    ),
    event("interrupted", "at the first signal", [Member("signal", .number)]),
    event(
      "run-ended",
      "last, once",
      [
        Member("gate", .word(Judgement.Word.allCases.map(\.rawValue))),
        Member("sentence", .text, "why, in words"),
        Member("counts", .object("COUNTS")),
        Member("durationNanoseconds", .number),
        Member("exitStatus", .number, "that of the command"),
      ]
    ),
  ]

  /// The objects that events hold.
  package static let objects: [Shape] = [header, aCase, result, verdict, line, counts]

  private static func event(_ name: String, _ summary: String, _ members: [Member]) -> Shape {
    let shared = [
      Member("version", .number, "\(version), the version of this grammar"),
      Member("event", .word([name])),
    ]
    return Shape(name, summary, shared + members)
  }

  private static let header = Shape(
    "HEADER",
    "what is known before the first case starts",
    [
      Member("programVersion", .text),
      Member("suite", .text, "a suite's name, or selection"),
      Member("cases", .list(.object("CASE")), "in the order of every report"),
      Member("client", .text), Member("subject", .text), Member("profile", .text),
      Member("seed", .text, "hexadecimal digits"),
      Member("commit", .text, optional: true),
      Member("startedAtUnixSeconds", .number),
      Member("hostname", .text), Member("jobs", .number),
      Member("repeatOptions", .text, "what repeats a case, besides its name and the seed"),
    ]
  )

  private static let aCase = Shape(
    "CASE",
    "what a case promises to find out",
    [
      Member("name", .text), Member("suites", .list(.text)), Member("promise", .text),
      Member("steps", .list(.text)), Member("invariants", .list(.text)),
      Member("byHand", .list(.text)), Member("sourceFile", .text),
      Member("sourceLine", .number, optional: true),
    ]
  )

  private static let result = Shape(
    "RESULT",
    "what became of a case",
    [
      Member("name", .text), Member("verdict", .object("VERDICT")),
      Member("durationNanoseconds", .number),
      Member("log", .list(.object("LINE")), "the redacted log, in the order of the events"),
      Member("otherRounds", .list(.object("VERDICT")), "where the case was repeated"),
    ]
  )

  private static let verdict = Shape(
    "VERDICT",
    "what is known about a promise",
    [
      Member("verdict", .word(["passed", "failed", "unjudged", "skipped"])),
      Member(
        "kind",
        .word([
          "passed", "invariant-broken", "precondition-failed", "exit-status", "timed-out", "signal",
          "could-not-start", "contract-broken", "vacuous", "setup-failed", "no-verdict",
          "malformed-events", "left-processes", "not-run", "skipped",
        ])
      ),
      Member("words", .text, optional: true, "for people"),
      Member("finding", .text, optional: true, "how the promise was seen broken"),
      Member("invariant", .text, optional: true, "the promise that is broken"),
      Member("sourceLine", .number, optional: true, "the line of the check"),
      Member("number", .number, optional: true, "exit status, signal, errno or count, by kind"),
      Member("limitNanoseconds", .number, optional: true, "of a timed-out case"),
      Member("command", .text, optional: true, "of the contract that was broken"),
      Member("rule", .text, optional: true, "of the contract that was broken"),
      Member("reason", .text, optional: true, "why it was not run, set up or applied"),
    ]
  )

  private static let line = Shape(
    "LINE",
    "a line of a redacted log",
    [
      Member("task", .text), Member("key", .text), Member("attempts", .number),
      Member("result", .text, "a result category"),
    ]
  )

  private static let counts = Shape(
    "COUNTS",
    "how many cases there are of each verdict",
    [
      Member("passed", .number), Member("failed", .number), Member("unjudged", .number),
      Member("skipped", .number),
    ]
  )
}
