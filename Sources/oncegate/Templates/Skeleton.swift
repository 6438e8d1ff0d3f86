// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A language in which a skeleton can be written.
enum AdapterLanguage: String, CaseIterable, Sendable {
  case swift
  case python
  case node
  case shell
  case java

  /// The skeleton in this language.
  var skeleton: Skeleton {
    switch self {
    case .swift: .swift
    case .python: .python
    case .node: .node
    case .shell: .shell
    case .java: .java
    }
  }
}

/// Files that make an adapter which runs and does not work yet.
struct Skeleton: Sendable {
  /// The folder of the adapter, in the project's root.
  static let folder = "oncegate-adapter"

  /// A file to write.
  struct File: Hashable, Sendable {
    /// Relative to the project's root.
    let path: String
    let text: String
    let isExecutable: Bool

    init(_ path: String, _ text: String, isExecutable: Bool = false) {
      self.path = path
      self.text = text
      self.isExecutable = isExecutable
    }
  }

  /// The files of the adapter.
  let files: [File]
  /// The client's path, relative to the project's root.
  let client: String
  /// The subject's path, or nothing where the language is no place for one.
  let subject: String?
  /// What has to be done before the first run, or nothing.
  let build: String?
  /// What a fresh Debian needs to run it, as names of packages.
  let packages: [String]

  /// The configuration that names the adapter.
  var configuration: File {
    var members = ["\"client\": \"./\(client)\""]
    if let subject { members.append("\"subject\": \"./\(subject)\"") }
    return File(
      Configuration.defaultFile,
      "{\n  \(members.joined(separator: ",\n  "))\n}\n"
    )
  }
}

/// What the gate says as long as a step is not done, in its own words.
enum SkeletonWords {
  static let submitSaysNothing = "submit: \(ContractRule.noLine.words)"
  static let taskNotListed = Finding.taskNotListed.happened
  static let notSettled = Finding.notSettledOnceReachable.happened
  static let sentAfterConflict = Finding.resentAfterConflict.happened
  static let recordsMissing = "load: \(ContractRule.recordsMissing.words)"
  static let tapSentNothing = Finding.tapSentNothing.happened
  static let rejectionNotRestored = Finding.rejectionNotRestored.happened
  static let unknownKeptWish = Finding.unknownKeptProvisional.happened
  static let failedSyncNotRepeated = Finding.failedSyncNotRepeated.happened
}
