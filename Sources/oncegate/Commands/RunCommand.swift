// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate run`.
struct RunCommand {
  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    _ = try RunOptions(arguments, cores: Surroundings.cores)
  }
  func carryOut() throws(ArgumentError) -> ExitStatus { .notJudged }
}
struct ServeCommand {
  init(_ arguments: ParsedArguments) throws(ArgumentError) {}
  func carryOut() throws(ArgumentError) -> ExitStatus { .notJudged }
}
enum DoctorCommand {
  static func carryOut() -> ExitStatus { .notJudged }
}
