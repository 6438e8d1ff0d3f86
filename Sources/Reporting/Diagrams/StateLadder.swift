// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The events of a state case as rungs, and the state of each record between them, drawn from a
/// redacted log alone.
struct StateLadder {
  /// How many records get a lane; events of others are told in words alone.
  private static let recordsMax = 6
  private static let firstLane = 52
  private static let laneWidth = 28

  private enum State {
    case settled
    case saving
    case locked

    var words: String {
      switch self {
      case .settled: "settled"
      case .saving: "saving"
      case .locked: "locked"
      }
    }
  }

  private let tokens: ShortTokens
  private let records: [TaskID]
  private var states: [TaskID: State] = [:]
  private var drawing = Drawing()

  /// Whether a log tells of records rather than of deliveries.
  static func isFor(_ log: [LogLine]) -> Bool {
    log.contains {
      $0.result == .happened(.loaded) || $0.result == .happened(.tapped)
    }
  }

  /// Draws a log.
  ///
  /// - Parameters:
  ///   - log: the lines, in the order of the events.
  ///   - id: what the picture's parts are called by.
  ///   - name: the case's name.
  /// - Returns: an `svg` element.
  static func svg(_ log: [LogLine], id: String, name: String) -> String {
    var ladder = StateLadder(log)
    return ladder.draw(log, id: id, name: name)
  }

  private init(_ log: [LogLine]) {
    tokens = ShortTokens(log)
    var records: [TaskID] = []
    for line in log where !line.task.shown.description.isEmpty && !records.contains(line.task) {
      records.append(line.task)
      if records.count == Self.recordsMax { break }
    }
    self.records = records
  }

  private var textStart: Int { Self.firstLane + records.count * Self.laneWidth }

  private func x(_ lane: Int) -> Int { Self.firstLane + lane * Self.laneWidth }

  private mutating func draw(_ log: [LogLine], id: String, name: String) -> String {
    let rows = DiagramRow.rows(of: log)
    let extent = DiagramExtent(rowCount: rows.count)
    legend()
    for (lane, record) in records.enumerated() {
      // Two heights, so that neighbours have room for their names.
      let y = drawing.height + (lane % 2 == 0 ? 12 : 28)
      drawing.text(tokens.shown(record.shown), x: x(lane), y: y, .middle, "lane")
    }
    drawing.grow(by: 36)
    for row in rows[extent.head] { draw(row) }
    if extent.leftOut > 0 {
      drawing.gap(extent.leftOut)
      for row in rows[extent.head.upperBound..<extent.tail.lowerBound] { follow(row.line) }
    }
    for row in rows[extent.tail] { draw(row) }
    return drawing.element(
      id: id,
      title: "Events and states in \(name)",
      description: "\(log.count) events from top to bottom, and whether each of "
        + "\(records.count) records is settled, saving or locked after them; "
        + "the log below tells each in words"
    )
  }

  private mutating func legend() {
    let kinds: [(State, Int)] = [(.settled, 40), (.saving, 150), (.locked, 250)]
    for (state, x) in kinds {
      bar(state, x: x, from: 4, to: 20)
      drawing.text(state.words, x: x + 10, y: 16, .start, "faint")
    }
    drawing.grow(by: 32)
  }

  private mutating func draw(_ row: DiagramRow) {
    guard case .happened(let occurrence) = row.line.result else {
      if case .violated(let invariant) = row.line.result {
        let subject = tokens.subject(of: row.line, called: ("record", "ticket"))
        drawing.breach(invariant, row, subject)
      }
      return
    }
    let top = drawing.height
    let middle = top + Drawing.rowHeight / 2
    for (lane, record) in records.enumerated() {
      bar(states[record] ?? .settled, x: x(lane), from: top, to: middle)
    }
    follow(row.line)
    for (lane, record) in records.enumerated() {
      bar(states[record] ?? .settled, x: x(lane), from: middle, to: top + Drawing.rowHeight)
    }
    drawing.number(row.numbers, y: middle + 4)
    if let lane = records.firstIndex(of: row.line.task) {
      drawing.line((x(lane), middle), (textStart - 8, middle), "rung")
      drawing.circle(x: x(lane), y: middle, changesNothing(occurrence) ? "dot hollow" : "dot")
    } else if row.line.task.shown.description.isEmpty {
      drawing.line((x(0) - 8, middle), (textStart - 8, middle), "rung")
    }
    drawing.text(words(occurrence, row), x: textStart - 4, y: middle + 4)
    drawing.grow(by: Drawing.rowHeight)
  }

  private func words(_ occurrence: Occurrence, _ row: DiagramRow) -> String {
    let isKnown = row.line.task.shown.description.isEmpty || records.contains(row.line.task)
    let record = isKnown ? "" : "\(tokens.shown(row.line.task.shown)): "
    let state =
      isKnown && !changesNothing(occurrence) ? states[row.line.task].map { ": \($0.words)" } : nil
    return record + occurrence.words + (state ?? "") + row.times
  }

  private func changesNothing(_ occurrence: Occurrence) -> Bool {
    occurrence == .ignored || occurrence == .intercepted
  }

  /// Draws the state of a record along its lane.
  private mutating func bar(_ state: State, x: Int, from top: Int, to bottom: Int) {
    switch state {
    case .settled: drawing.line((x, top), (x, bottom), "life")
    case .saving: drawing.rectangle(x: x - 4, y: top, width: 8, height: bottom - top, "saving")
    case .locked:
      drawing.rectangle(x: x - 6, y: top, width: 3, height: bottom - top, "locked")
      drawing.rectangle(x: x + 3, y: top, width: 3, height: bottom - top, "locked")
    }
  }

  /// Keeps in mind in which state a line leaves each record.
  private mutating func follow(_ line: LogLine) {
    guard case .happened(let occurrence) = line.result else { return }
    switch occurrence {
    case .loaded, .sessionSwitched: states = [:]
    case .tapped: states[line.task] = .saving
    case .saved, .rejected, .syncRead, .inserted: states[line.task] = .settled
    case .unknown, .syncFailed, .cancelled: states[line.task] = .locked
    default: break
    }
  }
}
