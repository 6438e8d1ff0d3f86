// SPDX-License-Identifier: Apache-2.0

import FaultInjection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Topic {
  static let profiles = Topic(
    name: "profiles",
    summary: "how servers treat keys: the built-in profiles whole, and every member"
  ) {
    var lines = [
      "A profile says how a server treats idempotency keys. Servers differ: one status means three",
      "things in the field. Name a built-in profile with --profile or in oncegate.json, or copy one of",
      "those below into oncegate.json as \"profile\", give it a name of your own, and change it.",
      "A member that is left out is as in the default profile.",
      "",
      "members:",
    ]
    lines += ProfileMember.all.flatMap { member in
      ["", "  \(member.path)"]
        + Help.wrapped(member.help, indent: 6)
        + Help.wrapped("value: \(member.expected)", indent: 6)
    }
    for profile in Profile.builtIn {
      lines += ["", "the profile '\(profile.name)':", "", json(profile)]
    }
    return lines.joined(separator: "\n")
  }

  /// A profile as a file holds it, with its members in their usual order.
  static func json(_ profile: Profile) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers always encode.
    let bytes = (try? encoder.encode(profile)).map(Array.init) ?? []
    let members = Profile.memberNames.compactMap { name in
      StrictJSON.range(of: [.member(name)], in: bytes).map {
        "  \"\(name)\": "
          + String(decoding: bytes[$0], as: UTF8.self).replacing("\" : ", with: "\": ")
      }
    }
    return "{\n\(members.joined(separator: ",\n"))\n}"
  }
}
