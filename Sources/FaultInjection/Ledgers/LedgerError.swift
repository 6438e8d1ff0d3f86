// SPDX-License-Identifier: Apache-2.0

/// What a ledger could not do.
public enum LedgerError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened, or is none of ours; the reason is in the store's words.
  case cannotOpen(reason: String)
  /// Another process has the file.
  case inUse
  /// A change could not be kept; the reason is in the store's words.
  case cannotKeep(reason: String)
  /// The bytes are no JSON, so that nothing could be compared with them.
  case notJSON(reason: String)
  /// The ledger holds as much as it may.
  case full

  /// What is wrong, as a fragment of a sentence.
  public var description: String {
    switch self {
    case .cannotOpen(let reason): "ledger: cannot open the file: \(reason)"
    case .inUse: "ledger: the file is in use by another process"
    case .cannotKeep(let reason): "ledger: cannot keep a change: \(reason)"
    case .notJSON(let reason): "ledger: the body cannot be compared: \(reason)"
    case .full: "ledger: no room for another delivery"
    }
  }
}
