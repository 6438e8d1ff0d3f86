// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

extension LedgerVerdict {
  /// What is known where a real server does the work: the deliveries of each key and what it said to them.
  init(_ ledger: Ledger, passedOn tally: UpstreamTally) {
    self.init(deliveries: ledger.deliveries, passedOn: tally)
  }

  init(deliveries: [Delivery], passedOn tally: UpstreamTally) {
    let keys = Self.inOrder(deliveries.compactMap(\.key))
    var lines = [
      "",
      "deliveries: \(Self.counted(deliveries.count, "delivery", "deliveries")), "
        + Self.counted(keys.count, "key", "keys"),
    ]
    let hidden = max(0, keys.count - Self.keysMax)
    if hidden > 0 {
      lines.append("  (\(Self.counted(hidden, "earlier key", "earlier keys")) not shown)")
    }
    let ofKey = Dictionary(grouping: deliveries, by: \.key)
    lines += keys.suffix(Self.keysMax).map { key in
      let deliveries = ofKey[key, default: []]
      return "  \(KeyID(redacting: key).shown)  "
        + "\(Self.counted(deliveries.count, "delivery", "deliveries")), "
        + tally.words(for: deliveries)
    }
    let keyless = deliveries.filter { $0.key == nil }
    if !keyless.isEmpty {
      lines.append(
        "  no key  \(Self.counted(keyless.count, "delivery", "deliveries")), \(tally.words(for: keyless))"
      )
    }
    lines.append("  how many records they made is known to your server alone: count them there")
    self.init(text: lines.joined(separator: "\n"))
  }
}
