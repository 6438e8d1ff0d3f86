// SPDX-License-Identifier: Apache-2.0

import CLibFuzzer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Gives one target the inputs that libFuzzer makes.
///
/// The target's name stands in the environment, because libFuzzer takes every argument for its own.
@main
struct Main {
  private static let variable = "ONCEGATE_FUZZ_TARGET"

  /// What is tried; libFuzzer's function cannot carry it, and one thread alone uses it.
  nonisolated(unsafe) private static var check: ((_ input: [UInt8]) throws -> Void)?

  static func main() throws {
    let name = getenv(variable).map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("\(variable) is '\(name)'; expected one of \(names)")
    }
    check = try target.makeCheck()
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        do {
          try Main.check?(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
          // libFuzzer keeps the input of a process that stops so.
          fatalError("\(error)")
        }
        return 0
      }
    )
  }
}
