// SPDX-License-Identifier: Apache-2.0

extension Profile {
  /// Says whether a delivered body is the one that the user submitted.
  ///
  /// Where the key is in a header field, every byte counts. Where it is a member of the body, the client
  /// has put that member in, and everything else must mean exactly what was submitted; objects that hold
  /// nothing but the key, on the way to it, belong to the key.
  ///
  /// - Parameters:
  ///   - delivered: the bytes that arrived.
  ///   - submitted: the bytes that the user submitted.
  /// - Returns: whether nothing but the key's own member differs.
  package func isBody(_ delivered: [UInt8], asSubmitted submitted: [UInt8]) -> Bool {
    guard case .bodyMember(let text) = key, let pointer = JSONPointer(text) else {
      return delivered == submitted
    }
    guard let delivered = try? StrictJSON(parsing: delivered),
      let submitted = try? StrictJSON(parsing: submitted)
    else { return false }
    return Self.isEqual(delivered, submitted, apartFrom: pointer.steps[...])
  }

  private static func isEqual(
    _ delivered: StrictJSON,
    _ submitted: StrictJSON,
    apartFrom way: ArraySlice<String>
  ) -> Bool {
    guard let step = way.first else { return true }
    let rest = way.dropFirst()
    switch (delivered, submitted) {
    case (.object(let members), .object(let others)):
      let name = Array(step.utf8)
      guard members.filter({ $0.name != name }) == others.filter({ $0.name != name }) else {
        return false
      }
      // What the user did not submit at all, the client may have made to hold the key.
      guard let inner = delivered.member(step) else { return others.count == members.count }
      return isEqual(inner, submitted.member(step) ?? .object([]), apartFrom: rest)
    case (.array(let elements), .array(let others)):
      guard let index = Int(step), elements.indices.contains(index), others.count == elements.count
      else { return false }
      var (elements, others) = (elements, others)
      let (inner, other) = (elements.remove(at: index), others.remove(at: index))
      return elements == others && isEqual(inner, other, apartFrom: rest)
    default: return false
    }
  }
}
