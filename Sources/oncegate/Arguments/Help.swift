// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The help texts, made from the tables by which arguments are read.
enum Help {
  /// The widest line of a help text, in characters.
  static let columns = 100
  /// How wide the column of the labels is in blocks of labelled texts.
  private static let labelColumns = 11

  static func overview(_ commands: [CommandSyntax], topics: [Topic] = Topic.all) -> String {
    var lines = [
      "oncegate \(Version.number): a gate in front of a merge for apps that write while offline",
      "",
      "usage: oncegate COMMAND [ARGUMENT ...]",
      "",
    ]
    lines += table(
      commands.map { ("\($0.name)\($0.operands.isEmpty ? "" : " \($0.operands)")", $0.summary) }
    )
    lines += ["", "topics:"]
    lines += table(topics.map { ("help \($0.name)", $0.summary) })
    lines += ["", "exit status:"]
    lines += table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    lines += ["", "'oncegate COMMAND --help' says more about a command."]
    return lines.joined(separator: "\n")
  }

  static func of(_ command: CommandSyntax) -> String {
    var lines = [
      "oncegate \(command.name): \(command.summary)",
      "",
      "usage: oncegate \(command.name)\(command.options.isEmpty ? "" : " [OPTION ...]")"
        + (command.operands.isEmpty ? "" : " \(command.operands)"),
    ]
    if !command.subcommands.isEmpty {
      lines += ["", "commands:"]
      lines += table(
        command.subcommands.map {
          ($0.word + ($0.operands.isEmpty ? "" : " \($0.operands)"), $0.summary)
        }
      )
      lines += ["", "'oncegate \(command.name) COMMAND --help' says more about a command."]
    }
    if !command.options.isEmpty {
      lines += ["", "options:"]
      lines += table(
        command.options.map { ($0.name + ($0.value.map { " \($0)" } ?? ""), $0.help) }
      )
    }
    if !command.discussion.isEmpty { lines += [""] + command.discussion }
    return lines.joined(separator: "\n")
  }

  /// Lays out two columns, the second wrapped to the width of a help text.
  static func table(_ rows: [(left: String, right: String)]) -> [String] {
    let left = (rows.map(\.left.count).max() ?? 0) + 4
    return rows.flatMap { row in
      wrapped(row.right, width: columns - left).enumerated().map { index, line in
        let start = index == 0 ? "  \(row.left)" : ""
        return start + String(repeating: " ", count: left - start.count) + line
      }
    }
  }

  /// A text behind a label, which stands in a column that is as wide in each block.
  static func labelled(_ label: String, _ text: String) -> [String] {
    let padding = String(repeating: " ", count: max(0, labelColumns - label.count))
    return table([(left: label + padding, right: text)])
  }

  /// Wraps a text to the width of a help text, behind so many spaces.
  static func wrapped(_ text: String, indent: Int) -> [String] {
    wrapped(text, width: columns - indent).map { String(repeating: " ", count: indent) + $0 }
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
