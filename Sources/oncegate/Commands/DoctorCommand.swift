// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import FaultInjection

/// `oncegate doctor`: says what is missing on this machine, and how to get it.
struct DoctorCommand {
  /// How long a program that is tried may take.
  private static let timeMax = Duration.seconds(20)

  /// What was looked at, and what to do where it is not as it should be.
  struct Finding: Hashable {
    let subject: String
    /// What was found; nothing where all is well.
    let problem: String?
    let remedy: String
    /// Whether a run can do without.
    var isOptional = false
  }

  private let walk: ContractWalks

  init(_ arguments: ParsedArguments) throws(ArgumentError) { walk = try ContractWalks(arguments) }

  func carryOut() -> ExitStatus {
    guard Self.examineMachine() else { return .notJudged }
    return walk.carryOut()
  }

  /// Looks at this machine, and returns whether a run can judge here.
  private static func examineMachine() -> Bool {
    let findings =
      ["oncegate-case", "reference-client"].map(program)
      + [preconditions(), loopback(), temporaryFolder(), git()]
    for finding in findings {
      let word = finding.problem == nil ? " ok    " : finding.isOptional ? " note  " : " FAIL  "
      Terminal.print(word + finding.subject)
      if let problem = finding.problem {
        Terminal.print("       found  \(problem)\n       do     \(finding.remedy)")
      }
    }
    let isReady = findings.allSatisfy { $0.problem == nil || $0.isOptional }
    Terminal.print(isReady ? "\nready: 'oncegate run' can judge" : "\nnot ready")
    return isReady
  }

  private static func program(_ name: String) -> Finding {
    let path = Surroundings.program(name)
    return Finding(
      subject: "the program '\(name)' lies beside this one",
      problem: Surroundings.isExecutable(path) ? nil : "no executable file '\(path)'",
      remedy: "build the whole package with 'swift build', and keep its programs together"
    )
  }

  private static func preconditions() -> Finding {
    let finished = try? ChildProcess.run(
      Command([Surroundings.program("oncegate-case"), "canary"], environment: quiet),
      outputBytesMax: 0,
      timeLimit: timeMax
    )
    return Finding(
      subject: "a false precondition ends a case",
      problem: finished?.exit?.isTrap == true ? nil : "the process went on, or did not start",
      remedy: "build without -Ounchecked"
    )
  }

  private static func loopback() -> Finding {
    var problem: String?
    do throws(FaultServerError) {
      let server = try FaultServer(ledger: Ledger())
      try server.listen()
      server.stop()
    } catch {
      problem = error.description
    }
    return Finding(
      subject: "a server can listen on 127.0.0.1",
      problem: problem,
      remedy: "allow this user to open ports on the loopback interface"
    )
  }

  private static func temporaryFolder() -> Finding {
    let folder = Terminal.environment("TMPDIR") ?? "/tmp"
    return Finding(
      subject: "the temporary folder can be written to",
      problem: Surroundings.isWritable(folder) ? nil : "'\(folder)' cannot be written to",
      remedy: "let TMPDIR name a folder that can be"
    )
  }

  private static func git() -> Finding {
    let finished = try? ChildProcess.run(
      Command(["git", "--version"], environment: quiet),
      outputBytesMax: 0,
      timeLimit: timeMax
    )
    return Finding(
      subject: "git can name the commit in a report",
      problem: finished?.exit == .exited(0) ? nil : "the program 'git' was not found on PATH",
      remedy: "install git, or let the pipeline set GITHUB_SHA or CI_COMMIT_SHA",
      isOptional: true
    )
  }

  private static var quiet: [String: String] {
    ["PATH": Terminal.environment("PATH") ?? "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
  }
}
