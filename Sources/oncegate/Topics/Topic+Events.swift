// SPDX-License-Identifier: Apache-2.0

import Reporting

extension Topic {
  static let events = Topic(
    name: "events",
    summary: "what 'oncegate run --format json' prints, an event per line"
  ) {
    var lines = [
      "'oncegate run --format json' prints a JSON object per line, each as soon as it has happened.",
      "This is version \(EventGrammar.version) of the grammar; every event says so in 'version'. "
        + "Members and events are",
      "added within a version, so a reader ignores those that it does not know. Where one changes its",
      "meaning or goes, the version grows.",
      "",
      "  stream = run-started (case-started | case-ended | interrupted)* run-ended",
      "",
      "A stream without run-ended is that of a run which was killed: it has no verdict.",
      "'?' marks a member that may be missing. LINE holds all that is known of what a client did: no",
      "event holds a body, a header, a URL or an account. HEADER and RESULT stand in run.json too.",
    ]
    for shape in EventGrammar.events + EventGrammar.objects { lines += rows(of: shape) }
    return lines.joined(separator: "\n")
  }

  private static func rows(of shape: EventGrammar.Shape) -> [String] {
    let members = shape.members.map { member in
      let help = member.help.isEmpty ? "" : "; \(member.help)"
      let optional = member.isOptional ? "?" : ""
      return (left: "\(member.name)\(optional)", right: "\(words(member.value))\(help)")
    }
    return ["", "\(shape.name): \(shape.summary)"] + Help.table(members)
  }

  private static func words(_ value: EventGrammar.Value) -> String {
    switch value {
    case .text: "text"
    case .number: "whole number"
    case .word(let words): words.map { "\"\($0)\"" }.joined(separator: " | ")
    case .object(let name): name
    case .list(let element): "list of \(words(element))"
    }
  }
}
