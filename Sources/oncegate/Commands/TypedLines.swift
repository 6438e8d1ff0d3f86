// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The lines that somebody types while a command runs.
enum TypedLines {
  /// Starts to watch standard input where it is a terminal.
  ///
  /// - Parameter typed: called for each line, on a thread of its own; what the line says is not read.
  /// - Returns: whether standard input is watched.
  static func watch(_ typed: @escaping @Sendable () -> Void) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    // A command in the background would be stopped when it reads; so it just reads nothing.
    signal(SIGTTIN, SIG_IGN)
    return BackgroundThread.start {
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        let size = buffer.count
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe read(STDIN_FILENO, bytes.baseAddress, size)
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        if buffer[..<count].contains(UInt8(ascii: "\n")) { typed() }
      }
    }
  }
}
