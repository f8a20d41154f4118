"""Writes the release feed: the small file that a WhichOne asks when its user wants to know.

It says what `whichone_core.release` reads.  Put it where the setting `release_feed` or the
constant `FEED` of the published packages points to, and replace it with each release.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.release import MOST_NEWS, read_release

from .product import PROGRAM, ROOT, version
from .steps import BuildError

_SECTION = re.compile(r"^## +(?:Unreleased|\[?v?(?P<version>[^\]\s,]+)\]?)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_ITEM = re.compile(r"^[-*] (.+(?:\n  \S.*)*)", re.MULTILINE)


def news_of(changelog: str, at: str) -> list[str]:
    """The lines of a version's section of CHANGELOG.md, else of what is not released yet."""
    sections = list(_SECTION.finditer(changelog))
    own = [each for each in sections if each["version"] == at]
    coming = [each for each in sections if each["version"] is None]
    for found in (*own, *coming):
        later = [each.start() for each in sections if each.start() > found.start()]
        text = changelog[found.end() : min(later, default=len(changelog))]
        return [_plain(item) for item in _ITEM.findall(text)][:MOST_NEWS]
    return []


def _plain(item: str) -> str:
    """A line of Markdown as it is heard: links by their words, nothing of the markup."""
    return " ".join(_LINK.sub(r"\1", item).replace("`", "").split())


def feed_text(page: str, day: str, changelog: str, at: str) -> str:
    """The file.  page: where people get it (https); day: ISO.  Raises BuildError."""
    told = {"version": at, "date": day, "page": page, "news": {"en": news_of(changelog, at)}}
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    try:
        read_release(text.encode())
    except InputError as error:
        raise BuildError(f"No WhichOne would take this feed: {error.cause}.") from error
    return text


def write_feed(target: Path, page: str, day: str) -> Path:
    """Write target/whichone.json for the version of this tree and return it.  Raises BuildError."""
    text = feed_text(page, day, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version())
    target.mkdir(parents=True, exist_ok=True)
    file = target / f"{PROGRAM}.json"
    file.write_text(text, encoding="utf-8")
    return file
