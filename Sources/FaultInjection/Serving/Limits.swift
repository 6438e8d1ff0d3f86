// SPDX-License-Identifier: Apache-2.0

/// Bounds of everything that a client could make grow.
public struct Limits: Sendable, Hashable {
  /// The most bytes of a request's head, and of the trailers after a chunked body.
  public var headerBytesMax = 16 << 10
  /// The most header fields of a request.
  public var headerCountMax = 100
  /// The most bytes of a body.
  public var bodyBytesMax = 1 << 20
  /// The longest key, in bytes.
  public var keyBytesMax = 255
  /// The deepest nesting of a body; a connection's stack must hold it.
  public var bodyDepthMax = 128
  /// The longest time from the moment that a request is waited for to its last byte.
  public var requestDeadline: Duration = .seconds(10)
  /// The longest time that an answer may take a client to read, a trickle left aside.
  public var answerDeadline: Duration = .seconds(10)
  /// The longest time that a refused client may take to stop sending.
  public var lingerDeadline: Duration = .milliseconds(500)
  /// The most bytes of the body of a real server's answer.
  public var upstreamBodyBytesMax = 64 << 20
  /// The longest time from the connection to a real server to the last byte of its answer.
  public var upstreamDeadline: Duration = .seconds(60)
  /// The most connections at once, each with a thread; for one more the one gives way that has waited
  /// longest for its client, and where all are worked on the new one is closed at once.
  public var connectionsMax = 256
  /// The time that a connection may wait for its client before it has to give way to others.
  public var requestTimeMin: Duration = .milliseconds(100)
  /// The most long bodies that are read as JSON at once; a value takes many times the room of its text.
  public var longBodiesReadAtOnceMax = 4
  /// The most bytes of a body that is short, and waits for no other to be read.
  public var shortBodyBytesMax = 16 << 10
  /// The most deliveries that a ledger keeps; one more is answered 507.
  public var deliveriesMax = 100_000
  /// The most bytes of deliveries that a ledger keeps: bodies, their meaning, and what it keeps of heads;
  /// a delivery above that is answered 507.
  public var deliveredBytesMax = 256 << 20

  /// Creates the bounds that are used where none are given.
  public init() {}

  /// The bounds that are used where none are given.
  public static let `default` = Limits()
}
