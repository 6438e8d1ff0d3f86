// SPDX-License-Identifier: Apache-2.0

/// A service for whose pipelines a file can be written.
enum Pipeline: String, CaseIterable, Sendable {
  case github
  case gitlab
  case jenkins
  case circleci
  case azure
  case buildkite
  case bitrise
  case xcodeCloud = "xcode-cloud"
  case none

  /// Where the system looks for the file, relative to the project's root.
  private var path: String? {
    switch self {
    case .github: ".github/workflows/oncegate.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .jenkins: "Jenkinsfile"
    case .circleci: ".circleci/config.yml"
    case .azure: "azure-pipelines.yml"
    case .buildkite: ".buildkite/pipeline.yml"
    case .bitrise: "bitrise.yml"
    case .xcodeCloud: "ci_scripts/ci_post_clone.sh"
    case .none: nil
    }
  }

  /// The file as it stands in `ci/pipelines`, for a client that needs nothing.
  var text: String? {
    switch self {
    case .github: Self.githubText
    case .gitlab: Self.gitlabText
    case .jenkins: Self.jenkinsText
    case .circleci: Self.circleciText
    case .azure: Self.azureText
    case .buildkite: Self.buildkiteText
    case .bitrise: Self.bitriseText
    case .xcodeCloud: Self.xcodeCloudText
    case .none: nil
    }
  }

  /// Whether the jobs run in a container of Debian or Ubuntu.
  private var hasApt: Bool { self != .bitrise && self != .xcodeCloud }

  /// The pipeline that puts an adapter through the gate, or nothing where none is wanted.
  func file(for skeleton: Skeleton) -> Skeleton.File? {
    guard let path, let text else { return nil }
    let preparation = preparation(skeleton)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      guard let command = line.firstRange(of: Self.command) else { return [String(line)] }
      // What comes before the gate stands in the file just as the gate does.
      let start = line[..<command.lowerBound]
      let end = line.hasSuffix("'") ? "'" : ""
      return preparation.map { "\(start)\($0)\(end)" } + [String(line)]
    }
    return Skeleton.File(path, lines.joined(separator: "\n"), isExecutable: text.hasPrefix("#!"))
  }

  /// How every file starts the gate.
  private static let command = ".oncegate-install/bin/oncegate run"

  /// What the adapter needs before the gate runs, a shell command a line.
  private func preparation(_ skeleton: Skeleton) -> [String] {
    var lines: [String] = []
    if hasApt, !skeleton.packages.isEmpty {
      let packages = skeleton.packages.joined(separator: " ")
      lines.append("apt-get update && apt-get install --yes --no-install-recommends \(packages)")
    }
    if let build = skeleton.build { lines.append(build) }
    return lines
  }
}
