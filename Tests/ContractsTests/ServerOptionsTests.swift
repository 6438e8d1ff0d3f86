// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Contracts

struct ServerOptionsTests {
  private static func read(_ words: [String]) throws -> (ServerOptions, rest: [String]) {
    var words = words
    return (try ServerOptions(takenFrom: &words), words)
  }

  @Test func `the options are taken out, wherever they stand, and the rest stays`() throws {
    let (options, rest) = try Self.read(
      [
        "--method", "PUT", "--flaw", "x", "--key-header", "X-Key", "--key-syntax", "quoted",
        "resume", "--conflict-status", "422", "--in-flight-status", "409", "--success-member", "n",
      ]
    )
    #expect(rest == ["--flaw", "x", "resume"])
    #expect(options.method == "PUT")
    #expect(options.key == .quotedHeader("X-Key"))
    #expect(options.conflictStatus == 422)
    #expect(options.inFlightStatus == 409)
    #expect(options.success == .member("n"))
  }

  static let lines: [[String]] = [
    [], ["--method", "PATCH"], ["--key-header", "PayPal-Request-Id"], ["--key-syntax", "quoted"],
    ["--key-header", "X", "--key-syntax", "quoted"], ["--key-in-body", "/request_id"],
    ["--key-in-body", "/meta/id", "--conflict-status", "422", "--in-flight-status", "409"],
    ["--success-member", "order"], ["--success-empty"],
  ]

  @Test(arguments: lines)
  func `what is read is written the same`(words: [String]) throws {
    #expect(try Self.read(words).0.arguments == words)
  }

  @Test func `what is the default needs no words`() throws {
    let words = [
      "--method", "POST", "--key-header", "Idempotency-Key", "--key-syntax", "bare",
      "--conflict-status", "409", "--success-member", "id",
    ]
    #expect(try Self.read(words).0 == ServerOptions())
    #expect(ServerOptions().arguments.isEmpty)
  }

  static let wrong: [([String], String)] = [
    (["--method"], "option '--method' needs a value"),
    (
      ["--method", "A B"],
      "option '--method' has a wrong value; expected letters, digits, '-', '_' and '.'"
    ),
    (
      ["--key-syntax", "loose"],
      "option '--key-syntax' has a wrong value; expected bare or quoted"
    ),
    (
      ["--key-in-body", "request_id"],
      "option '--key-in-body' has a wrong value; expected a JSON pointer such as /request_id"
    ),
    (
      ["--key-in-body", "/"],
      "option '--key-in-body' has a wrong value; expected a JSON pointer such as /request_id"
    ),
    (
      ["--key-in-body", "/a", "--key-header", "X"],
      "option '--key-in-body' and those of '--key-header' exclude each other"
    ),
    (
      ["--conflict-status", "200"],
      "option '--conflict-status' has a wrong value; expected 400...499"
    ),
  ]

  @Test(arguments: wrong)
  func `a wrong option is told without its value`(words: [String], text: String) {
    do {
      _ = try Self.read(words)
      Issue.record("nothing was thrown")
    } catch {
      #expect("\(error)" == text)
    }
  }
}
