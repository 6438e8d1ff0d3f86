// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a file is no counterexample.
package enum CounterexampleError: Error, Hashable, CustomStringConvertible {
  case tooLong
  case notJSON
  case memberMissing(String)
  case wrongType(String)
  case unknownVersion(found: Int)
  case unknownArea
  case noSteps
  case tooManySteps(found: Int)
  case badSeed
  case unknownFinding

  package var description: String {
    switch self {
    case .tooLong: "is longer than \(Counterexample.bytesMax) bytes"
    case .notJSON: "is no JSON; expected a file that 'oncegate explore --save' wrote"
    case .memberMissing(let name): "the member '\(name)' is missing"
    case .wrongType(let name): "the member '\(name)' has the wrong type"
    case .unknownVersion(let found):
      "'oncegateCounterexample' is \(found); expected \(Counterexample.formVersion)"
    case .unknownArea: "'area' is none that this version knows; expected 'queue' or 'state'"
    case .noSteps: "'steps' is empty; expected events, one a text"
    case .tooManySteps(let found):
      "'steps' holds \(found) events; expected at most \(Counterexample.stepsMax)"
    case .badSeed: "'seed' is no seed; expected 1 to 16 hexadecimal digits"
    case .unknownFinding: "'finding' is none that this version knows"
    }
  }
}

extension Counterexample {
  /// Reads a file's bytes, and says what is wrong with them.
  package static func read(_ bytes: [UInt8]) throws(CounterexampleError) -> Counterexample {
    guard bytes.count <= bytesMax else { throw .tooLong }
    let read: Counterexample
    do {
      // The members are read loosely first, so that each can be told apart.
      let loose = try JSONDecoder().decode(Loose.self, from: Data(bytes))
      if loose.oncegateCounterexample != formVersion {
        throw CounterexampleError.unknownVersion(found: loose.oncegateCounterexample)
      }
      if ExploredArea(rawValue: loose.area) == nil { throw CounterexampleError.unknownArea }
      read = try JSONDecoder().decode(Counterexample.self, from: Data(bytes))
    } catch {
      throw Self.reason(error)
    }
    guard !read.steps.isEmpty else { throw .noSteps }
    guard read.steps.count <= stepsMax else { throw .tooManySteps(found: read.steps.count) }
    guard Seed(read.seed) != nil else { throw .badSeed }
    guard Finding.named(read.finding) != nil else { throw .unknownFinding }
    return read
  }

  private struct Loose: Decodable {
    var oncegateCounterexample: Int
    var area: String
  }

  private static func reason(_ error: any Error) -> CounterexampleError {
    switch error {
    case let error as CounterexampleError: error
    case DecodingError.keyNotFound(let key, _): .memberMissing(key.stringValue)
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      // Without a member it is the whole that is no object.
      context.codingPath.first.map { .wrongType($0.stringValue) } ?? .notJSON
    default: .notJSON
    }
  }
}
