// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The report folder of one run; no other run writes into it while this value lives.
final class ReportFolder: Sendable {
  let paths: ReportPaths
  private let lock: Int32

  /// Makes the folder where it is missing, locks it, and removes what an earlier run left of logs
  /// and temporary files.
  ///
  /// Files that are not named as reports are left alone.
  ///
  /// - Parameter paths: where the reports are to lie.
  /// - Throws: `folderIsNoFolder`, `folderNotWritable` or `folderInUse`.
  init(_ paths: ReportPaths) throws(ReportingError) {
    self.paths = paths
    try Folder.make(paths.folder)
    lock = unsafe open(paths.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard lock >= 0 else { throw .folderNotWritable(path: paths.folder, code: errno) }
    // The lock goes with the process, so that a killed run locks nobody out.
    // Source: https://man7.org/linux/man-pages/man2/flock.2.html.
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      _ = close(lock)
      throw code == EWOULDBLOCK
        ? .folderInUse(path: paths.folder) : .folderNotWritable(path: paths.folder, code: code)
    }
    try removeLeftovers()
  }

  deinit {
    // Not by closing alone: a child that is just being started holds a copy of the descriptor.
    _ = flock(lock, LOCK_UN)
    _ = close(lock)
  }

  private func removeLeftovers() throws(ReportingError) {
    try Folder.make(paths.logFolder)
    for name in Folder.names(in: paths.logFolder)
    where Self.isLog(name) || Self.isTemporary(name) {
      try Self.remove("\(paths.logFolder)/\(name)")
    }
    for name in Folder.names(in: paths.folder) where Self.isTemporary(name) {
      try Self.remove("\(paths.folder)/\(name)")
    }
  }

  private static func isLog(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") && CaseName(name.dropLast(".jsonl".count)) != nil
  }

  /// A temporary file of a report is named `.REPORT.PID.tmp`.
  private static func isTemporary(_ name: String) -> Bool {
    let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard name.hasPrefix("."), parts.count >= 3, parts.last == "tmp",
      parts[parts.count - 2].allSatisfy(\.isWholeNumber)
    else { return false }
    let report = parts.dropLast(2).joined(separator: ".")
    return ["TEST-oncegate.xml", "summary.md", "report.html", "run.json"].contains(report)
      || isLog(report)
  }

  private static func remove(_ path: String) throws(ReportingError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .notWritten(path: path, code: errno)
    }
  }
}
