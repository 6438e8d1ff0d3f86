// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension RunOptions {
  /// What the process of a built-in case is told.
  ///
  /// - Parameters:
  ///   - client: the client's argument vector, its program's path absolute.
  ///   - folder: the folder that belongs to the case alone.
  /// - Returns: the parameters.
  func parameters(client: [String], folder: String) -> CaseParameters {
    CaseParameters(
      seed: seed,
      client: client,
      subject: subjectCommand.map(Surroundings.absolute),
      terminate: terminateCommand.map(Surroundings.absolute),
      profile: profileText,
      folder: folder,
      commandTimeLimitMilliseconds: commandTimeout.wholeMilliseconds,
      requestTimeoutMilliseconds: requestTimeout.wholeMilliseconds,
      upstream: upstream
    )
  }

  /// The variables that the configuration passes on, as far as they are set.
  ///
  /// - Parameter value: the value of a variable, or nothing where it is not set.
  /// - Returns: the variables with their values.
  func passedEnvironment(_ value: (String) -> String?) -> [String: String] {
    passedVariables.reduce(into: [:]) { environment, name in environment[name] = value(name) }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
