// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Testing

@testable import Reporting

struct DiagramTests {
  private static let record = TaskID(redacting: "r-1af3")
  private static let other = TaskID(redacting: "r-901c")

  /// What a picture says, from top to bottom.
  private func texts(_ svg: String) -> [String] {
    svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.compactMap { line in
      line.split(separator: ">", maxSplits: 1).last?.split(separator: "<").first.map(String.init)
    }
  }

  private func line(
    _ what: Occurrence,
    task: TaskID = Sample.task,
    key: KeyID = Sample.firstKey,
    attempts: Int = 1
  ) -> LogLine {
    LogLine(task: task, key: key, attempts: attempts, result: .happened(what))
  }

  @Test func `the picture of a broken promise tells its log from top to bottom`() {
    let log = [
      line(.queued, attempts: 0), line(.received), line(.committed), line(.killed),
      line(.relaunched), line(.received, key: Sample.secondKey, attempts: 2), line(.reset),
      LogLine(
        task: Sample.task,
        key: Sample.secondKey,
        attempts: 2,
        result: .violated(.keyStableAcrossRelaunch)
      ),
    ]
    let svg = SequenceDiagram.svg(log, id: "x", name: "queue.relaunch")
    #expect(
      texts(svg) == [
        "client", "wire", "ledger", "1", "submitted and kept", "2", "attempt 1, key 5f1c9a70", "3",
        "makes the record", "4", "killed", "5", "started again", "6", "attempt 2, key 9d20e6b1",
        "7", "connection reset", "8", "✗ broken: key-stable-across-relaunch",
        "task 0b7e41c2, key 9d20e6b1",
      ]
    )
    #expect(
      svg.hasPrefix("<svg role=\"img\" aria-labelledby=\"x-name x-words\" viewBox=\"0 0 400 ")
    )
    #expect(svg.contains("<title id=\"x-name\">Sequence of events in queue.relaunch</title>"))
    #expect(svg.contains("<desc id=\"x-words\">8 events between client, wire and ledger"))
  }

  @Test func `a killed client's lifeline is dotted until it is started again`() {
    let killed = SequenceDiagram.svg([line(.killed)], id: "x", name: "n")
    #expect(!killed.contains("life down"))
    let gone = SequenceDiagram.svg([line(.killed), line(.clientGone)], id: "x", name: "n")
    #expect(gone.components(separatedBy: "life down").count == 2)
    let back = SequenceDiagram.svg([line(.killed), line(.relaunched)], id: "x", name: "n")
    #expect(!back.contains("life down"))
  }

  @Test func `a log of two tasks says which one it tells of`() {
    let second = TaskID(redacting: "afd2337f-c0f2-47a9-b826-c2f96102e6c6")
    let svg = SequenceDiagram.svg(
      [line(.queued), line(.queued, task: second)],
      id: "x",
      name: "n"
    )
    #expect(
      texts(svg).suffix(4) == [
        "1", "submitted and kept, task 0b7e41c2", "2", "submitted and kept, task afd2337f",
      ]
    )
  }

  @Test(arguments: Occurrence.allCases)
  func `every word of a log can be drawn in both kinds`(what: Occurrence) {
    for svg in [
      SequenceDiagram.svg([line(what)], id: "x", name: "n"),
      StateLadder.svg(
        [line(.loaded, task: TaskID(redacting: "")), line(what)],
        id: "x",
        name: "n"
      ),
    ] {
      #expect(svg.hasSuffix("</svg>\n"))
      #expect(texts(svg).count >= 3)
    }
  }

  @Test func `every word of a log has words for people`() {
    let words = Occurrence.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    for (occurrence, words) in zip(Occurrence.allCases, words) where occurrence != .killed {
      #expect(words != occurrence.rawValue)
    }
  }

  @Test func `lines that say the same are one row that counts them`() {
    let log = [line(.tapped), line(.ignored), line(.ignored), line(.ignored), line(.saved)]
    let rows = DiagramRow.rows(of: log)
    #expect(rows.map(\.numbers) == ["1", "2-4", "5"])
    #expect(rows.map(\.times) == ["", " ×3", ""])
    #expect(DiagramRow.rows(of: []).isEmpty)
  }

  @Test func `a ladder tells the state that each event leaves behind`() {
    let none = TaskID(redacting: "")
    let log = [
      line(.loaded, task: none, key: .none), line(.tapped, task: Self.record),
      line(.tapped, task: Self.other), line(.intercepted, task: Self.record),
      line(.unknown, task: Self.record), line(.syncFailed, task: Self.record),
      line(.syncRead, task: Self.record), line(.rejected, task: Self.other),
    ]
    #expect(StateLadder.isFor(log))
    #expect(!StateLadder.isFor(Sample.brokenLog))
    let svg = StateLadder.svg(log, id: "x", name: "state.x")
    #expect(
      texts(svg).filter { Int($0) == nil } == [
        "settled", "saving", "locked", "r-1af3", "r-901c", "a session is loaded",
        "tapped, a write begins: saving", "tapped, a write begins: saving", "tap intercepted",
        "outcome unknown: locked", "re-read fails: locked", "re-read brings a value: settled",
        "answered: rejected: settled",
      ]
    )
    // Besides the legend: one record is saving for 3 rows and 2 halves, the other for 5.
    #expect(svg.components(separatedBy: "class=\"saving\"").count > 5)
    #expect(svg.components(separatedBy: "class=\"locked\"").count > 5)
  }

  @Test func `another session leaves no record saving or locked`() {
    let log = [
      line(.tapped, task: Self.record), line(.sessionSwitched, task: TaskID(redacting: "")),
      line(.rearranged, task: TaskID(redacting: "")),
    ]
    let saving = StateLadder.svg(log, id: "x", name: "n").components(
      separatedBy: "class=\"saving\""
    )
    // The legend, the half of the tap's row below it, and the half of the next above the switch.
    #expect(saving.count - 1 == 3)
  }

  @Test(arguments: [0, 1, 59, 60, 61, 20_000])
  func `a long log shows its beginning and its end`(count: Int) {
    let extent = DiagramExtent(rowCount: count)
    #expect(extent.head.count + extent.leftOut + extent.tail.count == count)
    #expect(extent.head.count + extent.tail.count == min(count, DiagramExtent.rowsMax))
    #expect(extent.tail.upperBound == count)
    // Two words in turn, so that no two rows become one.
    let log = (0..<count).map { line($0 % 2 == 0 ? .received : .answered) }
    let svg = SequenceDiagram.svg(log, id: "x", name: "n")
    #expect(svg.utf8.count < 60_000)
    #expect(texts(svg).contains { $0.hasPrefix("…") } == (count > DiagramExtent.rowsMax))
    if count > 0 { #expect(texts(svg).contains("\(count)")) }
  }
}
