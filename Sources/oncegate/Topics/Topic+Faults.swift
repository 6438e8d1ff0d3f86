// SPDX-License-Identifier: Apache-2.0

import FaultInjection

extension Topic {
  static let faults = Topic(
    name: "faults",
    summary: "what can go wrong on the wire, and what a client must do then"
  ) {
    var lines = [
      "A fault meets one delivery, before or after the server has stored the record. A fault file says",
      "which one, for the n-th delivery of each key:",
      "",
      "  {\"perAttempt\": [\"status-after-commit:503\", null], \"thereafter\": null}",
      "",
      "'oncegate serve --faults FILE' reads it. What stands behind a colon is shown with its default;",
      "'null' is no fault.",
    ]
    for entry in Fault.catalogue { lines += rows(of: entry) }
    return lines.joined(separator: "\n")
  }

  private static func rows(of entry: Fault.Entry) -> [String] {
    let isBefore = entry.fault.phase == .beforeCommit
    var lines = ["", entry.fault.description]
    lines += Help.labelled("when", isBefore ? "before the commit" : "after the commit")
    if let parameter = entry.parameter { lines += Help.labelled("value", parameter) }
    lines += Help.labelled("server", entry.does)
    lines += Help.labelled("client sees", entry.clientSees)
    lines += Help.labelled("client must", entry.clientMust)
    return lines
  }
}
