// SPDX-License-Identifier: Apache-2.0

/// The version of this program.
enum Version {
  static let number = "0.1.0"
}
