// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a run finds out about the machine and the folder it runs in.
enum Surroundings {
  /// The longest path or name that the system is asked for, in bytes.
  private static let pathBytesMax = 4096

  /// The folder that holds this program; the programs that belong to it lie beside it.
  static let programFolder: String? = {
    guard let path = programPath else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.joined(separator: "/")
  }()

  /// The path of this program.
  static var ownProgram: String { programPath ?? program("oncegate") }

  /// The path of a program that belongs to this one.
  static func program(_ name: String) -> String { "\(programFolder ?? ".")/\(name)" }

  static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  static var currentFolder: String {
    unsafe text { buffer, size in unsafe getcwd(buffer, size) != nil } ?? "."
  }

  static var hostname: String {
    unsafe text { buffer, size in unsafe gethostname(buffer, size) == 0 } ?? "localhost"
  }

  /// How many cores this machine has that work.
  static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Seconds since 1970-01-01 00:00:00 UTC.
  static var unixSeconds: Int64 { Int64(time(nil)) }

  /// Makes a program's path independent of the folder in which it is started.
  ///
  /// A name without a slash is left as it is: it is looked up on `PATH`.
  static func absolute(_ command: [String]) -> [String] {
    guard let program = command.first, program.contains("/"), !program.hasPrefix("/") else {
      return command
    }
    return ["\(currentFolder)/\(program)"] + command.dropFirst()
  }

  /// Calls a function that fills a buffer with a text that ends with a zero byte.
  private static func text(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Bool) -> String? {
    var buffer = [CChar](repeating: 0, count: pathBytesMax)
    // One byte is kept back, so that there is a zero behind whatever was written.
    let size = pathBytesMax - 1
    guard unsafe fill(&buffer, size) else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var programPath: String? {
    #if canImport(Darwin)
    let path = unsafe text { buffer, size in
      var size = UInt32(size)
      return unsafe _NSGetExecutablePath(buffer, &size) == 0
    }
    // It may be a link, and the programs beside it stand where that leads.
    return path.flatMap { path in
      unsafe text { buffer, size in size > Int(PATH_MAX) && unsafe realpath(path, buffer) != nil }
    }
    #else
    unsafe text { buffer, size in unsafe readlink("/proc/self/exe", buffer, size) > 0 }
    #endif
  }
}
