// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import BundledQueueExploring
import ChildProcesses
import Locking
import QueueExploring
import StateExploring

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Explores what its environment names, and tells what it finds on standard output.
@main
enum Main {
  static func main() {
    let wasAsked = Monitor(false)
    CaseProcess.prepare { wasAsked.withLock { $0 = true } }
    let mustStop: @Sendable () -> Bool = { wasAsked.withLock { $0 } }
    // Each message at once: somebody looks on, and a crash must not take what was found with it.
    let tell: (ExploreMessage) -> Void = { CaseLog.write(line: $0.json) }
    let text = ProcessInfo.processInfo.environment[ExploreParameters.variable]
    guard let parameters = text.flatMap(ExploreParameters.init(json:)) else {
      return tell(.unjudged(.setupFailed(.badParameters)))
    }
    switch parameters.area {
    case .queue where parameters.isInProcess:
      BundledExplorer.run(parameters, mustStop: mustStop, tell: tell)
    case .queue:
      QueueExplorer.run(
        parameters,
        inherited: ProcessInfo.processInfo.environment,
        mustStop: mustStop,
        tell: tell
      )
    case .state: StateExplorer.run(parameters, mustStop: mustStop, tell: tell)
    }
    ProcessTree.killEverything()
  }
}
