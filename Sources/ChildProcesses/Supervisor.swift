// SPDX-License-Identifier: Apache-2.0

import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is needed to start a process.
struct Launch: Sendable {
  var path: String
  var command: Command
  let input: ChildProcess.Input
  let output: ChildProcess.Output
  let errors: ChildProcess.Errors
  /// What the process gets where this one ends; one that may still act then clears up itself.
  let deathSignal: Int32
  /// Whether it is no part of what this process does, but clears up behind it.
  var isJanitor = false
  let whenEnded: (@Sendable (FinishedCommand) -> Void)?
}

/// The one thread that starts, feeds, reads and reaps every child of this process.
///
/// One thread, because Linux kills a child when the thread that started it ends, and because a process
/// ID is certain only until somebody reaps it.
final class Supervisor: Sendable {
  static let shared = Supervisor()

  enum Request: Sendable {
    case start(Launch, reply: Monitor<Result<ChildProcess, SpawnError>?>)
    /// A thread has seen that a child has ended.
    case ended(processID: Int32)
    case ownEveryChild
    case killEverything(reply: Monitor<Bool>)
    case tellJanitor(JanitorMessage, reply: Monitor<Bool>)
    case dismissJanitor(reply: Monitor<Bool>)
  }

  private let requests = Monitor<[Request]>([])
  private let wakeReading: Int32
  private let wakeWriting: Int32

  private init() {
    Descriptors.fillStandardDescriptors()
    ProcessPlatform.prepare()
    guard let pipe = try? Descriptors.pipe(), let nothing = try? Descriptors.openNothing() else {
      preconditionFailure("no descriptors left")
    }
    wakeReading = pipe.reading
    wakeWriting = pipe.writing
    Descriptors.neverWait(wakeReading)
    Descriptors.neverWait(wakeWriting)
    let isRunning = BackgroundThread.start { [self] in
      oncegate_block_sigpipe()
      SupervisorLoop(supervisor: self, wake: wakeReading, nothing: nothing).run()
    }
    precondition(isRunning, "no threads left")
  }

  func start(_ launch: Launch) throws(SpawnError) -> ChildProcess {
    let reply = Monitor<Result<ChildProcess, SpawnError>?>(nil)
    post(.start(launch, reply: reply))
    return try reply.wait { $0 }.get()
  }

  func post(_ request: Request) {
    requests.withLock { $0.append(request) }
    wake()
  }

  /// Makes the thread look again at what has changed.
  func wake() {
    // A full pipe wakes it as well.
    _ = Descriptors.write(wakeWriting, [0])
  }

  func takeRequests() -> [Request] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}

/// The thread that tells that processes have ended, so that who listens may take its time.
final class EndNotices: Sendable {
  static let shared = EndNotices()

  private let waiting = Monitor<[@Sendable () -> Void]>([])

  private init() {
    let isRunning = BackgroundThread.start { [waiting] in
      while true {
        let notice = waiting.wait { $0.isEmpty ? nil : $0.removeFirst() }
        notice()
      }
    }
    precondition(isRunning, "no threads left")
  }

  func post(_ notice: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(notice) } }
}
