// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import CCurl

/// Sends requests by libcurl, each over a connection of its own.
///
/// Environment variables for proxies and files of the user's home are not looked at.
public struct CurlTransport: Transport {
  /// Creates a transport.
  public init() {}

  /// Sends a request once and waits for the whole answer.
  public func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    var answer = unsafe oncegate_curl_answer()
    defer { unsafe oncegate_curl_release(&answer) }
    let result = unsafe Self.perform(request, &answer)
    guard result == ONCEGATE_CURL_ANSWERED else { throw TransportFailure(result) }
    return unsafe TransportAnswer(
      status: answer.status,
      retryAfter: answer.retry_after.map { unsafe String(cString: $0) },
      body: [UInt8](UnsafeBufferPointer(start: answer.body, count: answer.body_bytes))
    )
  }

  private static func perform(
    _ request: TransportRequest,
    _ answer: inout oncegate_curl_answer
  ) -> oncegate_curl_result {
    // libcurl takes "Name;" for a field without a value; "Name:" would remove it.
    let lines = request.headers.map { field in
      field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
    }
    return unsafe withCStrings(lines) { headers in
      unsafe request.endpoint.url.withCString { url in
        unsafe request.method.withCString { method in
          unsafe request.body.withUnsafeBufferPointer { body in
            var wire = unsafe oncegate_curl_request(
              url: url,
              method: method,
              headers: headers.baseAddress,
              header_count: headers.count,
              body: body.baseAddress,
              body_bytes: body.count,
              timeout_milliseconds: max(1, request.timeoutMilliseconds),
              answer_bytes_max: request.answerBytesMax,
              answer_header_bytes_max: request.answerHeaderBytesMax
            )
            return unsafe oncegate_curl_send(&wire, &answer)
          }
        }
      }
    }
  }

  /// Lends texts as C strings that end with the function.
  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let bytes = texts.flatMap { Array($0.utf8CString) }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      var start = 0
      for text in texts {
        unsafe pointers.append(bytes.baseAddress.map { unsafe $0 + start })
        start += text.utf8.count + 1
      }
      return unsafe pointers.withUnsafeBufferPointer(body)
    }
  }
}

extension TransportFailure {
  fileprivate init(_ result: oncegate_curl_result) {
    self =
      switch result {
      case ONCEGATE_CURL_REFUSED: .refused
      case ONCEGATE_CURL_UNRESOLVED: .unresolved
      case ONCEGATE_CURL_INSECURE: .insecure
      case ONCEGATE_CURL_RESET: .reset
      case ONCEGATE_CURL_TIMED_OUT: .timedOut
      case ONCEGATE_CURL_TRUNCATED: .truncated
      case ONCEGATE_CURL_MALFORMED: .malformed
      case ONCEGATE_CURL_TOO_LONG: .tooLong
      default: .other
      }
  }
}
#endif
