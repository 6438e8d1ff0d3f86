// SPDX-License-Identifier: Apache-2.0

/// A rule of the client or subject contract that a line breaks.
///
/// The raw values are stable names; where a report has a rule of the same name, it means the same.
public enum ContractViolation: String, Error, Hashable, Sendable, CaseIterable {
  case lineTooLong = "line-too-long"
  case notUTF8 = "not-utf8"
  case notJSON = "not-json"
  case notAnObject = "not-an-object"
  case taskMissing = "task-missing"
  case keyMissing = "key-missing"
  case attemptsMissing = "attempts-missing"
  case stateMissing = "state-missing"
  case recordsMissing = "records-missing"
  case memberMissing = "member-missing"
  case wrongType = "wrong-type"
  case emptyTask = "empty-task"
  case keyMalformed = "key-malformed"
  case unknownState = "unknown-state"
  // Only a request can break these, never an answer.
  case unknownRequest = "unknown-request"
  case unknownOutcome = "unknown-outcome"
}

extension ContractViolation: CustomStringConvertible {
  /// What is wrong with the line, as a lower-case fragment that holds nothing of the line itself.
  public var description: String {
    switch self {
    case .lineTooLong: "the line is longer than \(ContractLine.bytesMax) bytes"
    case .notUTF8: "the line is not UTF-8"
    case .notJSON: "the line is not JSON"
    case .notAnObject: "the line is JSON, but not an object"
    case .taskMissing: "the member 'task' is missing"
    case .keyMissing: "the member 'key' is missing"
    case .attemptsMissing: "the member 'attempts' is missing"
    case .stateMissing: "the member 'state' is missing"
    case .recordsMissing: "the member 'records' is missing"
    case .memberMissing: "a member is missing"
    case .wrongType: "a member has the wrong type"
    case .emptyTask: "the member 'task' is empty"
    case .keyMalformed: "the key is not 1 to 255 printable ASCII characters without spaces"
    case .unknownState: "the state is not 'pending', 'completed' or 'stopped'"
    case .unknownRequest: "the request is not 'load', 'tap', 'respond', 'sync' or 'arrange'"
    case .unknownOutcome: "the outcome is none that the request can have"
    }
  }
}
