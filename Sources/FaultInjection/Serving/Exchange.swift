// SPDX-License-Identifier: Apache-2.0

/// One delivery, from its arrival to the decision what is done on the wire.
struct Exchange {
  private let core: ServerCore
  private let descriptor: Int32
  private let request: Request
  private let isJSON: Bool
  private let comparable: [UInt8]
  private let finding: Profile.KeyFinding

  /// Reads the body, or returns nothing where the server was stopped before its turn came.
  init?(core: ServerCore, descriptor: Int32, request: Request) {
    self.core = core
    self.descriptor = descriptor
    self.request = request
    let limits = core.limits
    // The value itself is not kept: a delivery may be held for long.
    let found = core.read(bodyOf: request.body.count) {
      let body = try? StrictJSON(parsing: request.body, depthMax: limits.bodyDepthMax)
      let finding = core.profile.key(
        of: request.head,
        body: body ?? .null,
        bytesMax: limits.keyBytesMax
      )
      return (body != nil, body?.canonicalBytes ?? [], finding)
    }
    guard let found else { return nil }
    (isJSON, comparable, finding) = found
  }

  /// Takes the delivery into the ledger and decides.
  ///
  /// - Parameter resetsNext: whether the connection was kept to be reset now.
  /// - Returns: the delivery's number, where the ledger took it, and what is done on the wire.
  func run(resetsNext: Bool) -> (number: Int?, move: Move)? {
    if let upstream = core.upstream, !core.profile.isWrite(request.head) {
      return (nil, resetsNext ? .reset : passOnUntouched(to: upstream))
    }
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
    // What a request lacks is for a real server to say.
    if core.upstream == nil, let status = refusal(finding) {
      return (delivery.number, .answer(.failure(status)))
    }
    do {
      let work = Work(
        core: core,
        descriptor: descriptor,
        request: request,
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

  /// Passes on what is no write: no fault meets it, and no ledger counts it.
  private func passOnUntouched(to upstream: Upstream) -> Move {
    switch request.passOn(to: upstream, core) {
    case .answer(let answer):
      core.post(.passedOnUntouched(status: answer.status))
      return .answer(answer)
    case .failed:
      core.post(.passedOnUntouched(status: nil))
      return .answer(.failure(502))
    case .stopped: return .leave
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
        comparable: isJSON ? comparable : nil,
        limits: core.limits
      )
      // A real server may take writes without a key; one that is never told apart from the next would meet
      // the first fault for ever.
      let fault = core.upstream != nil && key == nil ? nil : core.fault(of: delivery)
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
    return status ?? (isJSON ? nil : 400)
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
