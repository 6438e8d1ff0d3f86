// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A word in the environment that tells which process something descends from.
///
/// Each child's token is its parent's with a number behind it, so that the token of a process is the
/// beginning of the tokens of all its descendants.
package enum ProcessToken {
  /// The environment variable that holds the token.
  package static let variable = "ONCEGATE_CASE_TOKEN"
  /// The longest token that is taken over from a parent, in bytes.
  static let bytesMax = 200

  /// The token of this process.
  package static let own: String =
    inherited ?? "run-" + String(UInt64.random(in: .min ... .max), radix: 36)

  private static let inherited: String? = {
    guard let value = unsafe getenv(variable) else { return nil }
    let token = unsafe String(cString: value)
    let isWellFormed =
      !token.isEmpty && token.utf8.count <= bytesMax && token.utf8.allSatisfy(isPart)
    return isWellFormed ? token : nil
  }()

  /// Whether a token belongs to a process or to one of its descendants.
  static func isToken(_ token: some StringProtocol, from ancestor: String) -> Bool {
    token == ancestor || token.hasPrefix(ancestor + ".")
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
