"""Opens HTML files in a headless Chromium and says what it saw, as JSON.

Usage: browse.py CHROMIUM PAGE... [--shots FOLDER]

Each page is opened in light and in dark, wide and as on a phone. For each page the answer has: errors
(what the console or the browser complained about), requests (every address asked for, the page itself
left out), overflow (widths, in pixels, at which the page must be scrolled sideways), contrast (texts whose
contrast is below 4.5) and unnamed (pictures without a name). With --shots also pictures and a PDF.

Talks the DevTools protocol over a pipe: https://chromedevtools.github.io/devtools-protocol/.
"""
import base64, json, os, pathlib, signal, subprocess, sys, tempfile

# A browser that hangs must not hang whoever asked.
SECONDS_MAX = 240

WIDTHS = {"wide": 1100, "phone": 360}

# Runs inside the page, at the debugger's right: the page itself allows no script.
LOOK = """(() => {
  const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const channel = v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + .05) / (y + .05); };
  const background = e => { for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length >= 3 && (c.length < 4 || c[3] > 0)) return c; } return [255, 255, 255]; };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), e = walker.currentNode.parentElement;
    if (!text || e.closest('title, desc')) continue;
    const style = getComputedStyle(e), svg = e.closest('svg');
    const behind = svg && svg.querySelector('.breach') && e.matches('.breach ~ text')
      ? parse(getComputedStyle(svg.querySelector('.breach')).fill) : background(e);
    const r = ratio(parse(svg ? style.fill : style.color), behind);
    if (r < 4.5) poor.push(text.slice(0, 40) + ' ' + r.toFixed(2));
  }
  const unnamed = [...document.querySelectorAll('svg')].filter(s =>
    !(s.getAttribute('aria-labelledby') || '').split(' ').every(i =>
      document.getElementById(i)?.textContent.trim())).length;
  const root = document.documentElement;
  return JSON.stringify({overflow: root.scrollWidth > root.clientWidth, poor, unnamed});
})()"""


class Browser:
    def __init__(self, program, profile):
        to_browser, self.writer = os.pipe()
        reader, from_browser = os.pipe()
        self.reader = os.fdopen(reader, "rb", buffering=0)
        self.waiting = b""
        self.events = []
        self.number = 0

        def place():
            # The protocol is spoken on descriptors 3 and 4.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--no-first-run", "--remote-debugging-pipe",
             "--hide-scrollbars", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=place, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)

    def message(self):
        while b"\0" not in self.waiting:
            chunk = self.reader.read(1 << 20)
            if not chunk:
                raise SystemExit("browse.py: error: the browser ended early")
            self.waiting += chunk
        text, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, session=None, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if session:
            call["sessionId"] = session
        os.write(self.writer, json.dumps(call).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"browse.py: error: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def close(self):
        self.ask("Browser.close")
        self.process.wait()


def open_page(browser, page, shots):
    address = pathlib.Path(page).resolve().as_uri()
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ["Page", "Network", "Log", "Runtime"]:
        browser.ask(f"{domain}.enable", session)
    browser.events = []
    browser.ask("Page.navigate", session, url=address)
    browser.wait("Page.loadEventFired")
    seen = {"page": page, "overflow": [], "contrast": [], "unnamed": 0}
    for colours in ["light", "dark"]:
        for name, width in WIDTHS.items():
            browser.ask("Emulation.setEmulatedMedia", session,
                        features=[{"name": "prefers-color-scheme", "value": colours}])
            browser.ask("Emulation.setDeviceMetricsOverride", session, width=width, height=800,
                        deviceScaleFactor=1, mobile=name == "phone")
            look = browser.ask("Runtime.evaluate", session, expression=LOOK)["result"]
            found = json.loads(look["value"])
            if found["overflow"]:
                seen["overflow"].append(width)
            seen["contrast"] += [f"{colours}: {text}" for text in found["poor"]]
            seen["unnamed"] = found["unnamed"]
            if shots:
                picture = browser.ask("Page.captureScreenshot", session, captureBeyondViewport=True)
                path = f"{shots}/{pathlib.Path(page).parent.name}-{colours}-{name}.png"
                open(path, "wb").write(base64.b64decode(picture["data"]))
    if shots:
        pdf = browser.ask("Page.printToPDF", session, printBackground=False)
        path = f"{shots}/{pathlib.Path(page).parent.name}.pdf"
        open(path, "wb").write(base64.b64decode(pdf["data"]))
    seen["requests"] = [
        event["params"]["request"]["url"] for event in browser.events
        if event.get("method") == "Network.requestWillBeSent"
        and event["params"]["request"]["url"] != address]
    seen["errors"] = [
        event["params"].get("entry", event["params"]).get("text", event["method"])
        for event in browser.events
        if event.get("method") in
        ["Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"]]
    browser.ask("Target.closeTarget", targetId=target)
    return seen


def main():
    signal.alarm(SECONDS_MAX)
    arguments = sys.argv[1:]
    shots = None
    if "--shots" in arguments:
        place = arguments.index("--shots")
        shots = arguments[place + 1]
        del arguments[place:place + 2]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(arguments[0], profile)
        print(json.dumps([open_page(browser, page, shots) for page in arguments[1:]]))
        browser.close()


main()
