// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

/// Where the key is part of the body, everything but the key is what the user submitted.
struct SubmittedBodyTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let pointer: String
    let delivered: String
    var submitted = #"{"a":1.0,"b":[{"c":2}]}"#
    let isSame: Bool
    var testDescription: String { "\(pointer) in \(delivered)" }
  }

  static let examples = [
    Example(pointer: "/id", delivered: #"{"id":"k","a":1.0,"b":[{"c":2}]}"#, isSame: true),
    Example(pointer: "/id", delivered: #"{"b":[{"c":2}],"id":"k", "a":1}"#, isSame: true),
    Example(pointer: "/id", delivered: #"{"id":"k","a":true,"b":[{"c":2}]}"#, isSame: false),
    Example(pointer: "/id", delivered: #"{"id":"k","a":1.0}"#, isSame: false),
    Example(pointer: "/id", delivered: #"{"id":"k","a":1.0,"b":[{"c":2}],"x":0}"#, isSame: false),
    Example(pointer: "/id", delivered: #"{"key":"k","a":1.0,"b":[{"c":2}]}"#, isSame: false),
    Example(pointer: "/id", delivered: #"{"id":"k","a":1.0,"b":[{"c":2}]"#, isSame: false),
    Example(pointer: "/id", delivered: #"["k"]"#, isSame: false),
    // The objects on the way to the key may be the client's own, but hold nothing else then.
    Example(pointer: "/m/id", delivered: #"{"m":{"id":"k"},"a":1,"b":[{"c":2}]}"#, isSame: true),
    Example(
      pointer: "/m/id",
      delivered: #"{"m":{"id":"k","x":0},"a":1,"b":[{"c":2}]}"#,
      isSame: false
    ),
    Example(
      pointer: "/m/id",
      delivered: #"{"m":{"id":"k","x":0}}"#,
      submitted: #"{"m":{"x":0}}"#,
      isSame: true
    ),
    Example(
      pointer: "/m/id",
      delivered: #"{"m":{"id":"k"}}"#,
      submitted: #"{"m":{"x":0}}"#,
      isSame: false
    ),
    Example(pointer: "/m/id", delivered: "{}", submitted: #"{"m":{}}"#, isSame: false),
    Example(
      pointer: "/m/id",
      delivered: #"{"m":{"id":"k"}}"#,
      submitted: #"{"m":5}"#,
      isSame: false
    ),
    // In a list only the element that the pointer names may differ, and by the key alone.
    Example(pointer: "/b/0/id", delivered: #"{"a":1,"b":[{"id":"k","c":2}]}"#, isSame: true),
    Example(pointer: "/b/0/id", delivered: #"{"a":1,"b":[{"id":"k","c":3}]}"#, isSame: false),
    Example(pointer: "/b/0/id", delivered: #"{"a":1,"b":[{"id":"k","c":2},1]}"#, isSame: false),
    Example(pointer: "/b/1/id", delivered: #"{"a":1,"b":[{"c":2}]}"#, isSame: false),
  ]

  @Test(arguments: examples)
  func `everything but the key is compared exactly`(_ example: Example) {
    let profile = Profile(name: "p", key: .bodyMember(example.pointer))
    let isSame = profile.isBody(
      Array(example.delivered.utf8),
      asSubmitted: Array(example.submitted.utf8)
    )
    #expect(isSame == example.isSame)
  }

  @Test func `without a key in the body every byte counts`() {
    #expect(Profile.default.isBody(Array("{}".utf8), asSubmitted: Array("{}".utf8)))
    #expect(!Profile.default.isBody(Array("{ }".utf8), asSubmitted: Array("{}".utf8)))
  }
}
