// SPDX-License-Identifier: Apache-2.0

// An offline write queue in plain files, one JSON file for each task. `ClientMain` makes a conforming
// program of it: it reads the command, the body and the environment, and writes the lines.

import Contracts
import OfflineWrites

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
import OfflineWritesURLSession
#else
import Glibc
#endif

@main
struct FileQueue: OfflineClient {
  private let folder: String
  private let endpoint: Endpoint
  private let timeoutMilliseconds: Int

  static func main() { ClientMain.run(makeClient: FileQueue.init) }

  init(_ environment: ClientEnvironment) throws {
    guard let endpoint = Endpoint(environment.url) else {
      throw ClientEnvironmentError.malformedURL
    }
    self.endpoint = endpoint
    timeoutMilliseconds = environment.requestTimeoutMilliseconds
    folder = "\(environment.stateFolder)/tasks"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try flush(environment.stateFolder)
  }

  /// What a file holds; the first four never change, so that no retry can alter what it repeats.
  private struct StoredTask: Codable {
    let id: String
    let key: String
    // Whoever parses a body and writes it again sends other bytes.
    let body: Data
    let createdAt: Date
    var attempts = 0
    var state = "pending"
    var diagnosis: String?
  }

  func submit(body: [UInt8]) throws -> SubmitReply {
    // A new key, also for the content of an earlier action: acting twice is two actions.
    let task = StoredTask(
      id: UUID().uuidString.lowercased(),
      key: UUID().uuidString.lowercased(),
      body: Data(body),
      createdAt: Date()
    )
    try store(task)
    return SubmitReply(task: task.id, key: task.key)
  }

  func resume() throws {
    // One process sends. The system lets go of the lock when that process dies, however it dies, so
    // that its successor can send at once.
    let lock = unsafe open("\(folder)/sender.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw StoreError() }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
    for var task in try stored() where task.state == "pending" {
      // Counted before it is sent, so that no attempt is forgotten when we die while sending.
      task.attempts += 1
      try store(task)
      // An attempt without a whole answer, or with one that is no success, leaves the task pending: it
      // may have been committed, and is sent again as it is.
      let (outcome, result) = OutcomePolicy().judge(send(task))
      switch outcome {
      case .completed: task.state = "completed"
      case .unknown: continue
      case .stopped: (task.state, task.diagnosis) = ("stopped", result.rawValue)
      }
      try store(task)
    }
  }

  func tasks() throws -> [TaskListing] {
    try stored().map { task in
      TaskListing(
        task: task.id,
        key: task.key,
        attempts: task.attempts,
        state: TaskState(rawValue: task.state) ?? .stopped
      )
    }
  }

  private func send(_ task: StoredTask) -> Result<TransportAnswer, TransportFailure> {
    let request = TransportRequest(
      endpoint: endpoint,
      method: "POST",
      headers: [
        HeaderField("Content-Type", "application/json"), HeaderField("Idempotency-Key", task.key),
      ].compactMap(\.self),
      body: Array(task.body),
      timeoutMilliseconds: timeoutMilliseconds,
      answerBytesMax: 65_536,
      answerHeaderBytesMax: 65_536
    )
    #if os(Linux)
    let transport = CurlTransport()
    #else
    let transport = URLSessionTransport()
    #endif
    return Result { () throws(TransportFailure) in try transport.send(request) }
  }

  /// Writes beside the file's place and renames: at any moment the file is the old or the new one, whole.
  private func store(_ task: StoredTask) throws {
    let path = "\(folder)/\(task.id).json"
    try JSONEncoder().encode(task).write(to: URL(fileURLWithPath: "\(path).new"))
    try flush("\(path).new")
    guard unsafe rename("\(path).new", path) == 0 else { throw StoreError() }
    try flush(folder)
  }

  private func stored() throws -> [StoredTask] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }
      .map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
      .map { try JSONDecoder().decode(StoredTask.self, from: $0) }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }
}

/// Forces a file or a folder to the disk.
private func flush(_ path: String) throws {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw StoreError() }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw StoreError() }
}

private struct StoreError: Error {
  let code = errno
}
