// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Where the reports of one run lie, and how they name each other.
package struct ReportPaths: Hashable, Sendable {
  /// The folder as it is opened.
  package let folder: String
  /// The folder as reports name it: relative to the workspace where it lies in there.
  package let shownFolder: String

  /// - Parameters:
  ///   - folder: the report folder's path, as the user gave it.
  ///   - workspace: the absolute path of the folder that relative paths start from.
  package init(folder: String, workspace: String) {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    let inside = workspace.hasSuffix("/") ? workspace : workspace + "/"
    shownFolder = folder.hasPrefix(inside) ? String(folder.dropFirst(inside.count)) : folder
  }

  package var junit: String { "\(folder)/TEST-oncegate.xml" }
  package var summary: String { "\(folder)/summary.md" }
  package var page: String { "\(folder)/report.html" }
  package var record: String { "\(folder)/run.json" }
  package var logFolder: String { "\(folder)/logs" }
  package var lock: String { "\(folder)/.lock" }

  package func log(of name: CaseName) -> String { "\(folder)/\(relativeLog(of: name))" }

  package var shownPage: String { "\(shownFolder)/report.html" }
  package func shownLog(of name: CaseName) -> String { "\(shownFolder)/\(relativeLog(of: name))" }

  /// The log's path as a page in the report folder links to it.
  package func relativeLog(of name: CaseName) -> String { "logs/\(name).jsonl" }
}
