// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

extension ConfigurationReader {
  mutating func readUpstream(_ place: Place, _ member: ConfigurationMember) {
    guard members(of: place, known: UpstreamMember.all.map(\.name)) else {
      return report(place, expected: member.expected)
    }
    var upstream = ConfiguredUpstream()
    upstream.url = upstreamText(place, .url) { try? Upstream($0).url }
    upstream.records = upstreamText(place, .records, Self.recordsPath)
    upstream.headers = fields(place, .headers)
    upstream.otherAccount = fields(place, .otherAccount)
    upstream.failOnce = fields(place, .failOnce)
    if let body = place.member(UpstreamMember.body.name) {
      upstream.body = bodyTemplate(body)
    }
    configuration.upstream = upstream
  }

  /// Reads a text that a function makes something of; what it says is not shown, it may hold a secret.
  private mutating func upstreamText(
    _ place: Place,
    _ member: UpstreamMember,
    _ checked: (String) -> String?
  ) -> String? {
    guard let place = place.member(member.name),
      let text = text(place, expected: member.expected)
    else { return nil }
    if let text = checked(text) { return text }
    report(place, found: "text that does not fit", expected: member.expected)
    return nil
  }

  private static func recordsPath(_ text: String) -> String? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let isFit =
      parts[0].hasPrefix("/") && text.utf8.allSatisfy { 0x21...0x7e ~= $0 }
      && (parts.count < 2 || StrictJSON.isPointer(String(parts[1])))
    return isFit ? text : nil
  }

  private mutating func fields(
    _ place: Place,
    _ member: UpstreamMember
  ) -> [ConfiguredUpstream.Field] {
    guard let place = place.member(member.name) else { return [] }
    guard case .object(let members) = place.value, members.count <= ConfiguredUpstream.fieldsMax
    else {
      report(place, expected: member.expected)
      return []
    }
    var fields: [ConfiguredUpstream.Field] = []
    for name in StrictJSON.memberNames(at: place.path, in: bytes) {
      guard let value = place.member(name) else { continue }
      guard UpstreamHeader.isFree(name: name) else {
        report(
          value,
          found: "a field that frames a request, or no field",
          expected: "another field"
        )
        continue
      }
      guard let text = value.value.text, UpstreamHeader.isValue(text) else {
        report(value, found: "no value of a header field", expected: "printable text")
        continue
      }
      fields.append(ConfiguredUpstream.Field(name: name, value: text))
    }
    return fields
  }

  private mutating func bodyTemplate(_ place: Place) -> String? {
    let expected = UpstreamMember.body.expected
    guard case .object = place.value, let range = StrictJSON.range(of: place.path, in: bytes) else {
      report(place, expected: expected)
      return nil
    }
    let text = String(decoding: bytes[range], as: UTF8.self)
    // One that stands outside of a text would have been no JSON.
    guard text.contains(UpstreamParameters.actionPlace) else {
      report(place, found: "an object without ${n}", expected: expected)
      return nil
    }
    return text
  }
}
