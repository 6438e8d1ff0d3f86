// SPDX-License-Identifier: Apache-2.0

/// A service for whose pipelines a file can be written.
enum Pipeline: String, CaseIterable, Sendable {
  case github
  case gitlab
  case none

  /// The container in which oncegate is built.
  private static let image = "swift:6.3"

  /// The pipeline that puts an adapter through the gate, or nothing where none is wanted.
  func file(for skeleton: Skeleton) -> Skeleton.File? {
    switch self {
    case .github: Skeleton.File(".github/workflows/oncegate.yml", Self.github(skeleton))
    case .gitlab: Skeleton.File(".gitlab-ci.yml", Self.gitlab(skeleton))
    case .none: nil
    }
  }

  /// What the adapter needs before the gate runs, a shell command a line.
  private static func preparation(_ skeleton: Skeleton) -> [String] {
    var lines: [String] = []
    if !skeleton.packages.isEmpty {
      let packages = skeleton.packages.joined(separator: " ")
      lines.append("apt-get update && apt-get install --yes --no-install-recommends \(packages)")
    }
    if let build = skeleton.build { lines.append(build) }
    return lines
  }

  private static func github(_ skeleton: Skeleton) -> String {
    let preparation = preparation(skeleton).map { "      - run: \($0)\n" }.joined()
    return #"""
      # Puts this app through oncegate before a merge. Make the job 'gate' a required check.
      #
      # 1. Write below where your copy of oncegate is kept.
      name: oncegate
      on:
        pull_request:
        push:
          branches: [main]
      permissions:
        contents: read
      jobs:
        gate:
          runs-on: ubuntu-latest
          container: \#(image)
          timeout-minutes: 30
          steps:
            - uses: actions/checkout@v4
            - uses: actions/checkout@v4
              with:
                repository: your-organisation/oncegate
                path: .oncegate
            - run: .oncegate/ci/setup
            - run: swift build --configuration release --package-path .oncegate
      \#(preparation)      - run: .oncegate/.build/release/oncegate run
            - if: ${{ !cancelled() }}
              uses: actions/upload-artifact@v4
              with:
                name: oncegate-report
                path: oncegate-report/

      """#
  }

  private static func gitlab(_ skeleton: Skeleton) -> String {
    let preparation = preparation(skeleton).map { "    - \($0)\n" }.joined()
    return #"""
      # Puts this app through oncegate before a merge.
      #
      # 1. Write below where your copy of oncegate is kept.
      oncegate:
        image: \#(image)
        timeout: 30 minutes
        variables:
          ONCEGATE_REPOSITORY: https://gitlab.example/your-organisation/oncegate.git
        script:
          - git clone --depth 1 "$ONCEGATE_REPOSITORY" .oncegate
          - .oncegate/ci/setup
          - swift build --configuration release --package-path .oncegate
      \#(preparation)    - .oncegate/.build/release/oncegate run
        artifacts:
          when: always
          paths:
            - oncegate-report/
          reports:
            junit: oncegate-report/TEST-oncegate.xml

      """#
  }
}
