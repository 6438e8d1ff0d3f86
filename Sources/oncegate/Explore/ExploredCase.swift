// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What a search is reported as.
enum ExploredCase {
  /// The search as a whole: the case that is reported where nothing is found.
  ///
  /// - Parameters:
  ///   - options: what is searched.
  ///   - covered: what was covered, a line each.
  /// - Returns: the case, or nothing where it cannot have a name, which never happens.
  static func whole(_ options: ExploreOptions, covered: [String] = []) -> CaseDescription? {
    let bounds =
      switch options.area {
      case .state:
        "no order of events breaks a promise, within \(options.depth) events, "
          + "\(options.records) records, \(options.tickets) tickets, \(options.sessions) sessions"
      case .queue: "no schedule of submits, faults, kills and relaunches breaks a promise"
      }
    return CaseName("\(options.area.rawValue).explore").map {
      CaseDescription(
        name: $0,
        suites: ["explore"],
        promise: bounds,
        steps: covered,
        invariants: [],
        byHand: [],
        sourceFile: sourceFile(options.area),
        repeatCommand: options.repeatCommand
      )
    }
  }

  /// An order of events that breaks a promise, as a case.
  ///
  /// - Parameters:
  ///   - example: the events.
  ///   - file: where they are kept, or nothing.
  ///   - repeatCommand: what goes through them again.
  /// - Returns: the case, or nothing where the example names nothing that can be found.
  static func found(
    _ example: Counterexample,
    file: String?,
    repeatCommand: String
  ) -> CaseDescription? {
    guard let name = example.caseName, let finding = Finding.named(example.finding) else {
      return nil
    }
    return CaseDescription(
      name: name,
      suites: ["explore"],
      promise: finding.invariant.promise,
      steps: example.steps,
      invariants: [finding.invariant],
      byHand: [],
      sourceFile: file ?? sourceFile(example.area),
      sourceLine: file == nil ? nil : 1,
      repeatCommand: repeatCommand
    )
  }

  private static func sourceFile(_ area: ExploredArea) -> String {
    switch area {
    case .state: "acceptance/exploring-state/StateExplorer.swift"
    case .queue: "acceptance/exploring-queue/QueueExplorer.swift"
    }
  }
}
