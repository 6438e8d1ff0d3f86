// SPDX-License-Identifier: Apache-2.0

/// The way to one value inside a JSON text, such as `/meta/request_id`.
///
/// Source: RFC 6901.
struct JSONPointer: Hashable {
  let steps: [String]

  init(steps: [String]) { self.steps = steps }

  /// Reads a pointer, or nothing where it does not begin with a slash or has a lone tilde.
  init?(_ text: String) {
    guard text.hasPrefix("/") else { return nil }
    var steps: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      var step = ""
      var isEscape = false
      for character in part {
        switch (isEscape, character) {
        case (true, "0"): step.append("~")
        case (true, "1"): step.append("/")
        case (true, _): return nil
        case (false, "~"): break
        case (false, _): step.append(character)
        }
        isEscape = !isEscape && character == "~"
      }
      if isEscape { return nil }
      steps.append(step)
    }
    self.steps = steps
  }

  /// Returns the value that it leads to, or nothing where there is none.
  func value(in text: StrictJSON) -> StrictJSON? {
    var value = text
    for step in steps {
      switch value {
      case .object:
        guard let member = value.member(step) else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(step), String(index) == step, elements.indices.contains(index) else {
          return nil
        }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
