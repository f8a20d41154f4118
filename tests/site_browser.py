"""Pages of a site in a real browser, as they are when they are served: axe-core, width, requests.

The browser opens one page that loads those to be looked at into frames, one after the other,
runs axe-core in each, and sends what was found back to the server, which is on 127.0.0.1 only.
At 200% zoom a window of 1280 by 1024 holds as much as one of 640 by 512: a frame is made smaller
for it, as the page would have to be loaded again in a window of its own.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.browser import browser_and_axe

PATIENCE_S = 300
FRAMES = {100: (1280, 1024), 200: (640, 512)}
"""What a page gets at a zoom in percent: CSS pixels across and down."""

HARNESS = """<!doctype html><html lang="en"><title>Tried</title><body style="margin:0"><script>
const once = (what, name) => new Promise(done => what.addEventListener(name, done, {once: true}));
async function look(address) {
  const frame = document.createElement("iframe");
  const resize = ([width, height]) =>
    frame.style = `width:${width}px;height:${height}px;border:0`;
  resize(FRAMES[0]);
  frame.src = address;
  document.body.append(frame);
  await once(frame, "load");
  const page = frame.contentWindow;
  const still = page.document.createElement("style");  // colours are looked at, not their change
  still.textContent = "*, *::before, *::after, *::placeholder { transition: none !important }";
  page.document.head.append(still);
  if (DARK) page.document.body.dataset.mdColorScheme = "slate";
  const script = page.document.createElement("script");
  script.src = "/said/axe.js";
  page.document.head.append(script);
  await once(script, "load");
  const seen = [];
  for (const size of FRAMES) {
    if (page.innerWidth != size[0]) {
      const resized = once(page, "resize");
      resize(size);
      await resized;
    }
    const found = await page.axe.run(page.document, {resultTypes: ["violations"]});
    seen.push(told(address, page, found));
  }
  frame.remove();
  return seen;
}
function told(address, page, found) {
  return {
    address, width: page.innerWidth, scrolls: page.document.documentElement.scrollWidth,
    language: page.document.documentElement.lang, passed: found.passes.length,
    dark: page.getComputedStyle(page.document.body).backgroundColor,
    asked: page.performance.getEntriesByType("resource").map(entry => entry.name),
    violations: found.violations.map(rule => rule.id + ": " + rule.help + ": "
      + rule.nodes.map(node => node.html.slice(0, 200)).join(" | ")) };
}
(async () => {
  const seen = [];
  for (const address of PAGES) seen.push(...await look(address));
  await fetch("/said/found", {method: "POST", body: JSON.stringify(seen)});
})().catch(error => fetch("/said/found", {method: "POST", body: JSON.stringify(String(error))}));
</script></body></html>
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """One page as the browser had it at one zoom.

    width, scrolls: CSS pixels of the window, and of what is to be scrolled through.
    asked: every address that the page loaded something from.  dark: the background.
    """

    address: str
    width: int
    scrolls: int
    language: str
    passed: int
    dark: str
    asked: list[str]
    violations: list[str]


@dataclass
class Served:
    """A site on 127.0.0.1, and what the browser sent back."""

    folder: Path
    address: str = ""
    harness: str = ""
    found: queue.Queue[str] = field(default_factory=queue.Queue)


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *words: object, served: Served) -> None:
        self._served = served
        super().__init__(*words, directory=str(served.folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if self.path == "/said/harness.html":
            self._send(self._served.harness.encode(), "text/html; charset=utf-8")
        elif self.path == "/said/axe.js":
            self._send(browser_and_axe()[1].read_bytes(), "text/javascript; charset=utf-8")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self._served.found.put(self.rfile.read(length).decode("utf-8"))
        self._send(b"", "text/plain")

    def log_message(self, *_words: object) -> None:
        """Nobody reads it."""

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Serve a folder until the block ends."""
    served = Served(folder)
    handler = partial(_Handler, served=served)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        served.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()


def look(
    served: Served,
    pages: Sequence[str],
    folder: Path,
    zooms: Sequence[int] = tuple(FRAMES),
    *,
    is_dark: bool = False,
) -> list[Seen]:
    """See pages (paths below the address) with a browser; each page at all zooms, in order.

    folder: where it may write.  is_dark: in the dark scheme of the theme, as where the system
    prefers it.
    """
    browser, _ = browser_and_axe()
    served.harness = (
        HARNESS.replace("PAGES", json.dumps([f"/{page}" for page in pages]))
        .replace("FRAMES", json.dumps([FRAMES[zoom] for zoom in zooms]))
        .replace("DARK", json.dumps(is_dark))
    )
    words = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--disable-background-networking", "--no-first-run", f"--user-data-dir={folder}",
        "--window-size=1280,1024",
        "--remote-debugging-port=0", f"{served.address}/said/harness.html",
    ]  # fmt: skip
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = json.loads(served.found.get(timeout=PATIENCE_S))
    finally:
        running.terminate()
        running.wait(PATIENCE_S)
    assert isinstance(found, list), found
    return [Seen(**each) for each in found]
