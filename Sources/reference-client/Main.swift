// SPDX-License-Identifier: Apache-2.0

import Contracts
import OfflineWrites

#if canImport(Darwin)
import Darwin
import OfflineWritesURLSession
#else
import Glibc
#endif

/// An app in miniature: the offline write queue behind the client contract.
@main
enum Main {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let server = Result { () throws(ServerOptionsError) in
      try ServerOptions(takenFrom: &arguments)
    }
    ClientMain.run(arguments: arguments, optionsHelp: ServerOptions.help) { environment in
      try ReferenceClient(environment, server.get())
    }
  }
}

/// Submits durably and sends only when it is resumed, as an app does that submits from its user
/// interface and sends on launch, on reconnect and in the background.
struct ReferenceClient: CapableClient {
  let capabilities: Set<ClientCapability> = [
    .credentials, .accounts, .clock, .cancel, .killPoints, .records,
  ]
  private let queue: OfflineQueue
  private let record: String?

  init(_ environment: ClientEnvironment, _ server: ServerOptions) throws {
    guard let endpoint = Endpoint(environment.url) else {
      throw ClientEnvironmentError.malformedURL
    }
    let session = try Self.session(environment)
    record = environment.record
    // Where it cannot be made, opening the store says so.
    _ = unsafe mkdir(environment.stateFolder, S_IRWXU)
    queue = try OfflineQueue(
      storeAt: "\(environment.stateFolder)/queue.sqlite",
      configuration: QueueConfiguration(
        endpoint: endpoint,
        format: try RequestFormat(server),
        outcomes: OutcomePolicy(server).waiting(forCredentialOf: environment),
        timeoutMilliseconds: environment.requestTimeoutMilliseconds,
        keyLifetimeSeconds: environment.keyLifetimeSeconds,
        session: { session }
      ),
      transport: MortalTransport(transport: Self.transport, environment: environment),
      clock: Self.clock(environment)
    )
  }

  private static var transport: any Transport {
    #if os(Linux)
    CurlTransport()
    #else
    URLSessionTransport()
    #endif
  }

  func submit(body: [UInt8]) throws -> SubmitReply {
    let task = try queue.submit(body, record: record)
    return SubmitReply(task: task.id, key: task.key.text)
  }

  func resume() throws { try queue.resume() }

  func sendDue() throws { try queue.sendDue() }

  func cancel(task: String) throws { try queue.cancel(task) }

  func tasks() throws -> [TaskListing] {
    try queue.tasks().map { task in
      TaskListing(
        task: task.id,
        key: task.key.text,
        attempts: task.attempts,
        state: TaskState(task.state)
      )
    }
  }
}

extension RequestFormat {
  fileprivate init(_ server: ServerOptions) throws(ServerOptionsError) {
    switch server.key {
    case .header(let name): self.init(method: server.method, key: .header(name))
    case .quotedHeader(let name): self.init(method: server.method, key: .quotedHeader(name))
    case .body(let steps):
      guard let name = steps.first, steps.count == 1 else {
        throw .badValue("--key-in-body", expected: "a member of the body itself")
      }
      self.init(method: server.method, key: .member(name))
    }
  }
}

extension OutcomePolicy {
  fileprivate init(_ server: ServerOptions) {
    var statuses = [server.conflictStatus: Refusal.stopped]
    if let status = server.inFlightStatus { statuses[status] = .unknown }
    switch server.success {
    case .member(let name):
      self.init(success: SuccessShape(requires: [name]), statuses: statuses)
    case .noContent:
      self.init(success: SuccessShape(acceptsNoContent: true), statuses: statuses)
    }
  }
}

extension TaskState {
  fileprivate init(_ state: WriteTask.State) {
    self =
      switch state {
      case .pending: .pending
      case .completed: .completed
      case .stopped: .stopped
      }
  }
}
