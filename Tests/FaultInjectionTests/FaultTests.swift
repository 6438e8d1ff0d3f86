// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct FaultTests {
  /// Every name that the catalogue of the product has for a fault on the wire.
  static let names: Set = [
    "refuse", "reset-before-commit", "reset-after-commit", "close-before-commit",
    "close-after-commit", "reset-mid-response", "status-before-commit", "status-after-commit",
    "too-many-requests", "unavailable", "truncated-body", "malformed-success", "empty-success",
    "error-in-success", "captive-portal", "partial-success", "stall-before-commit",
    "stall-after-commit", "stall-mid-response", "slow-trickle", "late-release",
    "redirect-preserving",
    "redirect-rewriting", "unauthorized-expired", "key-conflict", "key-in-flight",
    "stored-failure-replay", "key-forgotten", "reused-connection-reset", "version-conflict",
  ]

  @Test func `the catalogue has every fault once`() {
    #expect(Fault.catalogue.count == Self.names.count)
    #expect(Set(Fault.catalogue.map(\.fault.name)) == Self.names)
  }

  @Test(arguments: Fault.catalogue)
  func `a fault is read as it is written`(_ entry: Fault.Entry) throws {
    #expect(try Fault(parsing: entry.fault.name) == entry.fault)
    #expect(try Fault(parsing: entry.fault.description) == entry.fault)
    #expect(entry.fault.description.contains(":") == (entry.parameter != nil))
    let words = [entry.does, entry.clientSees, entry.clientMust]
    #expect(words.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
  }

  @Test(
    arguments: [
      ("status-after-commit:504", .statusAfterCommit(504)),
      (
        "too-many-requests:Fri, 31 Dec 1999 23:59:59 GMT",
        .tooManyRequests(retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT")
      ),
      ("unavailable:-1", .unavailable(retryAfter: "-1")),
      ("truncated-body:0", .truncatedBody(bytes: 0)),
      ("slow-trickle:10000", .slowTrickle(pauseMilliseconds: 10_000)),
      ("redirect-rewriting:303", .redirectRewriting(303)),
    ] as [(String, Fault)]
  )
  func `a parameter stands after a colon`(_ text: String, _ fault: Fault) throws {
    #expect(try Fault(parsing: text) == fault)
    #expect(fault.description == text)
  }

  @Test(
    arguments: [
      ("", .unknownName),
      ("Refuse", .unknownName),
      ("status", .unknownName),
      ("refuse:1", .noParameter(name: "refuse")),
      (
        "status-after-commit:200",
        .badParameter(name: "status-after-commit", expected: "a status, 400...599")
      ),
      (
        "status-after-commit:",
        .badParameter(name: "status-after-commit", expected: "a status, 400...599")
      ),
      (
        "status-before-commit:+500",
        .badParameter(name: "status-before-commit", expected: "a status, 400...599")
      ),
      (
        "redirect-preserving:302",
        .badParameter(name: "redirect-preserving", expected: "307 or 308")
      ),
      (
        "truncated-body:-1",
        .badParameter(
          name: "truncated-body",
          expected: "how many bytes of the body go out, 0...1048576"
        )
      ),
      (
        "slow-trickle:0",
        .badParameter(
          name: "slow-trickle",
          expected: "milliseconds between two bytes, 1...10000"
        )
      ),
      (
        "too-many-requests:a\r\nb",
        .badParameter(
          name: "too-many-requests",
          expected: "seconds, a date, or anything of 1...100 printable characters"
        )
      ),
    ] as [(String, FaultError)]
  )
  func `what is no fault is refused`(_ text: String, _ error: FaultError) {
    #expect(throws: error) { try Fault(parsing: text) }
  }

  @Test func `a script gives each delivery its fault`() {
    let script = FaultScript(perAttempt: [.refuse, nil], thereafter: .closeAfterCommit)
    #expect(
      (-1...4).map { script.fault(attempt: $0) } == [
        nil, nil, .refuse, nil, .closeAfterCommit, .closeAfterCommit,
      ]
    )
    #expect(
      (1...3).map { FaultScript.seed.fault(attempt: $0) } == [
        .statusAfterCommit(503), nil, nil,
      ]
    )
    #expect(FaultScript.none.fault(attempt: 1) == nil)
  }

  @Test(
    arguments: [
      ("{}", .none),
      (#"{"perAttempt":["status-after-commit:503"]}"#, .seed),
      (
        #"{"thereafter":"close-after-commit","perAttempt":[null,"unavailable:9"]}"#,
        FaultScript(
          perAttempt: [nil, .unavailable(retryAfter: "9")],
          thereafter: .closeAfterCommit
        )
      ),
      (#"{"thereafter":null}"#, .none),
    ] as [(String, FaultScript)]
  )
  func `a script is read from a file`(_ json: String, _ script: FaultScript) throws {
    #expect(try FaultScript(json: Array(json.utf8)) == script)
  }

  @Test(
    arguments: [
      ("{", "fault script: the JSON text ends early"),
      ("[]", "fault script: expected an object with 'perAttempt' and 'thereafter'"),
      (#"{"a":1}"#, "fault script: a member is unknown; expected 'perAttempt' and 'thereafter'"),
      (
        #"{"perAttempt":1}"#,
        "fault script: 'perAttempt' is no list; expected fault names and null"
      ),
      (
        #"{"perAttempt":[null,1]}"#,
        "fault script: 'perAttempt[1]' is neither text nor null; expected a fault name or null"
      ),
      (
        #"{"thereafter":"x"}"#,
        "fault script: 'thereafter': no fault of the catalogue has this name"
      ),
      (
        #"{"thereafter":"refuse:1"}"#,
        "fault script: 'thereafter': fault 'refuse' takes no parameter"
      ),
      (
        #"{"perAttempt":["status-after-commit:1"]}"#,
        "fault script: 'perAttempt[0]': the parameter of fault 'status-after-commit' is out of "
          + "range; expected a status, 400...599"
      ),
      (
        #"{"perAttempt":["refuse"]}"#,
        "fault script: 'perAttempt[0]' is 'refuse', which meets connections and never a delivery"
      ),
      (
        "{\"perAttempt\":[\(Array(repeating: "null", count: 1001).joined(separator: ","))]}",
        "fault script: 'perAttempt' is too long; expected at most 1000"
      ),
    ]
  )
  func `what is no script says where it is wrong`(_ json: String, _ words: String) {
    let error = #expect(throws: FaultScriptError.self) {
      try FaultScript(json: Array(json.utf8))
    }
    #expect(error?.description == words)
  }

  @Test(.timeLimit(.minutes(30))) func `a server by hand loses the first answer to each key`()
    throws
  {
    var settings = ServeSettings()
    #expect(settings.port == 8081)
    settings.port = 0
    let server = try FaultServer(serving: settings) { _ in }
    let client = try #require(RawClient(port: server.port))
    client.send(request())
    #expect(client.read().status == 503)
    settings.ledgerFile = "/no/such/folder/ledger"
    #expect(throws: FaultServerError.self) { try FaultServer(serving: settings) { _ in } }
  }
}
