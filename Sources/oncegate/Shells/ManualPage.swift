// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The manual page `oncegate(1)`, made from the tables by which arguments are read.
///
/// Source: the macros of man(7).
enum ManualPage {
  static func carryOut() -> ExitStatus {
    Terminal.print(text())
    return .allPassed
  }

  static func text(
    _ commands: [CommandSyntax] = Commands.all,
    topics: [Topic] = Topic.all
  ) -> String {
    var lines = [
      #".TH ONCEGATE 1 "\#(Version.day)" "oncegate \#(Version.number)" "User Commands""#,
      ".SH NAME",
      #"oncegate \- a gate in front of a merge, for apps that write while offline"#,
      ".SH SYNOPSIS",
      #".B oncegate"#,
      #".I COMMAND"#,
      "[\\fIARGUMENT\\fR ...]",
      ".SH DESCRIPTION",
    ]
    lines += escaped(
      "It runs acceptance cases against a fault server, each in a process of its own, and says in one "
        + "line whether a change may be merged: one user action makes one business record, and every "
        + "visible change has an event as its cause."
    )
    lines.append(".SH COMMANDS")
    lines += commands.flatMap(\.withSubcommands).filter(\.subcommands.isEmpty).flatMap(section)
    lines.append(".SH TOPICS")
    lines += items(topics.map { ("oncegate help \($0.name)", $0.summary) })
    lines.append(".SH EXIT STATUS")
    lines += items(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    lines.append(".SH ENVIRONMENT")
    lines += items(PipelineVariable.all.map { ($0.name, $0.meaning) })
    lines.append(".SH FILES")
    lines += items([
      ("oncegate.json", "the configuration of a project; see 'oncegate help config'"),
      (
        "oncegate-report",
        "what a run leaves: TEST-oncegate.xml, summary.md, report.html, run.json, logs"
      ),
    ])
    return lines.joined(separator: "\n")
  }

  private static func section(_ command: CommandSyntax) -> [String] {
    var lines = [".SS " + argument("oncegate \(usage(of: command))")]
    lines += escaped(command.summary + ".")
    if !command.discussion.isEmpty {
      lines += [".PP", ".nf"] + command.discussion.flatMap(escaped) + [".fi"]
    }
    lines += items(
      command.options.map { ($0.name + ($0.value.map { " \($0)" } ?? ""), $0.help) }
    )
    return lines
  }

  private static func usage(of command: CommandSyntax) -> String {
    command.name + (command.options.isEmpty ? "" : " [OPTION ...]")
      + (command.operands.isEmpty ? "" : " \(command.operands)")
  }

  private static func items(_ rows: [(String, String)]) -> [String] {
    rows.flatMap { [".TP", ".B \(argument($0.0))"] + escaped($0.1) }
  }

  /// A text as one argument of a macro.
  private static func argument(_ text: String) -> String {
    "\"" + escaped(text).joined(separator: " ").replacing("\"", with: #"\(dq"#) + "\""
  }

  /// A line of text, in which nothing is read as a macro or an escape.
  private static func escaped(_ line: String) -> [String] {
    // An empty line is a warning to some readers.
    if line.isEmpty { return [".sp"] }
    let text = line.replacing(#"\"#, with: #"\e"#).replacing("-", with: #"\-"#)
      .replacing("'", with: #"\(aq"#).replacing("`", with: #"\(ga"#).replacing("^", with: #"\(ha"#)
      .replacing("~", with: #"\(ti"#)
    return [text.hasPrefix(".") ? #"\&"# + text : text]
  }
}
