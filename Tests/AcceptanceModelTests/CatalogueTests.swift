// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

struct CatalogueTests {
  @Test func `the gate is the seven required cases`() {
    #expect(
      CaseCatalogue.cases(inSuite: "gate").map(\.name.description).sorted() == [
        "queue.disconnect", "queue.key-conflict", "queue.lost-response", "queue.relaunch",
        "state.rejection", "state.session-switch", "state.unknown-outcome",
      ]
    )
  }

  @Test func `every suite has cases, and every case is in a suite`() {
    for suite in CaseCatalogue.suites {
      #expect(!CaseCatalogue.cases(inSuite: suite).isEmpty, "\(suite)")
    }
    let known = Set(CaseCatalogue.suites)
    #expect(CaseCatalogue.all.allSatisfy { known.isSuperset(of: $0.suites) })
    #expect(CaseCatalogue.gate.count == 7)
  }

  @Test func `each case tells its steps and promises, and where its scenario is`() {
    for description in CaseCatalogue.all {
      #expect(!description.steps.isEmpty && !description.invariants.isEmpty)
      #expect(!description.byHand.isEmpty && !description.suites.isEmpty)
      #expect(!description.promise.hasSuffix("."))
      #expect(
        FileManager.default.fileExists(atPath: "\(BuiltProducts.root)/\(description.sourceFile)"),
        "\(description.sourceFile)"
      )
    }
    #expect(Set(CaseCatalogue.all.map(\.name)).count == CaseCatalogue.all.count)
  }

  @Test func `what a case promises is what it can find broken`() {
    for description in CaseCatalogue.all {
      let findings = CaseCatalogue.findings(of: description.name)
      #expect(
        !findings.isEmpty,
        "\(description.name): list what it checks for in CaseCatalogue's table of findings"
      )
      #expect(Set(findings).count == findings.count, "\(description.name)")
      let promised = Set(description.invariants)
      let checked = Set(findings.map(\.invariant))
      #expect(promised.subtracting(checked) == [], "\(description.name) does not check")
      #expect(checked.subtracting(promised) == [], "\(description.name) does not promise")
    }
  }

  @Test func `every finding can be found by some case`() {
    let found = Set(CaseCatalogue.checks.map(\.finding))
    for finding in Finding.all { #expect(found.contains(finding), "\(finding.name)") }
  }

  @Test func `a check is read back from its name, and nothing else is a check`() {
    for check in CaseCatalogue.checks { #expect(CaseCheck(check.description) == check) }
    for text in ["", "queue.relaunch", "queue.relaunch:", "queue.relaunch:second-tap-sent"] {
      #expect(CaseCheck(text) == nil)
    }
  }

  @Test func `names and globs select each case once, in the catalogue's order`() {
    let (cases, unmatched) = CaseCatalogue.select(["queue.*", "queue.relaunch", "state.rejection"])
    #expect(unmatched.isEmpty)
    #expect(cases == CaseCatalogue.all.filter { cases.contains($0) })
    let meant = CaseCatalogue.all.filter {
      $0.name.area == "queue" || $0.name.description == "state.rejection"
    }
    #expect(cases == meant)
    #expect(CaseCatalogue.select(["nothing.*", "state.*"]).unmatched == ["nothing.*"])
  }

  @Test func `every finding has a name of its own and words without a full stop`() {
    #expect(Set(Finding.all.map(\.name)).count == Finding.all.count)
    for finding in Finding.all {
      #expect(Finding.named(finding.name) == finding)
      #expect(!finding.happened.hasSuffix(".") && !finding.happened.isEmpty)
    }
    for invariant in Invariant.allCases {
      #expect(!invariant.promise.hasSuffix(".") && !invariant.promise.isEmpty)
    }
  }

  @Test func `every known kind names an invariant and public reports`() {
    for kind in KnownKind.all {
      #expect(!kind.invariants.isEmpty)
      for report in kind.reports {
        #expect(report.contains("#") || report.contains("-"), "\(report)")
      }
    }
    #expect(KnownKind.known(for: .keyStableAcrossRelaunch).first?.kind.contains("key") == true)
  }
}

struct GlobTests {
  @Test(arguments: [
    ("*", "", true), ("*", "abc", true), ("a*c", "abbbc", true), ("a*c", "ab", false),
    ("?", "a", true), ("?", "", false), ("queue.*", "queue.relaunch", true),
    ("queue.*", "state.rejection", false), ("*.re*", "queue.relaunch", true), ("", "", true),
    ("", "a", false), ("a**b", "ab", true), ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false),
  ])
  func `a star is any text and a question mark one character`(
    pattern: String,
    text: String,
    fits: Bool
  ) {
    #expect(Glob(pattern).matches(text) == fits)
  }
}

struct NearestNamesTests {
  @Test func `a swapped or missing letter finds the name that was meant`() {
    let names = CaseCatalogue.all.map(\.name.description)
    #expect(NearestNames.to("queue.relanch", among: names).first == "queue.relaunch")
    #expect(NearestNames.to("queue.relaucnh", among: names).first == "queue.relaunch")
    #expect(NearestNames.to("state.rejections", among: names).first == "state.rejection")
  }

  @Test func `something quite different finds nothing`() {
    #expect(NearestNames.to("xyzzy", among: ["run", "list", "serve"]).isEmpty)
    #expect(NearestNames.to("", among: []).isEmpty)
  }
}

struct SeedTests {
  @Test func `a seed is read back from its digits`() {
    let seed = Seed.random()
    #expect(Seed(seed.description) == seed)
    #expect(Seed("7F3a1c") == Seed(0x7f3a1c))
    for text in ["", "xyz", "-1", "+1", "0x1", "11112222333344445"] { #expect(Seed(text) == nil) }
  }

  @Test func `the same seed gives the same numbers`() {
    // The first values for seed 1234567, from the reference implementation.
    var generator = SeededGenerator(Seed(1_234_567))
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}

struct VerdictTests {
  private func summary(
    _ verdicts: [Verdict],
    problem: RunProblem? = nil,
    interruption: Int32? = nil
  ) -> RunSummary {
    let description = CaseCatalogue.all[0]
    let header = RunHeader(
      version: "0",
      suite: "gate",
      cases: [],
      client: "c",
      subject: "s",
      profile: "default",
      seed: Seed(1),
      commit: nil,
      startedAtUnixSeconds: 0,
      hostname: "h",
      jobs: 1,
      repeatOptions: ""
    )
    return RunSummary(
      header: header,
      results: verdicts.map {
        CaseResult(description: description, verdict: $0, duration: .zero, log: [])
      },
      duration: .zero,
      problem: problem,
      interruption: interruption
    )
  }

  @Test func `a broken promise wins over what could not be judged`() {
    let failed = Verdict.failed(.preconditionFailed)
    #expect(summary([.passed, .passed]).exitStatus == .allPassed)
    #expect(summary([.passed, failed, .unjudged(.vacuous)]).exitStatus == .promiseBroken)
    #expect(summary([.passed, .unjudged(.vacuous)]).exitStatus == .notJudged)
  }

  @Test func `no case run is never a pass`() {
    #expect(summary([]).exitStatus == .notJudged)
    #expect(summary([.skipped(.missingCapability(.clock))]).exitStatus == .notJudged)
    #expect(summary([.passed], problem: .canarySurvived).exitStatus == .notJudged)
  }

  @Test func `an interruption is told by its signal`() {
    #expect(summary([.passed], interruption: 2).exitStatus == .interrupted)
    #expect(summary([.passed], interruption: 15).exitStatus == .terminated)
  }
}
