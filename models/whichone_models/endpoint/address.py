"""Where a server is: an address as a person types it, made into one that can be asked.

"localhost:11434", "http://192.168.1.5:8080" and "https://api.example.org/v1/chat/completions"
all work.  Whether it is this computer decides what is said before a picture is sent.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from whichone_core.errors import SetupError
from whichone_core.languages import N_

from whichone_models.catalogue import _

_EXAMPLE = N_("Set it like http://localhost:11434 or https://api.openai.com.")
_ENDPOINTS = re.compile(r"/(?:chat/completions|completions|models|responses)$")


@dataclass(frozen=True, slots=True)
class Address:
    """One server.

    url: what requests go under, without a slash at the end ("http://localhost:11434/v1").
    host, port: as they are said; the port is always set.
    """

    url: str
    host: str
    port: int
    is_loopback: bool
    is_encrypted: bool

    @property
    def origin(self) -> str:
        """ "localhost:11434": what its key is kept under, and how it is named in sentences."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def spoken(self) -> str:
        """How a sentence names it: the port only where it is not the usual one."""
        usual = 443 if self.is_encrypted else 80
        return self.host if self.port == usual else self.origin

    @property
    def notice(self) -> str:
        """What the user hears before the first picture is sent there."""
        if self.is_loopback:
            return _(
                "Pictures and questions go to another program on this computer, {name}.",
                name=self.spoken,
            )
        leaves = _(
            "This leaves your computer: pictures and questions go to {name}.", name=self.spoken
        )
        if self.is_encrypted:
            return leaves
        unencrypted = _("It travels without encryption.")
        return f"{leaves} {unencrypted}"


def read_address(text: str) -> Address:
    """The address of a server.  Raises SetupError where there is none in the text."""
    words = text.strip().strip("\"'<>").strip()
    if not words:
        raise SetupError(_("No server is set."), remedy=_(_EXAMPLE))
    parts = _split(words if "://" in words else _with_scheme(words))
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in ("http", "https") or not host or re.search(r"\s", words):
        raise _wrong(words)
    if parts.username is not None or parts.password is not None:
        raise SetupError(
            _("A server's address must not hold a name or a key."),
            remedy=_("Take it out, and keep the key with: whichone key set."),
        )
    is_encrypted = parts.scheme == "https"
    port = parts.port or (443 if is_encrypted else 80)
    path = _ENDPOINTS.sub("", parts.path.rstrip("/")) or "/v1"
    shown = f"[{host}]" if ":" in host else host
    given = f":{parts.port}" if parts.port else ""
    return Address(
        f"{parts.scheme}://{shown}{given}{path}", host, port, _is_loopback(host), is_encrypted
    )


def _split(words: str) -> SplitResult:
    try:
        parts = urlsplit(words)
        _ = parts.port
    except ValueError as error:
        raise _wrong(words) from error
    return parts


def _with_scheme(words: str) -> str:
    """An address without a scheme: encrypted, unless it is this computer or a bare number."""
    host = _split(f"//{words}").hostname or ""
    return f"{'http' if _is_loopback(host) or _is_number(host) else 'https'}://{words}"


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return bool((mapped or number).is_loopback)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _wrong(words: str) -> SetupError:
    return SetupError(
        _("{words} is no address of a server.", words=repr(words[:60])), remedy=_(_EXAMPLE)
    )
