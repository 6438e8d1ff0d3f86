// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Reporting

struct FilesTests {
  @Test func `what was there stays where a report cannot be replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("kept.txt")
    let file = AtomicFile(path: path)
    try file.replace(with: "first")
    let full = ReportingError.notWritten(path: path, code: ENOSPC)
    #expect(throws: full) {
      try file.replace { (output) throws(ReportingError) in
        try output.append([1, 2, 3])
        throw full
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    #expect(Folder.names(in: folder.path) == ["kept.txt"])
  }

  @Test(
    arguments: [
      ("oncegate-report", "/work", "oncegate-report"),
      ("oncegate-report//", "/work", "oncegate-report"),
      ("/home/out/report", "/home", "out/report"),
      ("/home/out/report/", "/home/", "out/report"),
      ("/workshop/report", "/work", "/workshop/report"),
      ("/", "/work", "/"),
      ("../report", "/work", "../report"),
    ]
  )
  func `reports name files from the workspace on`(path: String, workspace: String, shown: String) {
    #expect(ReportPaths(folder: path, workspace: workspace).shownFolder == shown)
  }

  @Test func `a link is not replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: ReportingError.notAnOrdinaryFile(path: path)) {
      try AtomicFile(path: path).replace(with: "x")
    }
  }

  @Test func `the same bytes come back`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bytes")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try AtomicFile(path: path).replace { (file) throws(ReportingError) in try file.append(bytes) }
    #expect(try FileContents.bytes(of: path) == bytes)
    #expect(throws: ReportingError.notRead(path: "/nowhere", code: ENOENT)) {
      try FileContents.bytes(of: "/nowhere")
    }
  }

  @Test(arguments: [("a/b", "a"), ("/a", "/"), ("a", "."), ("/a/b/c", "/a/b")])
  func `the folder of a path is known`(path: String, parent: String) {
    #expect(Folder.parent(of: path) == parent)
  }
}
