// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import Locking

/// Walks through a contract with a user's program, one step at a time, and judges no promise.
///
/// For each step it tells what was sent, what came back, and which rule was broken. Of what the program
/// writes it tells the shape alone: counts, types, and the names that the contract itself gives.
package struct ContractWalk: Sendable {
  /// The widest line, in characters.
  private static let columns = 100
  /// Where the text of a step begins.
  private static let indent = 15

  let parameters: CaseParameters?
  let inherited: [String: String]
  private let print: @Sendable (String) -> Void
  private let progress = Monitor(Progress())

  private struct Progress: Sendable {
    var steps = 0
    var broken = 0
    var hints = 0
  }

  /// Prepares a walk without starting anything.
  ///
  /// - Parameters:
  ///   - parameters: what a case would be told, or nothing where that could not be read.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - print: takes each line.
  package init(
    _ parameters: CaseParameters?,
    inherited: [String: String],
    print: @escaping @Sendable (String) -> Void
  ) {
    self.parameters = parameters
    self.inherited = inherited
    self.print = print
  }

  /// Tells whom the walk is with, and what holds for every step.
  func begin(_ contract: String, _ words: [String], variables: [String], limit: Duration) {
    print("\(contract)  \(words.joined(separator: " "))")
    row("env", variables.joined(separator: " "))
    row("limit", "\(limit) for each step")
  }

  /// Tells what came of a step.
  ///
  /// - Parameters:
  ///   - title: what the step is, in a few words.
  ///   - rows: what was sent and what came back, each with its label.
  ///   - breach: the rule that was broken, or nothing.
  ///   - hint: what breaks no rule and will be in the way all the same, or nothing.
  func tell(
    _ title: String,
    _ rows: [(label: String, words: String)],
    _ breach: ContractBreach?,
    hint: String? = nil
  ) {
    let number = progress.withLock { progress in
      progress.steps += 1
      if breach != nil { progress.broken += 1 }
      if hint != nil { progress.hints += 1 }
      return progress.steps
    }
    print("\(breach == nil ? " ok    " : " FAIL  ")\(number)  \(title)")
    for (label, words) in rows { row(label, words) }
    if let hint { row("hint", hint) }
    guard let breach else { return }
    row("broke", breach.description)
    row("do", breach.rule.remedy)
  }

  /// Tells that the walk ends here, or which steps are left out, and why.
  func note(_ words: String) { row("", words) }

  /// Tells the end of a walk, and returns whether every rule was kept.
  func end(_ cases: String) -> Bool {
    let (steps, broken, hints) = progress.withLock { ($0.steps, $0.broken, $0.hints) }
    let counted = CommandShape.counted(steps, "step")
    let above = hints == 0 ? "" : ", \(CommandShape.counted(hints, "hint")) above"
    print("")
    print(
      (broken == 0 ? "CONTRACT KEPT  \(counted)" : "CONTRACT BROKEN  \(broken) of \(counted)")
        + above
    )
    print(
      broken == 0
        ? "next: oncegate run --suite gate '\(cases)', which judges the promises"
        : "every rule: oncegate help contract"
    )
    return broken == 0
  }

  /// Tells that the walk could not begin.
  func cannotBegin(_ problem: SetupProblem) -> Bool {
    print(" FAIL  the walk could not be set up: \(problem.words)")
    return false
  }

  /// Prints a label and a text that goes on below itself.
  private func row(_ label: String, _ words: String) {
    var line = ""
    var start = String(repeating: " ", count: 7) + label
    for word in words.split(separator: " ", omittingEmptySubsequences: true) {
      if !line.isEmpty, Self.indent + line.count + 1 + word.count > Self.columns {
        print(Self.padded(start) + line)
        (start, line) = ("", "")
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    print(Self.padded(start) + line)
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, indent - text.count))
  }
}

extension CaseStop {
  /// The rule that a program broke, if that is why it stops.
  var breach: ContractBreach? {
    if case .unjudged(.contractBroken(let breach)) = self { breach } else { nil }
  }
}
