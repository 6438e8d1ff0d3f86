// SPDX-License-Identifier: Apache-2.0

/// What Bazel tells a test by its environment.
///
/// Source: https://bazel.build/reference/test-encyclopedia#initial-conditions.
struct BazelTest: Hashable, Sendable {
  /// Outside of Bazel.
  static let none = BazelTest(shard: nil, patterns: [], reportParent: nil, isFailFast: false)

  /// The most bytes of a filter.
  static let filterBytesMax = 65_536

  /// The part that this process runs.
  let shard: Partition?
  /// Names or globs of the wanted cases; none where every case is wanted.
  let patterns: [String]
  /// A folder for what nobody declared, kept by Bazel after the test.
  let reportParent: String?
  let isFailFast: Bool

  private init(shard: Partition?, patterns: [String], reportParent: String?, isFailFast: Bool) {
    self.shard = shard
    self.patterns = patterns
    self.reportParent = reportParent
    self.isFailFast = isFailFast
  }

  /// Reads the variables that Bazel sets.
  ///
  /// - Parameter environment: the value of a variable, or nothing where it is not set or empty.
  /// - Throws: an error that names a variable which cannot be read.
  init(_ environment: (String) -> String?) throws(ArgumentError) {
    let filter = environment("TESTBRIDGE_TEST_ONLY") ?? ""
    guard filter.utf8.count <= Self.filterBytesMax else {
      throw .badVariable(
        "TESTBRIDGE_TEST_ONLY",
        expected: "at most \(Self.filterBytesMax) bytes"
      )
    }
    self.init(
      shard: try Self.shard(environment),
      patterns: filter.split { $0 == "," || $0 == ":" || $0.isWhitespace }.map(String.init),
      reportParent: environment("TEST_UNDECLARED_OUTPUTS_DIR"),
      isFailFast: environment("TESTBRIDGE_TEST_RUNNER_FAIL_FAST") == "1"
    )
  }

  private static func shard(_ environment: (String) -> String?) throws(ArgumentError) -> Partition?
  {
    let total = environment("TEST_TOTAL_SHARDS")
    let index = environment("TEST_SHARD_INDEX")
    if total == nil, index == nil { return nil }
    guard let count = total.flatMap({ Int($0) }), (1...Partition.countMax).contains(count) else {
      throw .badVariable(
        "TEST_TOTAL_SHARDS",
        expected: "a whole number from 1 to \(Partition.countMax)"
      )
    }
    guard let number = index.flatMap({ Int($0) }), (0..<count).contains(number) else {
      throw .badVariable("TEST_SHARD_INDEX", expected: "a whole number from 0 to \(count - 1)")
    }
    return Partition("\(number + 1)/\(count)")
  }
}
