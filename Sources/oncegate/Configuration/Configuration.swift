// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// What a project says about itself in `oncegate.json`; what it leaves out is nothing here.
struct Configuration: Hashable, Sendable {
  /// The file that is read where none is named.
  static let defaultFile = "oncegate.json"
  /// The longest file that is read.
  static let bytesMax = 1 << 20
  /// The most cases of a user's own.
  static let casesMax = 1000
  /// The most environment variables that are passed on.
  static let passedMax = 100
  static let commandTimeoutSecondsMax = 3600
  static let requestTimeoutMillisecondsMax = 600_000

  /// The file as its reader wrote it.
  var file = Configuration.defaultFile
  var client: ConfiguredCommand?
  var subject: ConfiguredCommand?
  /// What ends an app that is no child process.
  var terminate: ConfiguredCommand?
  /// The names of environment variables that children get as well.
  var pass: [String] = []
  var timeoutSeconds: Int?
  var commandTimeoutSeconds: Int?
  var requestTimeoutMilliseconds: Int?
  var jobs: Int?
  /// The folder of the reports, as seen from the current folder.
  var reportFolder: String?
  /// The user's files that own the behaviour of an area.
  var sources: [String: SourcePlace] = [:]
  var profile: Profile?
  /// The user's own server.
  var upstream: ConfiguredUpstream?
  var cases: [OwnCase] = []
}

/// A command with its argument vector and the form in which a report shows it.
struct ConfiguredCommand: Hashable, Sendable {
  let written: String
  /// At least the program.
  let words: [String]
}

/// A place to which a reader is sent.
struct SourcePlace: Hashable, Sendable {
  let file: String
  /// 1 or more.
  let line: Int

  /// Reads `path` or `path:line`, or nothing where there is no path or no such line.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      !last.isEmpty
    else {
      guard !text.isEmpty else { return nil }
      (file, line) = (text, 1)
      return
    }
    guard let line = Int(last), line >= 1 else { return nil }
    file = parts.dropLast().joined(separator: ":")
    self.line = line
    if file.isEmpty { return nil }
  }

  init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// A case of the user's own: a command whose exit status is its verdict.
struct OwnCase: Hashable, Sendable {
  /// The suite of a case that names none.
  static let defaultSuite = "own"

  let name: CaseName
  let command: ConfiguredCommand
  /// One line.
  let promise: String
  let suite: String
  /// Where the configuration describes it.
  let place: SourcePlace

  /// The case as lists and reports show it.
  var description: CaseDescription {
    CaseDescription(
      name: name,
      suites: [suite],
      promise: promise,
      steps: ["run \(command.written)"],
      invariants: [],
      byHand: [command.written],
      sourceFile: place.file,
      sourceLine: place.line
    )
  }
}

extension Configuration {
  /// Every case that can be selected, the built-in ones first, each with the place that owns it.
  var allCases: [CaseDescription] {
    (CaseCatalogue.all + cases.map(\.description)).map { description in
      sources[description.name.area].map {
        description.with(sourceFile: $0.file, line: $0.line)
      } ?? description
    }
  }
}
