// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
import Contracts
import FaultInjection
import Locking

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

/// Goes through schedules with a client behind the contract, each in a folder of its own.
package struct ProcessExecutor: ScheduleExecutor {
  private let parameters: CaseParameters
  private let inherited: [String: String]
  /// What tells the folders of two executors apart.
  private let name: String
  private var count = 0

  /// - Parameters:
  ///   - parameters: the client, the profile, the time limits, and the folder for everything.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - name: unique among the executors of one folder.
  package init(_ parameters: CaseParameters, inherited: [String: String], name: String) {
    self.parameters = parameters
    self.inherited = inherited
    self.name = name
  }

  /// Goes through a schedule; the digest stands for its steps and for what was found, because what else
  /// happens between processes is not the same each time.
  package mutating func run(
    _ schedule: Schedule,
    seed: Seed,
    isRecording: Bool
  ) throws(CaseStop) -> ScheduleOutcome {
    count += 1
    var own = parameters
    own.seed = seed.description
    own.folder = "\(parameters.folder)/\(name)-\(count)"
    guard unsafe mkdir(own.folder, 0o700) == 0 else {
      throw .unjudged(.setupFailed(.privateFolder))
    }
    defer { try? FileManager.default.removeItem(atPath: own.folder) }
    let lines = Monitor<[LogLine]>([])
    let log = CaseLog { message in
      if isRecording, case .log(let line) = message { lines.withLock { $0.append(line) } }
    }
    let scenario = try QueueScenario(own, inherited: inherited, log: log)
    defer { scenario.end() }
    var walk = ScheduleWalk(scenario)
    let breach = try walk.run(schedule)
    var digest = StableDigest()
    schedule.add(to: &digest)
    digest.add(breach?.finding.name ?? "")
    return ScheduleOutcome(
      finding: breach?.finding,
      log: lines.withLock { $0 },
      digest: digest.value
    )
  }

  /// Asks the client whether it can end itself at points that nobody else can see.
  package static func hasKillPoints(
    _ parameters: CaseParameters,
    inherited: [String: String]
  ) throws(CaseStop) -> Bool {
    let folder = "\(parameters.folder)/capabilities"
    guard unsafe mkdir(folder, 0o700) == 0 else { throw .unjudged(.setupFailed(.privateFolder)) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let client = ClientDriver(
      parameters,
      url: "http://127.0.0.1:9/items",
      stateFolder: folder,
      inherited: inherited
    )
    return try client.capabilities().contains(.killPoints)
  }
}
