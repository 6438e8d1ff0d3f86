// SPDX-License-Identifier: Apache-2.0

/// The version of this program.
enum Version {
  static let number = "0.1.0"
  /// The day on which it was made, for the manual page: two builds of one version have the same.
  static let day = "2026-11-30"
}
