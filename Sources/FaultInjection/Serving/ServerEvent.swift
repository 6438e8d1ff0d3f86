// SPDX-License-Identifier: Apache-2.0

/// Something that happened in a fault server.
///
/// Events are posted one at a time and in order. `received` is the first of a delivery; exactly one
/// of `answered`, `cut`, `clientGone` or `stopped` is its last, unless the client leaves while the
/// answer goes out: then `clientGone` comes after `answered`.
public enum ServerEvent: Hashable, Sendable {
  /// A whole request for a write has arrived and stands in the ledger.
  case received(Delivery)
  /// A record was stored; posted after the ledger holds it, and before any byte of the answer goes
  /// out.
  case committed(delivery: Int, key: String, record: Int)
  /// The key and the body are known, and the stored result is the answer.
  case replayed(delivery: Int, key: String, record: Int)
  /// The key and the body are known from a failure that was kept, and that is the answer.
  case failureReplayed(delivery: Int, key: String, status: Int)
  /// The key is known with another body; nothing was changed.
  case conflicted(delivery: Int, key: String)
  /// The key is still being worked on, and the answer says so.
  case inFlight(delivery: Int, key: String)
  /// Another body was stored under the arriving key, to make a conflict.
  case seeded(delivery: Int, key: String, record: Int)
  /// A fault begins to act; posted before anything of it can be seen from outside.
  case faulted(delivery: Int, Fault)
  /// The delivery or its answer is held from now on; `released`, `clientGone` or `stopped` follows.
  case held(delivery: Int)
  /// The hold has ended, and the delivery goes on.
  case released(delivery: Int)
  /// The client closed its connection before it had a whole answer.
  case clientGone(delivery: Int)
  /// A whole answer goes out now.
  case answered(delivery: Int, status: Int)
  /// The connection ends now, with a part of an answer or with none.
  case cut(delivery: Int)
  /// The server was stopped before the delivery was answered.
  case stopped(delivery: Int)
  /// A real server did the work and gave this status; that answer goes out, unless a fault spoils it.
  ///
  /// `record` numbers, from 1, the records that successes have named, or is nothing where this one names none.
  case passedOn(delivery: Int, status: Int, record: Int?)
  /// A real server gave no answer that can go on; the answer is 502.
  case upstreamFailed(delivery: Int, UpstreamFailure)
  /// A request that is no write was passed on and given this status; nothing where there was no answer.
  case passedOnUntouched(status: Int?)
  /// The ledger could not keep a change; the answer is 500.
  case ledgerFailed(delivery: Int)
  /// A request was not read to its end: bad framing, too much, or too slow.
  case refusedFraming(status: Int)
  /// A request was whole, but not for this server: another path, method, host or origin, or no
  /// room.
  case refusedRequest(status: Int)
  /// There were too many connections, and one was closed: the new one, or one that had waited too long for
  /// its client.
  case refusedConnection
}

extension ServerEvent {
  /// The number of the delivery that it is about, or nothing where it is about none.
  public var delivery: Int? {
    switch self {
    case .received(let delivery): delivery.number
    case .committed(let number, _, _), .replayed(let number, _, _),
      .failureReplayed(let number, _, _), .conflicted(let number, _), .inFlight(let number, _),
      .seeded(let number, _, _), .faulted(let number, _), .held(let number),
      .released(let number), .clientGone(let number), .answered(let number, _),
      .cut(let number), .stopped(let number), .ledgerFailed(let number),
      .passedOn(let number, _, _), .upstreamFailed(let number, _):
      number
    case .passedOnUntouched, .refusedFraming, .refusedRequest, .refusedConnection: nil
    }
  }
}
