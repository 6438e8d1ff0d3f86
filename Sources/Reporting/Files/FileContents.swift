// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads whole files of a bounded size.
package enum FileContents {
  /// The largest file that is read as a whole, in bytes.
  package static let bytesMax = 256 * 1024 * 1024

  /// Reads a file.
  ///
  /// - Parameter path: the file's path.
  /// - Returns: the bytes.
  /// - Throws: `notRead` where the system refuses, or with `EFBIG` where the file is too large.
  package static func bytes(of path: String) throws(ReportingError) -> [UInt8] {
    let descriptor = try descriptor(of: path)
    defer { _ = close(descriptor) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .notRead(path: path, code: errno) }
      if count == 0 { return contents }
      contents += chunk[..<count]
      guard contents.count <= bytesMax else { throw .notRead(path: path, code: EFBIG) }
    }
  }

  /// Opens a file for reading; its caller closes it.
  static func descriptor(of path: String) throws(ReportingError) -> Int32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notRead(path: path, code: errno) }
    return descriptor
  }
}
