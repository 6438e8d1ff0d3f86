// SPDX-License-Identifier: Apache-2.0

import ChildProcesses

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folders that belong to one run, or to one round of a case, and to nobody else.
package enum PrivateFolder {
  /// How deep a tree may be that is made writable before it is removed.
  static let depthMax = 64

  static func home(in folder: String) -> String { "\(folder)/home" }
  static func temporary(in folder: String) -> String { "\(folder)/tmp" }

  /// Makes the folder of a run; nobody else can read it.
  ///
  /// Where this process is killed, its janitor removes the folder.
  static func makeForRun(in parent: String) -> String? {
    let path = "\(parent)/oncegate-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    Janitor.entrust(folder: path)
    return make(path) ? path : nil
  }

  /// Makes the folder of one round, with the ones in it that every process gets.
  static func makeForRound(_ name: String, in runFolder: String) -> String? {
    let path = "\(runFolder)/\(name)"
    return make(path) && make(home(in: path)) && make(temporary(in: path)) ? path : nil
  }

  private static func make(_ path: String) -> Bool { unsafe mkdir(path, 0o700) == 0 }

  /// Removes a folder with all that is in it, also what its owner may not write.
  package static func remove(_ path: String) {
    if (try? FileManager.default.removeItem(atPath: path)) == nil {
      makeWritable(path, depth: 0)
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func makeWritable(_ path: String, depth: Int) {
    var information = stat()
    // A symbolic link may lead out of the folder.
    guard depth < depthMax, unsafe lstat(path, &information) == 0,
      information.st_mode & S_IFMT == S_IFDIR
    else { return }
    unsafe chmod(path, 0o700)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      makeWritable("\(path)/\(name)", depth: depth + 1)
    }
  }
}
