// SPDX-License-Identifier: Apache-2.0

/// Writes times without a locale, a time zone or Foundation.
enum ReportTime {
  /// Writes seconds with three decimals, as in `0.107`.
  static func secondsWithMilliseconds(_ duration: Duration) -> String {
    let milliseconds = rounded(duration, to: 1_000_000_000_000_000, perSecond: 1000)
    return "\(milliseconds / 1000).\(digits(milliseconds % 1000, 3))"
  }

  static func roundedToMilliseconds(_ duration: Duration) -> Duration {
    .milliseconds(rounded(duration, to: 1_000_000_000_000_000, perSecond: 1000))
  }

  /// Writes seconds with two decimals, as in `0.11`.
  static func secondsWithHundredths(_ duration: Duration) -> String {
    let hundredths = rounded(duration, to: 10_000_000_000_000_000, perSecond: 100)
    return "\(hundredths / 100).\(digits(hundredths % 100, 2))"
  }

  /// Writes `YYYY-MM-DDThh:mm:ss` in UTC.
  ///
  /// Source: Howard Hinnant, civil_from_days, https://howardhinnant.github.io/date_algorithms.html.
  static func timestamp(unixSeconds: Int64) -> String {
    // Years 1970 to 9999; anything else is no time at which a run starts.
    let seconds = min(max(unixSeconds, 0), 253_402_300_799)
    let (day, second) = (seconds / 86_400 + 719_468, seconds % 86_400)
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))T"
      + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
  }

  private static func rounded(
    _ duration: Duration,
    to attoseconds: Int64,
    perSecond: Int64
  ) -> Int64 {
    let (seconds, fraction) = max(.zero, duration).components
    return seconds * perSecond + (fraction + attoseconds / 2) / attoseconds
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
