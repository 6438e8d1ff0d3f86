// SPDX-License-Identifier: Apache-2.0

/// Something that help explains and that is no command.
struct Topic: Sendable {
  let name: String
  /// What it explains, in one line.
  let summary: String
  /// Makes the text, which is long and seldom wanted.
  private let make: @Sendable () -> String

  init(name: String, summary: String, make: @escaping @Sendable () -> String) {
    self.name = name
    self.summary = summary
    self.make = make
  }

  var text: String { make() }

  static let all = [config, profiles, faults, contract, events, pipelines, security]

  /// Finds a topic by its name.
  static func named(_ name: String) -> Topic? { all.first { $0.name == name } }
}
