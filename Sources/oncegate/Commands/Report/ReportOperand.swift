// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A report that a command is told to read.
enum ReportOperand {
  /// The JUnit file that is meant: a report folder stands for the one in it.
  static func junit(_ operand: String) -> String {
    isFolder(operand) ? ReportPaths(folder: operand, workspace: "/").junit : operand
  }

  /// The record of a run that is meant: a report folder stands for the one in it.
  static func record(_ operand: String) -> String {
    isFolder(operand) ? ReportPaths(folder: operand, workspace: "/").record : operand
  }

  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// What the command ends with where a report cannot be read: a file that is not there, or of
  /// another run, was named wrongly.
  static func status(of error: ReportingError) -> ExitStatus {
    switch error {
    case .notRead(_, let code) where [ENOENT, ENOTDIR, EISDIR, EACCES].contains(code): .usage
    case .recordsDiffer: .usage
    default: .notJudged
    }
  }
}
