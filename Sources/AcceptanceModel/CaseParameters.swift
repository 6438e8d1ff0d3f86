// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the runner gives to a case's process, as JSON in one environment variable.
package struct CaseParameters: Hashable, Sendable, Codable {
  /// The environment variable that holds the parameters.
  package static let variable = "ONCEGATE_CASE"

  /// The run's seed, in hexadecimal digits.
  package var seed: String
  /// The client's argument vector; the first element is a path or a name on `PATH`.
  package var client: [String]
  /// The subject's argument vector, or nothing for the bundled state machine.
  package var subject: [String]?
  /// The argument vector that ends an app which is no child process, or nothing.
  package var terminate: [String]?
  /// The profile of the server, as JSON text in the server's own form, or the name of a built-in one.
  package var profile: String
  /// The folder that belongs to this case alone.
  package var folder: String
  /// How long one command of the client may take before it counts as hanging, in milliseconds.
  package var commandTimeLimitMilliseconds: Int
  /// How long the client is asked to wait for an answer, in milliseconds.
  package var requestTimeoutMilliseconds: Int
  /// The events to go through again, as the text of a file that an explorer saved, or nothing.
  package var counterexample: String?
  /// The real server that a case of the suite `server` judges, or nothing.
  package var upstream: UpstreamParameters?
  /// The finding that counts as holding whatever is observed; only `selftest` ever names one.
  package private(set) var disabledCheck: String?

  package init(
    seed: Seed,
    client: [String],
    subject: [String]? = nil,
    terminate: [String]? = nil,
    profile: String = "default",
    folder: String,
    commandTimeLimitMilliseconds: Int = 30_000,
    requestTimeoutMilliseconds: Int = 5_000,
    upstream: UpstreamParameters? = nil
  ) {
    self.seed = seed.description
    self.client = client
    self.subject = subject
    self.terminate = terminate
    self.profile = profile
    self.folder = folder
    self.commandTimeLimitMilliseconds = commandTimeLimitMilliseconds
    self.requestTimeoutMilliseconds = requestTimeoutMilliseconds
    self.upstream = upstream
  }

  /// The same parameters without one check of the case, to see that the check is needed.
  package func disabling(_ finding: Finding) -> CaseParameters {
    var parameters = self
    parameters.disabledCheck = finding.name
    return parameters
  }

  /// The parameters as one line of JSON.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Strings and numbers always encode; an empty text is refused by the reader.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads the parameters, or nothing where the text does not hold them.
  package init?(json: String) {
    guard let decoded = try? JSONDecoder().decode(CaseParameters.self, from: Data(json.utf8)) else {
      return nil
    }
    self = decoded
  }
}
