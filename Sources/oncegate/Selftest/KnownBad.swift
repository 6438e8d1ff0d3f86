// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

/// A client or subject with one flaw, and what must catch it.
struct KnownBad: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case client
    case subject

    /// The program that holds all flaws of this kind.
    var program: String { "known-bad-\(rawValue)" }

    /// The area of the cases that such a program is put through.
    var area: String { self == .client ? "queue" : "state" }

    /// The arguments that choose a flaw.
    func arguments(flaw: String) -> [String] { self == .client ? ["--flaw", flaw] : [flaw] }
  }

  let kind: Kind
  let flaw: String
  /// The case that must fail.
  let expectedCase: CaseName
  /// The invariant that it must name.
  let expectedInvariant: Invariant

  /// How long a program may take to list its flaws.
  private static let listTimeMax = Duration.seconds(20)
  private static let listBytesMax = 1 << 20

  /// Asks a program for its flaws; each line names a flaw, a case and an invariant, with tabs between.
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
    let lines = String(decoding: finished.output, as: UTF8.self).split(separator: "\n")
    guard finished.exit == .exited(0), !lines.isEmpty else { throw .noList(kind.program) }
    var all: [KnownBad] = []
    for line in lines {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count >= 3, let name = CaseName(parts[1]),
        let invariant = Invariant(rawValue: parts[2])
      else { throw .noList(kind.program) }
      all.append(
        KnownBad(
          kind: kind,
          flaw: parts[0],
          expectedCase: name,
          expectedInvariant: invariant
        )
      )
    }
    return all
  }
}

/// Why the gate could not be put to the proof.
enum SelftestError: Error, Hashable, CustomStringConvertible {
  case noProgram(String, SpawnError)
  case noList(String)

  var description: String {
    switch self {
    case .noProgram(let program, let error):
      "'\(program)': \(error); build the whole package with 'swift build'"
    case .noList(let program):
      "'\(program)' did not list its flaws; do both programs come from one build?"
    }
  }
}
