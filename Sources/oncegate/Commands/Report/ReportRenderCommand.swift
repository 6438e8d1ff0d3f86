// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

/// `oncegate report render`: page and summary of an earlier run, from its record.
struct ReportRenderCommand {
  private let record: RecordFile
  private let digest: RunDigest
  private let paths: ReportPaths

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard let file = arguments.operands.first else {
      throw .missingOperand("RUN.json", command: "report render")
    }
    // Everything is read before anything is written.
    (record, digest) = try RecordedRun.read(file) { (record) throws(ReportingError) in
      (record, try record.digest())
    }
    paths = ReportPaths(
      folder: arguments.value("-o") ?? Self.folder(of: file),
      workspace: Surroundings.currentFolder
    )
  }

  func carryOut() -> ExitStatus {
    do {
      try record.writeReports(digest, paths)
    } catch {
      Terminal.printError(error.description)
      return .notJudged
    }
    Terminal.print("\(paths.page)\n\(paths.summary)")
    return .allPassed
  }

  private static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
