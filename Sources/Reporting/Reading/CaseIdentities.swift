// SPDX-License-Identifier: Apache-2.0

/// What tells one test case from another: readers take two with the same pair for one.
///
/// Names are compared byte by byte, as most readers do: two spellings of one accent are two names.
struct CaseIdentity: Hashable {
  private let bytes: [UInt8]

  init(className: String, name: String) {
    // No name in an XML document holds a zero.
    bytes = Array(className.utf8) + [0] + Array(name.utf8)
  }
}

/// Finds which test cases may stand more than once, in eight bytes for each, or
/// twice that while they become more.
///
/// Two different ones may be taken for the same, by chance less than once in a million reports of a
/// million cases; so whoever asks looks at the names of those that are found.
struct CaseIdentities {
  /// The most test cases that are told apart: their hashes take 160 MB.
  static let casesMax = 20_000_000

  private var hashes: [Int] = []

  /// Takes a test case, or returns `false` where there are too many.
  mutating func add(_ identity: CaseIdentity) -> Bool {
    guard hashes.count < Self.casesMax else { return false }
    hashes.append(identity.hashValue)
    return true
  }

  /// Ends the count.
  ///
  /// - Returns: the hash of each one that may have been added more than once.
  /// - Complexity: O(*n* log *n*) in the number of cases.
  consuming func repeated() -> Set<Int> {
    hashes.sort()
    var repeated: Set<Int> = []
    for (first, second) in zip(hashes, hashes.dropFirst()) where first == second {
      repeated.insert(first)
    }
    return repeated
  }
}
