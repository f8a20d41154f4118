"""A real browser that checks pages with axe-core; skips with a reason where either is absent.

Chromium runs without a window on a copy of the page that holds axe-core and writes what it
finds into the document, which `--dump-dom` prints.  The report's own scripts run as well.

axe-core comes with the package axe-core-python; WHICHONE_AXE names another axe.min.js.
"""

from __future__ import annotations

import html
import importlib.util
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_S = 300

CHECK = """
<script>
axe.run(document, { resultTypes: ["violations"] }).then(found => {
  const kept = found.violations.map(rule => ({
    id: rule.id, help: rule.help, where: rule.nodes.map(node => node.html.slice(0, 200)) }));
  const place = document.createElement("pre");
  place.id = "said-by-test";
  place.textContent = JSON.stringify({ rules: found.passes.length, violations: kept });
  document.body.append(place);
});
</script>
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """How many rules passed, and what was violated: rule and the elements."""

    passed: int
    violations: tuple[str, ...]


def browser_and_axe() -> tuple[str, Path]:
    """The browser's command and the path of axe.min.js; skips the test without either."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    given = os.environ.get("WHICHONE_AXE")
    axe = Path(given) if given else packaged_axe()
    if browser is None:
        pytest.skip(f"no browser is installed ({', '.join(BROWSERS)})")
    if axe is None or not axe.exists():
        pytest.skip("axe-core is not installed (pip install axe-core-python, or WHICHONE_AXE)")
    return browser, axe


def packaged_axe() -> Path | None:
    """The script that axe-core-python carries; it is not imported, as that needs a driver."""
    found = importlib.util.find_spec("axe_core_python")
    return Path(found.origin).with_name("axe.min.js") if found and found.origin else None


def check_page(page: Path, folder: Path) -> Checked:
    """Check one page.  folder: where the browser may write."""
    _, axe = browser_and_axe()
    script = axe.read_text(encoding="utf-8").replace("</script", "<\\/script")
    said = json.loads(said_by(page, folder, f"<script>{script}</script>{CHECK}"))
    violations = tuple(
        f"{rule['id']}: {rule['help']}: {' | '.join(rule['where'])}" for rule in said["violations"]
    )
    return Checked(said["rules"], violations)


def said_by(page: Path, folder: Path, scripts: str) -> str:
    """What scripts added to the page write into an element with the id `said-by-test`."""
    browser, _ = browser_and_axe()
    text = page.read_text(encoding="utf-8")
    copy = page.with_name(f"tried-{page.name}")
    copy.write_text(text.replace("</body>", f"{scripts}</body>"), encoding="utf-8")
    try:
        document = _dumped(browser, copy, folder)
    finally:
        copy.unlink()
    found = re.search(r'<pre id="said-by-test">(.*?)</pre>', document, re.DOTALL)
    assert found, "the page's scripts did not finish"
    return html.unescape(found[1])


def _dumped(browser: str, page: Path, folder: Path) -> str:
    words = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=60000", "--dump-dom",
    ]  # fmt: skip
    ran = subprocess.run(
        [browser, *words, page.resolve().as_uri()],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    return ran.stdout
