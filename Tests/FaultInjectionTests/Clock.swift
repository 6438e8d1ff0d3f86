// SPDX-License-Identifier: Apache-2.0

import Locking

/// A clock that goes only when it is told to.
final class Clock: Sendable {
  private let value = Monitor<Int64>(0)

  var second: Int64 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
