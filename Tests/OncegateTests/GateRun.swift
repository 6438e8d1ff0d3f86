// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Reporting
import TestSupport

/// One run of the built command, with everything that it printed and left.
struct GateRun {
  /// How long a run may take on a machine that has other work as well.
  static let timeMax = Duration.seconds(240)
  static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  let exit: Exit?
  let terminal: String
  let reports: String
  /// Keeps the reports for as long as somebody looks at them.
  private let folder: TemporaryFolder

  var junit: String { "\(reports)/TEST-oncegate.xml" }

  /// Runs `oncegate` with a report folder of its own, and takes both of its outputs.
  init(
    _ arguments: [String],
    in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    reports = folder.file("report")
    let finished = try ChildProcess.run(
      Self.command(arguments, reports: reports, environment: environment),
      outputBytesMax: 4 << 20,
      timeLimit: Self.timeMax
    )
    exit = finished.exit
    terminal = String(decoding: finished.output, as: UTF8.self)
  }

  /// The command, with standard error joined to standard output.
  static func command(
    _ arguments: [String],
    reports: String,
    environment: [String: String] = [:]
  ) -> Command {
    let words = ["/bin/sh", "-c", #"exec "$@" 2>&1"#, "sh", BuiltProducts.path(of: "oncegate")]
    return Command(
      words + arguments + (arguments.first == "run" ? ["--report-dir", reports] : []),
      environment: ["PATH": searchPath].merging(environment) { $1 },
      workingDirectory: BuiltProducts.root
    )
  }

  /// The cases as they stand in the JUnit file, which must have the project's own shape.
  func cases() throws -> [JUnitCase] {
    try JUnitReader.cases(in: junit, schema: JUnitSchema(.rich)).cases
  }

  /// Every file of the report folder, with its bytes.
  func files() throws -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: reports)?.compactMap { $0 as? String } ?? []
    var files: [String: Data] = [:]
    for name in names {
      if let data = FileManager.default.contents(atPath: "\(reports)/\(name)") {
        files[name] = data
      }
    }
    return files
  }
}
