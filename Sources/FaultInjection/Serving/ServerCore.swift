// SPDX-License-Identifier: Apache-2.0

import Locking

/// What the threads of a server share.
final class ServerCore: Sendable {
  let ledger: Ledger
  let profile: Profile
  /// The real server that does the work in the ledger's place, or nothing.
  let upstream: Upstream?
  let limits: Limits
  let currentSecond: @Sendable () -> Int64
  let keysInFlight = KeysInFlight()
  let holds = Holds()
  /// Where a real server names the record, or nothing without one.
  private let successShape: SuccessShape?
  /// The records that a real server's successes have named, numbered in that order.
  private let namedRecords = Monitor([StrictJSON: Int]())

  private let scripts: Monitor<Scripts>
  /// Locked while a change is made and told, so that the order of events is the order of changes.
  private let observer: Monitor<Observer>
  private let connections: Monitor<Connections>
  /// A value takes many times the room of its text.
  private let reading: Turns
  private let threads = ThreadCount()

  /// Keeps the function in a structure: a bare function that goes in and out of a generic type is
  /// wrapped anew each time, until calling it overflows the stack.
  private struct Observer {
    let post: @Sendable (ServerEvent) -> Void
  }

  private struct Scripts {
    var ofAll: FaultScript
    /// The keys that have a script of their own.
    var ofKeys: [String: FaultScript] = [:]
  }

  private struct Connections {
    var open: OpenConnections
    /// The connections to the real server.
    var upstream: Set<Int32> = []
    var isStopping = false
  }

  init(
    ledger: Ledger,
    profile: Profile,
    upstream: Upstream?,
    script: FaultScript,
    limits: Limits,
    currentSecond: @escaping @Sendable () -> Int64,
    observer: @escaping @Sendable (ServerEvent) -> Void
  ) {
    self.ledger = ledger
    self.profile = profile
    self.upstream = upstream
    successShape = upstream.map { _ in SuccessShape(profile) }
    self.limits = limits
    self.currentSecond = currentSecond
    connections = Monitor(Connections(open: OpenConnections(limits)))
    reading = Turns(limits.longBodiesReadAtOnceMax)
    scripts = Monitor(Scripts(ofAll: script))
    self.observer = Monitor(Observer(post: observer))
  }

  func fault(of delivery: Delivery) -> Fault? {
    scripts.withLock { scripts in
      let script = delivery.key.flatMap { scripts.ofKeys[$0] } ?? scripts.ofAll
      return script.fault(attempt: delivery.keyAttempt)
    }
  }

  func setScript(_ script: FaultScript) { scripts.withLock { $0.ofAll = script } }

  func setScript(_ script: FaultScript?, forKey key: String) {
    scripts.withLock { $0.ofKeys[key] = script }
  }

  // MARK: - Events

  /// Makes a change and tells of it, while no other event can come between.
  func inOrder<Result, Failure: Error>(
    _ body: ((ServerEvent) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try observer.withLock { (observer: inout Observer) throws(Failure) in try body(observer.post) }
  }

  func post(_ event: ServerEvent) { inOrder { post in post(event) } }

  // MARK: - Connections

  var isStopping: Bool { connections.withLock { $0.isStopping } }

  /// Serves a connection on a thread of its own, and closes it.
  ///
  /// Where there are as many as there may be, it waits until the one gives way that has waited for its
  /// client the longest; where all are being worked on, the new one is refused.
  func serve(_ descriptor: Int32) {
    guard takesIn(descriptor) else {
      post(.refusedConnection)
      return Sockets.closeDescriptor(descriptor)
    }
    let isStarted = threads.start { [self] in
      Connection(core: self, descriptor: descriptor).run()
      close(descriptor)
    }
    if !isStarted {
      post(.refusedConnection)
      close(descriptor)
    }
  }

  private func takesIn(_ descriptor: Int32) -> Bool {
    while true {
      let step: OpenConnections.Step = connections.withLock { connections in
        connections.isStopping ? .refused : connections.open.admit(descriptor, at: .now)
      }
      switch step {
      case .admitted: return true
      case .refused: return false
      case .wait(let limit):
        _ = connections.wait(atMost: limit) { connections in
          connections.isStopping || connections.open.hasRoom ? () : nil
        }
      }
    }
  }

  /// Says that a connection waits for its client, and may have to give way to others.
  func waitsForClient(_ descriptor: Int32) {
    connections.withLock { $0.open.wait(descriptor, since: .now) }
  }

  /// Keeps a connection from giving way while its request is worked on; false where it has to already.
  func beginsWork(_ descriptor: Int32) -> Bool {
    connections.withLock { $0.open.beginWork(descriptor) }
  }

  /// Whether a connection has to give way to others.
  func givesWay(_ descriptor: Int32) -> Bool {
    connections.withLock { $0.open.givesWay(descriptor) }
  }

  /// Closes a descriptor while nobody else uses its number.
  private func close(_ descriptor: Int32) {
    connections.withLock { connections in
      connections.open.remove(descriptor)
      Sockets.closeDescriptor(descriptor)
    }
  }

  /// Reads a body and makes of its value what is needed further, no more than some long ones at once.
  ///
  /// - Returns: what the function returns, or nothing where the server was stopped before.
  func read<Result>(bodyOf bytes: Int, _ body: () -> Result) -> Result? {
    bytes > limits.shortBodyBytesMax ? reading.take(body) : body()
  }

  /// Numbers the record that a real server's answer names, or returns nothing where it names none.
  func numberOfRecord(namedBy answer: Answer) -> Int? {
    guard 200...299 ~= answer.status,
      let name = read(bodyOf: answer.body.count, { successShape?.record(in: answer.body) }) ?? nil
    else { return nil }
    return namedRecords.withLock { records in
      // No more than there are deliveries, which are bounded.
      let number = records[name] ?? records.count + 1
      records[name] = number
      return number
    }
  }

  /// Lets a stop end a connection to the real server; returns false where the server is being stopped.
  func begin(_ connection: UpstreamConnection) -> Bool {
    let isBegun = connections.withLock { connections in
      if !connections.isStopping { connections.upstream.insert(connection.descriptor) }
      return !connections.isStopping
    }
    if !isBegun { connection.close() }
    return isBegun
  }

  /// Closes a connection to the real server while nobody else uses its number.
  func end(_ connection: UpstreamConnection) {
    connections.withLock { connections in
      connections.upstream.remove(connection.descriptor)
      connection.close()
    }
  }

  /// Ends every connection and every wait, and returns when no thread is left.
  func stop() {
    // In this order: a hold that ends must not hand its key to a delivery that waits for it, and an
    // end that comes from here must not look like a client that left.
    connections.withLock { $0.isStopping = true }
    keysInFlight.stop()
    holds.stop()
    reading.stop()
    connections.withLock { connections in
      for descriptor in connections.upstream.union(connections.open.descriptors) {
        Sockets.endBoth(descriptor)
      }
    }
    threads.waitForNone()
  }
}
