// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds the file that a command names, and says why where there is none.
enum CommandLookup {
  /// Where programs are looked up where the command's environment has no `PATH`.
  static let standardPath = "/usr/bin:/bin"

  static func path(of command: Command) throws(SpawnError) -> String {
    guard let name = command.arguments.first, !name.isEmpty else { throw .emptyCommand }
    let texts = command.arguments + command.environment.flatMap { [$0.key, $0.value] }
    // A text with a zero byte would reach the program cut off.
    guard texts.allSatisfy({ !$0.utf8.contains(0) }),
      command.environment.keys.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "=")) })
    else { throw .system(code: EINVAL) }
    if let folder = command.workingDirectory, kind(of: folder) != .folder {
      throw .noWorkingDirectory
    }
    if name.utf8.contains(UInt8(ascii: "/")) {
      let path = absolute(name, in: command.workingDirectory)
      if let problem = problem(with: path) { throw problem }
      return path
    }
    return try search(
      name,
      on: command.environment["PATH"] ?? standardPath,
      from: command.workingDirectory
    )
  }

  /// Takes the first file on the search path that can be run.
  private static func search(
    _ name: String,
    on searchPath: String,
    from workingDirectory: String?
  ) throws(SpawnError) -> String {
    var best = SpawnError.commandNotFound
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: false) {
      let path = absolute((folder.isEmpty ? "." : folder) + "/" + name, in: workingDirectory)
      guard let problem = problem(with: path) else { return path }
      if best == .commandNotFound { best = problem }
    }
    throw best
  }

  /// Says why a failed exec failed, from its `errno`.
  static func error(code: Int32, path: String) -> SpawnError {
    switch code {
    // The file was there a moment ago: what is missing is what it names in its first line.
    case ENOENT where kind(of: path) == .file: .noInterpreter
    case ENOENT: .commandNotFound
    case EACCES: .notExecutable
    case ENOEXEC: .unknownFormat
    default: .system(code: code)
    }
  }

  private static func problem(with path: String) -> SpawnError? {
    switch kind(of: path) {
    case nil: .commandNotFound
    case .folder: .isFolder
    case .file: unsafe access(path, X_OK) == 0 ? nil : .notExecutable
    }
  }

  private static func absolute(_ path: String, in workingDirectory: String?) -> String {
    guard let workingDirectory, !path.hasPrefix("/") else { return path }
    return "\(workingDirectory)/\(path)"
  }

  private enum Kind {
    case file
    case folder
  }

  private static func kind(of path: String) -> Kind? {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return nil }
    return information.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}
