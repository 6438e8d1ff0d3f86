// SPDX-License-Identifier: Apache-2.0

/// How much an explorer has covered.
package struct Coverage: Hashable, Sendable, Codable {
  /// How many orders of events, or schedules, are covered.
  package var orders: UInt64
  /// How many events were tried to cover them, or nothing where each order is gone through by itself.
  package var events: UInt64?
  /// How many different states were seen, or nothing where they are not told apart.
  package var states: UInt64?
  /// How many orders there are within the bounds, or nothing where nobody knows yet.
  package var ordersInAll: UInt64?
  /// The part of the work that is done, from 0 to 1.
  package var fraction: Double
  /// How many events each order had at most so far.
  package var depth: Int
  /// Up to how many events no order was left out, or nothing where nobody knows.
  package var wholeDepth: Int?
  /// The orders that were walked one by one beside those, or nothing where none was.
  package var walk: Walk?

  /// Orders that were drawn and walked one by one.
  package struct Walk: Hashable, Sendable, Codable {
    package var orders: UInt64 = 0
    /// How many events each of them has at most.
    package var events: Int
    /// How many states these orders can come to.
    package var states: UInt64
    package var nanoseconds: UInt64 = 0
    /// Stands for every order and the states that it passed, in hexadecimal digits.
    package var digest = ""

    package init(events: Int, states: UInt64) {
      self.events = events
      self.states = states
    }
  }

  package init(
    orders: UInt64 = 0,
    events: UInt64? = nil,
    states: UInt64? = nil,
    ordersInAll: UInt64? = nil,
    fraction: Double = 0,
    depth: Int = 0,
    wholeDepth: Int? = nil
  ) {
    self.orders = orders
    self.events = events
    self.states = states
    self.ordersInAll = ordersInAll
    self.fraction = fraction
    self.depth = depth
    self.wholeDepth = wholeDepth
  }
}
