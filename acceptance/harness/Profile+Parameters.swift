// SPDX-License-Identifier: Apache-2.0

package import FaultInjection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Profile {
  /// Finds the built-in profile of that name, or reads one from JSON, or returns nothing.
  package static func described(by text: String) -> Profile? {
    builtIn.first { $0.name == text }
      ?? (try? JSONDecoder().decode(Profile.self, from: Data(text.utf8)))
  }
}
