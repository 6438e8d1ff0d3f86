// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A pair of sockets over which bytes arrive in exactly the parts that they were sent in.
///
/// A datagram is what one read gives; an empty one reads like the end of a stream.
final class Deliveries {
  /// As many as a socket holds on every system before somebody reads, besides the end.
  static let partsMax = 8
  /// What two sockets hold at once on every system.
  static let bytesMax = 4096

  /// The end that is read.
  let descriptor: Int32
  private let sender: Int32
  private let dontWait = Int32(MSG_DONTWAIT)

  init() throws(Broken) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let kind = SOCK_DGRAM
    #else
    let kind = Int32(SOCK_DGRAM.rawValue)
    #endif
    try require(socketpair(AF_UNIX, kind, 0, &ends) == 0, "socketpair: error \(errno)")
    (descriptor, sender) = (ends[0], ends[1])
    // Darwin gives a socket of datagrams room for little.
    var size = Int32(64 << 10)
    let length = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
    setsockopt(sender, SOL_SOCKET, SO_SNDBUF, &size, length)
  }

  deinit {
    close(descriptor)
    close(sender)
  }

  /// Sends parts and then the end; what is left of an earlier delivery is forgotten.
  func send(_ parts: [ArraySlice<UInt8>]) throws(Broken) {
    _ = forgetRest()
    for part in parts where !part.isEmpty { try sendOne(part) }
    try sendOne([])
  }

  private func sendOne(_ part: ArraySlice<UInt8>) throws(Broken) {
    let count = part.withUnsafeBytes { bytes in
      #if canImport(Darwin)
      Darwin.send(sender, bytes.baseAddress, bytes.count, dontWait)
      #else
      Glibc.send(sender, bytes.baseAddress, bytes.count, dontWait)
      #endif
    }
    try require(count == part.count, "send: error \(errno)")
  }

  /// Takes what nobody has read, and returns how many parts that were, the end among them.
  func forgetRest() -> Int {
    var byte: UInt8 = 0
    var count = 0
    while recv(descriptor, &byte, 1, dontWait) >= 0 { count += 1 }
    return count
  }
}

/// An input as it is cut into parts by its own first bytes.
struct CutInput {
  /// What the reader is to read.
  let bytes: [UInt8]
  /// The same bytes as parts, none of them empty.
  let parts: [ArraySlice<UInt8>]

  /// How many bytes at the start say where the rest is cut, two for each cut.
  static let cutBytes = 2 * (Deliveries.partsMax - 1)

  init(_ input: [UInt8]) {
    let cuts = input.prefix(Self.cutBytes)
    let bytes = Array(input.dropFirst(Self.cutBytes).prefix(Deliveries.bytesMax))
    var places: Set<Int> = []
    for index in stride(from: 0, to: cuts.count - 1, by: 2) {
      let number = Int(cuts[index]) << 8 | Int(cuts[index + 1])
      places.insert(number % (bytes.count + 1))
    }
    places.formUnion([0, bytes.count])
    let ordered = places.sorted()
    self.bytes = bytes
    parts = zip(ordered, ordered.dropFirst()).map { bytes[$0..<$1] }
  }
}
