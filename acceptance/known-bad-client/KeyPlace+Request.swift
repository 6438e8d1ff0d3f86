// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ServerOptions.KeyPlace {
  /// The header line that carries a key, or nothing where the body does.
  func line(_ key: String) -> String? {
    switch self {
    case .header(let name): "\(name): \(key)"
    case .quotedHeader(let name): "\(name): \"\(key)\""
    case .body: nil
    }
  }

  /// The body as it is sent: an object gets the key's member in front, where the body is to carry it.
  func body(_ body: Data, with key: String) -> Data {
    guard case .body(let steps) = self, let brace = body.firstIndex(of: UInt8(ascii: "{")) else {
      return body
    }
    let inside = body[(brace + 1)...]
    let isEmpty = inside.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "}")
    let member =
      steps.map { "\"\($0)\":" }.joined(separator: "{") + "\"\(key)\""
      + String(repeating: "}", count: steps.count - 1) + (isEmpty ? "" : ",")
    return body[...brace] + Data(member.utf8) + inside
  }
}
