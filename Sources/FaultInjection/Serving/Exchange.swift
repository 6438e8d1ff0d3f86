// SPDX-License-Identifier: Apache-2.0

/// One delivery, from its arrival to the decision what is done on the wire.
struct Exchange {
  private let core: ServerCore
  private let descriptor: Int32
  private let request: Request
  /// The body's value, or nothing where it is no JSON.
  private let body: StrictJSON?
  private let comparable: [UInt8]

  init(core: ServerCore, descriptor: Int32, request: Request) {
    self.core = core
    self.descriptor = descriptor
    self.request = request
    body = try? StrictJSON(parsing: request.body, depthMax: core.limits.bodyDepthMax)
    comparable = body?.canonicalBytes ?? []
  }

  /// Takes the delivery into the ledger and decides.
  ///
  /// - Parameter resetsNext: whether the connection was kept to be reset now.
  /// - Returns: the delivery's number, where the ledger took it, and what is done on the wire.
  func run(resetsNext: Bool) -> (number: Int?, move: Move)? {
    let finding = core.profile.key(
      of: request.head,
      body: body ?? .null,
      bytesMax: core.limits.keyBytesMax
    )
    let key: String? = if case .key(let key) = finding { key } else { nil }
    let received: Received
    do {
      received = try receive(key)
    } catch {
      let status = error == .full ? 507 : 500
      core.post(.refusedRequest(status: status))
      return (nil, .answer(.failure(status)))
    }
    let delivery = received.delivery
    if resetsNext, received.fault?.endsConnectionAfterCommit != true {
      core.post(.faulted(delivery: delivery.number, .reusedConnectionReset))
      return (delivery.number, .reset)
    }
    if let status = refusal(finding) { return (delivery.number, .answer(.failure(status))) }
    do {
      let work = Work(
        core: core,
        descriptor: descriptor,
        delivery: delivery,
        attempts: received.attempts,
        comparable: comparable,
        fault: received.fault
      )
      return (delivery.number, try work.run())
    } catch {
      core.post(.ledgerFailed(delivery: delivery.number))
      return (delivery.number, .answer(.failure(500)))
    }
  }

  private struct Received {
    let delivery: Delivery
    let attempts: Int
    let fault: Fault?
  }

  private func receive(_ key: String?) throws(LedgerError) -> Received {
    try core.inOrder { post throws(LedgerError) in
      let (delivery, attempts) = try core.ledger.receive(
        request,
        key: key,
        comparable: body == nil ? nil : comparable,
        limits: core.limits
      )
      let fault = core.fault(of: delivery)
      post(.received(delivery))
      return Received(delivery: delivery, attempts: attempts, fault: fault)
    }
  }

  /// Returns the status for a request that is no write, or nothing where it is one.
  private func refusal(_ finding: Profile.KeyFinding) -> Int? {
    let status: Int? =
      switch (finding, core.profile.missingKey) {
      case (.key, _), (.missing, .allowed): nil
      case (.missing, .refused(let status)), (.malformed, .refused(let status)): status
      case (.malformed, .allowed): 400
      }
    return status ?? (body == nil ? 400 : nil)
  }
}

extension Fault {
  /// Whether a kept connection ends by the request's own fault, with the work done and without an answer.
  ///
  /// That is the harder form of a reset on a reused connection: a transport that sends the request again by
  /// itself now repeats a write that was done.
  fileprivate var endsConnectionAfterCommit: Bool {
    self == .resetAfterCommit || self == .closeAfterCommit
  }
}
