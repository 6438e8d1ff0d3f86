// SPDX-License-Identifier: Apache-2.0

/// The date of a header field.
package enum HTTPDate {
  /// Writes a moment, in seconds since 1970, 0 or more, in the form that RFC 9110 section 5.6.7 prefers:
  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(unixSeconds seconds: Int64) -> String {
    let date = civilDate(daysSince1970: seconds / 86_400)
    // The first of January 1970 was a Thursday.
    let weekday = days[Int((seconds / 86_400 + 4) % 7)]
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits)
    return "\(weekday), \(twoDigits(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
      + clock.joined(separator: ":") + " GMT"
  }

  /// Counts in years that begin in March, so that the leap day is the last of its year.
  private static func civilDate(
    daysSince1970 days: Int64
  ) -> (year: Int64, month: Int64, day: Int64) {
    let daysPerEra: Int64 = 146_097
    let shifted = days + 719_468
    let dayOfEra = shifted % daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      year: shifted / daysPerEra * 400 + yearOfEra + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
