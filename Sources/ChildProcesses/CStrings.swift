// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Texts as C wants them: a list of pointers with a null at its end.
@safe
final class CStrings {
  let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ texts: [String]) {
    unsafe pointers = .allocate(capacity: texts.count + 1)
    unsafe pointers.initialize(repeating: nil)
    for (index, text) in texts.enumerated() { unsafe pointers[index] = strdup(text) }
  }

  deinit {
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
}
