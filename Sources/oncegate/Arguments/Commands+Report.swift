// SPDX-License-Identifier: Apache-2.0

extension Commands {
  /// What is done with the reports of earlier runs.
  static let report = CommandSyntax(
    name: "report",
    operands: "COMMAND",
    operandCountMax: 0,
    summary: "merge reports, or check what their readers would make of them",
    discussion: [],
    options: [],
    subcommands: [reportMerge, reportCheck]
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
}
