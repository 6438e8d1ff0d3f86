// SPDX-License-Identifier: Apache-2.0

/// The connections of a server, and which of them gives way when there are too many.
///
/// Clients that connect and send nothing, or a byte now and then, must not keep others out until their
/// deadlines are over: the one that has waited longest for its client gives way to a new one. One whose request
/// is being worked on never does, so that what a delivery meets depends on its fault alone.
struct OpenConnections {
  private enum Phase: Hashable {
    /// Bytes of the client are waited for.
    case waiting(since: ContinuousClock.Instant)
    /// A whole request has arrived, and its answer is not out yet.
    case working
    /// Its thread has been told to end it.
    case givingWay
  }

  /// What becomes of a connection that is new.
  enum Step: Hashable {
    case admitted
    /// There is no room, and none can be made.
    case refused
    /// There may be room after that time, or earlier.
    case wait(atMost: Duration)
  }

  private var phases: [Int32: Phase] = [:]
  private let countMax: Int
  private let requestTimeMin: Duration

  /// How long a thread that was told to end its connection is waited for before it is looked at again.
  private static let endTimeMax = Duration.seconds(1)

  init(_ limits: Limits) {
    countMax = limits.connectionsMax
    requestTimeMin = limits.requestTimeMin
  }

  var descriptors: some Sequence<Int32> { phases.keys }

  var hasRoom: Bool { phases.count < countMax }

  /// Takes a new connection where there is room; where there is none, tells one to give way.
  mutating func admit(_ descriptor: Int32, at now: ContinuousClock.Instant) -> Step {
    if hasRoom {
      phases[descriptor] = .waiting(since: now)
      return .admitted
    }
    if phases.values.contains(.givingWay) { return .wait(atMost: Self.endTimeMax) }
    var longest: (descriptor: Int32, since: ContinuousClock.Instant)?
    for case (let descriptor, .waiting(let since)) in phases {
      if let longest, longest.since <= since { continue }
      longest = (descriptor, since)
    }
    guard let longest else { return .refused }
    let left = requestTimeMin - (now - longest.since)
    if left > .zero { return .wait(atMost: left) }
    phases[longest.descriptor] = .givingWay
    Sockets.endReceiving(longest.descriptor)
    return .wait(atMost: Self.endTimeMax)
  }

  mutating func wait(_ descriptor: Int32, since now: ContinuousClock.Instant) {
    guard phases[descriptor] != .givingWay else { return }
    phases[descriptor] = .waiting(since: now)
  }

  mutating func beginWork(_ descriptor: Int32) -> Bool {
    guard phases[descriptor] != .givingWay else { return false }
    phases[descriptor] = .working
    return true
  }

  func givesWay(_ descriptor: Int32) -> Bool { phases[descriptor] == .givingWay }

  mutating func remove(_ descriptor: Int32) { phases[descriptor] = nil }
}
