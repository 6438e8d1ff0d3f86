// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the command gives to the explorer's process, as JSON in one environment variable.
package struct ExploreParameters: Hashable, Sendable, Codable {
  /// The environment variable that holds the parameters.
  package static let variable = "ONCEGATE_EXPLORE"

  /// What a case would be given: the seed, the client, the subject, the profile and the time limits.
  package var program: CaseParameters
  package var area: ExploredArea
  /// Whether the bundled program is explored within the explorer's own process.
  package var isInProcess: Bool
  /// How many events an order has at most.
  package var depth: Int
  /// How many records, tickets and sessions, or tasks, an order is about at most.
  package var records: Int
  package var tickets: Int
  package var sessions: Int
  /// How many schedules are tried, where they are drawn from the seed.
  package var schedules: Int
  /// Which part of the work is done, from 1, of how many.
  package var part: Int
  package var parts: Int
  /// Whether the search goes on behind the first finding.
  package var keepsGoing: Bool

  package init(
    program: CaseParameters,
    area: ExploredArea,
    isInProcess: Bool,
    depth: Int,
    records: Int,
    tickets: Int,
    sessions: Int,
    schedules: Int,
    part: Int = 1,
    parts: Int = 1,
    keepsGoing: Bool = false
  ) {
    self.program = program
    self.area = area
    self.isInProcess = isInProcess
    self.depth = depth
    self.records = records
    self.tickets = tickets
    self.sessions = sessions
    self.schedules = schedules
    self.part = part
    self.parts = parts
    self.keepsGoing = keepsGoing
  }

  /// The parameters as one line of JSON.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads the parameters, or nothing where the text does not hold them.
  package init?(json: String) {
    guard let read = try? JSONDecoder().decode(ExploreParameters.self, from: Data(json.utf8)),
      read.part >= 1, read.part <= read.parts
    else { return nil }
    self = read
  }
}
