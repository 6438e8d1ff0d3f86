// SPDX-License-Identifier: Apache-2.0

import OptimisticState
import Testing

struct RecordListTests {
  private static let outcomes: [WriteOutcome<Bool>] = [
    .saved(false), .saved(true), .rejected, .unknown,
  ]

  private static func list(_ values: [String: Bool]) -> RecordList<String, Bool> {
    var list = RecordList<String, Bool>()
    list.startSession(values, rows: values.keys.sorted())
    return list
  }

  @Test func `a write ends on its own record alone`() {
    var list = Self.list(["a": false, "b": false, "c": true])
    let write = list.begin("b", true)!
    let others = (list["a"], list["c"])
    #expect(list.finish(write, with: .saved(true)) == nil)
    #expect(list["b"]?.confirmed == true)
    #expect((list["a"], list["c"]) == others)
  }

  @Test(arguments: outcomes)
  func `an answer of an old session changes nothing`(outcome: WriteOutcome<Bool>) {
    var list = Self.list(["a": false])
    let write = list.begin("a", true)!
    list.startSession(["a": false], rows: ["a"])
    let current = list.begin("a", true)!
    let before = list
    #expect(list.finish(write, with: outcome) == nil)
    #expect(list == before)
    _ = list.finish(current, with: .saved(true))
    #expect(list["a"] == RecordState(true))
  }

  @Test func `a re-read of an old session changes nothing`() {
    var list = Self.list(["a": false])
    let read = list.finish(list.begin("a", true)!, with: .unknown)!
    list.startSession(["a": false], rows: ["a"])
    let current = list.finish(list.begin("a", true)!, with: .unknown)!
    let before = list
    #expect(list.finishRead(read, with: .read(true)) == nil)
    #expect(list.finishRead(read, with: .failed) == nil)
    #expect(list == before)
    #expect(list.finishRead(current, with: .read(true)) == nil)
    #expect(list["a"] == RecordState(true))
  }

  @Test func `a failed re-read asks for another one, which unlocks`() {
    var list = Self.list(["a": false])
    let first = list.finish(list.begin("a", true)!, with: .unknown)!
    #expect(list.pendingRead(of: "a") == first)
    let second = list.finishRead(first, with: .failed)!
    #expect(second.ticket != first.ticket && list.pendingRead(of: "a") == second)
    #expect(list.begin("a", true) == nil)
    #expect(list.finishRead(first, with: .read(false)) == nil)
    #expect(list["a"]?.needsSync == true)
    #expect(list.finishRead(second, with: .read(true)) == nil)
    #expect(list["a"] == RecordState(true) && list.pendingRead(of: "a") == nil)
  }

  @Test func `a session is another one when the same account returns`() {
    var list = Self.list(["a": false])
    let first = list.session
    list.startSession(["a": false], rows: ["a"])
    list.startSession(["a": false], rows: ["a"])
    #expect(list.session != first)
  }

  @Test func `sorting and filtering change no record`() {
    var list = Self.list(["a": false, "b": true, "c": false])
    let write = list.begin("a", true)!
    let before = ["a", "b", "c"].map { list[$0] }
    for rows in [["c", "a", "b"], ["b"], [], ["b", "unknown", "b", "a"]] {
      list.arrange(rows)
      #expect(["a", "b", "c"].map { list[$0] } == before)
    }
    #expect(list.rows == ["b", "a"])
    _ = list.finish(write, with: .saved(true))
    #expect(list["a"] == RecordState(true))
    #expect(Set(list.records) == ["a", "b", "c"])
  }

  @Test(arguments: outcomes)
  func `an answer does not bring a deleted record back`(outcome: WriteOutcome<Bool>) {
    var list = Self.list(["a": false, "b": false])
    let write = list.begin("a", true)!
    list.delete("a")
    #expect(list.rows == ["b"] && list["a"] == nil)
    #expect(list.finish(write, with: outcome) == nil)
    #expect(list["a"] == nil)
    #expect(list.begin("a", true) == nil)
    let inserted = list.insert("a", false)
    #expect(inserted && list.rows == ["b", "a"])
    #expect(list.finish(write, with: outcome) == nil)
    #expect(list["a"] == RecordState(false))
  }

  @Test func `inserting a record again leaves it as it is`() {
    var list = Self.list(["a": false])
    _ = list.begin("a", true)
    let before = list
    let inserted = list.insert("a", true)
    #expect(!inserted)
    #expect(list == before)
  }

  @Test func `a write that is taken back is as unknown as one whose answer is lost`() {
    var list = Self.list(["a": false, "b": false])
    let write = list.begin("a", true)!
    let other = list.begin("b", true)!
    let read = list.cancel(write)
    #expect(read != nil && list["a"]?.visible == false && list["a"]?.needsSync == true)
    #expect(list["b"]?.pending == other.ticket)
    // Neither its answer nor a second cancel changes anything.
    let before = list
    #expect(list.finish(write, with: .saved(true)) == nil && list.cancel(write) == nil)
    #expect(list == before)
    _ = list.finishRead(read!, with: .read(true))
    #expect(list["a"] == RecordState(true))
  }

  @Test func `a list read brings its values to what nothing has happened to since`() {
    var list = Self.list(["a": false, "b": false])
    let read = list.beginListRead()
    list.finishListRead(read, with: ["a": true, "c": true])
    #expect(list["a"] == RecordState(true) && list["b"] == RecordState(false) && list["c"] == nil)
  }

  @Test func `a list read is older than what was tapped, answered, re-read or inserted since`() {
    var list = Self.list([
      "saved": false, "refused": false, "read": false, "gone": false, "x": false,
    ])
    let saved = list.begin("saved", true)!
    let lost = list.begin("read", true)!
    let reread = list.finish(lost, with: .unknown)!
    let read = list.beginListRead()
    let refused = list.begin("refused", true)!
    _ = list.finish(saved, with: .saved(true))
    _ = list.finish(refused, with: .rejected)
    _ = list.finishRead(reread, with: .read(true))
    list.delete("gone")
    _ = list.insert("gone", true)
    let saving = list.begin("x", true)!
    let before = list
    list.finishListRead(
      read,
      with: ["saved": false, "refused": true, "read": false, "gone": false, "x": false]
    )
    #expect(list == before)
    // A record that is saving or locked keeps what it has, however new the read is.
    let late = list.beginListRead()
    list.finishListRead(late, with: ["x": false])
    #expect(list == before)
    _ = list.finish(saving, with: .unknown)
    let locked = list
    list.finishListRead(list.beginListRead(), with: ["x": true])
    #expect(list == locked)
  }

  @Test func `a list read of an old session, or of a deleted record, brings nothing`() {
    var list = Self.list(["a": false])
    let old = list.beginListRead()
    list.startSession(["a": false], rows: ["a"])
    let read = list.beginListRead()
    list.finishListRead(old, with: ["a": true])
    #expect(list["a"] == RecordState(false))
    list.delete("a")
    list.finishListRead(read, with: ["a": true])
    #expect(list["a"] == nil && list.rows.isEmpty)
  }
}
