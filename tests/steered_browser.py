"""A real browser that is steered by keys and asked what it shows: Chromium without a window.

It is talked to over its DevTools protocol by a pipe (no port, no further package).  Keys go the
way that the browser's own window would hand them on, and the accessibility tree is the one that
it hands to screen readers.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.browser import browser_and_axe

PATIENCE_S = 300
PAINTED = (
    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
)
KEYS = {
    "Tab": ("Tab", 9, ""),
    "Space": (" ", 32, " "),
    "Enter": ("Enter", 13, "\r"),
    "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
}


@dataclass
class Steered:
    """One open page."""

    asks: int
    answers: int
    session: str = ""
    last: int = 0
    unread: bytes = field(default=b"")

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """A command of the protocol and its result."""
        said = self._asked(method, parameters)
        assert "error" not in said, said
        return dict(said["result"])

    def _asked(self, method: str, parameters: dict[str, object]) -> dict[str, Any]:
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.asks, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self.last:
                return said

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self.unread:
            some = os.read(self.answers, 1 << 16)
            assert some, "the browser is gone"
            self.unread += some
        text, _, self.unread = self.unread.partition(b"\0")
        return dict(json.loads(text))

    def value(self, script: str) -> Any:
        """What a script gives on the page."""
        said = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Until the script is true of the page; a page that is leaving gives no answer."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            said = self._asked("Runtime.evaluate", {"expression": f"Boolean({script})"})
            if said.get("result", {}).get("result", {}).get("value"):
                # Keys that come before a page was painted are dropped.
                self.value(PAINTED)
                return
        raise AssertionError(f"never true: {script}; the page is {self.value('document.title')}")

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.wait_for(f"location.href === {json.dumps(address)} && document.readyState === "
                      "'complete'")  # fmt: skip

    def press(self, *names: str) -> None:
        """Keys by their names in KEYS, down and up."""
        for name in names:
            key, code, text = KEYS[name]
            told = {"key": key, "code": name, "windowsVirtualKeyCode": code}
            down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
            self.call("Input.dispatchKeyEvent", **told, **down)
            self.call("Input.dispatchKeyEvent", **told, type="keyUp")

    def spoken(self) -> list[tuple[str, str]]:
        """Role and name of all that a screen reader is handed, in the order of the page."""
        nodes = {node["nodeId"]: node for node in self.call("Accessibility.getFullAXTree")["nodes"]}
        found, waiting = [], [next(name for name, node in nodes.items() if "parentId" not in node)]
        while waiting:
            node = nodes[waiting.pop()]
            waiting += [name for name in reversed(node.get("childIds", [])) if name in nodes]
            if not node["ignored"] and "role" in node:
                found.append((node["role"]["value"], node.get("name", {}).get("value", "")))
        return found

    def violations(self) -> list[str]:
        """What axe-core finds wrong with the page."""
        _, axe = browser_and_axe()
        self.value(f"{axe.read_text(encoding='utf-8')}; 0")
        found = self.value('axe.run(document, {resultTypes: ["violations"]}).then(found => '
                           "[found.passes.length, found.violations])")  # fmt: skip
        assert found[0] > 10, "axe-core looked at the page"
        return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in found[1]]


@contextmanager
def steered(folder: Path) -> Iterator[Steered]:
    """A browser with one empty page, which ends with the block; folder: where it may write."""
    browser, _ = browser_and_axe()
    words = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}",
    ]  # fmt: skip
    its_in, asks = os.pipe()
    answers, its_out = os.pipe()
    # The browser reads from 3 and writes to 4, whatever the numbers are here.
    script = f'exec "$@" 3<&{its_in} 4>&{its_out}'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", *words],
        pass_fds=(its_in, its_out),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(its_in)
    os.close(its_out)
    page = Steered(asks, answers)
    try:
        target = page.call("Target.createTarget", url="about:blank")["targetId"]
        page.session = page.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        yield page
        page.session = ""
        page.call("Browser.close")
    finally:
        os.close(asks)
        os.close(answers)
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()
