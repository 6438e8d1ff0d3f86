// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer with a declared length.
struct Answer {
  let status: Int
  let body: Data
  /// Whether the body is as long as was declared.
  let isWhole: Bool
  /// Whether the server leaves the connection open.
  let keepsConnection: Bool
  /// The value of Retry-After, or nothing.
  let retryAfter: String?

  /// Whether the body is an object that names the record, or there is none where none is due.
  func isSuccess(_ success: ServerOptions.Success) -> Bool {
    switch success {
    case .noContent: status == 204
    case .member(let name):
      (try? JSONDecoder().decode([String: Ignored].self, from: body))?[name] != nil
    }
  }

  /// A value that is there, whatever it is.
  private struct Ignored: Decodable { init(from decoder: any Decoder) {} }

  /// Whether the body is an object that names no error.
  var isObjectWithoutError: Bool {
    struct Failure: Decodable { let error: String? }
    guard let failure = try? JSONDecoder().decode(Failure.self, from: body) else { return false }
    return failure.error == nil
  }

  /// Reads an answer, or nothing as long as it is not whole or has no length.
  init?(whole bytes: [UInt8]) {
    self.init(bytes)
    if !isWhole { return nil }
  }

  /// Reads an answer whose body may have been cut off.
  init?(cut bytes: [UInt8]) { self.init(bytes) }

  private init?(_ bytes: [UInt8]) {
    guard let end = Self.endOfHead(in: bytes) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let statusLine = (lines.first ?? "").split(separator: " ")
    guard statusLine.count >= 2, statusLine[0].hasPrefix("HTTP/1."),
      let status = Int(statusLine[1]),
      let length = status == 204 ? 0 : Self.declaredLength(in: lines.dropFirst())
    else { return nil }
    self.status = status
    body = Data(bytes[(end + 4)...].prefix(length))
    isWhole = bytes.count >= end + 4 + length
    keepsConnection = lines.contains { $0.lowercased() == "connection: keep-alive" }
    retryAfter = Self.value(of: "retry-after", in: lines.dropFirst())
  }

  private static func endOfHead(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == [13, 10, 13, 10] }
  }

  private static func declaredLength(in lines: ArraySlice<Substring>) -> Int? {
    value(of: "content-length", in: lines).flatMap { Int($0) }.flatMap {
      (0...Post.answerBytesMax).contains($0) ? $0 : nil
    }
  }

  /// The first value of a field, without spaces around it.
  private static func value(of name: String, in lines: ArraySlice<Substring>) -> String? {
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      let value = parts[1].drop { $0 == " " }
      return String(value.prefix(value.count - value.reversed().prefix { $0 == " " }.count))
    }
    return nil
  }
}
