// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folder that a client keeps its state in.
enum PrivateFolder {
  /// Makes the folder inside the case's own, which must not hold one already.
  static func make(in caseFolder: String) throws(CaseStop) -> String {
    let path = "\(caseFolder)/state"
    // A folder that exists holds what another run has left, and would be judged with it.
    guard unsafe mkdir(path, 0o700) == 0 else { throw .unjudged(.setupFailed(.privateFolder)) }
    return path
  }
}
