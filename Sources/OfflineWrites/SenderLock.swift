// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The identity of a sender, which ends with its process, however that ends.
///
/// Each sender holds an advisory lock on one of a few numbered files beside the store, from its
/// first claim on. The system drops the lock when the process dies, even by SIGKILL or with the
/// machine, so whoever gets the lock of a number knows that its former holder is dead, at once and
/// without a waiting time; and a process ID that was given to another process, or a clock that
/// jumped, cannot mislead. `flock` belongs to the open file, not to the process: two queues in one
/// process keep apart too, and closing another descriptor of the file drops nothing.
///
/// Files are never removed: two senders could otherwise hold the same number through two files.
///
/// Source: https://man7.org/linux/man-pages/man2/flock.2.html.
package final class SenderLock: Sendable {
  /// How many senders one store can have at once.
  static let sendersMax = 64

  /// The sender's number, from 0.
  let number: Int64
  private let release: @Sendable () -> Void

  /// - Parameters:
  ///   - number: the sender's number.
  ///   - release: gives the number back; called once, when the sender ends.
  package init(number: Int64, release: @escaping @Sendable () -> Void) {
    self.number = number
    self.release = release
  }

  deinit { release() }

  /// Takes the lowest number that no living sender has.
  static func lowestFree(besideStoreAt path: String) throws(QueueError) -> SenderLock {
    try SenderFiles(storePath: path).lowestFree()
  }

  /// Takes a number, or returns nothing where a living sender has it.
  static func take(
    _ number: Int64,
    besideStoreAt path: String
  ) throws(QueueError) -> SenderLock? {
    // A child that inherited the descriptor would keep a dead sender alive.
    let descriptor = unsafe open(
      "\(path)-sender-\(number)",
      O_RDWR | O_CREAT | O_CLOEXEC,
      S_IRUSR | S_IWUSR
    )
    guard descriptor >= 0 else { throw .senderLock(errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      return SenderLock(number: number) {
        // Not by closing alone: a child that this process is just starting holds a copy of the
        // descriptor until it has become its program, and the lock would last as long.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
    }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw .senderLock(errno: code) }
    return nil
  }
}

/// Where the senders of a store get their numbers from.
package protocol SenderPlace: Sendable {
  /// Takes a number, or returns nothing where a living sender has it.
  func take(_ number: Int64) throws(QueueError) -> SenderLock?
}

extension SenderPlace {
  /// Takes the lowest number that no living sender has.
  func lowestFree() throws(QueueError) -> SenderLock {
    for number in 0..<Int64(SenderLock.sendersMax) {
      if let lock = try take(number) { return lock }
    }
    throw .tooManySenders(max: SenderLock.sendersMax)
  }
}

/// The numbered files beside a store.
struct SenderFiles: SenderPlace {
  let storePath: String

  func take(_ number: Int64) throws(QueueError) -> SenderLock? {
    try SenderLock.take(number, besideStoreAt: storePath)
  }
}
