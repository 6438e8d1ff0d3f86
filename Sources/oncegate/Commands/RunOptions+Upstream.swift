// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

extension RunOptions {
  /// The area of the cases that judge the user's own server.
  static let upstreamArea = "server"

  /// The real server that the arguments name, or nothing.
  static func upstream(_ arguments: ParsedArguments) throws(ArgumentError) -> Upstream? {
    guard let text = arguments.value("--upstream") else { return nil }
    do throws(Upstream.Flaw) {
      return try Upstream(text)
    } catch {
      throw .badUpstream(error)
    }
  }

  /// What cases about the user's own server are told of it, or nothing where none is named.
  ///
  /// - Parameters:
  ///   - url: the server's address, or nothing where none is named.
  ///   - configured: what the configuration says.
  ///   - environment: the value of a variable, or nothing where it is not set.
  /// - Returns: the parameters.
  /// - Throws: that a variable is not set, or holds no line of text.
  static func upstreamParameters(
    _ url: String?,
    _ configured: ConfiguredUpstream?,
    environment: (String) -> String?
  ) throws(ArgumentError) -> UpstreamParameters? {
    guard let url else { return nil }
    var parameters = UpstreamParameters(url: url)
    guard let configured else { return parameters }
    parameters.records = configured.records
    parameters.fields = try fields(configured.headers, environment)
    parameters.otherAccount = try fields(configured.otherAccount, environment)
    parameters.failOnce = try fields(configured.failOnce, environment)
    if let body = configured.body { parameters.body = body }
    return parameters
  }

  private static func fields(
    _ fields: [ConfiguredUpstream.Field],
    _ environment: (String) -> String?
  ) throws(ArgumentError) -> [UpstreamParameters.Field] {
    var filled: [UpstreamParameters.Field] = []
    for field in fields {
      var parts = field.value.partsWithPlaces
      for index in parts.indices where parts[index].isPlace {
        guard let value = environment(parts[index].text) else {
          throw .variableNotSet(parts[index].text, header: field.name)
        }
        guard UpstreamHeader.isValue(value) else {
          throw .variableUnfit(parts[index].text, header: field.name)
        }
        parts[index].text = value
      }
      filled.append(
        UpstreamParameters.Field(name: field.name, value: parts.map(\.text).joined())
      )
    }
    return filled
  }

  /// The cases that run: those about a server only where one is named.
  ///
  /// - Parameters:
  ///   - cases: what was selected.
  ///   - patterns: the names and globs that selected it; none where a suite did.
  ///   - suite: the suite's name.
  ///   - hasUpstream: whether a server is named.
  /// - Returns: at least one case.
  /// - Throws: that no server is named, where what was asked for are cases about one.
  static func runnable(
    _ cases: [CaseDescription],
    _ patterns: [String],
    suite: String,
    hasUpstream: Bool
  ) throws(ArgumentError) -> [CaseDescription] {
    if hasUpstream { return cases }
    let isAboutServer: (CaseDescription) -> Bool = { $0.name.area == upstreamArea }
    for pattern in patterns {
      let meant = cases.filter { Glob(pattern).matches($0.name.description) }
      if !meant.isEmpty, meant.allSatisfy(isAboutServer) { throw .upstreamMissing("'\(pattern)'") }
    }
    let others = cases.filter { !isAboutServer($0) }
    if others.isEmpty, !cases.isEmpty { throw .upstreamMissing("suite '\(suite)'") }
    return others
  }
}

extension String {
  fileprivate struct Part {
    var text: String
    /// Whether it stood as `${text}`.
    let isPlace: Bool
  }

  /// The text in its parts: what stands as it is, and the names in `${…}`.
  fileprivate var partsWithPlaces: [Part] {
    var parts: [Part] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "${"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      parts.append(Part(text: String(rest[..<start.lowerBound]), isPlace: false))
      parts.append(Part(text: String(rest[start.upperBound..<end]), isPlace: true))
      rest = rest[rest.index(after: end)...]
    }
    return parts + [Part(text: String(rest), isPlace: false)]
  }
}
