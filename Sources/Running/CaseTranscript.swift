// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What a case's process has told, read strictly.
struct CaseTranscript: Equatable {
  /// The most bytes that a process may write.
  static let bytesMax = CaseMessage.linesMax * (CaseMessage.lineBytesMax + 1)

  /// The log lines before the verdict, and before anything that is no message.
  private(set) var log: [LogLine] = []
  private(set) var verdict: Verdict?
  /// Whether a line is no message, too long, one too many, without an end, or behind the verdict.
  private(set) var isMalformed = false

  init(_ output: [UInt8], overflowed: Bool = false) {
    isMalformed = overflowed
    var rest = output[...]
    var linesRead = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      linesRead += 1
      guard verdict == nil, linesRead <= CaseMessage.linesMax,
        let message = CaseMessage(jsonLine: rest[..<end])
      else {
        isMalformed = true
        return
      }
      switch message {
      case .log(let line): log.append(line)
      case .verdict(let told): verdict = told
      }
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { isMalformed = true }
  }
}
