// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

/// A client, subject or server with one flaw, and what must catch it.
struct KnownBad: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case client
    case subject
    case server

    /// The program that holds all flaws of this kind.
    var program: String { "known-bad-\(rawValue)" }

    /// The area of the cases that such a program is put through.
    var area: String {
      switch self {
      case .client: "queue"
      case .subject: "state"
      case .server: "server"
      }
    }

    /// What the product itself has of this kind, which is known to be good.
    var bundled: (name: String, command: [String]?) {
      switch self {
      case .client: (BundledClient.name, [Surroundings.program(BundledClient.name)])
      case .subject: (RunHeader.bundledSubject, nil)
      case .server: ("fault server", [Surroundings.program(program), "--fault-server"])
      }
    }

    /// The arguments that choose a flaw.
    func arguments(flaw: String) -> [String] { self == .subject ? [flaw] : ["--flaw", flaw] }
  }

  let kind: Kind
  let flaw: String
  /// What must find the flaw, and how; the case that is meant for it comes first.
  let expectations: [CaseCheck]

  /// How the flaw must be found in a case, or nothing where the case is free to find it or not.
  func expected(in name: CaseName) -> Finding? {
    expectations.first { $0.caseName == name }?.finding
  }

  /// How long a program may take to list its flaws.
  private static let listTimeMax = Duration.seconds(20)
  private static let listBytesMax = 1 << 20

  /// Asks a program for its flaws.
  static func all(of kind: Kind) throws(SelftestError) -> [KnownBad] {
    let finished: FinishedCommand
    do {
      finished = try ChildProcess.run(
        Command([Surroundings.program(kind.program), "--list"]),
        outputBytesMax: listBytesMax,
        timeLimit: listTimeMax
      )
    } catch {
      throw .noProgram(kind.program, error)
    }
    guard finished.exit == .exited(0) else { throw .noList(kind.program) }
    return try all(of: kind, listedIn: String(decoding: finished.output, as: UTF8.self))
  }

  /// Reads what a program lists: flaw, case, invariant and finding with tabs between, one expectation a
  /// line; the lines of a flaw stand together.
  static func all(of kind: Kind, listedIn text: String) throws(SelftestError) -> [KnownBad] {
    var flaws: [(name: String, expectations: [CaseCheck])] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 4 else { throw .noList(kind.program) }
      guard let check = CaseCheck("\(parts[1]):\(parts[3])"),
        check.finding.invariant.rawValue == parts[2]
      else { throw .noSuchCheck(kind.program, flaw: parts[0], check: "\(parts[1]):\(parts[3])") }
      if flaws.last?.name == parts[0] {
        flaws[flaws.count - 1].expectations.append(check)
      } else {
        flaws.append((parts[0], [check]))
      }
    }
    if flaws.isEmpty { throw .noList(kind.program) }
    return flaws.map { KnownBad(kind: kind, flaw: $0.name, expectations: $0.expectations) }
  }
}

/// Why the gate could not be put to the proof.
enum SelftestError: Error, Hashable, CustomStringConvertible {
  case noProgram(String, SpawnError)
  case noList(String)
  case noSuchCheck(String, flaw: String, check: String)

  var description: String {
    switch self {
    case .noProgram(let program, let error):
      "'\(program)': \(error); build the whole package with 'swift build'"
    case .noList(let program):
      "'\(program)' did not list its flaws; do both programs come from one build?"
    case .noSuchCheck(let program, let flaw, let check):
      "'\(program)' expects '\(flaw)' to be found by '\(check)', and no case has that check"
    }
  }
}
