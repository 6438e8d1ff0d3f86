// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The programs and files that tests use from outside.
package enum BuiltProducts {
  /// The folder that holds what the build made; the test program itself lies there.
  package static let folder: String = {
    let program = CommandLine.arguments[0]
    var parts = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // On Darwin the test program lies inside a bundle.
    if let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) {
      parts = parts[..<bundle]
    }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }()

  /// The path of an executable of this package, such as `oncegate`.
  package static func path(of product: String) -> String { "\(folder)/\(product)" }

  /// The project's root: the folder that holds `Package.swift`.
  package static let root: String = {
    // This file lies at Tests/TestSupport/BuiltProducts.swift.
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/")
  }()
}
