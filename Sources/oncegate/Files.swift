// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The few things that the command does with files by itself.
enum Files {
  /// Reads a file whole.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytesMax: the longest file that is read.
  /// - Returns: its bytes.
  /// - Throws: an error where it cannot be read, or is longer.
  static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
        unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= bytesMax else { throw .tooLong(bytesMax: bytesMax) }
    }
  }

  /// Says whether something has this path, a link that leads nowhere included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Makes a file that was not there before, and writes it whole.
  ///
  /// - Parameters:
  ///   - path: the file; its folder exists.
  ///   - text: what it holds.
  ///   - isExecutable: whether it can be run.
  /// - Throws: an error where something has this path, or it cannot be written.
  static func create(_ path: String, _ text: String, isExecutable: Bool) throws(FileError) {
    let mode: mode_t = isExecutable ? 0o777 : 0o666
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(errno) }
    let isWritten = Descriptor(number: descriptor).write(text.utf8)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      remove(path)
      throw FileError(isWritten ? errno : code)
    }
  }

  /// Makes a file where there is none; what one holds stays.
  static func touch(_ path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0, close(descriptor) == 0 else { throw FileError(errno) }
  }

  /// Makes a folder with those above it.
  ///
  /// - Parameter path: the folder; one that exists stays as it is.
  /// - Returns: the folders that were made, outermost first.
  /// - Throws: an error where one cannot be made.
  static func makeFolder(_ path: String) throws(FileError) -> [String] {
    var made: [String] = []
    var parent = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      parent += parent.isEmpty || parent.hasSuffix("/") ? String(part) : "/\(part)"
      if unsafe mkdir(parent, 0o777) == 0 {
        made.append(parent)
      } else if errno != EEXIST {
        throw FileError(errno)
      }
    }
    return made
  }

  /// Removes a file that this process made.
  static func remove(_ path: String) { unsafe unlink(path) }

  /// Removes a folder that this process made, where nothing else has come into it.
  static func removeFolder(_ path: String) { unsafe rmdir(path) }
}

/// Why a file could not be read or written.
enum FileError: Error, Hashable, CustomStringConvertible {
  case missing
  case isFolder
  case exists
  case notAllowed
  case tooLong(bytesMax: Int)
  case system(code: Int32)

  init(_ code: Int32) {
    self =
      switch code {
      case ENOENT: .missing
      case EISDIR: .isFolder
      case EEXIST: .exists
      case EACCES, EPERM, EROFS: .notAllowed
      default: .system(code: code)
      }
  }

  var description: String {
    switch self {
    case .missing: "there is no such file"
    case .isFolder: "is a folder; expected a file"
    case .exists: "exists"
    case .notAllowed: "access is not allowed"
    case .tooLong(let bytesMax): "is longer than \(bytesMax) bytes"
    case .system(let code): "the system refuses it: errno \(code)"
    }
  }
}
