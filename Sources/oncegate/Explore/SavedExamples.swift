// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import QueueExploring
import StateExploring

/// The files among the operands of `oncegate run`: orders of events that an explorer found.
struct SavedExamples: Hashable, Sendable {
  /// The operands that name cases.
  private(set) var names: [String] = []
  /// The files, in their order and without repetition.
  private(set) var examples: [Saved] = []

  /// A file that was read.
  struct Saved: Hashable, Sendable {
    let path: String
    let name: CaseName
    let example: Counterexample
  }

  /// Tells files and names apart, and reads the files.
  ///
  /// - Parameter operands: what the user wrote. A path has a slash in it; a name that ends in `.json` is
  ///   one where such a file exists.
  /// - Throws: what is wrong with a file, and where.
  init(_ operands: [String]) throws(ArgumentError) {
    for operand in operands {
      guard operand.contains("/") || (operand.hasSuffix(".json") && Files.exists(operand)) else {
        names.append(operand)
        continue
      }
      let example = try Self.read(operand)
      guard let name = example.caseName, !examples.contains(where: { $0.name == name }) else {
        continue
      }
      examples.append(Saved(path: operand, name: name, example: example))
    }
  }

  private static func read(_ path: String) throws(ArgumentError) -> Counterexample {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, bytesMax: Counterexample.bytesMax)
    } catch {
      throw .badFile(path, reason: error.description)
    }
    do {
      let example = try Counterexample.read(bytes)
      switch example.area {
      case .state: try StateCounterexample.check(example.steps)
      case .queue: _ = try Schedule(parsing: example.steps)
      }
      return example
    } catch {
      throw .badFile(path, reason: "\(error)")
    }
  }

  /// The files as cases.
  ///
  /// - Parameter options: what is put after the command that repeats one.
  /// - Returns: the cases, in the order of the files.
  func cases(repeatedWith options: String) -> [CaseDescription] {
    examples.compactMap {
      ExploredCase.found(
        $0.example,
        file: $0.path,
        repeatCommand: "oncegate run \(ShellWords.quoted($0.path))"
          + (options.isEmpty ? "" : " \(options)")
      )
    }
  }
}
