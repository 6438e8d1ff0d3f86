// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

/// What came back from a command, without anything that it says.
enum CommandShape {
  /// How many lines are described one by one.
  private static let linesMax = 3

  /// Describes how a command ended and what it wrote.
  ///
  /// - Parameters:
  ///   - finished: what became of the command.
  ///   - limit: how long it was given.
  ///   - isRead: whether the contract gives its output a meaning.
  /// - Returns: the description, in one line.
  static func words(of finished: FinishedCommand, limit: Duration, isRead: Bool) -> String {
    var parts = [end(of: finished, limit: limit), output(of: finished, isRead: isRead)]
    if finished.leftProcesses > 0 { parts.append("\(finished.leftProcesses) left running") }
    return parts.joined(separator: "; ")
  }

  private static func end(of finished: FinishedCommand, limit: Duration) -> String {
    if finished.outputOverflowed { return "stopped because of its output" }
    if finished.timedOut {
      let closed = finished.outputEndedEarly ? ", with its output closed" : ""
      return "no end within \(limit)\(closed)"
    }
    return switch finished.exit {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case nil: "no end, not even when it was killed"
    }
  }

  private static func output(of finished: FinishedCommand, isRead: Bool) -> String {
    let lines = ClientOutput.lines(of: finished.output)
    if lines.isEmpty { return "no line" }
    let count = counted(lines.count, "line") + (finished.outputOverflowed ? " so far" : "")
    guard isRead else { return "\(count), which the contract ignores" }
    let shapes = lines.prefix(linesMax).map(LineShape.words(of:))
    if Set(shapes).count == 1 {
      return "\(count)\(lines.count > 1 ? ", such as" : ":") \(shapes[0])"
    }
    return "\(count): \(shapes.joined(separator: "; then "))"
  }

  /// A number with its noun.
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
