// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is replaced as a whole or stays as it is, whatever happens to the process or the
/// machine.
struct AtomicFile: Hashable, Sendable {
  let path: String

  /// Replaces the file by what a function appends.
  ///
  /// The bytes go to a temporary file beside it, to the disk, and then under its name. Source:
  /// https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html.
  ///
  /// - Parameter body: appends the new contents.
  /// - Throws: what the function throws; `notAnOrdinaryFile` where a folder, a link or a device
  ///   stands there; `notWritten` where the system refuses.
  func replace(_ body: (OutputFile) throws(ReportingError) -> Void) throws(ReportingError) {
    try refuseUnlessOrdinary()
    let temporary = temporaryPath
    // A temporary file of a killed run is of no use to anybody.
    _ = unsafe unlink(temporary)
    do throws(ReportingError) {
      let file = try OutputFile(
        temporary,
        shownPath: path,
        flags: O_CREAT | O_EXCL | O_NOFOLLOW
      )
      try body(file)
      try file.finish()
      guard unsafe rename(temporary, path) == 0 else {
        throw ReportingError.notWritten(path: path, code: errno)
      }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    try Folder.synchronize(Folder.parent(of: path), shownPath: path)
  }

  func replace(with text: String) throws(ReportingError) {
    try replace { (file) throws(ReportingError) in try file.append(Array(text.utf8)) }
  }

  /// The temporary file's name, which another process writing the same file does not share.
  private var temporaryPath: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = Folder.parent(of: path)
    return "\(folder)/.\(name.utf8.count > 200 ? "report" : name).\(getpid()).tmp"
  }

  /// A rename would put a file in the place of a device such as `/dev/full`, which harms the
  /// machine.
  private func refuseUnlessOrdinary() throws(ReportingError) {
    var information = stat()
    guard unsafe lstat(path, &information) == 0 else {
      if errno == ENOENT { return }
      throw .notWritten(path: path, code: errno)
    }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .notAnOrdinaryFile(path: path) }
  }
}
