// SPDX-License-Identifier: Apache-2.0

@testable import FaultInjection

/// What holds for the answer that is read from any bytes of a real server.
enum AnswerCheck {
  private static let limits = RequestCheck.limits

  static func run(_ input: [UInt8], over deliveries: Deliveries) throws {
    let cut = CutInput(input)
    for isToHead in [false, true] {
      let whole = try read([cut.bytes[...]], isToHead, over: deliveries)
      let inParts = try read(cut.parts, isToHead, over: deliveries)
      try require(whole == inParts, "the answer depends on the reads")
      try require(whole != .failure(.status(408)), "the reader waits behind the end")
      guard case .success(let answer) = whole else { continue }
      try judge(answer, isToHead: isToHead)
    }
  }

  private static func read(
    _ parts: [ArraySlice<UInt8>],
    _ isToHead: Bool,
    over deliveries: Deliveries
  ) throws(Broken) -> Result<UpstreamAnswer, RequestRefusal> {
    try deliveries.send(parts)
    var reader = RequestReader(deliveries.descriptor, limits: limits)
    do throws(RequestRefusal) {
      return .success(try reader.answer(isToHead: isToHead))
    } catch {
      return .failure(error)
    }
  }

  private static func judge(_ answer: UpstreamAnswer, isToHead: Bool) throws(Broken) {
    try require(answer.body.count <= limits.bodyBytesMax, "the body is too long")
    try require(answer.fields.count <= limits.headerCountMax, "too many fields")
    let hasNoBody = isToHead || answer.status == 204 || answer.status == 304
    try require(!hasNoBody || answer.body.isEmpty, "there is a body where none can be")
    // What goes on to the client says its length once, and nothing of another framing.
    let passed = Answer(passingOn: answer, isToHead: isToHead).head
    let lines = passed.split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { HTTPSyntax.lowercased(String(decoding: $0, as: UTF8.self)) }
    try require(lines.allSatisfy { $0.isEmpty || $0.hasSuffix("\r") }, "a line ends in the middle")
    let lengths = lines.filter { $0.hasPrefix("content-length:") }
    if !hasNoBody {
      try require(
        lengths == ["content-length: \(answer.body.count)\r"],
        "the length is not said once"
      )
    }
    try require(
      !lines.contains { $0.hasPrefix("transfer-encoding:") },
      "a framing goes on that is not kept"
    )
  }
}
