// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is open for reading and stays the same one, whatever is put under its name.
final class OpenFile {
  /// How much is read at once, in bytes.
  private static let pieceBytes = 256 * 1024

  private let descriptor: Int32
  private let path: String

  /// Opens a file.
  ///
  /// - Parameter path: the path of a file that can be read more than once, which a pipe cannot.
  /// - Throws: `notRead` where the system refuses.
  init(path: String) throws(ReportingError) {
    descriptor = try FileContents.descriptor(of: path)
    self.path = path
  }

  deinit { _ = close(descriptor) }

  /// Gives the file's bytes to a function, piece by piece from the start.
  func forEachPiece(
    _ visit: ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    var offset: off_t = 0
    while true {
      var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .notRead(path: path, code: errno) }
      if count == 0 { return }
      piece.removeLast(piece.count - count)
      try visit(piece)
      offset += off_t(count)
    }
  }
}
