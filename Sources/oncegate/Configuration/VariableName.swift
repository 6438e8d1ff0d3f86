// SPDX-License-Identifier: Apache-2.0

/// Which environment variables a configuration may pass on.
enum VariableName {
  /// Those that every case gets with a value of its own.
  private static let fixed: Set<String> = [
    "HOME", "LANG", "LC_ALL", "SWIFT_BACKTRACE", "TMPDIR", "TZ",
  ]

  /// Says why a variable is not passed on, or nothing where it may be.
  static func refusal(of name: String) -> String? {
    let isName =
      name.utf8.first.map { !(0x30...0x39 ~= $0) } == true
      && name.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 || $0 == UInt8(ascii: "_")
      }
    if !isName { return "no name of an environment variable" }
    if fixed.contains(name) || name.hasPrefix("ONCEGATE_") {
      return "'\(name)', which every case gets with a value of its own"
    }
    return nil
  }
}
