// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Contracts

struct BodyBoundTests {
  @Test(arguments: [0, 1])
  func `a body of the greatest length is read, and a longer one is not`(beyond: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("body")
    let body = [UInt8](repeating: 0x20, count: ClientMain.bodyBytesMax + beyond)
    try Data(body).write(to: URL(fileURLWithPath: path))
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let found = Descriptor(number: handle.fileDescriptor)
      .readToEnd(bytesMax: ClientMain.bodyBytesMax)
    #expect(found?.count == (beyond == 0 ? body.count : nil))
    try handle.close()
  }
}
