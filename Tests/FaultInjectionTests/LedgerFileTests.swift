// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import TestSupport
import Testing

/// A ledger's file that something else has changed.
struct LedgerFileTests {
  private let folder: TemporaryFolder
  private let whole: Data
  private let records: [Record]

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file("whole")
    // The ledger goes, and all of it is in one file then.
    do {
      let ledger = try Ledger(file: path)
      for number in 1...40 {
        let padding = String(repeating: "x", count: number * 37 % 900)
        try ledger.seed(key: "k\(number)", body: Array("[\(number),\"\(padding)\"]".utf8))
      }
      records = ledger.records
    }
    whole = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func file(_ name: String, _ content: Data) throws -> String {
    let path = folder.file(name)
    try content.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(.timeLimit(.minutes(30)))
  func `without the end of its last page it has every record, or is refused and kept`() throws {
    #expect(whole.count > 5 * 4096)
    var refused = 0
    for lost in [0, 1, 2, 3, 4095, 4096] + stride(from: 4, to: 4096, by: 61) {
      let cut = whole.prefix(whole.count - lost)
      let path = try file("cut-\(lost)", cut)
      do throws(LedgerError) {
        let found = try Ledger(file: path).records
        #expect(found == records, "\(lost) bytes are lost")
      } catch {
        refused += 1
        #expect(lost > 0, "\(error)")
        let left = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(left == cut, "\(lost) bytes are lost")
      }
    }
    #expect(refused > 0)
  }

  @Test func `of a later version it is refused and kept`() throws {
    var later = whole
    // The last byte of the user's version in the header of an SQLite file.
    later[63] = 99
    let path = try file("later", later)
    #expect(throws: LedgerError.self) { try Ledger(file: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == later)
  }

  @Test func `of another program it is refused and kept`() throws {
    var foreign = whole
    // The application's ID in the header of an SQLite file.
    foreign.replaceSubrange(68..<72, with: [0, 0, 0, 5])
    let path = try file("foreign", foreign)
    #expect(throws: LedgerError.self) { try Ledger(file: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == foreign)
  }
}
