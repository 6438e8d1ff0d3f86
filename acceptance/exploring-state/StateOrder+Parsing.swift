// SPDX-License-Identifier: Apache-2.0

/// Why texts are no order of events; steps are counted from 1.
package enum StateOrderError: Error, Hashable, CustomStringConvertible {
  /// The step is none that this program knows.
  case unknownStep(Int)
  /// The first step starts no session.
  case noSessionFirst
  /// The step is about a record, a ticket or a session that is not there then.
  case impossible(Int)

  package var description: String {
    switch self {
    case .unknownStep(let step):
      "step \(step): expected an event such as 'tap r1 true', 'respond t1 saved true', "
        + "'sync s1 r1 failed', 'arrange r2 r1', 'load s2 r1=false', 'delete r1', "
        + "'insert r1 true', 'cancel t1', 'list l1' or 'listed l1 r1=true'"
    case .noSessionFirst: "step 1: expected the load of session s1, such as 'load s1 r1=false'"
    case .impossible(let step):
      "step \(step): names a record, a ticket or a session that is not there then"
    }
  }
}

extension StateOrder {
  /// Reads the steps of an order that can happen.
  static func steps(_ texts: [String]) throws(StateOrderError) -> [StateStep] {
    var model = ReferenceModel()
    var steps: [StateStep] = []
    for (index, text) in texts.enumerated() {
      guard let step = StateStep(text) else { throw .unknownStep(index + 1) }
      if case .load = step {} else if model.sessions == 0 { throw .noSessionFirst }
      guard model.allows(step) else { throw .impossible(index + 1) }
      _ = model.take(step)
      steps.append(step)
    }
    return steps
  }
}
