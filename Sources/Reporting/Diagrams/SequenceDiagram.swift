// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What passed between client, wire and ledger, drawn from a redacted log alone.
struct SequenceDiagram {
  private enum Lane: Int, CaseIterable {
    case client = 70
    case wire = 218
    case ledger = 366

    var x: Int { rawValue }
    var name: String {
      switch self {
      case .client: "client"
      case .wire: "wire"
      case .ledger: "ledger"
      }
    }
  }

  private enum Mark {
    /// From the client to the ledger.
    case delivery
    /// From the ledger to the client.
    case answer
    case answerWithFault
    /// From the ledger, and never whole at the client.
    case lostAnswer
    case note(Lane)
    case fault(Lane)
  }

  private let tokens: ShortTokens
  private let namesTasks: Bool
  private var drawing = Drawing()
  /// The lanes that are down: a killed client, a wire without a server.
  private var down: Set<Lane> = []

  /// Draws a log.
  ///
  /// - Parameters:
  ///   - log: the lines, in the order of the events.
  ///   - id: what the picture's parts are called by.
  ///   - name: the case's name.
  /// - Returns: an `svg` element.
  static func svg(_ log: [LogLine], id: String, name: String) -> String {
    var diagram = SequenceDiagram(log)
    return diagram.draw(log, id: id, name: name)
  }

  private init(_ log: [LogLine]) {
    tokens = ShortTokens(log)
    namesTasks = Set(log.map(\.task).filter { !$0.shown.description.isEmpty }).count > 1
  }

  private mutating func draw(_ log: [LogLine], id: String, name: String) -> String {
    let rows = DiagramRow.rows(of: log)
    let extent = DiagramExtent(rowCount: rows.count)
    for lane in Lane.allCases { drawing.text(lane.name, x: lane.x, y: 16, .middle, "lane") }
    drawing.grow(by: 24)
    for row in rows[extent.head] { draw(row) }
    if extent.leftOut > 0 {
      drawing.gap(extent.leftOut)
      // What is down at the end of the gap is known from what was left out.
      for row in rows[extent.head.upperBound..<extent.tail.lowerBound] { follow(row.line.result) }
    }
    for row in rows[extent.tail] { draw(row) }
    return drawing.element(
      id: id,
      title: "Sequence of events in \(name)",
      description: "\(log.count) events between client, wire and ledger from top to bottom; "
        + "the log below tells each in words"
    )
  }

  private mutating func draw(_ row: DiagramRow) {
    switch row.line.result {
    case .violated(let invariant):
      drawing.breach(
        invariant,
        row,
        tokens.subject(of: row.line, called: ("task", "key"))
      )
    case .happened(let occurrence): draw(occurrence, row)
    }
  }

  private mutating func draw(_ occurrence: Occurrence, _ row: DiagramRow) {
    // A client is down below the line that says so, and up from the one that says that.
    let upAgain = occurrence == .relaunched || occurrence == .reachable
    if upAgain { follow(row.line.result) }
    lifelines(Drawing.rowHeight)
    if !upAgain { follow(row.line.result) }
    let y = drawing.height + 20
    drawing.number(row.numbers, y: drawing.height + 18)
    let words = occurrence.words + row.times
    let task = namesTasks ? ", task \(tokens.shown(row.line.task.shown))" : ""
    let middle = (Lane.client.x + Lane.ledger.x) / 2
    switch Self.mark(occurrence) {
    case .delivery:
      let key = row.line.key == .none ? "no key" : "key \(tokens.shown(row.line.key.shown))"
      let label = "attempt \(row.line.attempts)\(task), \(key)\(row.times)"
      drawing.text(label, x: middle, y: y - 5, .middle)
      drawing.arrow(from: Lane.client.x, to: Lane.ledger.x, y: y, "arrow")
    case .answer:
      drawing.text(words, x: middle, y: y - 5, .middle)
      drawing.arrow(from: Lane.ledger.x, to: Lane.client.x, y: y, "arrow")
    case .answerWithFault:
      drawing.text(words, x: middle, y: y - 5, .middle)
      drawing.arrow(from: Lane.ledger.x, to: Lane.client.x, y: y, "fault")
    case .lostAnswer:
      drawing.line((Lane.ledger.x, y), (Lane.wire.x, y), "fault")
      drawing.cross(x: Lane.wire.x, y: y, "fault")
      drawing.text(words, x: Lane.wire.x + 10, y: y - 6)
    case .note(let lane):
      drawing.circle(x: lane.x, y: y - 6, "dot")
      label(words + (Self.concernsTask(occurrence) ? task : ""), lane, y: y - 2)
    case .fault(let lane):
      drawing.cross(x: lane.x, y: y - 6, "fault")
      label(words, lane, y: y - 2)
    }
    drawing.grow(by: Drawing.rowHeight)
  }

  private mutating func label(_ words: String, _ lane: Lane, y: Int) {
    switch lane {
    case .client: drawing.text(words, x: lane.x + 12, y: y)
    case .wire: drawing.text(words, x: lane.x - 10, y: y, .end)
    case .ledger: drawing.text(words, x: lane.x - 10, y: y, .end)
    }
  }

  private mutating func lifelines(_ length: Int) {
    for lane in Lane.allCases {
      drawing.line(
        (lane.x, drawing.height),
        (lane.x, drawing.height + length),
        down.contains(lane) ? "life down" : "life"
      )
    }
  }

  /// Keeps in mind which lanes are down.
  private mutating func follow(_ result: ResultCategory) {
    switch result {
    case .happened(.killed): down.insert(.client)
    case .happened(.relaunched): down.remove(.client)
    case .happened(.unreachable): down.insert(.wire)
    case .happened(.reachable), .happened(.received): down.remove(.wire)
    default: break
    }
  }

  /// Whether something was done with one task, and not with the whole client or the wire.
  private static func concernsTask(_ occurrence: Occurrence) -> Bool {
    switch occurrence {
    case .queued, .pending, .completed, .stopped, .cancelled, .notAcknowledged, .restored: true
    default: false
    }
  }

  private static func mark(_ occurrence: Occurrence) -> Mark {
    switch occurrence {
    case .received: .delivery
    case .answered: .answer
    case .unavailable, .refused, .throttled, .redirected, .unauthorized, .conflict,
      .inFlight:
      .answerWithFault
    case .closed, .reset, .truncated, .unanswered: .lostAnswer
    case .committed, .replayed, .seeded, .unchanged, .recordMade: .note(.ledger)
    case .held, .released, .reachable: .note(.wire)
    case .unreachable, .clientGone, .malformed, .shortBody: .fault(.wire)
    case .killed: .fault(.client)
    // What the client did or said, and words that came later than this drawing.
    default: .note(.client)
    }
  }
}
