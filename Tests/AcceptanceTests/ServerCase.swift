// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceHarness
import AcceptanceModel
import FaultInjection
import TestSupport
import Testing

@testable import known_bad_server

/// Runs cases about a real server in this process, with the server in it too.
enum ServerCase {
  static let names = CaseCatalogue.server.map(\.name.description)

  /// What is said of a server that counts records, knows accounts and fails on request.
  static func parameters(_ url: String) -> UpstreamParameters {
    var upstream = UpstreamParameters(url: url)
    upstream.records = "/records"
    upstream.fields = [UpstreamParameters.Field(name: "Authorization", value: "Bearer first")]
    upstream.otherAccount = [UpstreamParameters.Field(name: "authorization", value: "Bearer other")]
    upstream.failOnce = [UpstreamParameters.Field(name: "X-Fail-Once", value: "1")]
    return upstream
  }

  /// Runs a case on the known-bad server with a flaw, or without one.
  static func run(
    _ name: String,
    flaw: known_bad_server.Flaw?,
    without disabled: Finding? = nil,
    change: (inout UpstreamParameters) -> Void = { _ in }
  ) throws -> (verdict: Verdict, recording: Recording) {
    let flawed = FlawedServer(flaw)
    let server = try PlainServer(takesShortBodies: flawed.takesShortBodies, reply: flawed.reply)
    var upstream = parameters(server.url)
    change(&upstream)
    // Only a server that hangs lets this time pass.
    let limit = flaw == .inFlightHangs ? 1_000 : 30_000
    return try run(name, upstream, requestTimeoutMilliseconds: limit, without: disabled)
  }

  static func run(
    _ name: String,
    _ upstream: UpstreamParameters?,
    profile: String = "default",
    requestTimeoutMilliseconds: Int = 30_000,
    without disabled: Finding? = nil
  ) throws -> (verdict: Verdict, recording: Recording) {
    let folder = try TemporaryFolder()
    var parameters = CaseParameters(
      seed: Seed(1),
      client: [],
      profile: profile,
      folder: folder.path,
      requestTimeoutMilliseconds: requestTimeoutMilliseconds,
      upstream: upstream
    )
    if let disabled { parameters = parameters.disabling(disabled) }
    let recording = Recording()
    let caseName = try #require(CaseName(name))
    var verdict = Verdict.passed
    do throws(CaseStop) {
      try CaseDispatch.run(caseName, parameters, inherited: [:], log: recording.log)
    } catch {
      verdict = error.verdict
    }
    // Where the case's own process would have ended.
    if let finding = recording.firstFinding {
      verdict = .failed(.invariantBroken(finding, sourceLine: 1))
    }
    return (verdict, recording)
  }

  static func failed(_ finding: Finding) -> Verdict {
    .failed(.invariantBroken(finding, sourceLine: 1))
  }
}
