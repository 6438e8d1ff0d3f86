// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// Why a command cannot be carried out as written.
enum ArgumentError: Error, Hashable, CustomStringConvertible {
  case unknownCommand(String, known: [String])
  case unknownSubcommand(String, command: String, known: [String])
  case unknownOption(String, command: String, known: [String])
  case missingValue(String, value: String)
  case missingOption(String, command: String, value: String)
  case missingOperand(String, command: String)
  case valueOfFlag(String)
  case optionTwice(String)
  case unexpectedOperand(String, command: String)
  case unknownShell(String, known: [String])
  case emptyPart(number: Int, of: Int, cases: Int)
  case badVariable(String, expected: String)
  case badValue(String, value: String, expected: String)
  case unknownSuite(String, known: [String])
  case unknownCase(String, known: [String])
  case unknownFlaw(String, known: [String])
  case unknownCheck(String, known: [String])
  case unbalancedQuote(String)
  case emptyCommand(String)
  case outputInPipeline
  /// Two options that cannot both be given.
  case exclusive(String, String)
  case badUpstream(Upstream.Flaw)
  /// A case is about a server, and none is named.
  case upstreamMissing(String)
  case variableNotSet(String, header: String)
  case variableUnfit(String, header: String)
  case unreadable(String, file: String)
  case badFile(String, reason: String)
  /// The record of an earlier run cannot be taken; the words name its file.
  case badRecord(String)
  case configuration(ConfigurationError)
  case initialisation(InitError)
  case bundledClientDoesNotSpeak(profile: String)

  var description: String {
    switch self {
    case .unknownCommand(let name, let known):
      "unknown command '\(name)'" + Self.suggestion(name, known) + "; see 'oncegate --help'"
    case .unknownSubcommand(let name, let command, let known):
      "'oncegate \(command)' has no command '\(name)'" + Self.suggestion(name, known)
        + "; see 'oncegate \(command) --help'"
    case .unknownOption(let name, let command, let known):
      "unknown option '\(name)'" + Self.suggestion(name, known)
        + "; see 'oncegate \(command) --help'"
    case .missingValue(let name, let value): "option '\(name)' needs a value: \(name) \(value)"
    case .missingOption(let name, let command, let value):
      "'\(name) \(value)' is missing; see 'oncegate \(command) --help'"
    case .missingOperand(let name, let command):
      "\(name) is missing; see 'oncegate \(command) --help'"
    case .valueOfFlag(let name): "option '\(name)' takes no value"
    case .optionTwice(let name): "option '\(name)' is given twice"
    case .unexpectedOperand(let operand, let command):
      "unexpected argument '\(operand)'; see 'oncegate \(command) --help'"
    case .unknownShell(let name, let known):
      "unknown shell '\(name)'" + Self.suggestion(name, known) + "; there are: "
        + known.joined(separator: ", ")
    case .emptyPart(let number, let count, let cases):
      "part \(number) of \(count) is empty: \(cases == 1 ? "1 case is" : "\(cases) cases are") "
        + "selected; expected at most as many parts as cases"
    case .badVariable(let name, let expected):
      "the variable \(name) cannot be read; expected \(expected)"
    case .badValue(let name, let value, let expected):
      "option '\(name)' is '\(value)'; expected \(expected)"
    case .unknownSuite(let name, let known):
      "unknown suite '\(name)'" + Self.suggestion(name, known) + "; there are: "
        + known.joined(separator: ", ")
    case .unknownCase(let name, let known):
      name.contains { "*?".contains($0) }
        ? "no case matches '\(name)'; 'oncegate list' shows all cases"
        : "unknown case '\(name)'" + Self.suggestion(name, known)
          + "; 'oncegate list' shows all cases"
    case .unknownFlaw(let name, let known):
      "no known-bad program is called '\(name)'" + Self.suggestion(name, known)
    case .unknownCheck(let text, let known):
      "no check is called '\(text)'" + Self.suggestion(text, known)
        + "; 'oncegate selftest --list-checks' shows all"
    case .unbalancedQuote(let name): "option '\(name)' has a quote that is not closed"
    case .emptyCommand(let name): "option '\(name)' is empty; expected a command"
    case .outputInPipeline:
      "option '--show-output' is refused where CI is set: a client's output may hold secrets"
    case .exclusive(let one, let other):
      "option '\(one)' cannot be given with '\(other)'"
    case .badUpstream(let flaw): "option '--upstream': \(flaw), such as http://127.0.0.1:3000"
    case .upstreamMissing(let what):
      "\(what) judges a server of your own, and none is named; start it, and add its address: "
        + "--upstream http://127.0.0.1:3000"
    case .variableNotSet(let name, let header):
      "the environment variable '\(name)' is not set; the configuration's header '\(header)' needs it"
    case .variableUnfit(let name, let header):
      "the environment variable '\(name)' holds more than a line of text; the configuration's header "
        + "'\(header)' needs one"
    case .unreadable(let option, let file):
      "option '\(option)': the file '\(file)' cannot be read"
    case .badFile(let file, let reason): "'\(file)': \(reason)"
    case .badRecord(let words): words
    case .configuration(let error): error.description
    case .initialisation(let error): error.description
    case .bundledClientDoesNotSpeak(let profile):
      "the bundled client does not speak the profile '\(profile)'; name yours with --client"
    }
  }

  private static func suggestion(_ word: String, _ known: [String]) -> String {
    let nearest = NearestNames.to(word, among: known).map { "'\($0)'" }
    return nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: " or "))?"
  }
}
