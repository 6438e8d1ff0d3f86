// SPDX-License-Identifier: Apache-2.0

import CLibXML2

/// The library's state that all threads share.
enum LibXML2 {
  /// Prepares the library once, before two threads could do so at the same moment.
  ///
  /// Source: https://gnome.pages.gitlab.gnome.org/libxml2/devhelp/libxml2-parser.html.
  static func prepare() { _ = prepared }

  private static let prepared: Bool = {
    xmlInitParser()
    // The schema types are a table of their own, which the first schema would fill in.
    let schema = #"<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"/>"#
    return (try? JUnitSchema.Parsed(text: schema, name: "empty")) != nil
  }()
}
