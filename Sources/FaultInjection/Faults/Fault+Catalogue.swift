// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// A fault with the words that help shows for it.
  public struct Entry: Hashable, Sendable {
    /// The fault with the parameter that it has where none is given.
    public let fault: Fault
    /// What may stand after the name and a colon, or nothing where nothing may.
    public let parameter: String?
    /// What the server does.
    public let does: String
    /// What a client sees of it.
    public let clientSees: String
    /// What a client must do.
    public let clientMust: String
  }

  /// Every fault that there is, in the order in which help shows them.
  public static let catalogue: [Entry] =
    unreachable + statuses + held + heldInAnswer + cut + answers + keys

  private static let retry = "keep the task and send the same key and bytes later"
  private static let status = "a status, 400...599"
  private static let waiting = "seconds, a date, or anything of 1...100 printable characters"

  private static let unreachable = [
    Entry(
      fault: .refuse,
      parameter: nil,
      does: "holds the port without listening",
      clientSees: "connection refused",
      clientMust: retry
    )
  ]

  private static let statuses = [
    Entry(
      fault: .statusBeforeCommit(503),
      parameter: status,
      does: "answers the status and stores nothing",
      clientSees: "the status",
      clientMust: "after 408, 425, 429 and 5xx \(retry); after another 4xx stop with a diagnosis"
    ),
    Entry(
      fault: .statusAfterCommit(503),
      parameter: status,
      does: "stores the record, then answers the status",
      clientSees: "the status, although the work was done",
      clientMust: retry
    ),
    Entry(
      fault: .tooManyRequests(retryAfter: "1"),
      parameter: waiting,
      does: "answers 429 with Retry-After and stores nothing",
      clientSees: "429",
      clientMust: "\(retry), not before Retry-After where that is sane"
    ),
    Entry(
      fault: .unavailable(retryAfter: "1"),
      parameter: waiting,
      does: "answers 503 with Retry-After and stores nothing",
      clientSees: "503",
      clientMust: "\(retry), not before Retry-After where that is sane"
    ),
    Entry(
      fault: .unauthorizedExpired,
      parameter: nil,
      does: "answers 401 and stores nothing",
      clientSees: "401 with WWW-Authenticate",
      clientMust: "keep the task, refresh the credential, send the same key and bytes"
    ),
    Entry(
      fault: .versionConflict(412),
      parameter: "a status, 400...499",
      does: "answers that the record has a newer version and stores nothing",
      clientSees: "the status",
      clientMust: "stop with a diagnosis and read the record again"
    ),
    Entry(
      fault: .redirectPreserving(307),
      parameter: "307 or 308",
      does: "redirects to the same place and stores nothing",
      clientSees: "a redirect that keeps method and body",
      clientMust: "send the whole request again, with its key and its bytes, or keep the task"
    ),
    Entry(
      fault: .redirectRewriting(302),
      parameter: "301, 302 or 303",
      does: "redirects to the same place and stores nothing",
      clientSees: "a redirect that turns a write into a read",
      clientMust: "not take the answer to the read for the answer to the write"
    ),
  ]

  private static let held = [
    Entry(
      fault: .stallBeforeCommit,
      parameter: nil,
      does: "holds the delivery before the commit; stores nothing where the client leaves",
      clientSees: "no answer until it gives up",
      clientMust: retry
    ),
    Entry(
      fault: .stallAfterCommit,
      parameter: nil,
      does: "stores the record and holds the answer",
      clientSees: "no answer until it gives up",
      clientMust: retry
    ),
    Entry(
      fault: .lateRelease,
      parameter: nil,
      does: "stores the record and holds the answer until the next delivery has been answered",
      clientSees: "an answer after a later one",
      clientMust: "apply it to the write that it belongs to, and to nothing else"
    ),
  ]

  private static let heldInAnswer = [
    Entry(
      fault: .stallMidResponse(bytes: 1),
      parameter: "how many bytes of the body go out, 0...1048576",
      does: "stores the record, sends the head and a part of the body, and holds the rest",
      clientSees: "a success status, a part of the body, and no more until it gives up",
      clientMust:
        "not take the head for the answer; have a deadline for the whole; past it, \(retry)"
    )
  ]

  private static let cut = [
    Entry(
      fault: .closeBeforeCommit,
      parameter: nil,
      does: "closes the connection and stores nothing",
      clientSees: "the end of the connection in place of an answer",
      clientMust: retry
    ),
    Entry(
      fault: .closeAfterCommit,
      parameter: nil,
      does: "stores the record and closes the connection",
      clientSees: "the end of the connection in place of an answer",
      clientMust: retry
    ),
    Entry(
      fault: .resetBeforeCommit,
      parameter: nil,
      does: "resets the connection and stores nothing",
      clientSees: "connection reset",
      clientMust: retry
    ),
    Entry(
      fault: .resetAfterCommit,
      parameter: nil,
      does: "stores the record and resets the connection",
      clientSees: "connection reset",
      clientMust: retry
    ),
    Entry(
      fault: .resetMidResponse(bytes: 1),
      parameter: "how many bytes of the body go out, 0...1048576",
      does: "stores the record and resets the connection within the answer",
      clientSees: "a success status, a part of the body, connection reset",
      clientMust: retry
    ),
    Entry(
      fault: .reusedConnectionReset,
      parameter: nil,
      does:
        "keeps the connection open, then resets the next request on it and stores nothing of that, "
        + "unless that one has a reset or a close after the commit to itself",
      clientSees: "connection reset on a reused connection",
      clientMust: "send again only with the same key and the whole bytes"
    ),
  ]

  private static let answers = [
    Entry(
      fault: .truncatedBody(bytes: 1),
      parameter: "how many bytes of the body go out, 0...1048576",
      does: "stores the record and ends the connection within the answer's body",
      clientSees: "a success status and less body than was announced",
      clientMust: retry
    ),
    Entry(
      fault: .slowTrickle(pauseMilliseconds: 50),
      parameter: "milliseconds between two bytes, 1...10000",
      does: "stores the record and sends the answer byte by byte",
      clientSees: "an answer that takes long although it never rests",
      clientMust: "have a deadline for the whole request; past it, \(retry)"
    ),
    Entry(
      fault: .malformedSuccess,
      parameter: nil,
      does: "stores the record and answers success with a body that is no JSON",
      clientSees: "a success status and a broken body",
      clientMust: retry
    ),
    Entry(
      fault: .emptySuccess,
      parameter: nil,
      does: "stores the record and answers success without a body",
      clientSees: "a success status and nothing else",
      clientMust: retry
    ),
    Entry(
      fault: .errorInSuccess,
      parameter: nil,
      does: "answers 200 with an error object and stores nothing",
      clientSees: "a success status around an error",
      clientMust: "not take it for a success; \(retry)"
    ),
    Entry(
      fault: .captivePortal,
      parameter: nil,
      does: "answers 200 with an HTML page and stores nothing",
      clientSees: "the log-in page of a network",
      clientMust: "not take it for a success; \(retry)"
    ),
    Entry(
      fault: .partialSuccess,
      parameter: nil,
      does: "answers 200 that lists this item as failed, and stores nothing",
      clientSees: "a success status around a failed item",
      clientMust: "settle only the items that are named as saved"
    ),
  ]

  private static let keys = [
    Entry(
      fault: .keyConflict,
      parameter: nil,
      does: "stores another body under the arriving key first, then compares",
      clientSees: "the profile's status for a key with another body",
      clientMust: "stop sending, keep the task with a diagnosis"
    ),
    Entry(
      fault: .keyInFlight,
      parameter: nil,
      does: "answers that the key's first delivery is still being worked on",
      clientSees: "the profile's status for that, or 409",
      clientMust: retry
    ),
    Entry(
      fault: .storedFailureReplay(500),
      parameter: status,
      does: "fails, keeps the failure under the key and answers it again",
      clientSees: "the same failure whenever it sends this key",
      clientMust: "give up after its limit, keep the task with a diagnosis"
    ),
    Entry(
      fault: .keyForgotten,
      parameter: nil,
      does: "forgets the key before it looks for it",
      clientSees: "a success, and a second record where there was one",
      clientMust: "ask before it sends a task older than the server's key lifetime"
    ),
  ]
}
