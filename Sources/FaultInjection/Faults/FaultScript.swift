// SPDX-License-Identifier: Apache-2.0

/// Which fault meets which delivery of a key.
public struct FaultScript: Sendable, Hashable {
  /// The most deliveries that a script in a file may name one by one.
  public static let attemptsMax = 1000

  /// The fault of each delivery of a key, beginning with the first; nothing is no fault.
  public let perAttempt: [Fault?]
  /// The fault of every delivery after those.
  public let thereafter: Fault?

  /// Creates a script that is the same for every key.
  ///
  /// - Parameters:
  ///   - perAttempt: the fault of each delivery of a key, beginning with the first.
  ///   - thereafter: the fault of every delivery after those.
  public init(perAttempt: [Fault?], thereafter: Fault? = nil) {
    self.perAttempt = perAttempt
    self.thereafter = thereafter
  }

  /// No fault at all.
  public static let none = FaultScript(perAttempt: [])

  /// The first delivery of a key is committed and answered 503.
  public static let seed = FaultScript(perAttempt: [.statusAfterCommit(503)])

  /// Every fault that some delivery can meet.
  public var faults: [Fault] { (perAttempt + [thereafter]).compactMap(\.self) }

  /// Returns the fault of the n-th delivery of a key, counted from 1.
  public func fault(attempt number: Int) -> Fault? {
    guard number >= 1 else { return nil }
    return number <= perAttempt.count ? perAttempt[number - 1] : thereafter
  }
}

extension FaultScript {
  /// Reads a script from a file's bytes.
  ///
  /// The form is `{"perAttempt": ["status-after-commit:503", null], "thereafter": null}`; both
  /// members may be left out.
  ///
  /// - Parameter json: the bytes of the file.
  /// - Throws: an error that says where the file is wrong.
  public init(json: [UInt8]) throws(FaultScriptError) {
    let text: StrictJSON
    do {
      text = try StrictJSON(parsing: json)
    } catch {
      throw .notJSON(reason: error.description)
    }
    guard case .object(let members) = text else { throw .notAnObject }
    for member in members {
      let name = String(decoding: member.name, as: UTF8.self)
      guard ["perAttempt", "thereafter"].contains(name) else { throw .unknownMember }
    }
    guard case .array(let attempts) = text.member("perAttempt") ?? .array([]) else {
      throw .notAList
    }
    guard attempts.count <= Self.attemptsMax else { throw .tooMany(limit: Self.attemptsMax) }
    var perAttempt: [Fault?] = []
    for (index, attempt) in attempts.enumerated() {
      perAttempt.append(try Self.fault(attempt, member: "perAttempt[\(index)]"))
    }
    let thereafter = try text.member("thereafter").flatMap { value throws(FaultScriptError) in
      try Self.fault(value, member: "thereafter")
    }
    self.init(perAttempt: perAttempt, thereafter: thereafter)
  }

  private static func fault(
    _ value: StrictJSON,
    member: String
  ) throws(FaultScriptError) -> Fault? {
    if value == .null { return nil }
    guard let text = value.text else { throw .notAFaultName(member: member) }
    let fault: Fault
    do {
      fault = try Fault(parsing: text)
    } catch {
      throw .noFault(member: member, error)
    }
    // A connection that was refused has delivered nothing, so there is no delivery to give it to.
    guard fault != .refuse else { throw .notOfADelivery(member: member) }
    return fault
  }
}

/// Why bytes are no fault script.
public enum FaultScriptError: Error, Hashable, CustomStringConvertible {
  case notJSON(reason: String)
  case notAnObject
  case unknownMember
  case notAList
  case tooMany(limit: Int)
  case notAFaultName(member: String)
  case noFault(member: String, FaultError)
  case notOfADelivery(member: String)

  /// What is wrong, as a fragment of a sentence.
  public var description: String {
    switch self {
    case .notJSON(let reason): "fault script: \(reason)"
    case .notAnObject: "fault script: expected an object with 'perAttempt' and 'thereafter'"
    case .unknownMember:
      "fault script: a member is unknown; expected 'perAttempt' and 'thereafter'"
    case .notAList: "fault script: 'perAttempt' is no list; expected fault names and null"
    case .tooMany(let limit): "fault script: 'perAttempt' is too long; expected at most \(limit)"
    case .notAFaultName(let member):
      "fault script: '\(member)' is neither text nor null; expected a fault name or null"
    case .noFault(let member, let error): "fault script: '\(member)': \(error)"
    case .notOfADelivery(let member):
      "fault script: '\(member)' is 'refuse', which meets connections and never a delivery"
    }
  }
}
