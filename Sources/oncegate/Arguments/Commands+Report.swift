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
    discussion: [
      "A FILE is a JUnit file of any tool, or a report folder, which stands for its TEST-oncegate.xml.",
      "Suites of one name become one, suites in suites are laid side by side, and every count and time",
      "is computed from the cases that are written. Texts are cut as in the reports of 'oncegate run';",
      "the output of passed cases and attributes that no reader of JUnit knows are left out.",
      "",
      "A case (classname and name) that stands more than once is written once, and named on the",
      "terminal. With --verdict-of worst, one bad attempt is enough, as with 'run --repeat'; with last,",
      "the last attempt counts, in the order of the files. The other bad attempts become rerunFailure",
      "where the verdict is bad, and flakyFailure where it is a pass. An attempt that did not run gives",
      "way to one that did.",
      "",
      "With --report-dir each FILE is a report folder or a run.json of this program, and a whole report",
      "folder is written as if they were one run: give each part the same --seed. They must agree on",
      "commit, client, subject, profile, seed and version.",
      "",
      "It ends with the verdict of the merged report: 1 where a case failed, else 3 where one is an",
      "error or none passed, else 0; with 2 where a file is not there, cannot be opened or is of another",
      "run, and with 3 where one cannot be read or the merged one not be written; -o stays as it was.",
      "",
      "examples:",
      "  oncegate report merge shard-1 shard-2 shard-3 -o TEST-oncegate.xml",
      "  oncegate report merge shard-1 shard-2 shard-3 --report-dir oncegate-report",
      "  oncegate report merge first.xml again.xml -o merged.xml --verdict-of last",
    ],
    options: [
      .value("-o", "FILE", "where the merged report goes; it is replaced as a whole"),
      .value("--report-dir", "DIR", "also write summary, page and record of the whole there"),
      .choice(
        "--verdict-of",
        "NAME",
        ["worst", "last"],
        "which of several attempts counts: worst (default) or last"
      ),
      .choice(
        "--junit-profile",
        "NAME",
        RunOptions.junitProfiles,
        "its shape: rich (default), junit-10 or strict"
      ),
    ]
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
      .choice(
        "--format",
        "NAME",
        ["human", "json"],
        "what is printed: human (default) or json, an object a line"
      ),
      .choice(
        "--junit-profile",
        "NAME",
        RunOptions.junitProfiles,
        "also demand a shape: rich, junit-10 or strict"
      ),
    ]
  )

  static let reportRender = CommandSyntax(
    name: "report render",
    operands: "RUN.json",
    operandCountMax: 1,
    summary: "make page, summary and logs again from the run.json of an earlier run",
    discussion: [
      "It writes report.html, summary.md and the logs, and prints the paths of the first two. In the",
      "folder of the run they have the bytes that the run itself wrote. Of more than 2000 cases they",
      "show those first that need attention, say how many are not shown, and count all.",
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
      "where one that held does not hold any more: broken, not judged, skipped or gone. All changes",
      "are counted; the first 1000 are named.",
      "",
      "It ends with 0 where nothing is worse, with 1 where something is, and with 2 where a file is",
      "no record of a run.",
    ],
    options: []
  )
}
