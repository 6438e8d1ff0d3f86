// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process that this one has started, and everything that the process starts in turn.
///
/// It leads a process group of its own, with the default signal mask and handlers, no descriptor above 2,
/// no core dumps, and an empty standard input unless it is given one. On Linux it is killed when this
/// process dies.
///
/// A process counts as ended when nothing of it lives on. What it leaves behind gets `lingerTimeMax` to
/// end by itself, is then killed, and is counted. Members of its group are always found. A process in a
/// session of its own is found by the token in its environment, which elsewhere than on Linux is best
/// effort; on Linux it is found without one too where this process owns every child
/// (`ProcessTree.ownEveryChild`).
package final class ChildProcess: Sendable {
  /// What a process reads on its standard input.
  package enum Input: Hashable, Sendable {
    /// Nothing: it is at its end from the beginning.
    case empty
    /// These bytes, at most `inputBytesMax`, then the end, whether or not the process reads them.
    case bytes([UInt8])
    /// What `write` is given, until `closeInput`.
    case interactive
  }

  /// What becomes of a process's standard output.
  package enum Output: Hashable, Sendable {
    case discard
    /// It goes where the output of this process goes.
    case inherit
    /// It is kept up to that many bytes; what follows is read and dropped.
    case collect(bytesMax: Int)
    /// It is kept up to that many bytes; a process that writes more is killed.
    case collectOrKill(bytesMax: Int)

    /// How many bytes are kept, or nothing where nothing is read.
    var keptBytesMax: Int? {
      switch self {
      case .discard, .inherit: nil
      case .collect(let bytesMax), .collectOrKill(let bytesMax): max(0, bytesMax)
      }
    }

    var killsOnOverflow: Bool { if case .collectOrKill = self { true } else { false } }
  }

  /// What becomes of a process's standard error.
  package enum Errors: Hashable, Sendable {
    case discard
    case inherit
  }

  /// The most bytes that wait to be read by a process.
  package static let inputBytesMax = 16 * 1024 * 1024
  /// How long processes that were left behind may take to end by themselves.
  package static let lingerTimeMax = Duration.milliseconds(200)

  package let processID: Int32
  let token: String
  let state: Monitor<State>

  init(processID: Int32, token: String, state: Monitor<State>) {
    self.processID = processID
    self.token = token
    self.state = state
  }

  /// Starts a command.
  ///
  /// It may be called on any thread: a thread that lives as long as this process does the work, because
  /// Linux ties a child to the thread that started it.
  ///
  /// - Parameters:
  ///   - command: what to run. The variable `ONCEGATE_CASE_TOKEN` is added to its environment.
  ///   - input: what the process reads.
  ///   - output: what becomes of what it writes.
  ///   - errors: what becomes of its complaints.
  ///   - deathSignal: what it gets on Linux when this process dies.
  ///   - whenEnded: called once, when nothing of the process lives on, on a thread of its own that
  ///     all processes share.
  /// - Returns: the running process.
  /// - Throws: why the command could not be started; then `whenEnded` is never called.
  package static func start(
    _ command: Command,
    input: Input = .empty,
    output: Output = .discard,
    errors: Errors = .discard,
    deathSignal: Int32 = SIGKILL,
    whenEnded: (@Sendable (FinishedCommand) -> Void)? = nil
  ) throws(SpawnError) -> ChildProcess {
    let launch = Launch(
      path: try CommandLookup.path(of: command),
      command: command,
      input: input,
      output: output,
      errors: errors,
      deathSignal: deathSignal,
      whenEnded: whenEnded
    )
    return try Supervisor.shared.start(launch)
  }

  /// Sends a signal to the process and its whole group.
  ///
  /// After the end it does nothing, so that a process that got the same ID later is never hit.
  package func kill(_ signal: Int32) {
    state.withLock { state in
      guard !state.reaped else { return }
      #if canImport(Darwin)
      _ = Darwin.kill(-processID, signal)
      #else
      _ = Glibc.kill(-processID, signal)
      #endif
    }
  }

  /// Waits until nothing of the process lives on.
  package func waitUntilEnded() -> FinishedCommand { state.wait { $0.finished } }

  /// Waits as `waitUntilEnded` does, but at most that long, and returns nothing where time was over.
  package func waitUntilEnded(atMost limit: Duration) -> FinishedCommand? {
    state.wait(atMost: limit) { $0.finished }
  }

  /// What became of the process, or nothing while it lives.
  package var finished: FinishedCommand? { state.withLock { $0.finished } }

  /// Writes a line, and the line break with it, to the input of an interactive process.
  ///
  /// It never waits; `false` means that the process reads no more or more than `inputBytesMax` bytes wait.
  package func write(line: some Collection<UInt8>) -> Bool {
    let accepted = state.withLock { state in
      guard state.acceptsInput,
        state.input.count - state.inputWritten + line.count < Self.inputBytesMax
      else {
        return false
      }
      state.input.append(contentsOf: line)
      state.input.append(UInt8(ascii: "\n"))
      return true
    }
    if accepted { Supervisor.shared.wake() }
    return accepted
  }

  /// Ends the input of an interactive process, after what was written.
  package func closeInput() {
    state.withLock { $0.acceptsInput = false }
    Supervisor.shared.wake()
  }

  /// Takes the next line of a process's collected output, without its line break.
  ///
  /// - Parameters:
  ///   - limit: how long to wait for it.
  ///   - bytesMax: the longest line, in bytes.
  /// - Returns: the line, or why there is none.
  package func readLine(atMost limit: Duration, bytesMax: Int) -> ReadLine {
    state.wait(atMost: limit) { $0.takeLine(bytesMax: bytesMax) } ?? .timedOut
  }
}

/// What came of waiting for a line.
package enum ReadLine: Hashable, Sendable {
  case line([UInt8])
  case timedOut
  /// The output is at its end; what stood there without a line break is dropped.
  case ended
  /// The line, or all that waits to be read, is longer than allowed.
  case tooLong
}

extension ChildProcess {
  /// What the threads know about a process.
  struct State: Sendable {
    /// Whether the process ID may belong to another process by now.
    var reaped = false
    var input: [UInt8] = []
    /// How many bytes of the input the process's pipe has taken.
    var inputWritten = 0
    /// Whether more input may come.
    var acceptsInput = false
    var output: [UInt8] = []
    var outputBytesMax = 0
    var outputOverflowed = false
    var outputEnded = true
    var finished: FinishedCommand?

    var inputWaits: Bool { inputWritten < input.count }

    mutating func wrote(_ count: Int) {
      inputWritten += count
      guard !inputWaits else { return }
      input = []
      inputWritten = 0
    }

    mutating func dropInput() {
      input = []
      inputWritten = 0
      acceptsInput = false
    }

    /// Keeps what fits.
    mutating func keep(_ bytes: ArraySlice<UInt8>) {
      let room = outputBytesMax - output.count
      output.append(contentsOf: bytes.prefix(room))
      if bytes.count > room { outputOverflowed = true }
    }

    mutating func takeLine(bytesMax: Int) -> ReadLine? {
      if let end = output.firstIndex(of: UInt8(ascii: "\n")) {
        guard end <= bytesMax else { return .tooLong }
        let line = Array(output[..<end])
        output.removeSubrange(...end)
        return .line(line)
      }
      if outputOverflowed || output.count > bytesMax { return .tooLong }
      return outputEnded ? .ended : nil
    }
  }
}
