// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Builds the portable twin of every Linux-only file, so that the tests run over what macOS compiles.
let portable = Context.environment["ONCEGATE_PORTABLE"] == "1"

/// Builds the program that gives the readers any bytes, in place of the tests that share its checks.
let fuzzing = Context.environment["ONCEGATE_FUZZING"] == "1"

/// Settings of every Swift target.
let settings: [SwiftSetting] =
  [
    // `any` is written out, so that a reader sees where dispatch is dynamic.
    .enableUpcomingFeature("ExistentialAny"),
    // A weak capture cannot be reassigned behind the reader's back.
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // A conformance lives on the actor of its type.
    .enableUpcomingFeature("InferIsolatedConformances"),
    // An import is an implementation detail unless it is said to be public.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is visible only where its module is imported, so that the rooms stay apart.
    .enableUpcomingFeature("MemberImportVisibility"),
    // An asynchronous function runs where its caller runs.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // A warning is a fault that nobody has looked at yet.
    .treatAllWarnings(as: .error),
  ] + (portable ? [.define("ONCEGATE_PORTABLE")] : [])

/// Product code also marks each use of an unsafe construct, which shows where the C border runs.
let productSettings: [SwiftSetting] =
  settings + [
    .strictMemorySafety(),
    // The compiler warns of -Ounchecked under this group. Such a build has to succeed, so that the gate can
    // say that it proves nothing; ci/gate and ci/test refuse every warning of this project's own files.
    .treatWarning("StrictMemorySafety", as: .warning),
  ]

let package = Package(
  name: "oncegate",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "oncegate", targets: ["oncegate"]),
    .executable(name: "oncegate-case", targets: ["oncegate-case"]),
    .executable(name: "oncegate-explore", targets: ["oncegate-explore"]),
    .executable(name: "reference-client", targets: ["reference-client"]),
    .library(name: "OptimisticState", targets: ["OptimisticState"]),
    .library(name: "OfflineWrites", targets: ["OfflineWrites", "OfflineWritesURLSession"]),
    .library(name: "FaultInjection", targets: ["FaultInjection"]),
    .library(name: "Contracts", targets: ["Contracts"]),
  ],
  targets: [
    // System libraries and C shims.
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .systemLibrary(
      name: "CLibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
    ),
    .target(name: "CShims"),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),

    // The rooms.
    .target(name: "AcceptanceModel"),
    .target(name: "Locking", dependencies: ["CShims"]),
    .target(name: "Storing", dependencies: ["CSQLite"]),
    .target(name: "ChildProcesses", dependencies: ["CShims", "Locking"]),
    .target(name: "Running", dependencies: ["AcceptanceModel", "ChildProcesses", "Locking"]),
    .target(name: "Reporting", dependencies: ["AcceptanceModel", "CLibXML2", "Locking"]),
    .target(name: "FaultInjection", dependencies: ["CShims", "Locking", "Storing"]),
    .target(
      name: "OfflineWrites",
      dependencies: [
        "Locking", "Storing", .target(name: "CCurl", condition: .when(platforms: [.linux])),
      ]
    ),
    // Apart, because Foundation's networking would slow the start of every process on Linux.
    .target(name: "OfflineWritesURLSession", dependencies: ["Locking", "OfflineWrites"]),
    .target(name: "OptimisticState"),
    .target(name: "Contracts"),
    .executableTarget(
      name: "oncegate",
      dependencies: [
        "AcceptanceModel", "ChildProcesses", "Contracts", "FaultInjection", "Locking",
        "QueueExploring", "Reporting", "Running", "StateExploring",
      ]
    ),
    .executableTarget(
      name: "reference-client",
      dependencies: [
        "Contracts", "OfflineWrites",
        .target(name: "OfflineWritesURLSession", condition: .when(platforms: [.macOS])),
      ]
    ),

    // The cases, and what they must catch.
    .target(
      name: "AcceptanceHarness",
      dependencies: [
        "AcceptanceModel", "ChildProcesses", "Contracts", "FaultInjection", "Locking",
        "OptimisticState",
      ],
      path: "acceptance/harness"
    ),
    .target(
      name: "AcceptanceCases",
      dependencies: ["AcceptanceHarness", "AcceptanceModel", "Contracts", "FaultInjection"],
      path: "acceptance/cases"
    ),
    // Searches for orders of events that break a promise; a found one is run again by `oncegate-case`.
    .target(
      name: "StateExploring",
      dependencies: ["AcceptanceHarness", "AcceptanceModel", "Contracts", "Locking"],
      path: "acceptance/exploring-state"
    ),
    .target(
      name: "QueueExploring",
      dependencies: [
        "AcceptanceHarness", "AcceptanceModel", "ChildProcesses", "Contracts", "FaultInjection",
        "Locking",
      ],
      path: "acceptance/exploring-queue"
    ),
    // Apart, because the queue brings libcurl with it.
    .target(
      name: "BundledQueueExploring",
      dependencies: [
        "AcceptanceHarness", "AcceptanceModel", "Contracts", "FaultInjection", "OfflineWrites",
        "QueueExploring",
      ],
      path: "acceptance/exploring-bundled-queue"
    ),
    // Apart from `oncegate-case`, because the queue within the process brings libcurl with it, which every
    // case would wait for.
    .executableTarget(
      name: "oncegate-explore",
      dependencies: [
        "AcceptanceHarness", "AcceptanceModel", "BundledQueueExploring", "ChildProcesses",
        "Locking", "QueueExploring", "StateExploring",
      ],
      path: "acceptance/oncegate-explore"
    ),
    .executableTarget(
      name: "oncegate-case",
      dependencies: [
        "AcceptanceCases", "AcceptanceHarness", "AcceptanceModel", "ChildProcesses",
        "QueueExploring", "StateExploring",
      ],
      path: "acceptance/oncegate-case"
    ),
    .executableTarget(
      name: "known-bad-client",
      dependencies: ["AcceptanceModel", "Contracts"],
      path: "acceptance/known-bad-client"
    ),
    .executableTarget(
      name: "example-client",
      dependencies: [
        "Contracts", "OfflineWrites",
        .target(name: "OfflineWritesURLSession", condition: .when(platforms: [.macOS])),
      ],
      path: "acceptance/adapters/swift/client"
    ),
    .executableTarget(
      name: "example-subject",
      dependencies: ["Contracts"],
      path: "acceptance/adapters/swift/subject"
    ),
    .executableTarget(
      name: "known-bad-subject",
      dependencies: ["AcceptanceModel", "Contracts"],
      path: "acceptance/known-bad-subject"
    ),
    .executableTarget(
      name: "known-bad-server",
      dependencies: ["AcceptanceModel", "Contracts", "FaultInjection", "Locking"],
      path: "acceptance/known-bad-server"
    ),

    // Tests, by their distance from the code.
    .target(
      name: "TestSupport",
      dependencies: ["AcceptanceModel", "Locking"],
      path: "Tests/TestSupport"
    ),
    .target(
      name: "ReportingTestSupport",
      dependencies: ["Reporting"],
      path: "Tests/ReportingTestSupport"
    ),
    .target(
      name: "SubjectTestSupport",
      dependencies: ["AcceptanceHarness", "Contracts"],
      path: "Tests/SubjectTestSupport"
    ),
    .testTarget(name: "AcceptanceModelTests", dependencies: ["AcceptanceModel", "TestSupport"]),
    .testTarget(name: "LockingTests", dependencies: ["Locking"]),
    .testTarget(name: "StoringTests", dependencies: ["Storing", "TestSupport"]),
    .testTarget(
      name: "ChildProcessesTests",
      dependencies: ["ChildProcesses", "Locking", "TestSupport"]
    ),
    .testTarget(
      name: "RunningTests",
      dependencies: ["AcceptanceModel", "ChildProcesses", "Running", "TestSupport"]
    ),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "AcceptanceModel", "Locking", "Reporting", "ReportingTestSupport", "TestSupport",
      ]
    ),
    .testTarget(
      name: "FaultInjectionTests",
      dependencies: ["FaultInjection", "Locking", "TestSupport"]
    ),
    .testTarget(
      name: "OfflineWritesTests",
      dependencies: [
        "Locking", "OfflineWrites", "OfflineWritesURLSession", "Storing", "TestSupport",
        "reference-client",
      ]
    ),
    .testTarget(name: "OptimisticStateTests", dependencies: ["OptimisticState", "TestSupport"]),
    .testTarget(name: "ContractsTests", dependencies: ["Contracts", "TestSupport"]),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "AcceptanceCases", "AcceptanceHarness", "AcceptanceModel", "ChildProcesses", "Contracts",
        "FaultInjection", "Locking", "OptimisticState", "SubjectTestSupport", "TestSupport",
        "example-client", "example-subject", "known-bad-client", "known-bad-server",
        "known-bad-subject", "oncegate", "oncegate-case",
        "reference-client",
      ]
    ),
    .testTarget(
      name: "StateExploringTests",
      dependencies: [
        "AcceptanceHarness", "AcceptanceModel", "Contracts", "StateExploring",
        "SubjectTestSupport", "known-bad-subject",
      ]
    ),
    .testTarget(
      name: "OncegateTests",
      dependencies: [
        "AcceptanceModel", "ChildProcesses", "FaultInjection", "Reporting", "ReportingTestSupport",
        "TestSupport", "known-bad-client", "known-bad-server", "oncegate", "oncegate-case",
        "reference-client",
      ]
    ),
    .testTarget(
      name: "QueueExploringTests",
      dependencies: [
        "AcceptanceHarness", "AcceptanceModel", "BundledQueueExploring", "ChildProcesses",
        "Contracts", "FaultInjection", "Locking", "OfflineWrites", "QueueExploring", "TestSupport",
        "known-bad-client", "oncegate-explore", "reference-client",
      ]
    ),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

let fuzzed: [Target.Dependency] = ["FaultInjection", "OfflineWrites", "Reporting", "TestSupport"]
package.targets +=
  fuzzing
  ? [
    // The compiler brings libFuzzer with it; 'ci/soak fuzz' gives the options that link it.
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "oncegate-fuzz",
      dependencies: fuzzed + ["CLibFuzzer"],
      path: "Tests/Fuzzing",
      sources: ["Checks", "Driver"]
    ),
  ]
  : [
    .testTarget(
      name: "FuzzingTests",
      dependencies: fuzzed,
      path: "Tests/Fuzzing",
      exclude: ["CLibFuzzer", "Driver", "corpus", "dictionaries"]
    )
  ]

for target in package.targets {
  switch target.type {
  case .regular where target.name == "CShims" || target.name == "CCurl": break
  case .regular where target.name.hasSuffix("TestSupport"), .test: target.swiftSettings = settings
  case .executable where target.name == "oncegate-fuzz": target.swiftSettings = settings
  case .regular, .executable: target.swiftSettings = productSettings
  default: break
  }
}
