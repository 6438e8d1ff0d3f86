// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The store could not be used; the value is an `errno`.
struct StoreError: Error, CustomStringConvertible {
  let code: Int32

  /// Takes what the last system call left behind.
  static var last: StoreError { StoreError(code: errno) }

  var description: String { "the store cannot be used: errno \(code)" }
}

/// The queue's store: a folder with one file per task.
///
/// A file is written beside its place, forced to the disk and renamed, so that it is whole at any moment.
struct TaskFolder {
  let path: String

  /// Opens the folder, and makes it where it is missing.
  init(path: String) throws(StoreError) {
    self.path = path
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .last }
  }

  /// The tasks in the order in which they were made.
  func tasks() throws(StoreError) -> [StoredTask] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw StoreError(code: EIO)
    }
    var tasks: [StoredTask] = []
    for name in names where name.hasSuffix(".task") {
      // Another process may have finished and removed it since.
      if let task = try task(String(name.dropLast(".task".count))) { tasks.append(task) }
    }
    return tasks.sorted {
      ($0.createdAtMicroseconds, $0.task) < ($1.createdAtMicroseconds, $1.task)
    }
  }

  /// Stores a task; when it returns, the task is on the disk.
  func save(_ task: StoredTask) throws(StoreError) {
    guard let data = try? JSONEncoder().encode(task) else { throw StoreError(code: EINVAL) }
    let place = file(of: task.task)
    let beside = "\(place).new"
    let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard Descriptor(number: descriptor).write(data) else { throw .last }
    guard fsync(descriptor) == 0, unsafe rename(beside, place) == 0 else { throw .last }
    try syncFolder()
  }

  func delete(_ task: StoredTask) throws(StoreError) {
    if unsafe unlink(file(of: task.task)) != 0, errno != ENOENT { throw .last }
    try syncFolder()
  }

  /// The task with that ID as it lies on the disk now, or nothing where it is gone.
  func task(_ identity: String) throws(StoreError) -> StoredTask? {
    guard let data = FileManager.default.contents(atPath: file(of: identity)) else { return nil }
    guard let task = try? JSONDecoder().decode(StoredTask.self, from: data) else {
      throw StoreError(code: EBADMSG)
    }
    return task
  }

  /// Takes the right to send a task, which the system gives back when the process ends, however it ends.
  ///
  /// - Parameter task: the task.
  /// - Returns: a descriptor to keep open while sending, or nothing where another process sends it.
  /// - Throws: what the system says where the lock cannot be opened.
  func takeSenderLock(of task: StoredTask) throws(StoreError) -> Int32? {
    let place = "\(file(of: task.task)).lock"
    let descriptor = unsafe open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Takes a claim that only its taker gives back, and says whether it was free.
  func takeClaim(_ task: StoredTask) -> Bool {
    let descriptor = unsafe open(
      "\(file(of: task.task)).claim",
      O_CREAT | O_EXCL | O_CLOEXEC,
      0o600
    )
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  func releaseClaim(_ task: StoredTask) { unsafe unlink("\(file(of: task.task)).claim") }

  private func file(of task: String) -> String { "\(path)/\(task).task" }

  private func syncFolder() throws(StoreError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw .last }
  }
}
