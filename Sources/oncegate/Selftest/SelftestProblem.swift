// SPDX-License-Identifier: Apache-2.0

/// Why the gate did not prove itself.
struct SelftestProblem: Hashable, Sendable, CustomStringConvertible {
  /// The program that it is about, or the check that no program shows.
  let subject: String
  /// What is wrong, to be read behind the subject.
  let words: String
  /// Whether nothing is known rather than something wrong, as after a time-out.
  var isUnjudged = false

  var description: String { "\(subject): \(words)" }
}
