// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
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
    CaseProcess.prepare()
    let text = ProcessInfo.processInfo.environment[ExploreParameters.variable]
    guard let parameters = text.flatMap(ExploreParameters.init(json:)) else {
      return print(ExploreMessage.unjudged(.setupFailed(.badParameters)).json)
    }
    switch parameters.area {
    case .queue: QueueExplorer.run(parameters, mustStop: { false }) { print($0.json) }
    case .state: StateExplorer.run(parameters, mustStop: { false }) { print($0.json) }
    }
  }
}
