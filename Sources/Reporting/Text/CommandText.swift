// SPDX-License-Identifier: Apache-2.0

/// Texts inside the commands that a pipeline obeys in its log.
enum CommandText {
  /// The most characters of a command's text, and of one of its properties.
  private static let (dataMax, propertyMax) = (4000, 500)

  /// Makes a text such that it neither ends the command nor begins another one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - escapes: what the system wants to have written otherwise.
  /// - Returns: the text, clean, cut and escaped.
  static func data(_ text: String, escaping escapes: [Unicode.Scalar: String]) -> String {
    escaped(CleanText(text).cut(toCharacters: dataMax), escapes)
  }

  /// The same for a property of the command, which is shorter.
  static func property(_ text: String, escaping escapes: [Unicode.Scalar: String]) -> String {
    escaped(CleanText(text).cut(toCharacters: propertyMax), escapes)
  }

  /// A clean text has no carriage return, so that none has to be escaped.
  private static func escaped(_ text: CleanText, _ escapes: [Unicode.Scalar: String]) -> String {
    text.description.unicodeScalars.reduce(into: "") { escaped, scalar in
      if let escape = escapes[scalar] {
        escaped += escape
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
