// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody probably meant.
package enum NearestNames {
  /// The most suggestions that are made.
  package static let suggestionsMax = 3

  /// Returns the candidates that are near to a misspelt word, nearest first.
  ///
  /// Near is an edit distance of at most a third of the word's length, and at least 2.
  package static func to(_ word: String, among candidates: [String]) -> [String] {
    let limit = max(2, word.count / 3)
    return
      candidates
      .map { (distance: editDistance(word, $0), candidate: $0) }
      .filter { $0.distance <= limit }
      .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
      .prefix(suggestionsMax)
      .map(\.candidate)
  }

  /// Counts insertions, deletions, replacements and swaps of neighbours.
  ///
  /// Source: optimal string alignment; Damerau, https://doi.org/10.1145/363958.363994.
  static func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
