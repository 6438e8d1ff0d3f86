// SPDX-License-Identifier: Apache-2.0

/// A rule of the client or subject contract that a command broke.
package struct ContractBreach: Hashable, Sendable, CustomStringConvertible {
  package let command: ContractCommand
  package let rule: ContractRule

  package init(_ command: ContractCommand, _ rule: ContractRule) {
    self.command = command
    self.rule = rule
  }

  /// Which command broke which rule, in one line.
  package var description: String { "\(command.rawValue): \(rule.words)" }
}

/// A command of the client contract, or a request of the subject contract.
package enum ContractCommand: String, Hashable, Sendable, CaseIterable {
  // Client contract.
  case submit
  case resume
  case tasks
  case terminate
  case capabilities
  case due
  case cancel
  // Subject contract.
  case start
  case load
  case tap
  case respond
  case sync
  case arrange
  case delete
  case insert
  case startListRead = "start-list-read"
  case endListRead = "end-list-read"
  /// The end of a subject's input.
  case end
}

/// What a command of the contract must keep to.
package enum ContractRule: String, Hashable, Sendable, CaseIterable {
  case commandNotFound = "command-not-found"
  case notExecutable = "not-executable"
  case isFolder = "is-folder"
  case noInterpreter = "no-interpreter"
  case unknownFormat = "unknown-format"
  case cannotStart = "cannot-start"
  case exitStatus = "exit-status"
  case killedBySignal = "killed-by-signal"
  case hang
  case closedOutputAndHung = "closed-output-and-hung"
  case endlessOutput = "endless-output"
  case noAnswer = "no-answer"
  case unaskedLine = "unasked-line"
  case noLine = "no-line"
  case moreThanOneLine = "more-than-one-line"
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
  case listedTwice = "listed-twice"
  case endedEarly = "ended-early"
  case leftProcess = "left-process"

  /// What the rule demands and what happened, in one line without a full stop.
  package var words: String {
    switch self {
    case .commandNotFound: "the command was not found; give a path, or a name that is on PATH"
    case .notExecutable: "the file is not executable; set its executable bit"
    case .isFolder: "the command is a folder; name the program in it"
    case .noInterpreter: "the interpreter that the script's first line names was not found"
    case .unknownFormat:
      "the file is no program of this machine, and no script: a script needs a first line '#!'"
    case .cannotStart: "the system could not start the command"
    case .exitStatus: "must exit with 0, and exited with another status"
    case .killedBySignal: "must exit by itself, and was ended by a signal"
    case .hang: "must end by itself, and had not ended when the time limit was reached"
    case .closedOutputAndHung: "must end by itself; it closed its output and did not end"
    case .endlessOutput: "wrote more output than the contract allows"
    case .noAnswer:
      "must answer with a line, and had not answered when the time limit was reached"
    case .unaskedLine: "must answer each line with one line, and wrote more than was asked for"
    case .noLine: "must write a line of JSON, and wrote none"
    case .moreThanOneLine: "must write one line of JSON, and wrote more"
    case .lineTooLong: "wrote a line longer than 65536 bytes"
    case .notUTF8: "must write UTF-8, and wrote bytes that are not"
    case .notJSON: "must write JSON, and wrote something else"
    case .notAnObject: "must write a JSON object, and wrote another JSON value"
    case .taskMissing: "the member 'task' is missing"
    case .keyMissing: "the member 'key' is missing"
    case .attemptsMissing: "the member 'attempts' is missing"
    case .stateMissing: "the member 'state' is missing"
    case .recordsMissing: "the member 'records' is missing"
    case .memberMissing: "a member of a record or of the answer is missing"
    case .wrongType: "a member has the wrong type"
    case .emptyTask: "the member 'task' must not be empty"
    case .keyMalformed: "the key must be 1 to 255 printable ASCII characters without spaces"
    case .unknownState: "the member 'state' must be 'pending', 'completed' or 'stopped'"
    case .listedTwice: "lists the same task twice"
    case .endedEarly: "must answer each line with a line, and ended or closed its output instead"
    case .leftProcess: "left a process running; nothing that a command starts may outlive it"
    }
  }
}
