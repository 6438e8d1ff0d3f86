// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct GitHubActionsTests {
  @Test func `each case that needs attention is annotated at its place`() throws {
    #expect(
      GitHubActions.annotations(for: try Sample.closedGate()) == [
        "::error file=acceptance/cases/QueueRelaunch.swift,line=42,"
          + "title=queue.relaunch%3A key-stable-across-relaunch::"
          + "key-stable-across-relaunch: \(Finding.keyChangedOnRelaunch.happened)%0A"
          + "repeat: oncegate run queue.relaunch --seed 7f3a1c --client './my-client'"
      ]
    )
    let every = Sample.everyVerdict()
    let attention = every.results.filter(\.verdict.needsAttention).count
    #expect(GitHubActions.annotations(for: every).count == attention)
    #expect(GitHubActions.annotations(for: Sample.openGate()).isEmpty)
  }

  @Test func `an annotation escapes what its grammar uses`() {
    #expect(
      GitHubActions.annotation(
        file: "a,b:c%d\ne",
        line: 3,
        title: "t::u,\r\nv",
        message: "100%\r\nnext: a,b"
      )
        == "::error file=a%2Cb%3Ac%25d%0Ae,line=3,title=t%3A%3Au%2C%0Av::100%25%0Anext: a,b"
    )
  }

  @Test func `no text from outside makes a second command`() {
    for hostile in Sample.hostileTexts {
      let line = GitHubActions.annotation(file: hostile, line: 1, title: hostile, message: hostile)
      #expect(!line.contains("\n"))
      #expect(!line.contains("\r"))
      #expect(line.hasPrefix("::error file="))
    }
  }
}
