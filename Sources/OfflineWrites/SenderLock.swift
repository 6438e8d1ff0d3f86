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
final class SenderLock: Sendable {
  /// How many senders one store can have at once.
  static let sendersMax = 64

  /// The sender's number, from 0.
  let number: Int64
  private let descriptor: Int32

  private init(number: Int64, descriptor: Int32) {
    self.number = number
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes the lowest number that no living sender has.
  static func lowestFree(besideStoreAt path: String) throws(QueueError) -> SenderLock {
    for number in 0..<Int64(sendersMax) {
      if let lock = try take(number, besideStoreAt: path) { return lock }
    }
    throw .tooManySenders(max: sendersMax)
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
      return SenderLock(number: number, descriptor: descriptor)
    }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw .senderLock(errno: code) }
    return nil
  }
}
