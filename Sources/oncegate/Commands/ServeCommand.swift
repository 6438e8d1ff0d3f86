// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import FaultInjection
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `oncegate serve`: the fault server alone, for an app in a simulator.
struct ServeCommand {
  private let port: UInt16
  private let profile: Profile
  /// A real server that does the work in the ledger's place, or nothing.
  private let upstream: Upstream?
  private let faultsFile: String?
  private let ledgerFile: String?

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    let portText = arguments.value("--port") ?? "8081"
    guard let port = UInt16(portText) else {
      throw .badValue("--port", value: portText, expected: "a whole number from 0 to 65535")
    }
    self.port = port
    let configuration = try RunOptions.configuration(arguments)
    profile = try RunOptions.profile(arguments, configuration)
    // What the configuration names is for the suite that judges it: here it is asked for.
    upstream = try RunOptions.upstream(arguments)
    faultsFile = arguments.value("--faults")
    ledgerFile = arguments.value("--ledger")
    if upstream != nil, ledgerFile != nil { throw .exclusive("--ledger", "--upstream") }
  }

  /// Serves until a signal ends it.
  func carryOut() throws(ArgumentError) -> ExitStatus {
    let script = try script()
    do throws(FaultServerError) {
      try serve(script)
      return .allPassed
    } catch {
      Terminal.printError(error.description)
      switch error {
      case .badProfile, .upstreamIsThisServer: return .usage
      default: return .notJudged
      }
    }
  }

  private func serve(_ script: FaultScript) throws(FaultServerError) {
    let ledger: Ledger
    do throws(LedgerError) {
      ledger = try ledgerFile.map { file throws(LedgerError) in try Ledger(file: file) } ?? Ledger()
    } catch {
      throw .ledger(error)
    }
    let watch = Monitor(DeliveryWatch())
    let tally = Monitor(UpstreamTally())
    let hasUpstream = upstream != nil
    let verdict: @Sendable () -> String = {
      hasUpstream
        ? LedgerVerdict(ledger, passedOn: tally.withLock { $0 }).text : LedgerVerdict(ledger).text
    }
    let server = try FaultServer(
      ledger: ledger,
      profile: profile,
      upstream: upstream,
      script: script,
      port: port,
      observer: { event in
        tally.withLock { $0.add(event) }
        watch.withLock { for line in $0.lines(for: event) { Terminal.print(line) } }
      }
    )
    let endSignal = Monitor<Int32?>(nil)
    var signals = [SIGINT, SIGTERM, SIGHUP, SIGUSR1]
    #if canImport(Darwin)
    signals.append(SIGINFO)
    #endif
    do throws(SpawnError) {
      try SignalWatch.start(signals) { signal in
        guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else {
          Terminal.print(verdict())
          return
        }
        endSignal.withLock { $0 = signal }
      }
    } catch {
      throw .system(call: "sigaction", code: error.code)
    }
    // Whoever connects at once is told after the heading.
    try watch.withLock { _ throws(FaultServerError) in
      try server.listen()
      Terminal.print(server.url)
      let hasKeys = TypedLines.watch { Terminal.print(verdict()) }
      let passesOn = upstream.map { "  passes on to port \($0.port)" } ?? ""
      Terminal.print(
        "profile \(profile.name)\(passesOn)  ledger's verdict: \(hasKeys ? "Enter, or " : "")"
          + "kill -USR1 \(getpid())  end: Ctrl-C"
      )
      Terminal.print(DeliveryWatch.heading)
    }
    _ = endSignal.wait { $0 }
    server.stop()
    Terminal.print(verdict())
  }

  /// The longest file of faults that is read, in bytes.
  private static let faultsBytesMax = 1 << 20

  private func script() throws(ArgumentError) -> FaultScript {
    guard let faultsFile else { return .seed }
    guard let bytes = try? Files.read(faultsFile, bytesMax: Self.faultsBytesMax) else {
      throw .unreadable("--faults", file: faultsFile)
    }
    let script: FaultScript
    do throws(FaultScriptError) {
      script = try FaultScript(json: bytes)
    } catch {
      throw .badFile(faultsFile, reason: error.description)
    }
    if upstream != nil, let fault = script.faults.first(where: \.changesLedger) {
      let reason =
        "'\(fault.name)' is made by changing what a ledger holds, which cannot be done to your own server"
      throw .badFile(faultsFile, reason: reason)
    }
    return script
  }
}
