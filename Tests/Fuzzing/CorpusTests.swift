// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct CorpusTests {
  private static func files(_ target: FuzzTarget) throws -> [String] {
    let folder = "\(BuiltProducts.root)/Tests/Fuzzing/corpus/\(target.rawValue)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
  }

  @Test(.timeLimit(.minutes(30)), arguments: FuzzTarget.allCases)
  func `what fuzzing has found keeps every invariant`(target: FuzzTarget) throws {
    let files = try Self.files(target)
    #expect(files.count > 5)
    let check = try target.makeCheck()
    for file in files {
      #expect(throws: Never.self, "\(file)") {
        try check(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
      }
    }
  }

  @Test func `the corpus stays small`() throws {
    let files = try FuzzTarget.allCases.flatMap(Self.files)
    #expect(files.count <= 200)
    let sizes = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
    #expect(sizes.reduce(0, +) <= 100_000)
  }

  @Test func `a delivery arrives in the parts that its input names`() {
    // Cuts behind bytes 1 and 3; the rest of them fall on the start.
    let cuts: [UInt8] = [0, 1, 0, 3] + Array(repeating: 0, count: CutInput.cutBytes - 4)
    let cut = CutInput(cuts + Array("abcdef".utf8))
    #expect(cut.bytes == Array("abcdef".utf8))
    #expect(cut.parts.map { String(decoding: $0, as: UTF8.self) } == ["a", "bc", "def"])
    #expect(CutInput([]).parts.isEmpty)
  }

  @Test func `an invariant that is broken is told`() {
    #expect(throws: Broken.self) { try require(false, "something") }
    #expect(Broken(description: "something").description == "something")
  }
}
