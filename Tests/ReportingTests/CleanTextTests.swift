// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reporting

struct CleanTextTests {
  @Test(
    arguments: [
      ("plain", "plain"),
      ("", ""),
      ("tab\tand\nline", "tab\tand\nline"),
      ("a\r\nb", "a\nb"),
      ("a\rb", "a\nb"),
      ("a\r\r\nb", "a\n\nb"),
      ("\u{0}", "\\x00"),
      ("\u{1b}", "\\x1b"),
      ("\u{7f}", "\\x7f"),
      ("\u{80}\u{9f}", "\\u{80}\\u{9F}"),
      ("\u{fffe}\u{ffff}", "\\u{FFFE}\\u{FFFF}"),
      ("\u{202e}x\u{2066}", "\\u{202E}x\\u{2066}"),
      ("\u{1b}[31mred\u{1b}[0m", "red"),
      ("\u{1b}[38;5;9;1mred\u{1b}[K", "red"),
      ("\u{9b}31mred", "red"),
      ("\u{1b}]0;title\u{7}text", "text"),
      ("\u{1b}]8;;u\u{1b}\\text\u{1b}]8;;\u{1b}\\", "text"),
      ("\u{1b}P1;2q\u{1b}\\text", "text"),
      ("\u{1b}(Btext\u{1b}7\u{1b}c", "text"),
      ("\u{1b}]never ends", "\\x1b]never ends"),
      ("\u{1b}]ends\nlater\u{7}", "\\x1b]ends\nlater\\x07"),
      ("\u{1b}[31", "\\x1b[31"),
      ("\u{1b}\u{1b}[mx", "\\x1bx"),
      ("Zoë 日本 🙂 e\u{301} \u{10ffff} \u{1fffe}", "Zoë 日本 🙂 e\u{301} \u{10ffff} \u{1fffe}"),
      ("\u{feff}x", "\u{feff}x"),
    ]
  )
  func `a text is cleaned to what XML and terminals can hold`(text: String, clean: String) {
    #expect(CleanText(text).description.utf8.elementsEqual(clean.utf8))
  }

  @Test(
    arguments: [
      ([0xff], "\\xff"),
      ([0xc0, 0x80], "\\xc0\\x80"),
      ([0xe2, 0x82], "\\xe2\\x82"),
      ([0xe2, 0x82, 0x41], "\\xe2\\x82A"),
      // A surrogate, an overlong form and a number beyond the last character.
      ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"),
      ([0xe0, 0x80, 0xaf], "\\xe0\\x80\\xaf"),
      ([0xf4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
      ([0xf0, 0x8f, 0xbf, 0xbf], "\\xf0\\x8f\\xbf\\xbf"),
      ([0x80, 0x41, 0xbf], "\\x80A\\xbf"),
      ([0xc2], "\\xc2"),
      ([0xf0, 0x9f, 0x99, 0x82], "🙂"),
    ] as [([UInt8], String)]
  )
  func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], clean: String) {
    #expect(CleanText(bytes: bytes).description == clean)
  }

  @Test func `every character is decoded as the standard library does it`() {
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value), value >= 0x80 else { continue }
      let bytes = Array(String(scalar).utf8)
      let decoded = UTF8Decoding.scalar(in: bytes, at: 0)
      guard decoded?.scalar == value, decoded?.length == bytes.count else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test func `every pair of bytes is UTF-8 here where it is UTF-8 for the standard library`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        let cleaned = CleanText(bytes: bytes).description
        let isValid = !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{fffd}")
        let showsBytes = cleaned.contains("\\x") && (first >= 0x80 || second >= 0x80)
        // A valid pair shows bytes only for a control character that stands beside.
        let controls = bytes.contains { $0 < 0x20 || $0 == 0x7f }
        guard isValid ? (!showsBytes || controls) : showsBytes else {
          Issue.record("\(bytes) became \(cleaned)")
          return
        }
      }
    }
  }

  @Test func `every character below 0x300 and every hostile text comes out clean and stays so`() {
    let characters = (UInt32(0)..<0x300).compactMap { Unicode.Scalar($0).map { "a\($0)b" } }
    for text in characters + Sample.hostileTexts {
      let clean = CleanText(text)
      #expect(CleanText(clean.description) == clean)
      #expect(clean.description.unicodeScalars.allSatisfy(isAllowed), "\(text.debugDescription)")
    }
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xa, 0x20...0x7e, 0xa0...0x2029, 0x202f...0x2065, 0x206a...0xd7ff, 0xe000...0xfffd,
      0x1_0000...0x10_ffff:
      true
    default: false
    }
  }

  @Test func `one line has no breaks, and a cut line says so`() {
    #expect(CleanText("a\nb\tc\r\nd").oneLine.description == "a b c d")
    #expect(CleanText("abcdef").cut(toCharacters: 6).description == "abcdef")
    #expect(CleanText("abcdefg").cut(toCharacters: 6).description == "abcde\u{2026}")
    #expect(CleanText("日本語").cut(toCharacters: 3).description == "日本語")
  }

  @Test func `a long text keeps its head and its tail`() {
    let lines = (1...1000).map { "line \($0)" }
    let kept = TextLimit.headAndTail(lines, bytesMax: 1000)
    #expect(kept.first == "line 1")
    #expect(kept.last == "line 1000")
    #expect(kept.reduce(0) { $0 + $1.utf8.count + 1 } <= 1000)
    let leftOut = kept.filter { $0.hasPrefix("... ") }
    #expect(leftOut.count == 1)
    #expect(leftOut.first?.contains("\(1000 - kept.count + 1) lines") == true)
    #expect(TextLimit.headAndTail(["a", "b"], bytesMax: 4) == ["a", "b"])
    #expect(TextLimit.headAndTail(["aaaa", "b"], bytesMax: 1).count == 1)
  }

  @Test(
    arguments: [
      (Duration.zero, "0.000", "0.00"),
      (.nanoseconds(499_999), "0.000", "0.00"),
      (.microseconds(500), "0.001", "0.00"),
      (.milliseconds(1999), "1.999", "2.00"),
      (.milliseconds(999_999), "999.999", "1000.00"),
      (.seconds(2), "2.000", "2.00"),
      (.seconds(-1), "0.000", "0.00"),
      (.nanoseconds(999_999_999), "1.000", "1.00"),
    ]
  )
  func `a duration has its decimals whatever the locale`(
    duration: Duration,
    milliseconds: String,
    hundredths: String
  ) {
    #expect(ReportTime.secondsWithMilliseconds(duration) == milliseconds)
    #expect(ReportTime.secondsWithHundredths(duration) == hundredths)
  }

  @Test(
    arguments: [
      (Int64(0), "1970-01-01T00:00:00"),
      (951_782_400, "2000-02-29T00:00:00"),
      (951_868_799, "2000-02-29T23:59:59"),
      (1_753_500_000, "2025-07-26T03:20:00"),
      (4_107_542_399, "2100-02-28T23:59:59"),
      (4_107_542_400, "2100-03-01T00:00:00"),
      (-5, "1970-01-01T00:00:00"),
      (.max, "9999-12-31T23:59:59"),
    ]
  )
  func `a timestamp is in UTC without zone or fraction`(seconds: Int64, timestamp: String) {
    #expect(ReportTime.timestamp(unixSeconds: seconds) == timestamp)
  }
}
