// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is open for writing; every failure is thrown with the path that its reader knows.
final class OutputFile {
  private let descriptor: Int32
  private let shownPath: String
  private var isOpen = true

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file to open.
  ///   - shownPath: the path that an error names.
  ///   - flags: what `open` is given besides writing only.
  /// - Throws: `notWritten` where the file cannot be opened.
  init(_ path: String, shownPath: String, flags: Int32) throws(ReportingError) {
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    self.shownPath = shownPath
    if descriptor < 0 {
      isOpen = false
      throw .notWritten(path: shownPath, code: errno)
    }
  }

  deinit { if isOpen { _ = close(descriptor) } }

  func append(_ bytes: [UInt8]) throws(ReportingError) {
    try Self.writeAll(bytes, to: descriptor, shownPath: shownPath)
  }

  /// Writes every byte, however often the system takes only some of them.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - descriptor: the open file.
  ///   - shownPath: the path that an error names.
  /// - Throws: `notWritten` where they cannot all be written.
  static func writeAll(
    _ bytes: [UInt8],
    to descriptor: Int32,
    shownPath: String
  ) throws(ReportingError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + written },
          buffer.count - written
        )
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .notWritten(path: shownPath, code: errno) }
      written += count
    }
  }

  /// Brings the bytes to the disk and closes the file.
  func finish() throws(ReportingError) {
    // A pipe or a socket has nothing to bring anywhere.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .notWritten(path: shownPath, code: errno)
    }
    isOpen = false
    guard close(descriptor) == 0 || errno == EINTR else {
      throw .notWritten(path: shownPath, code: errno)
    }
  }
}
