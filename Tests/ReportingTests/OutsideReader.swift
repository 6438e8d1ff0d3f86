// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Programs that read our reports and were written by others.
enum OutsideReader {
  static let hasXMLLint = FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")
  static let hasPython = run("command -v python3", []) == 0

  /// The folder of published schemas: the copies in the tests, or what the environment names.
  static let schemas =
    ProcessInfo.processInfo.environment["ONCEGATE_SCHEMAS"] ?? "\(BuiltProducts.root)/Tests/Schemas"

  /// Runs a line of shell without output, with arguments as `$1` and on, and returns its exit
  /// status.
  static func run(_ line: String, _ arguments: [String]) -> Int32 {
    let all = ["/bin/sh", "-c", "(\(line)) >/dev/null 2>&1", "sh"] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", nil, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -1
  }
}
