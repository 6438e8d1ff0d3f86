// SPDX-License-Identifier: Apache-2.0

import Storing

/// Why the queue could not do what it was asked to; nothing that was durable before is lost.
///
/// It holds counts and codes, never a body, a key, a URL or a path.
public enum QueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The body is longer than the limit; both in bytes.
  case bodyTooLong(Int, max: Int)
  /// The body is not JSON in UTF-8.
  case bodyNotJSON
  /// The key goes into the body, which is not an object.
  case bodyNotAnObject
  /// The key goes into the body, which has a member of that name already.
  case bodyNamesKey
  /// Another task has the key.
  case keyTaken
  /// There are as many unfinished tasks as the queue keeps.
  case full(max: Int)
  /// There is no such task, or it is not finished.
  case notFinished
  /// The method or the name of the key's place cannot be sent.
  case unusableFormat
  /// As many processes send from this store as can do so at once.
  case tooManySenders(max: Int)
  /// The lock of a sender cannot be used, for the reason that `errno` gives.
  case senderLock(errno: Int32)
  /// The file is not a database.
  case notAStore
  /// The file is another program's database.
  case foreignStore
  /// The store was written by a later version.
  case newerStore(found: Int64, known: Int64)
  /// The store's file ends within a page, so that what stood in the rest of it is lost.
  case storeCutShort
  /// The store cannot be written to.
  case readOnlyStore
  /// The disk is full.
  case storeFull
  /// Another process holds the store.
  case storeBusy
  /// SQLite failed otherwise, with this extended result code.
  case storeFailed(code: Int32)
  /// The store holds something that the queue never writes.
  case storeCorrupt

  init(_ error: StoringError) {
    switch error {
    case .foreignStore: self = .foreignStore
    case .cutShort: self = .storeCutShort
    case .newerSchema(let found, let known): self = .newerStore(found: found, known: known)
    case .notWritable, .olderSchema: self = .readOnlyStore
    case .unexpectedColumn: self = .storeCorrupt
    case .refused(_, let code):
      self =
        if code.isNotADatabase {
          .notAStore
        } else if code.isReadOnly {
          .readOnlyStore
        } else if code.isFull {
          .storeFull
        } else if code.isBusy {
          .storeBusy
        } else {
          .storeFailed(code: code.rawValue)
        }
    }
  }

  /// What is wrong, as a lower-case fragment.
  public var description: String {
    switch self {
    case .bodyTooLong(let bytes, let max): "body: \(bytes) bytes long; expected at most \(max)"
    case .bodyNotJSON: "body: not JSON in UTF-8"
    case .bodyNotAnObject: "body: not a JSON object, which the key could go into"
    case .bodyNamesKey: "body: has the key's member already"
    case .keyTaken: "key: another task has it"
    case .full(let max): "queue: \(max) tasks are unfinished, which is the limit"
    case .notFinished: "task: not there, or not finished"
    case .unusableFormat: "request format: the method or the key's name cannot be sent"
    case .tooManySenders(let max): "queue: \(max) senders are at work, which is the limit"
    case .senderLock(let code): "queue: the sender's lock file cannot be used (errno \(code))"
    case .notAStore: "store: the file is not a database"
    case .foreignStore: "store: the file is a database of another program"
    case .newerStore(let found, let known):
      "store: schema version is \(found); expected at most \(known); use the newer program"
    case .storeCutShort: "store: the file is cut off; restore it from a copy"
    case .readOnlyStore: "store: it cannot be written to"
    case .storeFull: "store: the disk is full"
    case .storeBusy: "store: another process holds it"
    case .storeFailed(let code): "store: \(SQLiteCode(rawValue: code))"
    case .storeCorrupt: "store: it holds something that a queue never writes"
    }
  }
}
