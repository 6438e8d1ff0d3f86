// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts
import FaultInjection

/// The client that is put through the gate where the user names none.
///
/// A client is written for one server. This one stands in for many, so it is told what the profile's server
/// expects.
struct BundledClient {
  /// Its name, in reports and as a program.
  static let name = RunHeader.bundledClient

  /// The argument vector.
  let command: [String]

  /// Finds out what the client has to be told, or nothing where it cannot speak to such a server.
  init?(for profile: Profile) {
    var options = ServerOptions()
    options.method = profile.endpoints[0].method
    switch profile.key {
    case .header(let name):
      options.key = profile.keySyntax == .quoted ? .quotedHeader(name) : .header(name)
    case .bodyMember(let pointer):
      // It writes the key into the object itself, never deeper.
      let steps = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard steps.count == 2 else { return nil }
      options.key = .body([steps[1]])
    }
    options.conflictStatus = profile.otherBody
    if case .refused(let status) = profile.inFlight, status != profile.otherBody {
      options.inFlightStatus = status
    }
    if profile.success.status == 204 {
      options.success = .noContent
    } else {
      guard let members = Self.members(of: profile.success.body), let first = members.first else {
        return nil
      }
      options.success = .member(members.contains("id") ? "id" : first)
    }
    // What the options' own syntax cannot say would reach the client as something else.
    var arguments = options.arguments
    guard (try? ServerOptions(takenFrom: &arguments)) == options else { return nil }
    command = [Surroundings.program(Self.name)] + options.arguments
  }

  /// The names of the members that an answer has, or nothing where it is no object.
  private static func members(of template: String) -> [String]? {
    let body = Array(template.replacing(#/\$\{[a-z_]*\}/#, with: "0").utf8)
    guard case .object? = try? StrictJSON(parsing: body) else { return nil }
    return StrictJSON.memberNames(at: [], in: body)
  }
}
