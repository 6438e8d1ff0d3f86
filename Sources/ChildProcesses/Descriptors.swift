// SPDX-License-Identifier: Apache-2.0

import CShims

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is done with file descriptors here.
enum Descriptors {
  /// Makes a pipe whose ends are above 2 and not inherited.
  static func pipe() throws(SpawnError) -> (reading: Int32, writing: Int32) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    let code = unsafe oncegate_pipe(&reading, &writing)
    guard code == 0 else { throw .system(code: code) }
    return (reading, writing)
  }

  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Opens what nobody reads and nothing stands in.
  static func openNothing() throws(SpawnError) -> Int32 {
    let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(code: errno) }
    return descriptor
  }

  /// Makes sure that 0, 1 and 2 are open, so that no pipe ever gets one of these numbers.
  static func fillStandardDescriptors() {
    while true {
      let descriptor = unsafe open("/dev/null", O_RDWR)
      if descriptor > 2 { close(descriptor) }
      if descriptor < 0 || descriptor > 2 { return }
    }
  }

  enum Transfer {
    case bytes(Int)
    case wouldWait
    /// Nothing more will come, or be taken.
    case ended
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    while true {
      let capacity = buffer.count
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        #if canImport(Darwin)
        unsafe Darwin.read(descriptor, bytes.baseAddress, capacity)
        #else
        unsafe Glibc.read(descriptor, bytes.baseAddress, capacity)
        #endif
      }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EAGAIN { return .wouldWait }
      if errno != EINTR { return .ended }
    }
  }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
    while true {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        #if canImport(Darwin)
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 { return .bytes(count) }
      if errno == EAGAIN { return .wouldWait }
      if errno != EINTR { return .ended }
    }
  }
}
