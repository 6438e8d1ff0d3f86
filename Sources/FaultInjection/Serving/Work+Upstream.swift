// SPDX-License-Identifier: Apache-2.0

/// A delivery whose work a real server does.
extension Work {
  /// Passes the delivery on, and lets its fault act on the answer.
  ///
  /// A fault before the commit has acted already, and nothing was passed on then.
  func passOn(to upstream: Upstream) -> Move {
    if fault == .stallBeforeCommit, !hold(.stallBeforeCommit, isLate: false) { return .leave }
    switch request.passOn(to: upstream, core) {
    case .answer(let answer):
      core.inOrder { post in
        let record = core.numberOfRecord(namedBy: answer)
        post(.passedOn(delivery: delivery.number, status: answer.status, record: record))
      }
      return finish(answer)
    case .failed(let failure):
      core.post(.upstreamFailed(delivery: delivery.number, failure))
      return .answer(.failure(502))
    case .stopped: return .leave
    }
  }
}

/// What came of passing a request on.
enum PassedOn {
  case answer(Answer)
  case failed(UpstreamFailure)
  /// This server is being stopped.
  case stopped
}

extension Request {
  /// Passes the request on over a connection of its own, and waits for the answer.
  func passOn(to upstream: Upstream, _ core: ServerCore) -> PassedOn {
    do throws(UpstreamFailure) {
      let connection = try UpstreamConnection(to: upstream, limits: core.limits)
      guard core.begin(connection) else { return .stopped }
      defer { core.end(connection) }
      let isToHead = head.method == "HEAD"
      // A server that takes no more may have answered.
      connection.send(bytes(for: upstream))
      return .answer(
        Answer(passingOn: try connection.answer(isToHead: isToHead), isToHead: isToHead)
      )
    } catch {
      return core.isStopping ? .stopped : .failed(error)
    }
  }
}

extension Answer {
  /// The same answer with a body that is no JSON: without its last character, where that breaks it.
  mutating func malform() {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    let cut = Array(body[..<(body.lastIndex { !isSpace($0) } ?? 0)])
    let isBroken = passedOn != nil && !cut.isEmpty && (try? StrictJSON(parsing: cut)) == nil
    body = isBroken ? cut : Array(#"{"id":"#.utf8)
  }
}
