// SPDX-License-Identifier: Apache-2.0

package import FaultInjection

/// Why a text is no schedule.
package enum ScheduleError: Error, Hashable, CustomStringConvertible {
  case empty
  case tooLong(steps: Int, limit: Int)
  /// The first word of this step, counted from 1, is no command.
  case unknownCommand(step: Int)
  /// The word of this step, both counted from 1, is none that can stand there.
  case unexpectedWord(step: Int, word: Int)
  /// The step names a fault whose deliveries a queue need not survive, or that never ends by itself.
  case unusableFault(step: Int, word: Int)
  /// What is said of a kill lacks its point, or has one that is none.
  case noCrashPoint(step: Int)
  /// The step names more faults, or a task further behind, than a schedule has actions.
  case tooManyTasks(step: Int, limit: Int)

  package var description: String {
    switch self {
    case .empty: "the schedule has no step"
    case .tooLong(let steps, let limit):
      "the schedule has \(steps) steps; expected at most \(limit)"
    case .unknownCommand(let step):
      "step \(step): expected 'submit', 'resume', 'second-sender' or 'relaunch' first"
    case .unexpectedWord(let step, let word):
      "step \(step), word \(word): expected a fault, 'none', 'refuse', 'kill' or nothing more"
    case .unusableFault(let step, let word):
      "step \(step), word \(word): expected a fault that a queue has to survive"
    case .noCrashPoint(let step):
      "step \(step): expected a point behind 'kill': "
        + CrashPoint.named.map(\.description).joined(separator: ", ") + " or statement:N"
    case .tooManyTasks(let step, let limit):
      "step \(step): expected at most \(limit) tasks"
    }
  }
}

extension ScheduleStep {
  /// Reads a step from a line of words.
  ///
  /// - Parameters:
  ///   - text: such as `resume none close-after-commit kill request-sent 2`.
  ///   - number: the step's number in its schedule, from 1, for what is said of a mistake.
  /// - Throws: what is wrong in the line.
  package init(parsing text: String, number: Int = 1) throws(ScheduleError) {
    var words = Words(text, step: number)
    switch words.next() {
    case "submit":
      if words.take("beside") {
        self = .submitBeside
      } else {
        let repeatsContent = words.take("same")
        let network = words.take("online") ? .quiet : try words.network() ?? .away
        self = .submit(repeatsContent: repeatsContent, network, isKilled: words.take("kill"))
      }
    case "resume":
      let network = try words.network() ?? .quiet
      self = .resume(network, words.take("kill") ? try words.crash() : nil)
    case "second-sender":
      let isInside = words.take("inside")
      let network = try words.network() ?? .quiet
      self = .secondSender(network, isFirstKilled: words.take("kill"), isInside: isInside)
    case "relaunch": self = .relaunch
    default: throw .unknownCommand(step: number)
    }
    try words.end()
  }
}

/// The words of a step, taken one after the other.
private struct Words {
  private var words: [Substring]
  private let count: Int
  private let step: Int

  init(_ text: String, step: Int) {
    words = text.split(separator: " ", omittingEmptySubsequences: false)
    count = words.count
    self.step = step
  }

  /// The number of the next word, from 1.
  private var number: Int { count - words.count + 1 }

  mutating func next() -> Substring? { words.isEmpty ? nil : words.removeFirst() }

  /// Takes the next word where it is this one.
  mutating func take(_ word: String) -> Bool {
    guard words.first == word[...] else { return false }
    words.removeFirst()
    return true
  }

  func end() throws(ScheduleError) {
    guard words.isEmpty else { throw .unexpectedWord(step: step, word: number) }
  }

  /// Takes the faults, or nothing where there is none.
  mutating func network() throws(ScheduleError) -> ScheduleStep.Network? {
    if take("refuse") { return .away }
    var faults: [Fault?] = []
    while let word = words.first, word != "kill" {
      guard faults.count < Schedule.tasksMax else {
        throw .tooManyTasks(step: step, limit: Schedule.tasksMax)
      }
      if word == "none" {
        faults.append(nil)
      } else {
        let fault: Fault
        do throws(FaultError) {
          fault = try Fault(parsing: String(word))
        } catch {
          throw .unexpectedWord(step: step, word: number)
        }
        guard fault.isSurvivable else { throw .unusableFault(step: step, word: number) }
        faults.append(fault)
      }
      words.removeFirst()
    }
    if faults.isEmpty { return nil }
    return faults.allSatisfy { $0 == nil } ? .quiet : .faulty(faults)
  }

  /// Takes what stands behind `kill`.
  mutating func crash() throws(ScheduleError) -> ScheduleStep.Crash {
    guard let word = next(), let point = CrashPoint(word) else { throw .noCrashPoint(step: step) }
    guard let text = words.first else { return ScheduleStep.Crash(point) }
    guard point.canNameTask, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let task = Int(text),
      task >= 1
    else {
      throw .unexpectedWord(step: step, word: number)
    }
    guard task <= Schedule.tasksMax else {
      throw .tooManyTasks(step: step, limit: Schedule.tasksMax)
    }
    words.removeFirst()
    return ScheduleStep.Crash(point, task: task)
  }
}

extension CrashPoint {
  /// Reads a point from its word, or nothing where it is none.
  fileprivate init?(_ word: Substring) {
    if let named = Self.named.first(where: { $0.description == word }) {
      self = named
      return
    }
    let digits = word.dropFirst("statement:".count)
    guard word.hasPrefix("statement:"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(digits), (1...Self.statementsMax).contains(number)
    else { return nil }
    self = .statement(number)
  }
}

extension Fault {
  /// Whether every queue has to survive it: afterwards nobody knows whether the work was done, the server
  /// takes the same write later, and the fault ends without being released.
  package var isSurvivable: Bool {
    switch self {
    case .statusBeforeCommit(let status):
      status >= 500 || [408, 425, 429].contains(status)
    case .statusAfterCommit(let status): status >= 500
    case .refuse, .unauthorizedExpired, .versionConflict, .lateRelease, .keyConflict, .keyInFlight,
      .storedFailureReplay, .keyForgotten:
      false
    case .tooManyRequests, .unavailable, .redirectPreserving, .redirectRewriting,
      .stallBeforeCommit, .stallAfterCommit, .stallMidResponse, .closeBeforeCommit,
      .closeAfterCommit, .resetBeforeCommit, .resetAfterCommit, .resetMidResponse,
      .reusedConnectionReset, .truncatedBody, .slowTrickle, .malformedSuccess, .emptySuccess,
      .errorInSuccess, .captivePortal, .partialSuccess:
      true
    }
  }

  /// Whether the answer says in words that the write was not done, so that a queue may stop over it.
  package var tellsOfFailure: Bool { self == .errorInSuccess || self == .partialSuccess }

  /// Whether the answer looks like a success and is none.
  package var isFalseSuccess: Bool {
    switch self {
    case .malformedSuccess, .emptySuccess, .errorInSuccess, .captivePortal: true
    default: false
    }
  }

  /// Whether it sends the client elsewhere.
  package var isRedirect: Bool {
    switch self {
    case .redirectPreserving, .redirectRewriting: true
    default: false
    }
  }
}
