// SPDX-License-Identifier: Apache-2.0

/// A whole request, as a plain server sees it.
package struct PlainRequest: Sendable {
  package let method: String
  /// The path and the query.
  package let target: String
  package let body: [UInt8]
  /// Whether the body is as long as was declared.
  package let isWhole: Bool
  let fields: [HeaderLine]

  /// The first value of a field, or nothing where there is no such field.
  package func value(of name: String) -> String? { fields.values(of: name).first }
}

/// What a plain server does with a request.
package enum PlainReply: Hashable, Sendable {
  /// Answers with a status and a JSON text.
  case answer(Int, String)
  /// Ends the connection without an answer.
  case close
  /// Gives no answer until the client is gone.
  case silence
}

/// A small HTTP/1.1 server on loopback around one function, for servers whose mistakes are known.
///
/// Each connection has a thread of its own and serves one request. It serves until its process ends.
package final class PlainServer: Sendable {
  /// The address, without a path.
  package var url: String { "http://127.0.0.1:\(listener.port)" }
  private let listener: Listener
  private let threads = ThreadCount()

  /// Binds a port of the system's choice and listens.
  ///
  /// - Parameters:
  ///   - takesShortBodies: whether a body that ends early reaches the function, and is not refused before.
  ///   - reply: says what is done with a request; called on many threads at once.
  /// - Throws: an error where the port cannot be listened on.
  package init(
    takesShortBodies: Bool,
    reply: @escaping @Sendable (PlainRequest) -> PlainReply
  ) throws(FaultServerError) {
    do throws(Sockets.Failure) {
      listener = try Listener(port: 0)
      let threads = threads
      _ = try listener.listen { descriptor in
        let isStarted = threads.start(atMost: Limits.default.connectionsMax) {
          Self.serve(descriptor, takesShortBodies, reply)
          Sockets.closeDescriptor(descriptor)
        }
        if !isStarted { Sockets.closeDescriptor(descriptor) }
      }
    } catch {
      throw .system(call: error.call, code: error.code)
    }
  }

  private static func serve(
    _ descriptor: Int32,
    _ takesShortBodies: Bool,
    _ reply: (PlainRequest) -> PlainReply
  ) {
    var reader = RequestReader(descriptor, limits: .default)
    let answer: Answer
    do throws(RequestRefusal) {
      switch reply(try read(&reader, takesShortBodies)) {
      case .answer(let status, let json):
        answer = Answer(status: status, contentType: "application/json", body: Array(json.utf8))
      case .close: return
      case .silence:
        var hangUp = HangUp(of: descriptor)
        _ = hangUp.wait(orReadable: nil, until: nil)
        return
      }
    } catch {
      switch error {
      case .noRequest: return
      case .status(let status), .notServed(let status): answer = .failure(status)
      }
    }
    let deadline = ContinuousClock.now + Limits.default.answerDeadline
    _ = Sockets.sendAll(descriptor, answer.bytes, until: deadline)
    Sockets.endSending(descriptor)
    reader.drain()
  }

  private static func read(
    _ reader: inout RequestReader,
    _ takesShortBodies: Bool
  ) throws(RequestRefusal) -> PlainRequest {
    let head = try reader.head()
    let framing = try head.framing(bodyBytesMax: Limits.default.bodyBytesMax)
    var body: [UInt8]
    var isWhole = true
    if takesShortBodies, case .length(let count) = framing {
      body = try reader.takeToEnd(atMost: count).bytes
      isWhole = body.count == count
    } else {
      body = try reader.body(framing)
    }
    return PlainRequest(
      method: head.method,
      target: head.target,
      body: body,
      isWhole: isWhole,
      fields: head.fields
    )
  }
}
