// SPDX-License-Identifier: Apache-2.0

/// Reads the value of a `Retry-After` header field.
///
/// Source: RFC 9110 sections 10.2.3 and 5.6.7, which asks to accept the two older forms of a date
/// as well.
enum RetryAfter {
  /// The longest value that is looked at, in bytes.
  static let bytesMax = 64

  /// How long to wait, or nothing where the value is neither seconds nor a date.
  static func milliseconds(of value: String, now: WallTime) -> Int64? {
    guard value.utf8.count <= bytesMax else { return nil }
    let text = value.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // As many seconds as no number can hold are the longest wait there is.
      let (product, overflow) = (Int64(text) ?? .max).multipliedReportingOverflow(by: 1000)
      return overflow ? .max : product
    }
    guard let date = date(text, now: now) else { return nil }
    return max(0, date.subtractingReportingOverflow(now.milliseconds).partialValue)
  }

  /// Milliseconds since 1970 of a date in one of the three forms.
  private static func date(_ text: String, now: WallTime) -> Int64? {
    let parts = text.split(separator: " ").map(String.init)
    switch parts.count {
    case 6 where parts[5] == "GMT":
      // Sun, 06 Nov 1994 08:49:37 GMT
      guard isDayName(parts[0], ending: ",") else { return nil }
      return moment(day: parts[1], month: parts[2], year: number(parts[3], 4), time: parts[4])
    case 4 where parts[3] == "GMT":
      // Sunday, 06-Nov-94 08:49:37 GMT
      let date = parts[1].split(separator: "-").map(String.init)
      guard parts[0].hasSuffix(","), date.count == 3, let year = number(date[2], 2) else {
        return nil
      }
      return moment(day: date[0], month: date[1], year: whole(year, now: now), time: parts[2])
    case 5:
      // Sun Nov  6 08:49:37 1994
      guard isDayName(parts[0], ending: "") else { return nil }
      return moment(day: parts[2], month: parts[1], year: number(parts[4], 4), time: parts[3])
    default: return nil
    }
  }

  private static func isDayName(_ text: String, ending: String) -> Bool {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains { $0 + ending == text }
  }

  /// A year of two digits is the one within fifty years from now.
  private static func whole(_ year: Int64, now: WallTime) -> Int64 {
    let current = 1970 + now.milliseconds / 31_556_952_000
    let candidate = current - current % 100 + year
    return candidate > current + 50 ? candidate - 100 : candidate
  }

  private static func moment(day: String, month: String, year: Int64?, time: String) -> Int64? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = time.split(separator: ":").map(String.init)
    guard let year, let month = months.firstIndex(of: month), parts.count == 3,
      let day = number(day, 2) ?? number(day, 1), (1...31).contains(day),
      let hour = number(parts[0], 2), hour < 24,
      let minute = number(parts[1], 2), minute < 60,
      let second = number(parts[2], 2), second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
  }

  /// Counts days in the Gregorian calendar, in years that begin in March so that the leap day is
  /// the last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }

  /// A number of exactly so many digits.
  private static func number(_ text: String, _ digits: Int) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }
}
