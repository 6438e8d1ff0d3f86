// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport

/// One run of the case program, with everything that it told.
struct CaseRun {
  let exit: Exit?
  let messages: [CaseMessage?]

  /// The verdict, if it is the last message and the only verdict.
  var verdict: Verdict? {
    let verdicts = messages.compactMap {
      if case .verdict(let verdict) = $0 { verdict } else { nil }
    }
    guard verdicts.count == 1, case .verdict(let last) = messages.last ?? nil else { return nil }
    return last
  }

  var log: [LogLine] {
    messages.compactMap { if case .log(let line) = $0 { line } else { nil } }
  }

  /// Why the case failed, if it did.
  var finding: Finding? {
    if case .failed(.invariantBroken(let finding, _)) = verdict { finding } else { nil }
  }

  /// The rule of the contract that the client broke, if that is the verdict.
  var breach: ContractBreach? {
    if case .unjudged(.contractBroken(let breach)) = verdict { breach } else { nil }
  }

  /// Runs a case in a fresh folder.
  init(
    _ name: String,
    client: [String],
    terminate: [String]? = nil,
    profile: String = "default",
    seed: UInt64 = 0x5eed,
    without disabled: Finding? = nil,
    commandTimeLimitMilliseconds: Int = 20_000
  ) throws {
    let folder = try TemporaryFolder()
    var parameters = CaseParameters(
      seed: Seed(seed),
      client: client,
      terminate: terminate,
      profile: profile,
      folder: folder.path,
      commandTimeLimitMilliseconds: commandTimeLimitMilliseconds
    )
    if let disabled { parameters = parameters.disabling(disabled) }
    try self.init(arguments: [name], parameters: parameters.json)
  }

  /// Runs the case program with any arguments and parameters.
  init(arguments: [String], parameters: String?) throws {
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment[CaseParameters.variable] = parameters
    let finished = try ChildProcess.run(
      Command([BuiltProducts.path(of: "oncegate-case")] + arguments, environment: environment),
      outputBytesMax: 1 << 20,
      timeLimit: .seconds(50)
    )
    exit = finished.exit
    messages = finished.output.split(separator: UInt8(ascii: "\n")).map {
      CaseMessage(jsonLine: $0)
    }
  }
}
