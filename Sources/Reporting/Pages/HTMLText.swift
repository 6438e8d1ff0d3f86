// SPDX-License-Identifier: Apache-2.0

/// Puts texts from outside into HTML, where they stay texts.
enum HTMLText {
  /// One clean line that is safe inside an element and inside a quoted attribute.
  static func escaped(_ text: String) -> String {
    let line = CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
    var escaped = ""
    for character in line.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

/// How the page looks, in light and dark; colour never says anything that no word says.
enum HTMLStyle {
  static let text = """
    :root { --paper: #fff; --ink: #1b1f24; --faint: #59636e; --rule: #d1d9e0;
      --held: #116329; --broken: #a40e26; --unknown: #7d4e00; --mark: #ffebe9; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --rule: #3d444d;
        --held: #4ac26b; --broken: #ff8182; --unknown: #e3b341; --mark: #3c1618; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { border-left: .5rem solid; padding: .5rem 1rem; }
    header h1 { margin: 0; font-size: clamp(2rem, 8vw, 4rem); line-height: 1.1; }
    header p { margin: .5rem 0 0; color: var(--ink); font-size: 1.25rem; }
    .held td:first-child, .held .verdict, header.held { color: var(--held); }
    .broken td:first-child, .broken .verdict, header.broken { color: var(--broken); }
    .unknown td:first-child, .unknown .verdict, header.unknown { color: var(--unknown); }
    section td:first-child { color: inherit !important; }
    section { border-top: 1px solid var(--rule); margin-top: 2rem; }
    h2 { margin: 1rem 0 .5rem; } .verdict { font-size: 1rem; font-weight: 600; }
    dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
    dt { width: 6rem; color: var(--faint); } dd { margin: 0; flex: 1 1 20rem; }
    .wide { overflow-x: auto; } a { color: inherit; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top;
      border-bottom: 1px solid var(--rule); }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .violated { background: var(--mark); font-weight: 600; }
    code { font: .9em ui-monospace, monospace; }
    :focus-visible { outline: 2px solid; outline-offset: 2px; }
    summary { cursor: pointer; }

    """
}
