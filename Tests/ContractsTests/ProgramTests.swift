// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Contracts

/// Files in place of a process's standard descriptors.
private struct Streams {
  private let folder: TemporaryFolder
  private let files: [FileHandle]

  init(_ input: [UInt8]) throws {
    folder = try TemporaryFolder()
    try Data(input).write(to: URL(fileURLWithPath: folder.file("input")))
    for name in ["output", "errors"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    files = [
      try #require(FileHandle(forReadingAtPath: folder.file("input"))),
      try #require(FileHandle(forWritingAtPath: folder.file("output"))),
      try #require(FileHandle(forWritingAtPath: folder.file("errors"))),
    ]
  }

  init(_ input: String) throws { try self.init(Array(input.utf8)) }

  var input: Descriptor { Descriptor(number: files[0].fileDescriptor) }
  var output: Descriptor { Descriptor(number: files[1].fileDescriptor) }
  var errors: Descriptor { Descriptor(number: files[2].fileDescriptor) }

  func written(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }
}

/// Answers how often it was asked.
private struct CountingSubject: Subject {
  private var count = 0

  mutating func load(session: String, records: [String: Bool]) -> SubjectReply { next(nil) }
  mutating func tap(record: String, value: Bool) -> SubjectReply { next(.intercepted) }
  mutating func respond(ticket: String, outcome: WriteOutcome) -> SubjectReply { next(nil) }
  mutating func sync(session: String, record: String, outcome: ReadOutcome) -> SubjectReply {
    next(nil)
  }
  mutating func arrange(order: [String]) -> SubjectReply { next(nil) }

  private mutating func next(_ tap: TapResult?) -> SubjectReply {
    count += 1
    return SubjectReply(records: [:], tap: tap, syncs: count)
  }
}

private struct StoreError: Error, CustomStringConvertible {
  let description = "the store is full"
}

private struct FixedClient: OfflineClient {
  var isBroken = false

  func submit(body: [UInt8]) throws -> SubmitReply {
    if isBroken { throw StoreError() }
    return SubmitReply(task: String(decoding: body, as: UTF8.self), key: "k")
  }
  func resume() throws { if isBroken { throw StoreError() } }
  func tasks() throws -> [TaskListing] {
    if isBroken { throw StoreError() }
    return [
      TaskListing(task: "a", key: "k1", attempts: 0, state: .pending),
      TaskListing(task: "b", key: "k2", attempts: 1, state: .completed),
    ]
  }
}

/// A client that says when it was asked to send what is due, or to cancel a task.
private struct AbleClient: CapableClient {
  let capabilities: Set<ClientCapability>

  func submit(body: [UInt8]) -> SubmitReply { SubmitReply(task: "a", key: "k") }
  func resume() {}
  func tasks() -> [TaskListing] { [] }
  func sendDue() throws { throw StoreError() }
  func cancel(task: String) throws { if task == "a" { throw StoreError() } }
}

struct SubjectLoopTests {
  private func run(_ streams: Streams) -> Int32 {
    SubjectLoop.status(
      of: CountingSubject(),
      input: streams.input,
      output: streams.output,
      errors: streams.errors
    )
  }

  @Test func `each line is answered with a line, the last without a line break too`() throws {
    let streams = try Streams(
      #"{"do":"load","session":"s","records":{}}"# + "\n"
        + #"{"do":"tap","record":"r","value":true}"# + "\n" + #"{"do":"arrange","order":[]}"#
    )
    #expect(run(streams) == 0)
    #expect(
      try streams.written("output") == #"{"records":{},"syncs":1}"# + "\n"
        + #"{"records":{},"ticket":null,"syncs":2}"# + "\n" + #"{"records":{},"syncs":3}"# + "\n"
    )
    #expect(try streams.written("errors") == "")
  }

  @Test func `an empty input is answered with nothing`() throws {
    let streams = try Streams("")
    #expect(run(streams) == 0)
    #expect(try streams.written("output") == "")
  }

  @Test func `a bad line ends the loop with its number and rule`() throws {
    let streams = try Streams(
      #"{"do":"arrange","order":[]}"# + "\n" + #"{"do":"jump"}"# + "\n"
        + #"{"do":"arrange","order":[]}"# + "\n"
    )
    #expect(run(streams) == 64)
    #expect(try streams.written("output") == #"{"records":{},"syncs":1}"# + "\n")
    #expect(
      try streams.written("errors")
        == "request 2: the request is not 'load', 'tap', 'respond', 'sync' or 'arrange'\n"
    )
  }

  @Test func `a line without end is refused`() throws {
    for ending in ["", "\n"] {
      let streams = try Streams(String(repeating: " ", count: 65_537) + ending)
      #expect(run(streams) == 64)
      #expect(try streams.written("errors") == "request 1: the line is longer than 65536 bytes\n")
    }
  }

  @Test func `many lines at once are cut apart`() throws {
    let line = #"{"do":"arrange","order":["\#(String(repeating: "r", count: 5_000))"]}"# + "\n"
    let streams = try Streams(String(repeating: line, count: 40))
    #expect(run(streams) == 0)
    #expect(try streams.written("output").split(separator: "\n").count == 40)
  }
}

struct ClientMainTests {
  private static let variables = [
    "ONCEGATE_CONTRACT": "1", "ONCEGATE_URL": "http://127.0.0.1:1/items",
    "ONCEGATE_STATE_DIR": "/tmp/state", "ONCEGATE_REQUEST_TIMEOUT_MS": "250",
  ]

  private func run(
    _ streams: Streams,
    _ arguments: [String],
    variables: [String: String] = variables,
    isBroken: Bool = false
  ) -> Int32 {
    ClientMain.status(
      arguments: arguments,
      variables: variables,
      input: streams.input,
      output: streams.output,
      errors: streams.errors
    ) { _ in FixedClient(isBroken: isBroken) }
  }

  @Test func `submit passes the body on and prints the task`() throws {
    let streams = try Streams("body")
    #expect(run(streams, ["submit"]) == 0)
    #expect(try streams.written("output") == #"{"task":"body","key":"k"}"# + "\n")
  }

  @Test func `resume prints nothing`() throws {
    let streams = try Streams("")
    #expect(run(streams, ["resume"]) == 0)
    #expect(try streams.written("output") == "")
  }

  @Test func `tasks prints a line each`() throws {
    let streams = try Streams("")
    #expect(run(streams, ["tasks"]) == 0)
    #expect(
      try streams.written("output")
        == #"{"task":"a","key":"k1","attempts":0,"state":"pending"}"# + "\n"
        + #"{"task":"b","key":"k2","attempts":1,"state":"completed"}"# + "\n"
    )
  }

  @Test(arguments: ["submit", "resume", "tasks"])
  func `a command that was not carried out is not acknowledged`(command: String) throws {
    let streams = try Streams("body")
    #expect(run(streams, [command], isBroken: true) == 1)
    #expect(try streams.written("output") == "")
    #expect(try streams.written("errors") == "\(command): the store is full\n")
  }

  @Test(arguments: [[], ["send"], ["submit", "body"], ["--version"], [""]])
  func `wrong arguments print the usage`(arguments: [String]) throws {
    let streams = try Streams("body")
    #expect(run(streams, arguments) == 64)
    #expect(try streams.written("output") == "")
    #expect(try streams.written("errors").hasPrefix("usage: submit | resume | tasks\n"))
  }

  @Test(arguments: ["capabilities", "due"])
  func `a client of version 1 knows no optional command`(command: String) throws {
    let streams = try Streams("")
    #expect(run(streams, [command]) == 64)
    #expect(try streams.written("output") == "")
    #expect(try streams.written("errors").hasPrefix("usage: "))
  }

  @Test func `a client that can do more says so`() throws {
    let streams = try Streams("")
    #expect(run(streams, "capabilities", as: AbleClient(capabilities: [.clock])) == 0)
    #expect(try streams.written("output") == #"{"capabilities":["clock"]}"# + "\n")
  }

  @Test func `what is due is sent by a client that has a clock`() throws {
    let streams = try Streams("")
    #expect(run(streams, "due", as: AbleClient(capabilities: [.clock])) == 1)
    #expect(try streams.written("errors") == "due: the store is full\n")
    #expect(run(streams, "due", as: AbleClient(capabilities: [.accounts])) == 64)
  }

  @Test func `a task is cancelled by a client that can do so`() throws {
    let streams = try Streams("")
    #expect(run(streams, "cancel", "a", as: AbleClient(capabilities: [.cancel])) == 1)
    #expect(try streams.written("errors") == "cancel: the store is full\n")
    #expect(run(streams, "cancel", "b", as: AbleClient(capabilities: [.cancel])) == 0)
    #expect(run(streams, "cancel", as: AbleClient(capabilities: [.cancel])) == 64)
    #expect(run(streams, "cancel", "b", as: AbleClient(capabilities: [.clock])) == 64)
  }

  private func run(_ streams: Streams, _ arguments: String..., as client: AbleClient) -> Int32 {
    ClientMain.status(
      arguments: arguments,
      variables: Self.variables,
      input: streams.input,
      output: streams.output,
      errors: streams.errors
    ) { _ in client }
  }

  @Test func `help is an answer`() throws {
    let streams = try Streams("")
    #expect(run(streams, ["--help"]) == 0)
    #expect(try streams.written("output").hasPrefix("usage: "))
  }

  @Test(
    arguments: [
      ([], "submit: standard input is empty; expected the body, UTF-8 JSON\n"),
      ([0xff], "submit: the body is not UTF-8\n"),

    ] as [([UInt8], String)]
  )
  func `a body that cannot be one is refused`(body: [UInt8], message: String) throws {
    let streams = try Streams(body)
    #expect(run(streams, ["submit"]) == 64)
    #expect(try streams.written("errors") == message)
  }

  @Test func `a body of more than a mebibyte is refused`() throws {
    let streams = try Streams([UInt8](repeating: 0x20, count: 1_048_577))
    #expect(run(streams, ["submit"]) == 64)
    let message = "submit: the body is longer than 1048576 bytes\n"
    #expect(try streams.written("errors") == message)
  }

  @Test func `a bad environment is told by the command`() throws {
    let streams = try Streams("body")
    #expect(run(streams, ["submit"], variables: [:]) == 64)
    let message = "submit: ONCEGATE_URL is not set; expected the endpoint's whole URL\n"
    #expect(try streams.written("errors") == message)
  }
}

struct ClientEnvironmentTests {
  private static let good = ["ONCEGATE_URL": "HTTPS://h/x", "ONCEGATE_STATE_DIR": "/s"]

  @Test func `a time-out is not needed`() throws {
    let environment = try ClientEnvironment(Self.good)
    #expect(environment.url == "HTTPS://h/x" && environment.stateFolder == "/s")
    #expect(environment.requestTimeoutMilliseconds == 5_000)
  }

  @Test(
    arguments: [
      ("ONCEGATE_URL", "", .missing(variable: "ONCEGATE_URL")),
      ("ONCEGATE_URL", "127.0.0.1:80", .malformedURL),
      ("ONCEGATE_STATE_DIR", "", .missing(variable: "ONCEGATE_STATE_DIR")),
      ("ONCEGATE_REQUEST_TIMEOUT_MS", "0", .malformedTimeout),
      ("ONCEGATE_REQUEST_TIMEOUT_MS", "600001", .malformedTimeout),
      ("ONCEGATE_REQUEST_TIMEOUT_MS", "1s", .malformedTimeout),
      ("ONCEGATE_CONTRACT", "2", .unsupportedContract),
    ] as [(String, String, ClientEnvironmentError)]
  )
  func `a bad variable is refused by its name`(
    name: String,
    value: String,
    error: ClientEnvironmentError
  ) {
    var variables = Self.good
    variables[name] = value
    #expect(throws: error) { try ClientEnvironment(variables) }
    #expect(error.description.hasPrefix(name))
  }
}
