// SPDX-License-Identifier: Apache-2.0

/// Which of the dialects a JUnit file is written in.
///
/// No file satisfies every published schema at once, and the consumers that read most satisfy none.
package enum JUnitProfile: String, Hashable, Sendable, CaseIterable {
  /// What the most consumers read the most from.
  case rich
  /// Valid against the schema of Jenkins' xunit plugin.
  case junit10 = "junit-10"
  /// Also valid against the schema of Ant's JUnit tasks, as Windy Road wrote it down.
  case strict

  /// `file`, `line` and properties of a test case; `skipped` and `timestamp` of the whole.
  var hasExtensions: Bool { self == .rich }
  /// Attributes of the whole, repeats, and a test case's own output.
  var hasDetails: Bool { self != .strict }
}
