// SPDX-License-Identifier: Apache-2.0

import Foundation
import Reporting

/// Reads a stream of events by the documented grammar, and takes nothing that it does not have.
package struct EventStream {
  package private(set) var breaches: [String] = []
  /// The events that came, in their order.
  package private(set) var events: [String] = []
  /// The members that were seen, each as `SHAPE.member`.
  package private(set) var members: Set<String> = []

  package static func read(_ stream: String) throws -> EventStream {
    var reader = EventStream()
    for line in stream.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let object = value as? [String: Any], let event = object["event"] as? String,
        let shape = EventGrammar.events.first(where: { $0.name == event })
      else {
        reader.breaches.append("no event: \(line.prefix(80))")
        continue
      }
      reader.events.append(event)
      if object["version"] as? Int != EventGrammar.version {
        reader.breaches.append("another version: \(line.prefix(80))")
      }
      reader.check(object, shape)
    }
    return reader
  }

  private mutating func check(_ object: [String: Any], _ shape: EventGrammar.Shape) {
    for name in object.keys where !shape.members.contains(where: { $0.name == name }) {
      breaches.append("\(shape.name).\(name) is not in the grammar")
    }
    for member in shape.members {
      let name = "\(shape.name).\(member.name)"
      if let value = object[member.name] {
        members.insert(name)
        check(value, member.value, name)
      } else if !member.isOptional {
        breaches.append("\(name) is missing")
      }
    }
  }

  private mutating func check(_ value: Any, _ expected: EventGrammar.Value, _ name: String) {
    switch expected {
    case .text: if !(value is String) { breaches.append("\(name) is no text") }
    case .number:
      let text = "\(value)"
      if value is String || Int64(text) == nil { breaches.append("\(name) is no whole number") }
    case .word(let words):
      if !words.contains(value as? String ?? "") { breaches.append("\(name) is another word") }
    case .list(let element):
      guard let elements = value as? [Any] else { return breaches.append("\(name) is no list") }
      for item in elements { check(item, element, name) }
    case .object(let shapeName):
      guard let object = value as? [String: Any],
        let shape = EventGrammar.objects.first(where: { $0.name == shapeName })
      else { return breaches.append("\(name) is no \(shapeName)") }
      check(object, shape)
    }
  }
}
