// SPDX-License-Identifier: Apache-2.0

/// How a fault server is run by hand, for an app that somebody tries out.
public struct ServeSettings: Sendable, Hashable {
  /// The port that is used where none is chosen.
  public static let portDefault: UInt16 = 8081

  /// The port, or 0 for one that the system chooses.
  public var port = Self.portDefault
  /// How keys are treated.
  public var profile = Profile.default
  /// A real server on this machine that does the work, or nothing where the ledger does it.
  public var upstream: Upstream?
  /// Which fault meets which delivery of a key.
  public var script = FaultScript.seed
  /// The path of the ledger's file, or nothing for a ledger in memory.
  public var ledgerFile: String?
  /// Bounds of everything that a client could make grow.
  public var limits = Limits.default

  /// Creates the settings of a server whose first answer to each key is lost.
  public init() {}
}

extension FaultServer {
  /// Opens the ledger, binds the port and listens.
  ///
  /// - Parameters:
  ///   - settings: how the server is run.
  ///   - observer: is told every event, in order, one at a time, and must not stop the server.
  /// - Throws: an error where the ledger or the port cannot be used.
  public convenience init(
    serving settings: ServeSettings,
    observer: @escaping @Sendable (ServerEvent) -> Void
  ) throws(FaultServerError) {
    let ledger: Ledger
    do {
      ledger =
        try settings.ledgerFile.map { file throws(LedgerError) in
          try Ledger(file: file)
        } ?? Ledger()
    } catch {
      throw .ledger(error)
    }
    try self.init(
      ledger: ledger,
      profile: settings.profile,
      upstream: settings.upstream,
      script: settings.script,
      port: settings.port,
      limits: settings.limits,
      observer: observer
    )
    try listen()
  }
}
