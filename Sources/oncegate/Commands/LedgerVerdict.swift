// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// What a ledger says about the promise that one action makes one record.
struct LedgerVerdict {
  /// The most keys that are shown one by one.
  static let keysMax = 20

  let text: String

  init(text: String) { self.text = text }

  init(_ ledger: Ledger) {
    self.init(deliveries: ledger.deliveries, records: ledger.records)
  }

  init(deliveries: [Delivery], records: [Record]) {
    let keys = Self.inOrder(deliveries.compactMap(\.key))
    var lines = [
      "",
      "ledger: \(Self.counted(deliveries.count, "delivery", "deliveries")), "
        + "\(Self.counted(keys.count, "key", "keys")), "
        + Self.counted(records.count, "record", "records"),
    ]
    lines += Self.table(keys, deliveries, records)
    let keyless = deliveries.count { $0.key == nil }
    if keyless > 0 {
      lines.append("  \(Self.counted(keyless, "delivery", "deliveries")) carried no key")
    }
    let duplicates = records.count - Set(records.map(\.body)).count
    if duplicates > 0 {
      lines.append(
        "  \(Self.counted(duplicates, "record repeats", "records repeat")) the content of another: "
          + "right for a new action, a duplicate for a repeated one"
      )
    } else if !records.isEmpty {
      lines.append("  no two records have the same content")
    }
    text = lines.joined(separator: "\n")
  }

  /// A line for each of the latest keys, with what became of it.
  private static func table(
    _ keys: [String],
    _ deliveries: [Delivery],
    _ records: [Record]
  ) -> [String] {
    let sent = Dictionary(grouping: deliveries.compactMap(\.key)) { $0 }
    let made = Dictionary(grouping: records, by: \.key)
    let hidden = max(0, keys.count - keysMax)
    let earlier =
      hidden > 0 ? ["  (\(counted(hidden, "earlier key", "earlier keys")) not shown)"] : []
    return earlier
      + keys.suffix(keysMax).map { key in
        let ids = made[key, default: []].map { "record \($0.id)" }
        return "  " + KeyID(redacting: key).shown.description + "  "
          + counted(sent[key, default: []].count, "delivery", "deliveries") + ", "
          + (ids.isEmpty ? "no record (yet)" : ids.joined(separator: " and "))
      }
  }

  /// The texts without repetition, each where it came first.
  static func inOrder(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  static func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
