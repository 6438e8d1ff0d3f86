// SPDX-License-Identifier: Apache-2.0

/// An answer as it goes over the wire.
struct Answer: Hashable {
  var status: Int
  var contentType: String?
  /// Fields beyond those that frame the answer.
  var fields: [Profile.HeaderField] = []
  var body: [UInt8]
  /// Says whether the connection stays open afterwards.
  var keepsConnection = false
  /// The head's lines where the answer is a real server's.
  var passedOn: PassedOnHead?

  /// What stands in a head that another server wrote.
  struct PassedOnHead: Hashable {
    /// The phrase behind the status.
    var reason: [UInt8]
    /// The fields as they arrived, without those that belong to a connection.
    var lines: [[UInt8]]
    /// Whether the length of the body is said; where there is none, what the lines say holds.
    var hasLength: Bool
  }

  /// An answer whose body says in a word what the status says.
  static func failure(_ status: Int) -> Answer {
    Answer(
      status: status,
      contentType: "application/json",
      body: Array(#"{"error":"\#(reason(status))"}"#.utf8)
    )
  }

  /// The status line, the fields and the empty line.
  var head: [UInt8] {
    if let passedOn { return head(passedOn) }
    var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    if let contentType { text += "Content-Type: \(contentType)\r\n" }
    // RFC 9110, section 8.6.
    if status != 204 { text += "Content-Length: \(body.count)\r\n" }
    for field in fields { text += "\(field.name): \(Self.oneLine(field.value))\r\n" }
    text += "Connection: \(keepsConnection ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  private func head(_ passedOn: PassedOnHead) -> [UInt8] {
    var lines = [Array("HTTP/1.1 \(status) ".utf8) + passedOn.reason] + passedOn.lines
    if passedOn.hasLength { lines.append(Array("Content-Length: \(body.count)".utf8)) }
    lines.append(Array("Connection: \(keepsConnection ? "keep-alive" : "close")".utf8))
    return lines.flatMap { $0 + [0x0d, 0x0a] } + [0x0d, 0x0a]
  }

  var bytes: [UInt8] { head + body }

  /// Keeps a value within its line.
  private static func oneLine(_ value: String) -> String {
    HTTPSyntax.isFieldValue(value) ? value : ""
  }

  /// The phrase after a status.
  ///
  /// Source: RFC 9110, section 15; RFC 6585; RFC 4918, section 11.5.
  static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 412: "Precondition Failed", 413: "Content Too Large",
    415: "Unsupported Media Type", 417: "Expectation Failed", 422: "Unprocessable Content",
    425: "Too Early", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}
