// SPDX-License-Identifier: Apache-2.0

/// A finding as one line of JSON.
package struct JUnitFindingLine: Encodable {
  private let file: String
  private let line: Int
  private let rule: String
  private let consumer: String
  private let effect: String
  private let what: String

  package init(_ finding: JUnitFinding, in file: String) {
    self.file = CleanText(file).description
    line = finding.line
    rule = finding.rule.rawValue
    consumer = finding.rule.consumer
    effect = finding.rule.effect
    what = finding.what
  }

  /// The line, without a line break.
  package var json: String { String(WireJSON.text(self, isPretty: false).dropLast()) }
}

/// How many findings of a rule were not told one by one, as one line of JSON.
package struct JUnitUntoldLine: Encodable {
  private let file: String
  private let rule: String
  private let more: Int

  package init(_ rule: JUnitRule, more: Int, in file: String) {
    self.file = CleanText(file).description
    self.rule = rule.rawValue
    self.more = more
  }

  /// The line, without a line break.
  package var json: String { String(WireJSON.text(self, isPretty: false).dropLast()) }
}
