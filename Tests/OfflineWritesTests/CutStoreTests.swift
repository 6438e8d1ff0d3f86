// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OfflineWrites

struct CutStoreTests {
  private static let pageBytes = 4096

  @Test(.timeLimit(.minutes(30)))
  func `a store without the end of its last page has every task, or says that it is damaged`()
    throws
  {
    let whole = try QueueFixture()
    var acknowledged: [String] = []
    // The last one to go closes the store, and all of it is in one file then.
    do {
      let queue = try whole.queue()
      for number in 1...60 {
        let padding = String(repeating: "x", count: number * 37 % 900)
        acknowledged.append(try queue.submit(bytes("[\(number),\"\(padding)\"]")).id)
      }
    }
    let content = try Data(contentsOf: URL(fileURLWithPath: whole.path))
    #expect(content.count > 5 * Self.pageBytes)
    var refused = 0
    for lost in [0, 1, 2, 3, 4095, 4096] + stride(from: 4, to: Self.pageBytes, by: 61) {
      let fixture = try QueueFixture()
      let cut = content.prefix(content.count - lost)
      try cut.write(to: URL(fileURLWithPath: fixture.path))
      do throws(QueueError) {
        let found = try tasks(of: fixture)
        #expect(found == acknowledged, "\(lost) bytes are lost")
      } catch {
        refused += 1
        #expect(lost > 0, "\(error)")
        let left = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(left == cut, "\(lost) bytes are lost")
      }
    }
    #expect(refused > 0)
  }

  private func tasks(of fixture: QueueFixture) throws(QueueError) -> [String] {
    let queue: OfflineQueue
    do {
      queue = try fixture.queue()
    } catch let error as QueueError {
      throw error
    } catch {
      Issue.record("\(error)")
      return []
    }
    return try queue.tasks().map(\.id)
  }
}
