// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a case's process tells the runner: a JSON object per line on its standard output.
///
/// Log lines come first, in the order of the events. A verdict is the last line; nothing follows it.
package enum CaseMessage: Hashable, Sendable {
  case log(LogLine)
  case verdict(Verdict)

  /// The longest line that a runner reads, in bytes.
  package static let lineBytesMax = 1024
  /// The most lines that a runner reads from one case.
  package static let linesMax = 20_000

  /// The message as one line of JSON without a line break.
  ///
  /// A verdict that only a runner can reach (a time-out, a signal) has no line of its own and is told as
  /// one that a runner refuses.
  package var json: String {
    switch self {
    case .log(let line): line.json
    case .verdict(.passed): #"{"verdict":"passed"}"#
    case .verdict(.failed(.invariantBroken(let finding, let line))):
      #"{"verdict":"failed","finding":"\#(finding.name)","line":\#(line)}"#
    case .verdict(.unjudged(.contractBroken(let breach))):
      #"{"verdict":"contract-broken","command":"\#(breach.command.rawValue)","#
        + #""rule":"\#(breach.rule.rawValue)"}"#
    case .verdict(.unjudged(.vacuous)): #"{"verdict":"vacuous"}"#
    case .verdict(.unjudged(.setupFailed(let problem))):
      #"{"verdict":"setup-failed","problem":"\#(problem.rawValue)"}"#
    case .verdict(.skipped(.missingCapability(let capability))):
      #"{"verdict":"skipped","capability":"\#(capability.rawValue)"}"#
    case .verdict(.skipped(.serverLacks(let need))):
      #"{"verdict":"skipped","lacks":"\#(need.rawValue)"}"#
    case .verdict: #"{"verdict":"none"}"#
    }
  }

  /// Reads one line, without its line break, or nothing where it is no message.
  package init?(jsonLine bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.lineBytesMax,
      let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)),
      let message = wire.message
    else { return nil }
    self = message
  }

  private struct Wire: Decodable {
    var task: String?
    var key: String?
    var attempts: Int?
    var result: String?
    var verdict: String?
    var finding: String?
    var line: Int?
    var command: String?
    var rule: String?
    var problem: String?
    var capability: String?
    var lacks: String?

    var message: CaseMessage? {
      if let verdict { return decodedVerdict(verdict).map(CaseMessage.verdict) }
      guard let task, let key, let attempts, attempts >= 0, let result,
        let shownTask = TaskID(alreadyRedacted: task), let shownKey = KeyID(alreadyRedacted: key),
        let category = ResultCategory(result)
      else { return nil }
      return .log(LogLine(task: shownTask, key: shownKey, attempts: attempts, result: category))
    }

    private func decodedVerdict(_ word: String) -> Verdict? {
      switch word {
      case "passed": .passed
      case "vacuous": .unjudged(.vacuous)
      case "failed":
        finding.flatMap(Finding.named).flatMap { finding in
          line.map { .failed(.invariantBroken(finding, sourceLine: $0)) }
        }
      case "contract-broken":
        command.flatMap(ContractCommand.init).flatMap { command in
          rule.flatMap(ContractRule.init).map {
            .unjudged(.contractBroken(ContractBreach(command, $0)))
          }
        }
      case "setup-failed":
        problem.flatMap(SetupProblem.init).map { .unjudged(.setupFailed($0)) }
      case "skipped":
        capability.flatMap(Capability.init).map { .skipped(.missingCapability($0)) }
          ?? lacks.flatMap(ServerNeed.init).map { .skipped(.serverLacks($0)) }
      default: nil
      }
    }
  }
}
