// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection
import Testing

@testable import oncegate

/// What a user reads about a configuration that cannot be used.
struct ConfigurationErrorTests {
  /// A file's text, and what is said about it.
  private typealias Example = (text: String, message: String)

  private func message(_ text: String) -> String? {
    do {
      _ = try ConfigurationReader.read(Array(text.utf8), file: "c.json")
      return nil
    } catch {
      return error.description
    }
  }

  private static let notAnObject: [Example] = [
    ("", "c.json:1: is no JSON; it ends early: a bracket or a quotation mark is not closed"),
    (
      "{\n\"jobs\": 1,\n}",
      "c.json:3: is no JSON; unexpected '}' in column 1; JSON has no comments and no comma behind "
        + "the last element"
    ),
    (
      "{\n  // mine\n}",
      "c.json:2: is no JSON; unexpected '/' in column 3; JSON has no comments and no comma behind "
        + "the last element"
    ),
    (
      "{\"jobs\": 1\n",
      "c.json:1: is no JSON; it ends early: a bracket or a quotation mark is not closed"
    ),
    (
      "{\"jobs\": 1,\n \"jobs\": 2}",
      "c.json:2: a member's name is repeated in column 2; expected it once"
    ),
    (
      "[]",
      "c.json:1: the file is an empty list; expected an object with members; "
        + "see 'oncegate help config'"
    ),
  ]

  @Test(arguments: notAnObject)
  func `what is no JSON object is told with its line`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  private static let members: [Example] = [
    (
      "{\n\"cleint\": \"x\"}",
      "c.json:2: 'cleint' is unknown; did you mean 'client'?; expected one of: client, subject, "
        + "terminate, pass, timeoutSeconds, commandTimeoutSeconds, requestTimeoutMilliseconds, "
        + "jobs, reportDir, sources, profile, upstream, cases"
    ),
    (
      #"{"timeoutSeconds": 0}"#,
      "c.json:1: 'timeoutSeconds' is 0 s; expected 1...86400 s"
    ),
    (#"{"timeoutSeconds": 1.5}"#, "c.json:1: 'timeoutSeconds' is 1.5 s; expected 1...86400 s"),
    (#"{"timeoutSeconds": "9"}"#, "c.json:1: 'timeoutSeconds' is text; expected 1...86400 s"),
    (
      #"{"commandTimeoutSeconds": 3601}"#,
      "c.json:1: 'commandTimeoutSeconds' is 3601 s; expected 1...3600 s"
    ),
    (
      #"{"requestTimeoutMilliseconds": null}"#,
      "c.json:1: 'requestTimeoutMilliseconds' is null; expected 1...600000 ms"
    ),
    (
      "{\"commandTimeoutSeconds\": 2,\n\"requestTimeoutMilliseconds\": 2000}",
      "c.json:2: 'requestTimeoutMilliseconds' is 2000 ms; expected less than one command may take, "
        + "'commandTimeoutSeconds', which is 2 s"
    ),
    (
      #"{"commandTimeoutSeconds": 5}"#,
      "c.json:1: 'requestTimeoutMilliseconds' is 5000 ms; expected less than one command may take, "
        + "'commandTimeoutSeconds', which is 5 s"
    ),
    (#"{"jobs": 300}"#, "c.json:1: 'jobs' is 300; expected 1...256"),
    (#"{"jobs": true}"#, "c.json:1: 'jobs' is true; expected 1...256"),
    (#"{"reportDir": ""}"#, "c.json:1: 'reportDir' is empty; expected the path of a folder"),
    (
      #"{"client": ""}"#,
      "c.json:1: 'client' is empty; expected a command: text such as \"./client --quiet\", or a list "
        + "of its words"
    ),
    (
      #"{"client": []}"#,
      "c.json:1: 'client' is empty; expected a command: text such as \"./client --quiet\", or a list "
        + "of its words"
    ),
    (
      #"{"subject": "a 'b"}"#,
      "c.json:1: 'subject' is a command with a quote that is not closed; expected a command: text "
        + "such as \"./client --quiet\", or a list of its words"
    ),
    (
      #"{"terminate": 7}"#,
      "c.json:1: 'terminate' is 7; expected a command: text such as \"./client --quiet\", or a list "
        + "of its words"
    ),
    ("{\"client\": [\"a\",\n1]}", "c.json:2: 'client[1]' is 1; expected text"),
    (
      #"{"pass": "PATH"}"#,
      "c.json:1: 'pass' is text; expected a list of names of environment variables, at most 100"
    ),
    (
      #"{"pass": ["A=b"]}"#,
      "c.json:1: 'pass[0]' is no name of an environment variable; expected another variable's name"
    ),
    (
      #"{"pass": ["A", "HOME"]}"#,
      "c.json:1: 'pass[1]' is 'HOME', which every case gets with a value of its own; expected "
        + "another variable's name"
    ),
    (
      #"{"pass": ["ONCEGATE_URL"]}"#,
      "c.json:1: 'pass[0]' is 'ONCEGATE_URL', which every case gets with a value of its own; "
        + "expected another variable's name"
    ),
    (
      #"{"sources": {"qeue": "a"}}"#,
      "c.json:1: 'sources.qeue' is unknown; did you mean 'queue'?; expected one of: queue, server, state"
    ),
    (
      #"{"sources": {"queue": "a:0"}}"#,
      "c.json:1: 'sources.queue' is no path with a line from 1; expected a path, with a line behind "
        + "a colon where one is meant"
    ),
    (
      #"{"sources": ["a"]}"#,
      "c.json:1: 'sources' is a list; expected an object that names a file for an area: "
        + "{\"queue\": \"src/queue.ts:12\"}"
    ),
  ]

  @Test(arguments: members)
  func `a member that is not as it should be is told`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  private static let ownCases: [Example] = [
    (
      #"{"cases": {}}"#,
      "c.json:1: 'cases' is an object; expected a list of cases, at most 1000"
    ),
    (
      #"{"cases": [1]}"#,
      "c.json:1: 'cases[0]' is 1; expected an object with 'name', 'command' and 'promise'"
    ),
    (
      #"{"cases": [{"name": "a.b", "command": "x"}]}"#,
      "c.json:1: 'cases[0].promise' is missing; expected one line of 1...200 characters"
    ),
    (
      #"{"cases": [{"name": "a.b", "command": "x", "promise": "p", "suit": "s"}]}"#,
      "c.json:1: 'cases[0].suit' is unknown; did you mean 'suite'?; expected one of: name, command, "
        + "promise, suite"
    ),
    (
      #"{"cases": [{"name": "A", "command": "x", "promise": "p"}]}"#,
      "c.json:1: 'cases[0].name' is no such name; expected a name such as \"backup.restore\": two "
        + "parts of lower-case letters, digits and hyphens"
    ),
    (
      #"{"cases": [{"name": "queue.relaunch", "command": "x", "promise": "p"}]}"#,
      "c.json:1: 'cases[0].name' is 'queue.relaunch', which is a built-in case; expected a name of "
        + "your own"
    ),
    (
      #"{"cases": [{"name": "state.mine", "command": "x", "promise": "p"}]}"#,
      "c.json:1: 'cases[0].name' is 'state.mine', in an area of the built-in cases; expected an "
        + "area other than queue, server, state"
    ),
    (
      """
      {"cases": [{"name": "a.b", "command": "x", "promise": "p"},
       {"name": "a.b", "command": "y", "promise": "q"}]}
      """,
      "c.json:2: 'cases[1].name' is 'a.b', the name of the case in line 1; expected each name once"
    ),
    (
      #"{"cases": [{"name": "a.b", "command": [], "promise": "p"}]}"#,
      "c.json:1: 'cases[0].command' is empty; expected a command: text such as \"./client --quiet\", "
        + "or a list of its words"
    ),
    (
      #"{"cases": [{"name": "a.b", "command": "x", "promise": "p\nq"}]}"#,
      "c.json:1: 'cases[0].promise' is text that does not fit; expected one line of 1...200 characters"
    ),
    (
      #"{"cases": [{"name": "a.b", "command": "x", "promise": "p", "suite": "all"}]}"#,
      "c.json:1: 'cases[0].suite' is text that does not fit; expected a name of lower-case letters, "
        + "digits and hyphens, not \"all\""
    ),
  ]

  @Test(arguments: ownCases)
  func `a case of one's own that cannot be run is told`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  private static let profiles: [Example] = [
    (
      #""sripte""#,
      "c.json:1: 'profile' is text that names no built-in profile; expected default, ietf, stripe, "
        + "or a whole profile as an object; did you mean 'stripe'?"
    ),
    (
      "1",
      "c.json:1: 'profile' is 1; expected the name of a built-in profile, or a whole profile as an "
        + "object"
    ),
    ("{}", "c.json:1: 'profile.name' is missing; expected a name"),
    (
      #"{"name": "x", "otherbody": 409}"#,
      "c.json:1: 'profile.otherbody' is unknown; did you mean 'otherBody'?; expected one of: "
        + Profile.memberNames.joined(separator: ", ")
    ),
    (
      "{\"name\": \"x\",\n\"key\": {\"heder\": \"K\"}}",
      "c.json:2: 'profile.key.heder' is unknown; did you mean 'header'?; expected one of: header, "
        + "bodyMember"
    ),
    (
      #"{"name": "x", "endpoints": [{"method": "PUT", "paht": "/"}]}"#,
      "c.json:1: 'profile.endpoints[0].paht' is unknown; did you mean 'path'?; expected one of: "
        + "method, path"
    ),
    (
      "{\"name\": \"x\", \"endpoints\": [{\"method\": \"PUT\",\n\"path\": 1}]}",
      "c.json:2: 'profile.endpoints[0].path' is 1; expected a path that begins with a slash; '*' "
        + "stands for any characters but a slash"
    ),
    (
      #"{"name": "x", "success": {"status": 200}}"#,
      "c.json:1: 'profile.success.contentType' is missing; expected a media type"
    ),
    (
      #"{"name": "x", "keySyntax": "qouted"}"#,
      "c.json:1: 'profile.keySyntax' is 'qouted'; expected bare, quoted or either"
    ),
    (
      #"{"name": "x", "missingKey": "forbidden"}"#,
      "c.json:1: 'profile.missingKey' is 'forbidden'; expected 400...499, or \"allowed\""
    ),
    (
      #"{"name": "x", "key": {}}"#,
      "c.json:1: 'profile.key' is an object; expected an object with either 'header' or 'bodyMember'"
    ),
    (
      "{\"name\": \"x\",\n\"otherBody\": 500}",
      "c.json:2: profile: 'otherBody' is out of range; expected 400...499"
    ),
    (
      "{\"name\": \"x\",\n\"key\": {\n\"bodyMember\": \"a\"}}",
      "c.json:3: profile: 'key.bodyMember' is no JSON pointer; expected one such as /request_id"
    ),
    (
      #"{"name": "ietf"}"#,
      "c.json:1: 'profile.name' is 'ietf', and the profile is not the built-in one; expected a name "
        + "of your own"
    ),
    (
      #"{"name": "x", "storesFailures": 1}"#,
      "c.json:1: 'profile.storesFailures' is 1; expected true or false"
    ),
  ]

  @Test(arguments: profiles)
  func `a profile that no server could have is told`(profile: String, expected: String) {
    #expect(message(#"{"profile": \#(profile)}"#) == expected)
  }

  @Test func `everything that is wrong is told at once, in the order of the lines`() {
    let text = """
      {
        "cases": [{"name": "a.b", "command": "x"}],
        "jobs": 0,
        "tiemoutSeconds": 9,
        "client": {}
      }
      """
    let lines = message(text)?.split(separator: "\n").map { $0.prefix(12) }
    #expect(lines == ["c.json:2: 'c", "c.json:3: 'j", "c.json:4: 't", "c.json:5: 'c"])
  }

  @Test func `a text that may be a secret is never shown`() {
    for text in [
      #"{"client": "s3cret 'x"}"#, #"{"timeoutSeconds": "s3cret"}"#, #"{"pass": ["s3cret=1"]}"#,
      #"{"cases": [{"name": "s3cret", "command": "s3cret \"", "promise": "s3cret\n"}]}"#,
      #"{"profile": "s3cret"}"#, #"{"sources": {"queue": ":s3cret:0"}}"#,
    ] {
      let message = message(text)
      #expect(message != nil && message?.contains("s3cret") == false, "\(message ?? "")")
    }
  }

  @Test(arguments: [
    (FileError.missing, "c.json: there is no such file; see 'oncegate help config'"),
    (.isFolder, "c.json: is a folder; expected a file; see 'oncegate help config'"),
    (.notAllowed, "c.json: access is not allowed; see 'oncegate help config'"),
    (.tooLong(bytesMax: 9), "c.json: is longer than 9 bytes; see 'oncegate help config'"),
    (.system(code: 5), "c.json: the system refuses it: errno 5; see 'oncegate help config'"),
  ])
  func `a file that cannot be read is named`(error: FileError, words: String) {
    let problem = ConfigurationError.Problem(line: nil, reason: .file(error))
    #expect(ConfigurationError(file: "c.json", problems: [problem]).description == words)
  }

  @Test func `a name moves no cursor`() {
    #expect(message("{\"\\u001b[2J\": 1}")?.contains("\u{1b}") == false)
  }
}
