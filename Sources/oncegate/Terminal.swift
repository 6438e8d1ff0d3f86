// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where the command prints to, and what it knows about it.
enum Terminal {
  /// Prints a text and a line break to standard output, at once.
  static func print(_ text: String) { write(text + "\n", to: 1) }

  /// Prints what went wrong to standard error.
  static func printError(_ text: String) { write("oncegate: error: \(text)\n", to: 2) }

  /// Writes a text whole; what cannot be written is given up, for nobody reads it.
  static func write(_ text: String, to descriptor: Int32) {
    Descriptor(number: descriptor).write(text.utf8)
  }

  static var isInteractive: Bool { isatty(1) == 1 }

  /// How wide the terminal is, in characters, or nothing where there is none.
  static var columns: Int? {
    guard isInteractive else { return nil }
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The value of an environment variable, or nothing where it is not set or empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
