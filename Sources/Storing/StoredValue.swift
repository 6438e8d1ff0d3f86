// SPDX-License-Identifier: Apache-2.0

/// A value that is bound to a parameter of a statement.
package enum StoredValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null

  package static func integer(_ value: Int) -> StoredValue { .integer(Int64(value)) }

  /// A text, or null where there is none.
  package static func text(orNull value: String?) -> StoredValue { value.map(text) ?? .null }

  /// An integer, or null where there is none.
  package static func integer(orNull value: Int64?) -> StoredValue {
    value.map { .integer($0) } ?? .null
  }
}
