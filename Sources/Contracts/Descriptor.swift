// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open descriptor, such as standard input.
///
/// Reads and writes go to the system at once: buffered output is lost where a process is killed.
package struct Descriptor: Hashable, Sendable {
  static let standardInput = Descriptor(number: 0)
  package static let standardOutput = Descriptor(number: 1)
  package static let standardError = Descriptor(number: 2)

  let number: Int32

  package init(number: Int32) { self.number = number }

  /// Reads what is there, at most 16 KiB; nothing at the end, or where reading fails.
  func read() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      var result: Int
      repeat {
        #if canImport(Darwin)
        result = unsafe Darwin.read(number, buffer.baseAddress, buffer.count)
        #else
        result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        #endif
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
  }

  /// Reads to the end, or returns nothing where there are more bytes than `bytesMax`.
  func readToEnd(bytesMax: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let more = read()
      if more.isEmpty { return bytes }
      bytes += more
      if bytes.count > bytesMax { return nil }
    }
  }

  /// Writes a text and a line break, and says whether all of it was taken.
  @discardableResult
  func write(line: String) -> Bool { write("\(line)\n".utf8) }

  /// Writes bytes whole, and says whether all of them were taken; where not, `errno` says why.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer -> Int in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Darwin)
        return unsafe Darwin.write(number, rest.baseAddress, rest.count)
        #else
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Cuts what a descriptor gives into lines.
struct LineReader {
  private let source: Descriptor
  private var buffer: [UInt8] = []
  private var ended = false

  init(_ source: Descriptor) { self.source = source }

  /// The next line without its line break, or nothing at the end.
  ///
  /// A last line without a line break counts as a line.
  mutating func next() throws(ContractViolation) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        guard end <= ContractLine.bytesMax else { throw .lineTooLong }
        return Array(buffer[..<end])
      }
      searched = buffer.count
      guard searched <= ContractLine.bytesMax else { throw .lineTooLong }
      if ended {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : buffer
      }
      let more = source.read()
      ended = more.isEmpty
      buffer += more
    }
  }
}

/// Exit statuses of programs that keep to a contract.
enum ProgramStatus {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  /// Wrong usage: `EX_USAGE` of sysexits.h.
  static let usage: Int32 = 64
}

/// Ends the process.
func endProcess(_ status: Int32) -> Never { exit(status) }
