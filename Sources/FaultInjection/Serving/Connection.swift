// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A whole request for a write.
struct Request {
  let head: RequestHead
  let body: [UInt8]
}

/// What is done on the wire at the end of a delivery.
enum Move: Hashable {
  /// The whole answer, after which the connection is closed unless the answer keeps it.
  case answer(Answer)
  /// The whole answer, a byte at a time.
  case trickle(Answer, pauseMilliseconds: Int)
  /// The head and so many bytes of the body; then the connection is reset or closed.
  case part(Answer, bodyBytes: Int, isReset: Bool)
  /// The head and so many bytes of the body; the rest when it is released.
  case stalledPart(Answer, bodyBytes: Int)
  /// An orderly end without an answer.
  case close
  /// A reset without an answer.
  case reset
  /// Nothing more: the client is gone, or the server is being stopped.
  case leave
}

/// One connection, served from its first request to its end.
struct Connection {
  let core: ServerCore
  let descriptor: Int32

  func run() {
    var reader = RequestReader(descriptor, limits: core.limits)
    // The fault that a kept connection was kept for.
    var resetsNext = false
    while true {
      do throws(RequestRefusal) {
        let request = try read(&reader)
        guard core.beginsWork(descriptor) else { throw .status(408) }
        guard
          let (number, move) = Exchange(core: core, descriptor: descriptor, request: request)?
            .run(resetsNext: resetsNext)
        else { return }
        resetsNext = perform(move, of: number)
        if let number { core.holds.ended(number) }
        if !resetsNext { return }
        core.waitsForClient(descriptor)
      } catch {
        return refuse(error, &reader)
      }
    }
  }

  // MARK: - Reading

  private func read(_ reader: inout RequestReader) throws(RequestRefusal) -> Request {
    var head = try reader.head()
    try head.requireLoopback()
    try head.useOriginForm()
    // What is no write here may well be something to a real server.
    if core.upstream == nil { try core.profile.requireEndpoint(of: head) }
    let framing = try head.framing(bodyBytesMax: core.limits.bodyBytesMax)
    if try head.expectsContinue(), framing != .length(0) {
      _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    return Request(head: head, body: try reader.body(framing))
  }

  private func refuse(_ refusal: RequestRefusal, _ reader: inout RequestReader) {
    if core.givesWay(descriptor) { return giveWay() }
    let answer: Answer
    switch refusal {
    case .noRequest: return
    case .status(let status):
      // A connection that is ended from outside looks like a client that ended early.
      if core.isStopping { return }
      core.post(.refusedFraming(status: status))
      answer = .failure(status)
    case .notServed(let status):
      core.post(.refusedRequest(status: status))
      answer = status == 405 ? .wrongMethod(core.profile) : .failure(status)
    }
    _ = send(answer.bytes)
    // Closing at once would reset the connection while the client still sends, and the client would
    // never read the answer; RFC 9112, section 9.6.
    Sockets.endSending(descriptor)
    core.waitsForClient(descriptor)
    reader.drain()
  }

  /// Ends a connection to make room for another one, and waits for nothing.
  private func giveWay() {
    core.post(.refusedConnection)
    _ = Sockets.send(descriptor, Answer.failure(408).bytes[...])
  }

  // MARK: - Answering

  /// Does a move and tells of it; returns true where the connection is kept for one more request.
  private func perform(_ move: Move, of number: Int?) -> Bool {
    func post(_ event: (Int) -> ServerEvent) {
      if let number { core.post(event(number)) }
    }
    switch move {
    case .answer(let answer):
      post { .answered(delivery: $0, status: answer.status) }
      let isSent = send(answer.bytes)
      if !isSent { post(whoLeft) }
      return isSent && answer.keepsConnection
    case .trickle(let answer, let milliseconds):
      post { .answered(delivery: $0, status: answer.status) }
      if !trickle(answer.bytes, pause: .milliseconds(milliseconds)) { post(whoLeft) }
    case .part(let answer, let count, let isReset):
      post { .cut(delivery: $0) }
      _ = send(answer.head + answer.body.prefix(count))
      if isReset { Sockets.resetOnClose(descriptor) }
    case .stalledPart(let answer, let count):
      let isComplete =
        send(answer.head + answer.body.prefix(count)) && holdOn(number)
        && send(Array(answer.body.dropFirst(count)))
      post { isComplete ? .answered(delivery: $0, status: answer.status) : whoLeft($0) }
    case .close: post { .cut(delivery: $0) }
    case .reset:
      post { .cut(delivery: $0) }
      Sockets.resetOnClose(descriptor)
    case .leave: post(whoLeft)
    }
    return false
  }

  /// Holds the rest of an answer, and returns false where it must not go out.
  private func holdOn(_ number: Int?) -> Bool {
    guard let number else { return false }
    let ending = core.holds.hold(number, on: descriptor, isLate: false) {
      core.post(.held(delivery: number))
    }
    if ending == .released { core.post(.released(delivery: number)) }
    return ending == .released
  }

  private func whoLeft(_ number: Int) -> ServerEvent {
    core.isStopping ? .stopped(delivery: number) : .clientGone(delivery: number)
  }

  /// Sends everything, and returns false where the client does not take it.
  private func send(_ bytes: [UInt8]) -> Bool {
    Sockets.sendAll(descriptor, bytes, until: ContinuousClock.now + core.limits.answerDeadline)
  }

  private func trickle(_ bytes: [UInt8], pause: Duration) -> Bool {
    var hangUp = HangUp(of: descriptor)
    for byte in bytes {
      guard send([byte]) else { return false }
      if hangUp.wait(orReadable: nil, until: .now + pause) { return false }
    }
    return true
  }
}

extension Profile {
  /// Makes sure that a request goes to an endpoint.
  fileprivate func requireEndpoint(of head: RequestHead) throws(RequestRefusal) {
    let here = endpoints.filter { $0.matches(path: head.target) }
    guard !here.isEmpty else { throw .notServed(404) }
    guard here.contains(where: { $0.method == head.method }) else { throw .notServed(405) }
  }

  /// Says whether a request is a write.
  func isWrite(_ head: RequestHead) -> Bool {
    endpoints.contains { $0.method == head.method && $0.matches(path: head.target) }
  }
}
