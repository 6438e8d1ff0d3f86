// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an explorer's process tells the command: a JSON object per line on its standard output.
///
/// `ended` or `unjudged` is the last line. An explorer that is asked to stop by SIGINT or SIGTERM ends the
/// order that it is going through and tells `ended` with what it has covered.
package enum ExploreMessage: Hashable, Sendable {
  /// Told now and then, at most some times a second.
  case progress(Coverage)
  /// A promise is broken by these events, which are as few as the search could make them.
  ///
  /// The log is what `run` would write of them.
  case found(Counterexample, log: [LogLine])
  /// The search is over. The digest stands for every order and every event in it, in hexadecimal digits.
  case ended(Coverage, digest: String, isComplete: Bool)
  /// Nothing more can be judged, as where the program breaks its contract or a fault never bit.
  case unjudged(Unjudged)

  /// The longest line that is read, in bytes.
  package static let lineBytesMax = 1 << 22

  /// The message as one line of JSON without a line break.
  package var json: String {
    switch self {
    case .progress(let coverage): Self.encoded(Wire(progress: coverage))
    case .found(let example, let log):
      Self.encoded(Wire(found: example, log: log.map(\.json)))
    case .ended(let coverage, let digest, let isComplete):
      Self.encoded(Wire(ended: coverage, digest: digest, isComplete: isComplete))
    case .unjudged(let reason):
      Self.encoded(Wire(unjudged: CaseMessage.verdict(.unjudged(reason)).json))
    }
  }

  /// Reads one line, without its line break, or nothing where it is no message.
  package init?(jsonLine bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.lineBytesMax,
      let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)),
      let message = wire.message
    else { return nil }
    self = message
  }

  private static func encoded(_ wire: Wire) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(wire)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private struct Wire: Codable {
    var progress: Coverage?
    var found: Counterexample?
    /// Each line as a log holds it.
    var log: [String]?
    var ended: Coverage?
    var digest: String?
    var isComplete: Bool?
    /// The verdict as a case tells it.
    var unjudged: String?

    var message: ExploreMessage? {
      if let progress { return .progress(progress) }
      if let found {
        let lines = (log ?? []).map { CaseMessage(jsonLine: Array($0.utf8)) }
        var read: [LogLine] = []
        for line in lines {
          guard case .log(let line) = line else { return nil }
          read.append(line)
        }
        return .found(found, log: read)
      }
      if let ended, let digest, let isComplete {
        return .ended(ended, digest: digest, isComplete: isComplete)
      }
      guard let unjudged,
        case .verdict(.unjudged(let reason)) = CaseMessage(jsonLine: Array(unjudged.utf8))
      else { return nil }
      return .unjudged(reason)
    }
  }
}
