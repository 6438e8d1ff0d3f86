// SPDX-License-Identifier: Apache-2.0

/// How the page looks, in light, dark and print; colour never says anything that no word says.
enum HTMLStyle {
  static let text = """
    :root { --paper: #fff; --ink: #1b1f24; --faint: #59636e; --rule: #d1d9e0; --wash: #f6f8fa;
      --held: #116329; --broken: #a40e26; --unknown: #7d4e00; --mark: #ffebe9; --busy: #0550ae; }
    @media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3;
      --faint: #9198a1; --rule: #3d444d; --wash: #161b22; --held: #4ac26b; --broken: #ff8182;
      --unknown: #e3b341; --mark: #3c1618; --busy: #79c0ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { border-left: .5rem solid; padding: .25rem 1rem; margin-bottom: 1.5rem; }
    header h1 { margin: 0; font-size: clamp(2rem, 9vw, 4rem); line-height: 1.1; }
    header p { margin: .5rem 0 0; color: var(--ink); font-size: 1.25rem; }
    header.held, .held > .verdict, .held h2 .verdict { color: var(--held); }
    header.broken, .broken .verdict { color: var(--broken); }
    header.unknown, .unknown .verdict { color: var(--unknown); }
    .verdict { font-weight: 600; white-space: nowrap; }
    .faint, figcaption, footer { color: var(--faint); font-size: .875rem; }
    section { border-top: 1px solid var(--rule); margin-top: 1.5rem; }
    h2 { margin: 1rem 0 .5rem; font-size: 1.25rem; } h2 .verdict { font-size: 1rem; }
    p { margin: .5rem 0; } ul, ol { margin: .25rem 0; padding-left: 1.25rem; }
    dl { margin: .5rem 0; } dl div { display: flex; gap: 0 1rem; padding: .125rem 0; }
    dt { flex: 0 0 5.5rem; color: var(--faint); } dd { margin: 0; flex: 1; min-width: 0; }
    dd ul { padding-left: 1rem; }
    table { border-collapse: collapse; width: 100%; }
    .change { display: block; font-size: .875rem; font-weight: 400; color: var(--ink); }
    table { overflow-wrap: break-word; } tbody th a { display: block; font-size: .875rem; }
    .words { min-width: 12rem; }
    th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top;
      border-bottom: 1px solid var(--rule); }
    tbody th { font-weight: 400; } thead th { color: var(--faint); font-weight: 600; }
    th.number, td.number { text-align: right; font-variant-numeric: tabular-nums;
      white-space: nowrap; }
    .wide { overflow-x: auto; } details .wide { overflow-wrap: normal; font-size: .875rem; }
    details .wide code { white-space: nowrap; }
    .violated { background: var(--mark); font-weight: 600; }
    a { color: inherit; } code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
    pre { margin: .25rem 0; padding: .5rem; background: var(--wash); white-space: pre-wrap; }
    summary { cursor: pointer; padding: .25rem 0; }
    :focus-visible { outline: 2px solid; outline-offset: 2px; }
    figure { margin: .5rem 0; }
    svg { display: block; width: 100%; max-width: 34rem; font: 12px system-ui, sans-serif; }
    svg text { fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 4px;
      stroke-linejoin: round; }
    svg .breach { fill: var(--mark); stroke: var(--broken); }
    svg .breach ~ text { stroke: none; }
    svg .number, svg .faint { fill: var(--faint); font-size: 10px; }
    svg .faint { font-size: 11px; } svg .lane { font-weight: 600; font-size: 11px; }
    svg .broken { fill: var(--broken); font-weight: 600; }
    svg .life { stroke: var(--faint); stroke-width: 1; }
    svg .down { stroke-dasharray: 1 5; stroke-linecap: round; }
    svg .rung { stroke: var(--rule); stroke-width: 1; }
    svg .arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; }
    svg .fault { stroke: var(--broken); stroke-width: 1.5; fill: none; stroke-dasharray: 5 3; }
    svg .head { stroke: none; fill: var(--ink); } svg .fault.head { fill: var(--broken); }
    svg path.fault:not(.head) { stroke-dasharray: none; stroke-width: 2; }
    svg .dot { fill: var(--ink); stroke: var(--paper); stroke-width: 1; }
    svg .hollow { fill: var(--paper); stroke: var(--ink); }
    svg .saving { fill: var(--busy); } svg .locked { fill: var(--unknown); }
    @media (max-width: 36rem) { body { padding: .75rem; } .time { display: none; }
      .failure div { display: block; } th, td { padding-right: .5rem; } }
    @media print { :root { --paper: #fff; --ink: #000; --faint: #444; --rule: #bbb;
        --wash: #f6f8fa; --held: #116329; --broken: #a40e26; --unknown: #7d4e00;
        --mark: #ffebe9; --busy: #0550ae; }
      body { max-width: none; padding: 0; font-size: 10pt; print-color-adjust: exact;
        -webkit-print-color-adjust: exact; }
      h2, summary { break-after: avoid; } tr, figure, pre, dl div { break-inside: avoid; }
      .wide { overflow: visible; } details .wide code { white-space: normal; }
      details .wide { overflow-wrap: anywhere; } svg { max-width: 9.5cm; } }

    """
}
