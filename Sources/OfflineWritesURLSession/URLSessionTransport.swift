// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking
public import OfflineWrites

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests by URLSession, each by a session, and so over a connection, of its own.
///
/// It has a target of its own because Foundation's networking would slow the start of every process
/// on Linux, where libcurl is used directly: there, Foundation's client also ends the process at
/// half a header, and is busy while it waits.
public struct URLSessionTransport: Transport {
  /// How much later than ours the session's own time-outs come; it counts in whole seconds on
  /// Linux.
  private static let sessionTimeoutReserveSeconds = 60.0

  /// How long a session that was cancelled may take to end.
  private static let endingLimit = Duration.seconds(5)

  /// Creates a transport.
  public init() {}

  /// Sends a request once and waits for the whole answer, at most as long as the request says.
  public func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    guard let url = URL(string: request.endpoint.url) else { throw .other }
    var message = URLRequest(url: url)
    message.httpMethod = request.method
    for field in request.headers { message.addValue(field.value, forHTTPHeaderField: field.name) }
    message.httpBody = Data(request.body)
    message.httpShouldHandleCookies = false

    let seconds = Double(request.timeoutMilliseconds) / 1000 + Self.sessionTimeoutReserveSeconds
    message.timeoutInterval = seconds
    let reception = Reception(
      answerBytesMax: request.answerBytesMax,
      answerHeaderBytesMax: request.answerHeaderBytesMax
    )
    let session = URLSession(
      configuration: Self.configuration(timeoutSeconds: seconds),
      delegate: reception,
      delegateQueue: nil
    )
    session.dataTask(with: message).resume()
    let result = reception.wait(atMost: .milliseconds(request.timeoutMilliseconds))
    // Nothing of this attempt may still be on its way when the next one begins. The session also
    // holds its delegate until then.
    session.invalidateAndCancel()
    reception.waitForEnd(atMost: Self.endingLimit)
    guard let result else { throw .timedOut }
    return try result.get()
  }

  private static func configuration(timeoutSeconds: Double) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeoutSeconds
    configuration.timeoutIntervalForResource = timeoutSeconds
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.connectionProxyDictionary = [:]
    #if canImport(Darwin)
    // An attempt without a network fails at once; the queue knows when to try again.
    configuration.waitsForConnectivity = false
    #endif
    return configuration
  }
}

/// Collects one answer within its bounds.
private final class Reception: NSObject, URLSessionDataDelegate {
  private struct Progress {
    var answer: HTTPURLResponse?
    var body: [UInt8] = []
    var result: Result<TransportAnswer, TransportFailure>?
    var hasSessionEnded = false
  }

  private let progress = Monitor(Progress())
  private let answerBytesMax: Int
  private let answerHeaderBytesMax: Int

  init(answerBytesMax: Int, answerHeaderBytesMax: Int) {
    self.answerBytesMax = answerBytesMax
    self.answerHeaderBytesMax = answerHeaderBytesMax
  }

  func wait(atMost limit: Duration) -> Result<TransportAnswer, TransportFailure>? {
    progress.wait(atMost: limit, \.result)
  }

  func waitForEnd(atMost limit: Duration) {
    _ = progress.wait(atMost: limit) { progress -> Void? in
      progress.hasSessionEnded ? () : nil
    }
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    progress.withLock { $0.hasSessionEnded = true }
  }

  /// Ends with a result, unless there is one already.
  private func end(_ result: Result<TransportAnswer, TransportFailure>) {
    progress.withLock { progress in
      if progress.result == nil { progress.result = result }
    }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // A redirect is the answer; followed, it would lose the body or become a GET. The session hears of it
    // first: whoever gets the answer ends the session, and one that has ended stops the process at this call.
    completionHandler(nil)
    end(.success(answer(response, body: [])))
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return end(.failure(.malformed))
    }
    guard headerBytes(of: response) <= answerHeaderBytesMax else {
      completionHandler(.cancel)
      return end(.failure(.tooLong))
    }
    progress.withLock { $0.answer = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = progress.withLock { progress in
      if progress.result != nil || data.count > answerBytesMax - progress.body.count { return true }
      progress.body.append(contentsOf: data)
      return false
    }
    if isTooLong {
      end(.failure(.tooLong))
      dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    if let error {
      end(.failure(TransportFailure(error)))
    } else {
      let (response, body) = progress.withLock { ($0.answer, $0.body) }
      end(response.map { .success(answer($0, body: body)) } ?? .failure(.malformed))
    }
  }

  private func answer(_ response: HTTPURLResponse, body: [UInt8]) -> TransportAnswer {
    TransportAnswer(
      status: response.statusCode,
      retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
      body: body
    )
  }

  private func headerBytes(of response: HTTPURLResponse) -> Int {
    response.allHeaderFields.reduce(0) { bytes, field in
      bytes + "\(field.key)".utf8.count + "\(field.value)".utf8.count
    }
  }
}

extension TransportFailure {
  fileprivate init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .other
      return
    }
    self =
      switch error.code {
      case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
        .internationalRoamingOff, .callIsActive:
        .refused
      case .cannotFindHost, .dnsLookupFailed: .unresolved
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot,
        .clientCertificateRejected, .clientCertificateRequired,
        .appTransportSecurityRequiresSecureConnection:
        .insecure
      case .networkConnectionLost: .reset
      case .timedOut: .timedOut
      case .dataLengthExceedsMaximum: .tooLong
      case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
        .cannotDecodeContentData, .unsupportedURL:
        .malformed
      default: .other
      }
  }
}
