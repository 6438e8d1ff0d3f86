// SPDX-License-Identifier: Apache-2.0

extension Commands {
  /// What is done with the reports of earlier runs.
  static let report = CommandSyntax(
    name: "report",
    operands: "COMMAND",
    operandCountMax: 0,
    summary: "merge, check, compare and re-render reports",
    discussion: [],
    options: [],
    subcommands: [reportMerge, reportCheck, reportRender, reportDiff]
  )

  static let reportMerge = CommandSyntax(
    name: "report merge",
    operands: "FILE ...",
    operandCountMax: .max,
    summary: "make one JUnit file of several: the parts of a run, or its repeats",
    discussion: [],
    options: [.value("-o", "FILE", "where the merged report goes; it is replaced as a whole")]
  )

  static let reportCheck = CommandSyntax(
    name: "report check",
    operands: "FILE ...",
    operandCountMax: .max,
    summary: "say which reader would drop, misread or reject what in a JUnit file",
    discussion: [],
    options: [.value("--format", "NAME", "what is printed: human (default) or json")]
  )

  static let reportRender = CommandSyntax(
    name: "report render",
    operands: "RUN.json",
    operandCountMax: 1,
    summary: "make page, summary and logs again from the run.json of an earlier run",
    discussion: [
      "It writes report.html, summary.md and the logs, and prints the paths of the first two. In the",
      "folder of the run they have the bytes that the run itself wrote.",
    ],
    options: [.value("-o", "DIR", "where they go (default: the folder of RUN.json)")]
  )

  static let reportDiff = CommandSyntax(
    name: "report diff",
    operands: "OLD.json NEW.json",
    operandCountMax: 2,
    summary: "say what changed between two runs, by their run.json",
    discussion: [
      "The first word is WORSE or NOT WORSE. It is worse where a promise is broken that was not, or",
      "where one that held does not hold any more: broken, not judged, skipped or gone.",
      "",
      "It ends with 0 where nothing is worse, with 1 where something is, and with 2 where a file is",
      "no record of a run.",
    ],
    options: []
  )
}
