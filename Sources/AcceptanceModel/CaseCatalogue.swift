// SPDX-License-Identifier: Apache-2.0

/// Every case, in the order in which it is listed and reported.
package enum CaseCatalogue {
  package static let all: [CaseDescription] =
    state + queue + faults + policy + concurrency + crash + capabilities + stateExtended + server

  /// The seven required cases.
  package static let gate = cases(inSuite: "gate")

  /// The suites' names, with the one that runs by default first.
  package static let suites = [
    "gate", "faults", "crash", "concurrency", "policy", "accounts", "state-extended",
    "server",
  ]

  package static func cases(inSuite suite: String) -> [CaseDescription] {
    suite == "all" ? all : all.filter { $0.suites.contains(suite) }
  }

  /// Selects by exact names or globs, in the catalogue's order and without repetition.
  ///
  /// - Parameters:
  ///   - patterns: exact names, or globs with `*` and `?`.
  ///   - cases: where to select from.
  /// - Returns: the cases, and the patterns that selected none.
  package static func select(
    _ patterns: [String],
    from cases: [CaseDescription] = all
  ) -> (cases: [CaseDescription], unmatched: [String]) {
    let unmatched = patterns.filter { pattern in
      !cases.contains { Glob(pattern).matches($0.name.description) }
    }
    let selected = cases.filter { description in
      patterns.contains { Glob($0).matches(description.name.description) }
    }
    return (selected, unmatched)
  }
}
