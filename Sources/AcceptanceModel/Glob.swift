// SPDX-License-Identifier: Apache-2.0

/// A pattern in which `*` stands for any text and `?` for one character.
package struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Tells whether the whole text fits the pattern.
  ///
  /// - Complexity: O(*n* × *m*), for text and pattern lengths; a star never makes it exponential.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var textIndex = 0
    var patternIndex = 0
    var lastStar: (pattern: Int, text: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == "*" {
        lastStar = (patternIndex, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
      {
        patternIndex += 1
        textIndex += 1
      } else if let star = lastStar {
        // The star takes one character more, and the rest is tried again behind it.
        lastStar = (star.pattern, star.text + 1)
        patternIndex = star.pattern + 1
        textIndex = star.text + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == "*" }
  }
}
