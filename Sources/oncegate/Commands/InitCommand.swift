// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate init`.
struct InitCommand {
  let language: AdapterLanguage
  let pipeline: Pipeline
  /// The project's root.
  let folder: String

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    language = try arguments.choice("--language", AdapterLanguage.allCases, default: .swift)
    pipeline = try arguments.choice("--pipeline", Pipeline.allCases, default: .github)
    folder = arguments.value("--dir") ?? "."
    if folder.isEmpty {
      throw .badValue("--dir", value: folder, expected: "the path of a folder")
    }
  }

  func carryOut() throws(ArgumentError) -> ExitStatus {
    do {
      try write()
    } catch {
      throw .initialisation(error)
    }
    Terminal.print(report)
    return .allPassed
  }

  /// All that is written, in the order in which it is told.
  var files: [Skeleton.File] {
    let skeleton = language.skeleton
    return skeleton.files + [skeleton.configuration]
      + (pipeline.file(for: skeleton).map { [$0] } ?? [])
  }

  /// Writes every file, or none.
  func write() throws(InitError) {
    let paths = files.map { path($0.path) }
    let existing = paths.filter(Files.exists)
    guard existing.isEmpty else { throw .exists(existing) }
    var madeFiles: [String] = []
    var madeFolders: [String] = []
    do {
      for (file, path) in zip(files, paths) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        madeFolders += try Files.makeFolder(folder.joined(separator: "/"))
        try Files.create(path, file.text, isExecutable: file.isExecutable)
        madeFiles.append(path)
      }
    } catch {
      // What stands half would be in the way of the next try.
      for file in madeFiles { Files.remove(file) }
      for folder in madeFolders.reversed() { Files.removeFolder(folder) }
      throw .notWritten(paths[madeFiles.count], error)
    }
  }

  /// What was written, and what to do next.
  private var report: String {
    var commands = folder == "." ? [] : ["cd \(ShellWords.quoted(folder))"]
    if let build = language.skeleton.build { commands.append(build) }
    commands.append("oncegate run queue.disconnect")
    var lines = files.map { "wrote \(path($0.path))" }
    lines += ["", "next:"]
    lines += commands.map { "  \($0)" }
    lines += [
      "",
      "It fails, and says what the skeleton lacks. The numbered places in it are the steps;",
      "'oncegate help contract' says more. When every step is done, 'oncegate run' is the gate.",
    ]
    return lines.joined(separator: "\n")
  }

  private func path(_ relative: String) -> String {
    folder == "." ? relative : folder.hasSuffix("/") ? folder + relative : "\(folder)/\(relative)"
  }
}

/// Why no skeleton was written.
enum InitError: Error, Hashable, CustomStringConvertible {
  case exists([String])
  case notWritten(String, FileError)

  var description: String {
    switch self {
    case .exists(let paths):
      paths.map { "'\($0)'" }.joined(separator: ", ") + (paths.count == 1 ? " exists" : " exist")
        + "; nothing was written; choose another --dir, or --pipeline none where it is the pipeline"
    case .notWritten(let path, let error): "'\(path)' cannot be written: \(error)"
    }
  }
}
