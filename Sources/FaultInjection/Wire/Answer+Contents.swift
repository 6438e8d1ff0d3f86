// SPDX-License-Identifier: Apache-2.0

extension Answer {
  /// The profile's answer to a write that was done.
  ///
  /// - Parameters:
  ///   - profile: says what the answer looks like.
  ///   - record: what the write made.
  ///   - attempts: how often the write has been delivered.
  ///   - recordCount: how many records there are.
  /// - Returns: the answer, with its place holders filled.
  static func success(
    _ profile: Profile,
    record: Record,
    attempts: Int,
    recordCount: Int
  ) -> Answer {
    // RFC 9110, section 15.3.5: this status never has a body.
    guard profile.success.status != 204 else { return Answer(status: 204, body: []) }
    let values: [String: [UInt8]] = [
      "id": Array(String(record.id).utf8),
      "attempts": Array(String(attempts).utf8),
      "record_count": Array(String(recordCount).utf8),
      "key": jsonInside(record.key),
      "body": record.body,
    ]
    return Answer(
      status: profile.success.status,
      contentType: profile.success.contentType,
      body: filled(Array(profile.success.body.utf8)[...], with: values)
    )
  }

  /// Replaces place holders, each once, so that nothing in a value is taken for one.
  private static func filled(_ template: ArraySlice<UInt8>, with values: [String: [UInt8]])
    -> [UInt8]
  {
    var result: [UInt8] = []
    var rest = template
    while let byte = rest.first {
      if rest.starts(with: "${".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")),
        let value = values[String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)]
      {
        result += value
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Returns printable ASCII as it stands between the quotes of a JSON string.
  private static func jsonInside(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }

  /// An answer to a method that no endpoint of this path takes.
  ///
  /// Source: RFC 9110, section 15.5.6.
  static func wrongMethod(_ profile: Profile) -> Answer {
    var answer = failure(405)
    let methods = Set(profile.endpoints.map(\.method)).sorted().joined(separator: ", ")
    answer.fields = [Profile.HeaderField(name: "Allow", value: methods)]
    return answer
  }

  // MARK: - What faults answer

  static func failure(_ status: Int, retryAfter: String?) -> Answer {
    var answer = failure(status)
    answer.fields = retryAfter.map { [Profile.HeaderField(name: "Retry-After", value: $0)] } ?? []
    return answer
  }

  /// Source: RFC 6750, section 3.1.
  static let expiredCredential: Answer = {
    var answer = failure(401)
    let challenge = #"Bearer error="invalid_token""#
    answer.fields = [Profile.HeaderField(name: "WWW-Authenticate", value: challenge)]
    return answer
  }()

  static func redirect(_ status: Int, to target: String) -> Answer {
    var answer = failure(status)
    answer.fields = [Profile.HeaderField(name: "Location", value: target)]
    return answer
  }

  static let errorInSuccess = Answer(
    status: 200,
    contentType: "application/json",
    body: Array(#"{"error":"not saved"}"#.utf8)
  )

  static let captivePortal = Answer(
    status: 200,
    contentType: "text/html",
    body: Array("<!DOCTYPE html><title>Log in</title><p>Log in to use this network.</p>".utf8)
  )

  static let partialSuccess = Answer(
    status: 200,
    contentType: "application/json",
    body: Array(#"{"saved":[],"failed":[{"index":0,"error":"not saved"}]}"#.utf8)
  )
}
