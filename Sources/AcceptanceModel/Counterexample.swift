// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an explorer tries every order of.
package enum ExploredArea: String, Hashable, Sendable, Codable, CaseIterable {
  /// The write queue, whose promises the ledger judges.
  case queue
  /// The optimistic state, whose promises a reference model judges.
  case state
}

/// The shortest order of events that an explorer found to break a promise.
///
/// As a file it is a case: `oncegate run FILE` goes through the same events again. It names events and
/// nothing of the program that they broke.
package struct Counterexample: Hashable, Sendable, Codable {
  /// The version of the file's form.
  package static let formVersion = 1
  /// The longest file that is read, in bytes.
  package static let bytesMax = 1 << 20
  /// The most events that a file may hold.
  package static let stepsMax = 10_000

  /// `formVersion`; readers refuse another one.
  package var oncegateCounterexample: Int
  package var area: ExploredArea
  /// The seed of the run that found it, in hexadecimal digits.
  package var seed: String
  /// The name of the finding.
  package var finding: String
  /// The events in their order, each in the explorer's own small grammar, such as `tap r1 true`.
  package var steps: [String]

  package init(area: ExploredArea, seed: Seed, finding: Finding, steps: [String]) {
    oncegateCounterexample = Self.formVersion
    self.area = area
    self.seed = seed.description
    self.finding = finding.name
    self.steps = steps
  }

  /// The example as the text of a file, a step a line.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Strings and numbers always encode; an empty text is refused by the reader.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }

  /// Reads a file's bytes, or nothing where they hold no example of this version.
  package init?(json bytes: [UInt8]) {
    guard bytes.count <= Self.bytesMax,
      let read = try? JSONDecoder().decode(Counterexample.self, from: Data(bytes)),
      read.oncegateCounterexample == Self.formVersion, read.steps.count <= Self.stepsMax,
      !read.steps.isEmpty, Seed(read.seed) != nil, Finding.named(read.finding) != nil
    else { return nil }
    self = read
  }
}
