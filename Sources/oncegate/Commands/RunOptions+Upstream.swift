// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

extension RunOptions {
  /// The real server that the arguments name, or nothing.
  static func upstream(_ arguments: ParsedArguments) throws(ArgumentError) -> Upstream? {
    guard let text = arguments.value("--upstream") else { return nil }
    do throws(Upstream.Flaw) {
      return try Upstream(text)
    } catch {
      throw .badUpstream(error)
    }
  }
}
