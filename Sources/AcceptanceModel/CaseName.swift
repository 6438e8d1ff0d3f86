// SPDX-License-Identifier: Apache-2.0

/// The name of an acceptance case, `area.name`, such as `queue.relaunch`.
///
/// Both parts are lower-case ASCII letters, digits and hyphens, start with a letter, and are at most
/// `partBytesMax` bytes long.
package struct CaseName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The longest area or name, in bytes.
  package static let partBytesMax = 40

  package let area: String
  package let name: String

  /// Creates a name from `area.name`, or nothing where the text does not have that shape.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ Self.isPart($0.utf8) }) else { return nil }
    area = String(parts[0])
    name = String(parts[1])
  }

  package var description: String { "\(area).\(name)" }

  package static func < (left: CaseName, right: CaseName) -> Bool {
    (left.area, left.name) < (right.area, right.name)
  }

  private static func isPart(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count <= partBytesMax, let first = bytes.first, lowercase.contains(first) else {
      return false
    }
    return bytes.allSatisfy {
      lowercase.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  private static let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
