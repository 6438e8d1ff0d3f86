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
  /// How much the program may write into files, or nothing for as much as it likes.
  package var fileLimit: FileLimit?

  package init(
    _ arguments: [String],
    environment: [String: String] = [:],
    workingDirectory: String? = nil,
    fileLimit: FileLimit? = nil
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.fileLimit = fileLimit
  }
}

/// How far a program may write into each file, as on a disk that is full from there on.
///
/// Whoever is root is bound by it too, and no disk has to be filled. Pipes and sockets are not touched. The
/// last byte that fits is written. Elsewhere than on Linux the limit is rounded down to 512 bytes.
///
/// Source: https://pubs.opengroup.org/onlinepubs/9699919799/functions/setrlimit.html (RLIMIT_FSIZE).
package struct FileLimit: Sendable, Hashable {
  /// What becomes of a program that writes beyond the limit.
  package enum Effect: Sendable, Hashable {
    /// The write fails with EFBIG.
    case writeFails
    /// The program ends there, by SIGXFSZ unless it ignores that signal; then the write fails.
    case programEnds
  }

  /// How far each file may be written, in bytes from its beginning; 0 or more.
  package let bytesMax: Int
  package let effect: Effect

  package init(bytesMax: Int, _ effect: Effect) {
    self.bytesMax = max(0, bytesMax)
    self.effect = effect
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
