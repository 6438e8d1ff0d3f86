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
    discussion: [
      "A FILE is a JUnit file of any tool, a report folder, which stands for its TEST-oncegate.xml, or",
      "a Markdown summary (.md), of which the size is checked. Each finding is one line:",
      "  FILE:LINE RULE READER what the reader does: what stands there",
      "At most 20 findings of a rule are told for a file, and then how many there are more.",
      "",
      "With --junit-profile the file must also have that shape of this program's own schema, and what",
      "the profile leaves out on purpose is no finding.",
      "",
      "It ends with 0 where nothing is found, 1 where something is, 2 where a file is not there or",
      "cannot be opened, and 3 where one cannot be read to its end. A document type is refused and no",
      "entity expanded, nothing is loaded from elsewhere, and memory does not grow with the file, but",
      "for 8 bytes a test case.",
    ],
    options: [
      .value("--format", "NAME", "what is printed: human (default) or json, an object a line"),
      .value("--junit-profile", "NAME", "also demand a shape: rich, junit-10 or strict"),
    ]
  )
}
