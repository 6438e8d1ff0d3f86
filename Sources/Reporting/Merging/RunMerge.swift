// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Makes one run of the records of its parts, or of its repeats.
package enum RunMerge {
  /// Merges.
  ///
  /// A case of several records has one result; the others that ran are its other rounds.
  ///
  /// - Parameters:
  ///   - records: what was read from each `run.json`, in the order in which the runs were made.
  ///   - policy: which of several attempts at a case gives the verdict.
  /// - Returns: the whole, as if it had been one run.
  /// - Throws: `recordsDiffer` where they cannot be parts of one run.
  package static func summary(
    of records: [RunRecord],
    policy: RepeatPolicy
  ) throws(ReportingError) -> RunSummary {
    let summaries = records.map(\.summary)
    guard let first = summaries.first else { throw .recordMalformed(member: "the whole") }
    for other in summaries.dropFirst() { try demandSameRun(first.header, other.header) }
    var attempts: [CaseName: [CaseResult]] = [:]
    var order: [CaseName] = []
    for result in summaries.flatMap(\.results) {
      let name = result.description.name
      if attempts[name] == nil { order.append(name) }
      attempts[name, default: []].append(result)
    }
    let results = order.compactMap { attempts[$0].flatMap { merged($0, policy) } }
    return RunSummary(
      header: header(summaries.map(\.header), cases: results.map(\.description)),
      results: results,
      duration: summaries.map(\.duration).max() ?? .zero,
      problem: summaries.compactMap(\.problem).first,
      // What an interruption kept from running may have run elsewhere; else its cases say so.
      interruption: nil
    )
  }

  private static func merged(_ results: [CaseResult], _ policy: RepeatPolicy) -> CaseResult? {
    guard var chosen = results.indices.first else { return nil }
    for index in results.indices.dropFirst() {
      let rank = AttemptRank(results[index].verdict)
      if rank.wins(over: AttemptRank(results[chosen].verdict), policy) { chosen = index }
    }
    let others = results.indices.filter { $0 != chosen }.map { results[$0] }
    return CaseResult(
      description: results[chosen].description,
      verdict: results[chosen].verdict,
      duration: results[chosen].duration,
      log: results[chosen].log,
      otherRounds: others.flatMap { $0.otherRounds + [$0.verdict] }
        .filter { AttemptRank($0) >= .passed } + results[chosen].otherRounds
    )
  }

  private static func demandSameRun(
    _ first: RunHeader,
    _ other: RunHeader
  ) throws(ReportingError) {
    let members: [(String, Bool)] = [
      ("version", first.version == other.version), ("commit", first.commit == other.commit),
      ("client", first.client == other.client), ("subject", first.subject == other.subject),
      ("profile", first.profile == other.profile), ("seed", first.seed == other.seed),
    ]
    if let different = members.first(where: { !$0.1 }) {
      throw .recordsDiffer(member: different.0)
    }
  }

  /// The headers agree on what a run is of; the rest is that of the whole.
  private static func header(_ headers: [RunHeader], cases: [CaseDescription]) -> RunHeader {
    let first = headers[0]
    return RunHeader(
      version: first.version,
      suite: headers.allSatisfy { $0.suite == first.suite } ? first.suite : "selection",
      cases: cases,
      client: first.client,
      subject: first.subject,
      profile: first.profile,
      seed: first.seed,
      commit: first.commit,
      startedAtUnixSeconds: headers.map(\.startedAtUnixSeconds).min() ?? 0,
      hostname: first.hostname,
      jobs: headers.map(\.jobs).max() ?? 1,
      repeatOptions: first.repeatOptions
    )
  }
}
