// SPDX-License-Identifier: Apache-2.0

extension Fault: CustomStringConvertible {
  /// The longest pause between two bytes of a trickle, in milliseconds.
  public static let pauseMillisecondsMax = 10_000
  /// The longest Retry-After field, in bytes; absurd values fit.
  public static let retryAfterBytesMax = 100
  /// The most bytes of a body that a fault may count.
  public static let bytesMax = 1 << 20

  /// The fault as it is written in files and options, such as `status-after-commit:503`.
  public var description: String {
    argument.map { "\(name):\($0)" } ?? name
  }

  /// What stands after the name.
  private var argument: String? {
    switch self {
    case .statusBeforeCommit(let status), .statusAfterCommit(let status),
      .versionConflict(let status), .redirectPreserving(let status),
      .redirectRewriting(let status), .storedFailureReplay(let status):
      String(status)
    case .resetMidResponse(let bytes), .truncatedBody(let bytes), .stallMidResponse(let bytes):
      String(bytes)
    case .slowTrickle(let milliseconds): String(milliseconds)
    case .tooManyRequests(let retryAfter), .unavailable(let retryAfter): retryAfter
    default: nil
    }
  }

  /// Reads a name from the catalogue, with its parameter after a colon where it has one.
  ///
  /// Where the parameter is left out, it is the one that the catalogue shows.
  ///
  /// - Parameter text: such as `close-after-commit` or `too-many-requests:120`.
  /// - Throws: an error where the name is unknown, or the parameter is none of that fault.
  public init(parsing text: String) throws(FaultError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let entry = Self.catalogue.first(where: { $0.fault.name == name }) else {
      throw .unknownName
    }
    guard parts.count == 2 else {
      self = entry.fault
      return
    }
    guard let parameter = entry.parameter else { throw .noParameter(name: name) }
    guard let fault = entry.fault.replacing(argument: String(parts[1])) else {
      throw .badParameter(name: name, expected: parameter)
    }
    self = fault
  }

  /// Returns the same fault with another parameter, or nothing where it cannot have that one.
  private func replacing(argument: String) -> Fault? {
    let number =
      argument.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(argument) : nil
    func status(in range: ClosedRange<Int>) -> Int? { number.flatMap { range ~= $0 ? $0 : nil } }
    switch self {
    case .statusBeforeCommit: return status(in: 400...599).map { .statusBeforeCommit($0) }
    case .statusAfterCommit: return status(in: 400...599).map { .statusAfterCommit($0) }
    case .storedFailureReplay: return status(in: 400...599).map { .storedFailureReplay($0) }
    case .versionConflict: return status(in: 400...499).map { .versionConflict($0) }
    case .redirectPreserving: return status(in: 307...308).map { .redirectPreserving($0) }
    case .redirectRewriting: return status(in: 301...303).map { .redirectRewriting($0) }
    case .resetMidResponse:
      return status(in: 0...Self.bytesMax).map { .resetMidResponse(bytes: $0) }
    case .stallMidResponse:
      return status(in: 0...Self.bytesMax).map { .stallMidResponse(bytes: $0) }
    case .truncatedBody: return status(in: 0...Self.bytesMax).map { .truncatedBody(bytes: $0) }
    case .slowTrickle:
      return status(in: 1...Self.pauseMillisecondsMax).map { .slowTrickle(pauseMilliseconds: $0) }
    case .tooManyRequests:
      return Self.isFieldValue(argument) ? .tooManyRequests(retryAfter: argument) : nil
    case .unavailable:
      return Self.isFieldValue(argument) ? .unavailable(retryAfter: argument) : nil
    default: return nil
    }
  }

  private static func isFieldValue(_ text: String) -> Bool {
    1...retryAfterBytesMax ~= text.utf8.count && text.utf8.allSatisfy { 0x20...0x7e ~= $0 }
  }
}

/// Why a text names no fault.
public enum FaultError: Error, Hashable, CustomStringConvertible {
  case unknownName
  case noParameter(name: String)
  case badParameter(name: String, expected: String)

  /// What is wrong, as a fragment of a sentence.
  public var description: String {
    switch self {
    case .unknownName: "no fault of the catalogue has this name"
    case .noParameter(let name): "fault '\(name)' takes no parameter"
    case .badParameter(let name, let expected):
      "the parameter of fault '\(name)' is out of range; expected \(expected)"
    }
  }
}
