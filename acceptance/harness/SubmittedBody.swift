// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The body that a case lets the user submit.
package enum SubmittedBody {
  /// Makes a body from a seed: valid JSON in UTF-8 without a line break.
  ///
  /// It is written in forms that a client loses when it takes the body apart and puts it together again:
  /// an order of its own, spaces, escapes that are not needed, numbers that no `Double` holds or whose
  /// last digit is a zero, and text outside ASCII, in composed and in decomposed form.
  package static func make(seed: Seed) -> [UInt8] {
    var random = SeededGenerator(seed)
    let quantity = Int.random(in: 1...999, using: &random)
    let cents = Int.random(in: 1...9, using: &random)
    let city = cities.randomElement(using: &random) ?? "Tokyo"
    let text =
      #"{"title": "visit to \#(city)", "quantity":\#(quantity), "price":\#(quantity).\#(cents)0, "#
      + #""order":{"zulu":[1,1.0,1e2,-0,[],{}],"alpha":{"done":false,"note":null}},"#
      + #" "serial":9007199254740993,"tolerance":1.50E-3,"path":"a\/b","sign":"\u00e9","#
      + "\"accents\":\"caf\u{e9} cafe\u{301}\",\"signs\":\"\u{1f9ed} \u{96f2}\"}"
    return Array(text.utf8)
  }

  private static let cities = [
    "S\u{e3}o Paulo", "\u{53f0}\u{5317}", "Z\u{fc}rich", "\u{141}\u{f3}d\u{17a}", "Tokyo",
  ]
}
