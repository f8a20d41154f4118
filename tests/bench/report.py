"""Writes measured numbers into docs/measured.md, each with its command, date and machine.

A benchmark calls `publish` with its section; the section replaces the one of the same name
between its two marker comments, so any benchmark can be run alone and again.
"""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measured.md"


def machine() -> str:
    """The kind of machine in a few words: processor, cores, memory, system."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"model name\s*:\s*(.+)", info.read_text())
        model = found.group(1).strip() if found else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}"


def table(head: list[str], rows: list[list[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def publish(name: str, title: str, body: str, command: str = "") -> None:
    """Put one section into docs/measured.md and print it.

    name: the module under tests/bench, which is also the command that repeats it.
    body: Markdown.  command: what repeats it, where that is no benchmark.
    """
    command = command or f"python -m tests.bench.{name}"
    section = (
        f"<!-- {name} -->\n## {title}\n\n"
        f"`{command}`, {datetime.now(UTC):%Y-%m-%d}, {machine()}.\n\n"
        f"{body.strip()}\n<!-- end {name} -->"
    )
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Measured\n"
    pattern = re.compile(rf"<!-- {name} -->.*?<!-- end {name} -->", re.DOTALL)
    if pattern.search(page):
        page = pattern.sub(lambda _: section, page)
    else:
        page = f"{page.rstrip()}\n\n{section}\n"
    PAGE.write_text(page, encoding="utf-8")
    print(section)
