// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What a reader may rely on in every file of the project.
struct TidyTests {
  private static let linesMax = 500
  private static let columnsMax = 100

  private static let swiftFiles: [String] = ["Sources", "acceptance", "Tests"].flatMap { folder in
    let root = "\(BuiltProducts.root)/\(folder)"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)" }
  }

  @Test func `there are files to look at`() {
    #expect(Self.swiftFiles.count > 20)
  }

  @Test(arguments: swiftFiles)
  func `a file is short, says its licence, and hides no unfinished place`(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= Self.linesMax + 1)
    #expect(lines.first == "// SPDX-License-Identifier: Apache-2.0")
    // The words are put together here, so that this file does not find itself.
    for word in ["TO" + "DO", "FIX" + "ME", "@unchecked" + " Sendable"] {
      #expect(!text.contains(word), "\(word)")
    }
    if !path.contains("/Tests/") {
      for word in ["try" + "!", "Thread" + ".sleep", "usle" + "ep("] {
        #expect(!text.contains(word), "\(word)")
      }
    }
  }

  @Test func `every script can be executed and says that it stops at errors`() throws {
    let folder = "\(BuiltProducts.root)/ci"
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { "\(folder)/\($0)" }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
    #expect(scripts.count >= 4)
    for script in scripts {
      #expect(FileManager.default.isExecutableFile(atPath: script), "\(script)")
      let text = try String(contentsOfFile: script, encoding: .utf8)
      #expect(text.hasPrefix("#!/usr/bin/env bash\n"), "\(script)")
      #expect(text.contains("set -euo pipefail"), "\(script)")
    }
  }
}
