// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What reports need of folders, with the system's own error codes.
enum Folder {
  /// The path of the folder that holds something.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder, and those that it lies in.
  ///
  /// - Parameter path: the folder's path; one that exists is left as it is.
  /// - Throws: `folderIsNoFolder` or `folderNotWritable`, with the path that was asked for.
  static func make(_ path: String) throws(ReportingError) {
    guard !path.isEmpty else { throw .folderNotWritable(path: path, code: ENOENT) }
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
      if unsafe mkdir(made, 0o777) != 0 && errno != EEXIST {
        // Some systems say that they are read-only before they say that the folder exists.
        let code = errno
        if kind(of: made) != S_IFDIR {
          if code == ENOTDIR { throw .folderIsNoFolder(path: path) }
          throw .folderNotWritable(path: path, code: code)
        }
      }
    }
    guard kind(of: path) == S_IFDIR else { throw .folderIsNoFolder(path: path) }
  }

  /// Brings the names in a folder to the disk, so that a renamed file outlives a loss of power.
  static func synchronize(_ path: String, shownPath: String) throws(ReportingError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // A folder that may be written to and not be read has been given what it needs.
      if errno == EACCES { return }
      throw .notWritten(path: shownPath, code: errno)
    }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .notWritten(path: shownPath, code: errno)
    }
  }

  /// The names in a folder, without `.` and `..`; none where the folder cannot be read.
  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private static func kind(of path: String) -> mode_t {
    var information = stat()
    return unsafe stat(path, &information) == 0 ? information.st_mode & S_IFMT : 0
  }
}
