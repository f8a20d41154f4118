"""What the hub says about a file: where it is, how long it is, what its checksum is.

huggingface_hub does this part: it knows the addresses, HF_ENDPOINT and mirrors, HF_TOKEN and
logins, HF_HUB_OFFLINE, and where a large file really lies.  The file itself is fetched by
`download.py`, not by huggingface_hub's own download: that one resumes within a process and
compares lengths, but it never compares the SHA-256 (a file of the right length and wrong
content is reported as success, field report 68), a process that ends starts from zero with
the next one unless its cache is used, it cannot be cancelled, and it waits through Retry-After
without a word.

Every connection goes through the client of `session`: proxies as the environment says, and
certificates as the operating system trusts them (`truststore`), because networks of employers
and schools have authorities of their own (field report 93).
"""

from __future__ import annotations

import email.utils
import re
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whichone_core.errors import ModelError, SetupError
from whichone_core.installation import part_remedy
from whichone_core.languages import N_

from whichone_models.catalogue import _

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfFileMetadata

OFFLINE_REMEDY = N_("Connect to the network and try again; what came so far is kept.")
UNREACHABLE = N_("The network cannot be reached.")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SHA256_OR_GIT = re.compile(r"[0-9a-f]{64}|[0-9a-f]{40}")
_COMMIT = re.compile(r"[0-9A-Za-z._-]{1,80}")
_DAY_S = 86_400
_LONGEST_NUMBER = 9
"""Digits of seconds that a server may ask to wait: more than thirty years."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Answers that a later try may change; 520 to 524 are what a large CDN says of its origin."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of the hub, of one commit, with the checksum that it must have (SHA-256, hex).

    url: where its bytes are.  is_elsewhere: on another host than the hub's, so that a login
    must not be sent along.
    """

    repository: str
    name: str
    commit: str
    url: str
    is_elsewhere: bool
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class SmallFile:
    """A file that stands in the repository itself, with the digest that it must have.

    digest: hex; 40 digits are git's own (SHA-1 over a head and the content), 64 a SHA-256.
    """

    name: str
    url: str
    is_elsewhere: bool
    bytes: int
    digest: str


class MissingFileError(ModelError):
    """The repository is there, and a file is not in it."""


class Passing(Exception):
    """A failure that waiting may mend: seconds that the server asked for (0 for none), and
    the error to raise when patience has ended."""

    def __init__(self, error: ModelError, wait_s: float = 0.0) -> None:
        super().__init__(error.sentence)
        self.error = error
        self.wait_s = wait_s


class Hub:
    """A hub by its address; empty for the one that HF_ENDPOINT names, or Hugging Face."""

    def __init__(self, endpoint: str = "") -> None:
        self._endpoint = endpoint or None

    def find(self, repository: str, name: str, revision: str) -> RemoteFile:
        """What the hub knows of a large file.  Raises Passing, ModelError, SetupError."""
        url, found = self._asked(repository, name, revision, _SHA256)
        return RemoteFile(
            repository=repository,
            name=name,
            commit=_commit(found.commit_hash, revision),
            url=found.location,
            is_elsewhere=_host(found.location) != _host(url),
            bytes=int(found.size or 0),
            sha256=found.etag or "",
        )

    def small(self, repository: str, name: str, revision: str) -> SmallFile:
        """What the hub knows of a small file, which may lie in git itself.

        Raises MissingFileError where the repository has none, Passing, ModelError, SetupError.
        """
        url, found = self._asked(repository, name, revision, _SHA256_OR_GIT)
        is_elsewhere = _host(found.location) != _host(url)
        size, digest = int(found.size or 0), found.etag or ""
        return SmallFile(name, found.location, is_elsewhere, size, digest)

    def _asked(
        self, repository: str, name: str, revision: str, digest: re.Pattern[str]
    ) -> tuple[str, HfFileMetadata]:
        from huggingface_hub import get_hf_file_metadata, hf_hub_url

        url = hf_hub_url(repository, name, revision=revision, endpoint=self._endpoint)
        with foreign_errors(name):
            found = get_hf_file_metadata(
                url, endpoint=self._endpoint, timeout=15, library_name="whichone"
            )
        if not digest.fullmatch(found.etag or "") or not found.size or found.size < 1:
            raise ModelError(
                _(
                    "The server does not say what {name} must look like, so it cannot be trusted.",
                    name=name,
                ),
                remedy=_("Log in to the network if it asks for that, or use another mirror."),
                cause=f"{url}: etag {found.etag!r}, {found.size} bytes",
            )
        return url, found


def _commit(told: str | None, revision: str) -> str:
    """The commit that a server tells; what is none is not taken over."""
    return told if told and _COMMIT.fullmatch(told) else revision


@contextmanager
def session(connect_s: float, stall_s: float) -> Iterator[httpx2.Client]:
    """A client for everything that is asked, also by huggingface_hub; closed at the end.

    Raises SetupError where a package for it is missing.
    """
    try:
        import httpx2
        import huggingface_hub
        import truststore
    except ImportError as error:
        raise SetupError(
            _("Models cannot be fetched, because a part of WhichOne is not installed."),
            remedy=part_remedy("local"),
            cause=str(error),
        ) from error

    if huggingface_hub.is_offline_mode():
        raise SetupError(
            _("Nothing is fetched, because the environment variable HF_HUB_OFFLINE is set."),
            remedy=_("Take it away, or import the model from a folder."),
        )

    def client() -> httpx2.Client:
        return httpx2.Client(
            verify=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
            follow_redirects=True,
            timeout=httpx2.Timeout(connect_s, read=stall_s),
        )

    # It would tell the hub which programs and packages are here, and ask it for a list of them.
    huggingface_hub.constants.HF_HUB_DISABLE_TELEMETRY = True
    huggingface_hub.set_client_factory(client)
    try:
        yield huggingface_hub.get_session()
    finally:
        huggingface_hub.close_session()


@contextmanager
def foreign_errors(name: str) -> Iterator[None]:
    """Translate what huggingface_hub and its transport raise about a file."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    try:
        yield
    except HfHubHTTPError as error:
        raise refused(name, error.response) from error
    except httpx2.HTTPError as error:
        raise broken(error) from error
    except (ValueError, httpx2.InvalidURL, httpx2.CookieConflict) as error:
        raise ModelError(
            _("The server says nonsense about {name}.", name=name),
            remedy=_("Log in to the network if it asks for that, or use another mirror."),
            cause=repr(error)[:500],
        ) from error


def refused(name: str, response: httpx2.Response) -> ModelError | Passing:
    """What an HTTP error means: an error for good, or one that waiting may mend."""
    status = response.status_code
    cause = f"HTTP {status} for {response.url.copy_with(query=None)}"
    if status in _PASSING:
        wait_s = retry_after(response.headers.get("Retry-After", ""))
        is_busy = status == 429
        return Passing(
            ModelError(
                _("The server is too busy.")
                if is_busy
                else _("The server does not work just now."),
                remedy=_when_again(wait_s),
                cause=cause,
            ),
            wait_s,
        )
    if status in (401, 403):
        return ModelError(
            _("The server does not give {name} to everybody.", name=name),
            remedy=_("Accept the model's terms on its page, and set HF_TOKEN to your key."),
            cause=cause,
        )
    if status in (404, 410):
        return MissingFileError(
            _("The server has no file {name}.", name=name),
            remedy=_("Update WhichOne, choose another model, or import one from a folder."),
            cause=cause,
        )
    return ModelError(
        _("The server refuses {name}.", name=name),
        remedy=_("Try again later, or another model."),
        cause=cause,
    )


def _when_again(wait_s: float) -> str:
    if not 60 < wait_s < _DAY_S:
        return _("Try again later; what came so far is kept.")
    minutes = round(wait_s / 60) + 1
    return _("Try again in {minutes} minutes; what came so far is kept.", minutes=minutes)


def broken(error: httpx2.HTTPError) -> ModelError | Passing:
    """What a failed connection means."""
    import httpx2

    chain = list(_causes(error))
    cause = f"{type(error).__name__}: {error}"
    if any(isinstance(each, ssl.SSLError) for each in chain):
        return ModelError(
            _("The connection to the server is not trusted."),
            remedy=_(
                "Check the date of this computer, and ask who runs the network for its certificate."
            ),
            cause=cause,
        )
    if isinstance(error, httpx2.ProxyError):
        return ModelError(
            _("The proxy does not let the connection through."),
            remedy=_("Check the proxy's address in HTTPS_PROXY."),
            cause=cause,
        )
    if isinstance(error, httpx2.ConnectError):
        sentence = _(UNREACHABLE)
    elif isinstance(error, httpx2.TimeoutException):
        sentence = _("The server does not answer.")
    else:
        sentence = _("The connection broke.")
    if isinstance(error, (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)):
        return ModelError(
            _("The address of the server is wrong."), remedy=_("Check HF_ENDPOINT."), cause=cause
        )
    return Passing(ModelError(sentence, remedy=_(OFFLINE_REMEDY), cause=cause))


def retry_after(value: str) -> float:
    """Seconds of a Retry-After header, a number or a date; 0 where it says nothing."""
    number = value.strip()[:_LONGEST_NUMBER]
    if number.isascii() and number.isdigit():
        return float(number)
    try:
        when = email.utils.parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError, OverflowError, OSError):
        return 0.0
    return max(0.0, when - time.time())


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _host(url: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(url).netloc.casefold()
