// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file without a name that holds what would be too much for memory; it goes with this value.
final class SpillFile {
  /// How much is copied at once, in bytes.
  private static let chunkBytes = 64 * 1024

  private let descriptor: Int32
  private let shownPath: String
  /// How much has been written, in bytes.
  private(set) var count = 0

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - folder: where there is room for it.
  ///   - shownPath: the path that an error names.
  /// - Throws: `notWritten` where it cannot be made.
  init(in folder: String, shownPath: String) throws(ReportingError) {
    let path = "\(folder)/.oncegate-spill.\(getpid()).tmp"
    _ = unsafe unlink(path)
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    self.shownPath = shownPath
    guard descriptor >= 0 else { throw .notWritten(path: shownPath, code: errno) }
    _ = unsafe unlink(path)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  func append(_ bytes: [UInt8]) throws(ReportingError) {
    try OutputFile.writeAll(bytes, to: descriptor, shownPath: shownPath)
    count += bytes.count
  }

  /// Hands on what was written there, in pieces.
  func copy(
    _ range: Range<Int>,
    to sink: ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      var chunk = [UInt8](repeating: 0, count: min(Self.chunkBytes, range.upperBound - offset))
      let result = unsafe chunk.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if result < 0 && errno == EINTR { continue }
      guard result > 0 else { throw .notRead(path: shownPath, code: result == 0 ? EIO : errno) }
      chunk.removeLast(chunk.count - result)
      try sink(chunk)
      offset += result
    }
  }
}
