// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A picture in SVG that grows downwards; every text in it is escaped.
///
/// Colours come from the page's style, so that they follow light, dark and print.
struct Drawing {
  static let width = 400
  static let rowHeight = 28
  /// Where the numbers of the log's lines end.
  static let numberEnd = 30

  enum Anchor: String {
    case start
    case middle
    case end
  }

  private(set) var height = 0
  private var body = ""

  mutating func grow(by more: Int) { height += more }

  mutating func line(
    _ from: (x: Int, y: Int),
    _ to: (x: Int, y: Int),
    _ style: String
  ) {
    body += "<line class=\"\(style)\" x1=\"\(from.x)\" y1=\"\(from.y)\" "
    body += "x2=\"\(to.x)\" y2=\"\(to.y)\"/>\n"
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ style: String) {
    body += "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" "
    body += "width=\"\(width)\" height=\"\(height)\"/>\n"
  }

  mutating func circle(x: Int, y: Int, _ style: String) {
    body += "<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\"/>\n"
  }

  mutating func cross(x: Int, y: Int, _ style: String) {
    body += "<path class=\"\(style)\" d=\"M\(x - 5) \(y - 5)l10 10m0 -10l-10 10\"/>\n"
  }

  /// An arrow along a row, with its head at the second place.
  mutating func arrow(from: Int, to: Int, y: Int, _ style: String) {
    line((from, y), (to, y), style)
    let back = to > from ? -7 : 7
    body += "<path class=\"\(style) head\" d=\"M\(to) \(y)l\(back) -4v8z\"/>\n"
  }

  mutating func text(
    _ text: String,
    x: Int,
    y: Int,
    _ anchor: Anchor = .start,
    _ style: String = ""
  ) {
    let styled = style.isEmpty ? "" : " class=\"\(style)\""
    body += "<text\(styled) x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor.rawValue)\">"
    body += "\(HTMLText.escaped(text))</text>\n"
  }

  mutating func number(_ text: String, y: Int) {
    self.text(text, x: Self.numberEnd, y: y, .end, "number")
  }

  /// The band that says that a promise broke, over the whole width.
  mutating func breach(_ invariant: Invariant, _ row: DiagramRow, _ subject: String) {
    rectangle(x: 0, y: height, width: Self.width, height: 46, "breach")
    number(row.numbers, y: height + 19)
    text("✗ broken: \(invariant.rawValue)", x: 38, y: height + 19, .start, "broken")
    text(subject, x: 38, y: height + 37)
    grow(by: 50)
  }

  mutating func gap(_ count: Int) {
    let words = "\(count) further \(count == 1 ? "row stands" : "rows stand") in the log"
    text("… \(words) …", x: Self.width / 2, y: height + 18, .middle, "faint")
    grow(by: Self.rowHeight)
  }

  /// The picture as an element that names and describes itself.
  func element(id: String, title: String, description: String) -> String {
    """
    <svg role="img" aria-labelledby="\(id)-name \(id)-words" viewBox="0 0 \(Self.width) \(height)">
    <title id="\(id)-name">\(HTMLText.escaped(title))</title>
    <desc id="\(id)-words">\(HTMLText.escaped(description))</desc>
    \(body)</svg>

    """
  }
}
