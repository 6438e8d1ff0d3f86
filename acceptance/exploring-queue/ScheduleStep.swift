// SPDX-License-Identifier: Apache-2.0

package import FaultInjection

/// A moment at which the app is killed while it sends its queue.
package enum CrashPoint: Hashable, Sendable {
  /// The attempt is counted and claimed in the store; nothing has been sent.
  case claimStored
  /// The request has arrived; the server has done nothing yet, and will not.
  case requestSent
  /// The record is stored; no byte of the answer has gone out.
  case serverCommitted
  /// The head and a part of the body of the answer have gone out.
  case answerHead
  /// The whole answer has gone out; the client may have read it or not.
  case answerRead
  /// The answer has been read; the store does not say so yet.
  case beforeMarked
  /// The queue is about to run its n-th statement of this step, counted from 1; within the process alone.
  case statement(Int)

  /// The most statements that are counted.
  package static let statementsMax = 1000

  /// The points that have a word of their own.
  package static let named: [CrashPoint] = [
    .claimStored, .requestSent, .serverCommitted, .answerHead, .answerRead, .beforeMarked,
  ]
}

/// One step of a schedule: a command that the app is started with, and what it meets.
///
/// As text it is one line of words: see `description` and `init(parsing:)`.
package enum ScheduleStep: Hashable, Sendable {
  /// What a command meets on its way to the server.
  package enum Network: Hashable, Sendable {
    /// Nobody listens.
    case away
    /// Every delivery is answered as it should be.
    case quiet
    /// The next delivery of each task, in the order of submission, meets its fault, and later ones none.
    ///
    /// A single fault is for every task. There is at least one element, and not all are nothing.
    case faulty([Fault?])
  }

  /// The user submits a content of its own, and the app tries to send it or does not.
  ///
  /// - repeatsContent: whether it is the content of the action before instead.
  /// - network: what the app meets where it sends at once.
  /// - isKilled: whether the app is killed as soon as it has acknowledged.
  case submit(repeatsContent: Bool, Network, isKilled: Bool)
  /// The user submits while a resume waits for an answer that is held back.
  case submitBeside
  /// The app resumes its queue and is killed at a point, or ends by itself.
  ///
  /// The task is the one at whose attempt it is killed, from 1, or nothing for whichever comes first.
  case resume(Network, Crash?)
  /// A second process resumes while the first waits for an answer that is held back.
  ///
  /// - network: what the second one meets; the task of the held answer meets nothing.
  /// - isFirstKilled: whether the first is killed behind that; else its answer is released.
  /// - isInside: whether the second sender is in the process of the first.
  case secondSender(Network, isFirstKilled: Bool, isInside: Bool)
  /// The app ends as it should and starts again; between commands of a client it does so anyway.
  case relaunch

  /// Where the app is killed while it resumes.
  package struct Crash: Hashable, Sendable {
    package var point: CrashPoint
    package var task: Int?

    package init(_ point: CrashPoint, task: Int? = nil) {
      self.point = point
      self.task = task
    }
  }

  /// Whether it makes an action.
  package var isSubmit: Bool {
    switch self {
    case .submit, .submitBeside: true
    case .resume, .secondSender, .relaunch: false
    }
  }

  /// What the command meets.
  package var network: Network {
    switch self {
    case .submit(_, let network, _), .resume(let network, _), .secondSender(let network, _, _):
      network
    case .submitBeside, .relaunch: .quiet
    }
  }

  /// Where the app is killed while it resumes, or nothing where it is not.
  package var crash: Crash? {
    guard case .resume(_, let crash) = self else { return nil }
    return crash
  }
}

extension ScheduleStep.Network {
  /// The fault that a task meets, counted from 0.
  package func fault(ofTask index: Int) -> Fault? {
    guard case .faulty(let faults) = self else { return nil }
    if faults.count == 1 { return faults[0] }
    return faults.indices.contains(index) ? faults[index] : nil
  }

  /// Every fault that it names.
  package var faults: [Fault] {
    if case .faulty(let faults) = self { faults.compactMap(\.self) } else { [] }
  }
}

extension CrashPoint: CustomStringConvertible {
  package var description: String {
    switch self {
    case .claimStored: "claim-stored"
    case .requestSent: "request-sent"
    case .serverCommitted: "server-committed"
    case .answerHead: "answer-head"
    case .answerRead: "answer-read"
    case .beforeMarked: "before-marked"
    case .statement(let number): "statement:\(number)"
    }
  }
}

extension ScheduleStep: CustomStringConvertible {
  /// The step as a line of words, such as `resume status-after-commit:503` or `submit same kill`.
  package var description: String { words.joined(separator: " ") }

  private var words: [String] {
    switch self {
    case .submit(let repeatsContent, let network, let isKilled):
      // Most of the time an app is submitted to, there is no network.
      let met = network == .away ? [] : network == .quiet ? ["online"] : Self.words(network)
      return ["submit"] + (repeatsContent ? ["same"] : []) + met + (isKilled ? ["kill"] : [])
    case .submitBeside: return ["submit", "beside"]
    case .resume(let network, let crash):
      return ["resume"] + Self.words(network) + (crash.map(Self.words) ?? [])
    case .secondSender(let network, let isFirstKilled, let isInside):
      return ["second-sender"] + (isInside ? ["inside"] : []) + Self.words(network)
        + (isFirstKilled ? ["kill"] : [])
    case .relaunch: return ["relaunch"]
    }
  }

  private static func words(_ network: Network) -> [String] {
    switch network {
    case .away: ["refuse"]
    case .quiet: []
    case .faulty(let faults): faults.map { $0?.description ?? "none" }
    }
  }

  private static func words(_ crash: Crash) -> [String] {
    ["kill", crash.point.description] + (crash.task.map { [String($0)] } ?? [])
  }
}
