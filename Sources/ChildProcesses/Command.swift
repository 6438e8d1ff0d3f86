// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program to run, with everything that it is given.
package struct Command: Sendable, Hashable {
  /// The argument vector; the first element is a path, or a name that is looked up on the `PATH` of
  /// `environment`.
  package var arguments: [String]
  /// The whole environment: nothing is inherited.
  package var environment: [String: String]
  /// The folder in which the program starts, or nothing for the one of this process.
  package var workingDirectory: String?

  package init(
    _ arguments: [String],
    environment: [String: String] = [:],
    workingDirectory: String? = nil
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// Why a command could not be started.
package enum SpawnError: Error, Hashable, CustomStringConvertible {
  /// The argument vector has no first element.
  case emptyCommand
  /// No file of that name exists, or none on the search path.
  case commandNotFound
  /// The file exists, and its permissions forbid to run it.
  case notExecutable
  case isFolder
  /// The script names an interpreter that does not exist.
  case noInterpreter
  /// The file is neither a program of this machine nor a script that names its interpreter.
  case unknownFormat
  case noWorkingDirectory
  /// The process is ending and starts nothing any more.
  case ending
  /// The system refused; the value is an `errno`.
  case system(code: Int32)

  /// The `errno` that says the same.
  package var code: Int32 {
    switch self {
    case .emptyCommand: EINVAL
    case .commandNotFound, .noInterpreter, .noWorkingDirectory: ENOENT
    case .notExecutable: EACCES
    case .isFolder: EISDIR
    case .unknownFormat: ENOEXEC
    case .ending: ECANCELED
    case .system(let code): code
    }
  }

  package var description: String {
    switch self {
    case .emptyCommand: "the command is empty"
    case .commandNotFound: "the command was not found"
    case .notExecutable: "the command is not executable"
    case .isFolder: "the command is a folder"
    case .noInterpreter: "the interpreter that the script names was not found"
    case .unknownFormat:
      "the command is neither a program for this machine nor a script that starts with '#!'"
    case .noWorkingDirectory: "the folder to start in was not found"
    case .ending: "this process is ending and starts nothing any more"
    case .system(let code): "the system could not start the command: errno \(code)"
    }
  }
}

/// How a process ended.
package enum Exit: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Reads what `waitpid` tells of a process that has ended.
  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// Whether the process ended by the trap of a false precondition.
  ///
  /// It is SIGILL on x86-64 and SIGTRAP on arm64.
  package var isTrap: Bool { self == .signalled(SIGILL) || self == .signalled(SIGTRAP) }
}
