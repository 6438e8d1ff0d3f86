// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

/// An example of a client and a subject in one language.
struct Adapter: Sendable, CustomTestStringConvertible {
  static let python = Adapter("python", ["python3"], "client.py", "subject.py", needs: "python3")
  static let node = Adapter("node", ["node"], "client.mjs", "subject.mjs", needs: "node")
  static let shell = Adapter("shell", [], "client.sh", "subject.sh", needs: "curl")
  // The quick compiler alone: a command is over before the thorough one has paid.
  static let java = Adapter(
    "java",
    ["java", "-XX:TieredStopAtLevel=1"],
    "Client.java",
    "Subject.java",
    needs: "java"
  )
  static let swift = Adapter(
    language: "swift",
    client: [BuiltProducts.path(of: "example-client")],
    subject: [BuiltProducts.path(of: "example-subject")]
  )
  static let all = [swift, python, node, shell, java]

  let language: String
  let client: [String]
  let subject: [String]
  /// Whether this machine has what the example runs on.
  let isRunnable: Bool

  var testDescription: String { language }

  /// An example that the package itself builds.
  private init(language: String, client: [String], subject: [String]) {
    self.language = language
    self.client = client
    self.subject = subject
    isRunnable = true
  }

  private init(
    _ language: String,
    _ interpreter: [String],
    _ client: String,
    _ subject: String,
    needs program: String
  ) {
    self.language = language
    let folder = "\(BuiltProducts.root)/acceptance/adapters/\(language)"
    self.client = interpreter + ["\(folder)/\(client)"]
    self.subject = interpreter + ["\(folder)/\(subject)"]
    // Being on PATH is not enough: macOS has a `java` there that only says where to get one.
    isRunnable = Self.run([program, "--version"])?.exit == .exited(0)
  }

  /// Runs a command with this process's `PATH` and nothing else of its environment.
  ///
  /// - Returns: what became of it, or nothing where it could not be started.
  static func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    input: [UInt8] = [],
    timeLimit: Duration = .seconds(60)
  ) -> FinishedCommand? {
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    return try? ChildProcess.run(
      Command(arguments, environment: path.merging(environment) { $1 }),
      input: .bytes(input),
      outputBytesMax: 1 << 20,
      timeLimit: timeLimit
    )
  }
}

/// One run of the whole gate by the built program, with what it wrote into its report folder.
struct GateRun {
  let exit: Exit?
  /// The opening tag of the JUnit file's outermost element.
  let junitCounts: String
  /// The words of the record's verdicts, by case.
  let verdicts: [String: String]

  init(client: [String], subject: [String], cases: [String] = []) throws {
    let folder = try TemporaryFolder()
    let report = folder.file("report")
    // Interpreters start slowly where other tests keep the machine busy.
    let arguments =
      [BuiltProducts.path(of: "oncegate"), "run"] + cases + [
        "--client", Self.line(client), "--subject", Self.line(subject), "--report-dir", report,
        "--timeout", "600",
      ]
    exit = Adapter.run(arguments, timeLimit: .seconds(900))?.exit
    let junit = try String(contentsOfFile: "\(report)/TEST-oncegate.xml", encoding: .utf8)
    junitCounts = String(
      junit.split(separator: "\n").first { $0.hasPrefix("<testsuites") } ?? "none"
    )
    let record = try JSONDecoder().decode(
      Record.self,
      from: Data(contentsOf: URL(fileURLWithPath: "\(report)/run.json"))
    )
    verdicts = Dictionary(
      uniqueKeysWithValues: record.results.map { ($0.result.name, $0.result.verdict.verdict) }
    )
  }

  /// A command as a user writes it in an option.
  private static func line(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }

  private struct Record: Decodable {
    var results: [Element]
  }

  /// A case stands beside what became of it.
  private struct Element: Decodable {
    var result: Result
  }

  private struct Result: Decodable {
    var name: String
    var verdict: Verdict
  }

  private struct Verdict: Decodable {
    var verdict: String
  }
}
