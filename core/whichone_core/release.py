"""What a release feed says: a small JSON file that names the newest version of WhichOne.

    {"version": "0.2.0", "date": "2026-12-24", "page": "https://example.org/whichone",
     "news": {"en": ["Reads Braille."], "de": ["Liest Brailleschrift."]}}

`version` and `page` are needed.  What stands in the file was written by somebody else: it is cut
to a length that can be listened to, loses what is not printable, and is only ever shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.languages import language_used

FEED = ""
"""Where new versions are announced.  No address is known that belongs to the project; who
publishes packages puts theirs here.  The setting `release_feed` names another one."""

MOST_NEWS = 12
"""Lines of what is new that are shown; the page has the rest."""
LONGEST_LINE = 300
_VERSION = re.compile(r"(\d{1,6}(?:\.\d{1,6}){0,3})(?:(a|b|rc)(\d{1,6}))?", re.ASCII)
_STAGES = {"a": 0, "b": 1, "rc": 2, None: 3}


@dataclass(frozen=True, slots=True)
class Release:
    """The newest version as its maker announces it.

    page: where people get it, https.  news: what is new in it, in the language used now or in
    English.  day: of the release, where it is told.
    """

    version: str
    page: str
    news: tuple[str, ...] = ()
    day: date | None = None


def read_release(content: bytes) -> Release:
    """The release that a feed names.  Raises InputError where it names none that makes sense."""
    try:
        told = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _nonsense(f"{type(error).__name__}: {error}") from error
    if not isinstance(told, Mapping):
        raise _nonsense(f"a {type(told).__name__} instead of an object")
    version, page = told.get("version"), told.get("page")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise _nonsense(f"version {version!r:.80}")
    if not isinstance(page, str) or not _is_page(page):
        raise _nonsense(f"page {page!r:.80}")
    return Release(version, page, _news(told.get("news")), _day(told.get("date")))


def is_newer(version: str, than: str) -> bool:
    """Whether a version comes after another: 0.10 after 0.9, 1.0 after 1.0rc2, 1 is 1.0.

    Raises ValueError for what is no version.
    """
    return _order(version) > _order(than)


def _order(version: str) -> tuple[tuple[int, ...], int, int]:
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(f"{version!r:.80} is no version")
    numbers = [int(part) for part in found[1].split(".")]
    padded = (*numbers, 0, 0, 0)[:4]
    return padded, _STAGES[found[2]], int(found[3] or 0)


def _is_page(text: str) -> bool:
    """Whether people can be sent there: https, a host, nothing that is not printable."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_plain = text.isprintable() and text.isascii() and " " not in text
    return is_plain and len(text) <= LONGEST_LINE and parts.scheme == "https" and bool(parts.netloc)


def _news(told: object) -> tuple[str, ...]:
    """Lines of what is new; what is none is passed over, as it changes nothing that matters."""
    if isinstance(told, Mapping):
        told = told.get(language_used()) or told.get("en")
    lines = told if isinstance(told, list) else []
    plain = (_plain(line) for line in lines[:MOST_NEWS] if isinstance(line, str))
    return tuple(line for line in plain if line)


def _plain(text: str) -> str:
    """One line without signs that a voice, a terminal or braille would stumble over."""
    short = " ".join(text[: 4 * LONGEST_LINE].split())
    return "".join(sign for sign in short if sign.isprintable())[:LONGEST_LINE].strip()


def _day(told: object) -> date | None:
    try:
        return date.fromisoformat(told) if isinstance(told, str) else None
    except ValueError:
        return None


def _nonsense(cause: str) -> InputError:
    return InputError(
        _("The site does not say which version is the newest."),
        remedy=_("Log in to the network if it asks for that, or try again later."),
        cause=cause,
    )
