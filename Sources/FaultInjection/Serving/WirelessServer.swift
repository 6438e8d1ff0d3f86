// SPDX-License-Identifier: Apache-2.0

/// A fault server without a wire: requests are handed to it, and it decides about them as `FaultServer` does.
///
/// It has no threads of its own and holds nothing back: whoever hands a request over decides when it goes on.
package final class WirelessServer: Sendable {
  /// What was delivered and recorded.
  package let ledger: Ledger
  private let core: ServerCore

  /// What is to be done about a delivery.
  package struct Decision {
    /// The number of the delivery, or nothing where the ledger did not take it.
    package let number: Int?
    fileprivate let move: Move
  }

  /// What a client sees of its request.
  package enum Sight: Hashable, Sendable {
    case answer(status: Int, retryAfter: String?, body: [UInt8])
    /// The connection was reset or closed before the whole head came.
    case broken
    /// The body ended before its declared end.
    case truncated
  }

  /// Starts a server with an empty ledger and no faults.
  ///
  /// - Parameters:
  ///   - profile: how keys are treated.
  ///   - observer: is told every event, in order.
  package init(profile: Profile, observer: @escaping @Sendable (ServerEvent) -> Void) {
    ledger = Ledger()
    core = ServerCore(
      ledger: ledger,
      profile: profile,
      upstream: nil,
      script: .none,
      limits: .default,
      currentSecond: { 0 },
      observer: observer
    )
  }

  /// Changes which fault meets which delivery, for keys that have no script of their own.
  ///
  /// A fault that holds a delivery back must not be among them.
  package func setScript(_ script: FaultScript) { core.setScript(script) }

  /// Changes which fault meets which delivery of one key; as above.
  package func setScript(_ script: FaultScript?, forKey key: String) {
    core.setScript(script, forKey: key)
  }

  /// Takes a delivery up to the point where an answer would go out.
  ///
  /// - Parameters:
  ///   - fields: the header fields, each name in any letters.
  ///   - body: the body.
  /// - Returns: what is to be done; `answer(_:)` or `clientLeft(_:)` must follow.
  package func deliver(fields: [(name: String, value: String)], body: [UInt8]) -> Decision {
    let endpoint = core.profile.endpoints[0]
    let head = RequestHead(
      method: endpoint.method,
      target: endpoint.path,
      isVersion11: true,
      fields: fields.map {
        HeaderLine(
          name: HTTPSyntax.lowercased($0.name),
          value: $0.value,
          bytes: Array("\($0.name): \($0.value)".utf8)
        )
      }
    )
    let request = Request(head: head, body: body)
    let exchange = Exchange(core: core, descriptor: -1, request: request)?.run(resetsNext: false)
    return Decision(number: exchange?.number, move: exchange?.move ?? .leave)
  }

  /// Sends the answer, or what a fault has left of it.
  package func answer(_ decision: Decision) -> Sight {
    switch decision.move {
    case .answer(let answer), .trickle(let answer, _), .stalledPart(let answer, _):
      post(decision) { .answered(delivery: $0, status: answer.status) }
      return .answer(
        status: answer.status,
        retryAfter: answer.fields.first { $0.name == "Retry-After" }?.value,
        body: answer.body
      )
    case .part(_, _, let isReset):
      post(decision) { .cut(delivery: $0) }
      return isReset ? .broken : .truncated
    case .close, .reset, .leave:
      post(decision) { .cut(delivery: $0) }
      return .broken
    }
  }

  /// Takes note that the client has gone before it got an answer.
  package func clientLeft(_ decision: Decision) { post(decision) { .clientGone(delivery: $0) } }

  private func post(_ decision: Decision, _ event: (Int) -> ServerEvent) {
    if let number = decision.number { core.post(event(number)) }
  }
}
