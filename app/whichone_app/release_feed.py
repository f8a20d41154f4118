"""Asks the release feed which version is the newest; only when the user asked for that.

One GET over HTTPS, without cookies, login, account, language or version: the site learns the
address on the network and that somebody asked.  Nothing is fetched besides, nothing is installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from whichone_core.errors import InputError, SetupError, WhichOneError
from whichone_core.installation import part_remedy
from whichone_core.release import FEED, Release, read_release
from whichone_core.setting_words import title
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.endpoint.address import read_address

from .catalogue import _

if TYPE_CHECKING:
    import httpx2

LIMIT_S = 20.0
"""For the whole of it; a site that sends a byte a second is given up too."""
STALL_S = 8.0
"""Without a connection, or without the next byte."""
MOST_BYTES = 64_000
MOST_REDIRECTS = 3

Fetch = Callable[[str, Cancel], Release]


def feed_of(settings: Settings) -> str:
    """The address that is asked; empty where nobody has set one."""
    return settings.release_feed.strip() or FEED


def site_of(feed: str) -> str:
    """How the site is named in a sentence.  Raises SetupError for an address that must not be.

    Only HTTPS: whoever stands in between could otherwise name any page as the one to download
    from.  This computer itself is the exception.
    """
    address = read_address(feed)
    if "://" not in feed or not (address.is_encrypted or address.is_loopback):
        raise SetupError(
            _("New versions are only asked for over HTTPS."),
            remedy=_(
                "Change the setting {setting} so that it begins with https.",
                setting=title("release_feed"),
            ),
        )
    return address.spoken


def fetch_release(
    feed: str,
    cancel: Cancel | None = None,
    *,
    limit_s: float = LIMIT_S,
    stall_s: float = STALL_S,
) -> Release:
    """Ask the feed.  Raises WhichOneError with the sentence to say; a cancel ends it too."""
    ends = time.monotonic() + limit_s
    asked = cancel or Cancel()
    with _client(stall_s) as client, _foreign_errors():
        url = feed
        for _hop in range(MOST_REDIRECTS + 1):
            site_of(url)
            with client.stream("GET", url) as response:
                if response.has_redirect_location:
                    url = urljoin(url, response.headers["location"])
                    continue
                return read_release(_content(response, ends, asked))
        raise _unusable(f"more than {MOST_REDIRECTS} redirects")


def _content(response: httpx2.Response, ends: float, cancel: Cancel) -> bytes:
    """The body, as far as it may be long."""
    if response.status_code != 200:
        raise _unusable(f"HTTP {response.status_code}")
    packed = response.headers.get("content-encoding", "identity").strip().lower()
    if packed != "identity":
        raise _unusable(f"content encoding {packed[:40]}")
    found = bytearray()
    for part in response.iter_raw():
        found += part
        if len(found) > MOST_BYTES:
            raise _unusable(f"more than {MOST_BYTES} bytes")
        if time.monotonic() > ends or cancel.is_requested:
            raise _unreachable("given up while it was still sending")
    return bytes(found)


@contextmanager
def _client(stall_s: float) -> Iterator[httpx2.Client]:
    try:
        import ssl

        import httpx2
        import truststore
    except ImportError as error:
        raise SetupError(
            _("What speaks to servers is not installed."),
            remedy=part_remedy("server"),
            cause=str(error),
        ) from error
    headers = {
        "User-Agent": "WhichOne",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
    }
    trusted = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with httpx2.Client(verify=trusted, headers=headers, timeout=stall_s) as client:
        yield client


@contextmanager
def _foreign_errors() -> Iterator[None]:
    import httpx2

    try:
        yield
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.CookieConflict) as error:
        raise _unreachable(f"{type(error).__name__}: {error}") from error
    except ValueError as error:  # an address in a redirect that is none
        raise _unusable(repr(error)[:500]) from error


def _unreachable(cause: str) -> WhichOneError:
    return WhichOneError(
        _("The site for new versions cannot be reached."),
        remedy=_("Check the network, or try again later."),
        cause=cause,
    )


def _unusable(cause: str) -> InputError:
    return InputError(
        _("The site for new versions gives no usable answer."),
        remedy=_("Log in to the network if it asks for that, or try again later."),
        cause=cause,
    )
