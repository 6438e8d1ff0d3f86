// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import ChildProcesses

/// A case with everything that is needed to run it.
package struct PlannedCase: Sendable {
  package let description: CaseDescription
  /// Makes the command from the path of the private folder, which is another one in each round.
  ///
  /// Of the environment, it names what the case gets beyond `CaseEnvironment`.
  package let command: @Sendable (_ folder: String) -> Command
  /// How long one round may take; only time in which the runner itself runs counts.
  package let timeLimit: Duration
  /// Whether it is a user's own command: exit status 0 passes, another one fails, and nothing that it
  /// writes is read.
  package let isOwn: Bool

  package init(
    description: CaseDescription,
    timeLimit: Duration,
    isOwn: Bool = false,
    command: @escaping @Sendable (_ folder: String) -> Command
  ) {
    self.description = description
    self.timeLimit = timeLimit
    self.isOwn = isOwn
    self.command = command
  }
}

/// All that a run will do, decided before anything is started.
package struct RunPlan: Sendable {
  package let header: RunHeader
  /// The cases, in the order of the header.
  package let cases: [PlannedCase]
  /// A process with a false precondition, which has to die by its trap before any case starts.
  package let canary: Command?
  /// How many processes run at once, 1 or more.
  package let jobs: Int
  /// Whether no case is started after one has failed.
  package let failFast: Bool
  /// How often each case is run, 1 or more.
  package let rounds: Int
  /// The folder in which the run makes one of its own, and removes it in the end.
  package let temporaryFolder: String
  /// Whether the processes' own words go where those of this process go.
  package let showOutput: Bool

  package init(
    header: RunHeader,
    cases: [PlannedCase],
    canary: Command?,
    jobs: Int,
    failFast: Bool = false,
    rounds: Int = 1,
    temporaryFolder: String,
    showOutput: Bool = false
  ) {
    self.header = header
    self.cases = cases
    self.canary = canary
    self.jobs = max(1, jobs)
    self.failFast = failFast
    self.rounds = max(1, rounds)
    self.temporaryFolder = temporaryFolder
    self.showOutput = showOutput
  }
}

/// The environment that every process of a run gets.
package enum CaseEnvironment {
  /// Makes the whole environment of a process.
  ///
  /// What is fixed here wins over what the command names; of the runner's own environment nothing is
  /// taken. The process's token is added when it is started.
  ///
  /// - Parameters:
  ///   - named: what the command names, such as `PATH`.
  ///   - folder: the private folder of the process.
  /// - Returns: the environment.
  package static func whole(_ named: [String: String], folder: String) -> [String: String] {
    let fixed = [
      "HOME": PrivateFolder.home(in: folder),
      "LANG": "C",
      "LC_ALL": "C",
      "SWIFT_BACKTRACE": "enable=no",
      "TMPDIR": PrivateFolder.temporary(in: folder),
      "TZ": "UTC",
    ]
    return ["PATH": "/usr/bin:/bin"].merging(named) { $1 }.merging(fixed) { $1 }
  }
}
