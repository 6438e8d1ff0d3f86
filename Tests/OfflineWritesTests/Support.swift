// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking
import OfflineWrites
import Storing
import TestSupport

@testable import OfflineWrites

/// A transport that answers what the test says, and keeps what was sent.
final class ScriptedTransport: Transport {
  typealias Answer = Result<TransportAnswer, TransportFailure>
  private let sentRequests = Monitor<[TransportRequest]>([])
  private let answer: @Sendable (TransportRequest) -> Answer

  init(_ answer: @escaping @Sendable (TransportRequest) -> Answer) { self.answer = answer }

  var sent: [TransportRequest] { sentRequests.withLock { $0 } }

  func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    sentRequests.withLock { $0.append(request) }
    return try answer(request).get()
  }
}

extension ScriptedTransport.Answer {
  static let success: Self = .success(TransportAnswer(status: 200, body: Array(#"{"id":1}"#.utf8)))

  static func status(_ status: Int, retryAfter: String? = nil) -> Self {
    .success(TransportAnswer(status: status, retryAfter: retryAfter, body: []))
  }
}

/// A clock that moves only when the test moves it.
final class ManualClock: Sendable {
  private let time = Monitor<Int64>(1_800_000_000_000)

  var now: WallTime { WallTime(milliseconds: time.withLock { $0 }) }
  func advance(milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// A generator whose sequence depends on its seed alone (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// A folder with a store, and queues on it.
struct QueueFixture {
  let folder: TemporaryFolder
  let clock = ManualClock()
  var path: String { folder.file("queue.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  func queue(
    _ transport: any Transport = ScriptedTransport { _ in .success },
    _ change: (inout QueueConfiguration) -> Void = { _ in }
  ) throws -> OfflineQueue {
    var configuration = try QueueConfiguration(endpoint: endpoint())
    change(&configuration)
    return try OfflineQueue(
      storeAt: path,
      configuration: configuration,
      transport: transport,
      clock: { [clock] in clock.now },
      random: SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    )
  }

  func endpoint() throws -> Endpoint {
    guard let endpoint = Endpoint("http://127.0.0.1:9/items") else { throw Missing.endpoint }
    return endpoint
  }

  /// The store as any program can open it.
  func rawStore() throws -> Database {
    try Database(path: path, mode: .readWriteCreate, schema: TaskStore.schema)
  }

  enum Missing: Error {
    case endpoint
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
