// SPDX-License-Identifier: Apache-2.0

import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A child as the supervising thread sees it.
final class Supervised {
  /// The most reads in a row from a child that has ended, whose orphans may write without end.
  private static let lastReadsMax = 64
  /// How often a program that is still open for writing is tried again, a millisecond apart.
  private static let busyTriesMax = 200

  let process: ChildProcess
  private(set) var output: Int32?
  private var input: Int32?
  /// Readable once the process has ended, where the system has such a thing.
  private(set) var exitDescriptor: Int32?
  var hasExited = false
  /// The orphans that were killed after the process ended.
  private(set) var killed: Set<Int32> = []

  let isJanitor: Bool
  /// Whether it kills what it has started where this process is gone.
  let clearsUp: Bool
  private let killsOnOverflow: Bool
  private let whenEnded: (@Sendable (FinishedCommand) -> Void)?
  private var lingerDeadline: ContinuousClock.Instant?

  var processID: Int32 { process.processID }

  private init(
    _ process: ChildProcess,
    _ ends: Ends,
    exitDescriptor: Int32?,
    launch: Launch
  ) {
    self.process = process
    output = ends.output?.reading
    input = ends.input?.writing
    self.exitDescriptor = exitDescriptor
    isJanitor = launch.isJanitor
    clearsUp = launch.deathSignal == SIGTERM
    killsOnOverflow = launch.output.killsOnOverflow
    whenEnded = launch.whenEnded
  }

  /// The pipes of a child.
  private struct Ends {
    var input: (reading: Int32, writing: Int32)?
    var output: (reading: Int32, writing: Int32)?

    func closeOwn() {
      for descriptor in [input?.writing, output?.reading] { descriptor.map { _ = close($0) } }
    }

    func closeTheirs() {
      for descriptor in [input?.reading, output?.writing] { descriptor.map { _ = close($0) } }
    }
  }

  static func start(
    _ launch: Launch,
    token: String,
    nothing: Int32,
    supervisor: Supervisor
  ) throws(SpawnError) -> Supervised {
    var state = ChildProcess.State()
    var ends = Ends()
    defer { ends.closeTheirs() }
    do throws(SpawnError) {
      switch launch.input {
      case .empty: break
      case .bytes(let bytes):
        guard bytes.count <= ChildProcess.inputBytesMax else {
          throw SpawnError.system(code: E2BIG)
        }
        ends.input = try Descriptors.pipe()
        state.input = bytes
      case .interactive:
        ends.input = try Descriptors.pipe()
        state.acceptsInput = true
      }
      if let bytesMax = launch.output.keptBytesMax {
        ends.output = try Descriptors.pipe()
        state.outputBytesMax = bytesMax
        state.outputEnded = false
      }
      let processID = try spawn(
        launch,
        token: token,
        input: ends.input?.reading ?? nothing,
        output: ends.output?.writing ?? (launch.output == .inherit ? STDOUT_FILENO : nothing),
        errors: launch.errors == .inherit ? STDERR_FILENO : nothing
      )
      if let input = ends.input { Descriptors.neverWait(input.writing) }
      if let output = ends.output { Descriptors.neverWait(output.reading) }
      return Supervised(
        ChildProcess(processID: processID, token: token, state: Monitor(state)),
        ends,
        exitDescriptor: try ProcessPlatform.watch(processID, supervisor),
        launch: launch
      )
    } catch {
      ends.closeOwn()
      throw error
    }
  }

  private static func spawn(
    _ launch: Launch,
    token: String,
    input: Int32,
    output: Int32,
    errors: Int32
  ) throws(SpawnError) -> Int32 {
    var environment = launch.command.environment
    // A janitor is no part of a family: whoever clears up behind somebody else leaves it to its work.
    if !launch.isJanitor { environment[ProcessToken.variable] = token }
    let launch = ProcessPlatform.limited(launch)
    let limit = launch.command.fileLimit
    let arguments = CStrings(launch.command.arguments)
    let variables = CStrings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    let path = CStrings([launch.path])
    let folder = CStrings(launch.command.workingDirectory.map { [$0] } ?? [])
    var request = unsafe oncegate_spawn_request(
      path: path.pointers[0],
      arguments: arguments.pointers.baseAddress,
      environment: variables.pointers.baseAddress,
      working_directory: folder.pointers[0],
      input: input,
      output: output,
      errors: errors,
      death_signal: launch.deathSignal,
      file_bytes_max: limit.map { Int64($0.bytesMax) } ?? -1,
      file_limit_kills: limit?.effect == .programEnds ? 1 : 0
    )
    var processID: pid_t = 0
    var code = unsafe ProcessPlatform.spawn(&request, &processID)
    // A program that was just written can still be open for writing in a child of another thread that
    // has not become its own program yet. That is over in a moment.
    // Source: https://github.com/golang/go/issues/22315.
    for _ in 0..<busyTriesMax where code == ETXTBSY {
      _ = poll(nil, 0, 1)
      code = unsafe ProcessPlatform.spawn(&request, &processID)
    }
    guard code == 0 else { throw CommandLookup.error(code: code, path: launch.path) }
    return processID
  }

  /// Reads once; `false` means that nothing more is there now.
  func readOutput(buffer: inout [UInt8]) -> Bool {
    guard let descriptor = output else { return false }
    switch Descriptors.read(descriptor, into: &buffer) {
    case .bytes(let count):
      let overflowed = process.state.withLock { state in
        state.keep(buffer[..<count])
        return state.outputOverflowed
      }
      if overflowed && killsOnOverflow { process.kill(SIGKILL) }
      return true
    case .wouldWait: return false
    case .ended:
      close(descriptor)
      output = nil
      process.state.withLock { $0.outputEnded = true }
      return false
    }
  }

  /// The descriptor that waits for input, where there is input to write; closes it after the last.
  func inputToWrite() -> Int32? {
    guard let descriptor = input else { return nil }
    let (waits, isOpen) = process.state.withLock { ($0.inputWaits, $0.acceptsInput) }
    if waits { return descriptor }
    if !isOpen {
      close(descriptor)
      input = nil
    }
    return nil
  }

  func writeInput() {
    guard let descriptor = input else { return }
    process.state.withLock { state in
      switch Descriptors.write(descriptor, state.input[state.inputWritten...]) {
      case .bytes(let count): state.wrote(count)
      case .wouldWait: break
      case .ended: state.dropInput()
      }
    }
  }

  /// Goes on with a child whose process has ended, and returns whether nothing of it lives on.
  func settle(
    _ survivors: [Int32],
    at now: ContinuousClock.Instant,
    hurry: Bool,
    buffer: inout [UInt8]
  ) -> Bool {
    for _ in 0..<Self.lastReadsMax where !readOutput(buffer: &buffer) { break }
    let isQuiet = survivors.isEmpty && output == nil
    if isQuiet {
      finish(leftBehind: 0)
      return true
    }
    let deadline = lingerDeadline ?? now + (hurry ? .zero : ChildProcess.lingerTimeMax)
    lingerDeadline = deadline
    if now < deadline && !hurry { return false }
    // The zombie still holds the group's ID, so that it is nobody else's.
    process.kill(SIGKILL)
    for survivor in survivors {
      killed.insert(survivor)
      kill(survivor, SIGKILL)
    }
    if survivors.isEmpty || now >= deadline + ChildProcess.killTimeMax {
      // Nobody is found and yet the output is held: by a process that escaped, or by a stranger.
      finish(leftBehind: output == nil ? 0 : 1)
      return true
    }
    return false
  }

  private func finish(leftBehind: Int) {
    for descriptor in [output, input, exitDescriptor] { descriptor.map { _ = close($0) } }
    (output, input, exitDescriptor) = (nil, nil, nil)
    let processID = processID
    let left = max(killed.count, leftBehind)
    let finished = process.state.withLock { state in
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
      state.reaped = true
      var finished = FinishedCommand(exit: Exit(waitStatus: status))
      finished.output = state.output
      finished.outputOverflowed = state.outputOverflowed
      finished.leftProcesses = left
      state.outputEnded = true
      state.dropInput()
      state.finished = finished
      return finished
    }
    if let whenEnded { EndNotices.shared.post { whenEnded(finished) } }
  }
}
