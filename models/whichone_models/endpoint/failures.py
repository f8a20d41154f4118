"""What went wrong with a server, said so that the user can do something about it.

"Check your API key or Internet" for every failure is what blind users complain of (field
report 74).  So each cause has its own sentence: nothing listens there, no such name, broken
encryption, no such server, a missing or refused key, an unknown model (and which there are),
a model without eyes, too many requests, no credit left, too large, too slow, cut off.
"""

from __future__ import annotations

import errno
import json
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.errors import ModelError
from whichone_core.languages import N_

from whichone_models.catalogue import _, _n

from .address import Address
from .bounds import FloodError

LONGEST_NAME = 60
MOST_NAMED = 5
"""Models that a sentence names; more cannot be listened to."""


class Trouble(StrEnum):
    """Kinds of failure, each with its own sentence."""

    NOT_RUNNING = "not running"
    NO_NAME = "no such name"
    UNREACHABLE = "unreachable"
    INSECURE = "insecure"
    NOT_ENCRYPTED = "not encrypted"
    NO_SERVER = "no such server"
    ELSEWHERE = "elsewhere"
    KEY_MISSING = "key missing"
    KEY_REFUSED = "key refused"
    FORBIDDEN = "forbidden"
    NO_MODEL = "no model"
    MANY_MODELS = "many models"
    BLIND = "blind"
    TOO_LARGE = "too large"
    RATE = "rate"
    QUOTA = "quota"
    REFUSED = "refused"
    BUSY = "busy"
    BROKEN = "broken"
    SLOW = "slow"
    CUT = "cut"
    GARBLED = "garbled"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of which server, for the sentences; models: those that it has."""

    address: Address
    model: str
    has_key: bool
    models: tuple[str, ...] = ()


class ServerError(ModelError):
    """A ModelError that knows its kind of trouble."""

    def __init__(self, trouble: Trouble, sentence: str, remedy: str, cause: str) -> None:
        super().__init__(sentence, remedy=remedy, cause=cause)
        self.trouble = trouble


def complaint(trouble: Trouble, asked: Asked, cause: str = "", wait_s: int = 0) -> ServerError:
    """The error to raise for a kind of trouble."""
    name, model = asked.address.spoken, asked.model
    sentence, usual = _SENTENCES[trouble]
    remedy = _(usual) if usual else ""
    if trouble in (Trouble.NO_MODEL, Trouble.MANY_MODELS):
        remedy = _which_models(asked.models)
    if trouble is Trouble.RATE and wait_s:
        remedy = _n(
            "Wait {count} second, and ask again.", "Wait {count} seconds, and ask again.", wait_s
        )
    return ServerError(trouble, _(sentence, name=name, model=model), remedy, cause[:2000])


def connection_trouble(error: BaseException) -> Trouble:
    """Why a server could not be reached, from the chain of causes behind an SDK's error."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLError):
            return Trouble.NOT_ENCRYPTED if _is_plain(cause) else Trouble.INSECURE
        if isinstance(cause, socket.gaierror):
            return Trouble.NO_NAME
        if isinstance(cause, ConnectionRefusedError):
            return Trouble.NOT_RUNNING
        if isinstance(cause, ConnectionResetError | BrokenPipeError):
            return Trouble.CUT
        if isinstance(cause, OSError) and cause.errno in _NO_WAY:
            return Trouble.UNREACHABLE
        if isinstance(cause, FloodError):
            return Trouble.GARBLED
    name = {type(cause).__name__ for cause in _causes(error)}
    if name & {"RemoteProtocolError", "ReadError", "WriteError", "CloseError"}:
        return Trouble.CUT
    if name & {"ReadTimeout", "WriteTimeout", "APITimeoutError"}:
        return Trouble.SLOW
    return Trouble.UNREACHABLE


def status_trouble(status: int, body: str, has_key: bool) -> Trouble:
    """What an HTTP status and the text that came with it mean."""
    said = body.lower()
    if status in (401, 407):
        return Trouble.KEY_REFUSED if has_key else Trouble.KEY_MISSING
    if status in (402, 429):
        return Trouble.QUOTA if status == 402 or _QUOTA.search(said) else Trouble.RATE
    if status == 404:
        return Trouble.NO_MODEL if "model" in said and not _is_page(said) else Trouble.NO_SERVER
    if 300 <= status < 400:
        return Trouble.ELSEWHERE
    return _BY_STATUS.get(status) or _by_words(said) or _otherwise(status)


def _by_words(said: str) -> Trouble | None:
    patterns = ((_LARGE, Trouble.TOO_LARGE), (_BLIND, Trouble.BLIND), (_NO_MODEL, Trouble.NO_MODEL))
    return next((trouble for pattern, trouble in patterns if pattern.search(said)), None)


def _otherwise(status: int) -> Trouble:
    return Trouble.BROKEN if status >= 500 else Trouble.REFUSED


def said_in(body: object) -> str:
    """The text of an error body, whatever its form; at most 2,000 characters."""
    if isinstance(body, bytes):
        body = body.decode("utf-8", "replace")
    text = body if isinstance(body, str) else json.dumps(body, default=str, ensure_ascii=False)
    return text[:2000]


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += [one.__cause__, one.__context__]


def _is_plain(error: ssl.SSLError) -> bool:
    """Whether the other side does not speak TLS at all."""
    return bool(re.search("WRONG_VERSION_NUMBER|HTTP_REQUEST|RECORD_LAYER", str(error)))


def _is_page(said: str) -> bool:
    return "<html" in said or "<!doctype" in said


def _which_models(models: tuple[str, ...]) -> str:
    if not models:
        return _("Install it there, or set another with server_model.")
    named = ", ".join(model[:LONGEST_NAME] for model in models[:MOST_NAMED])
    more = len(models) - MOST_NAMED
    if more > 0:
        return _(
            "It has {models} and {number} more. Set one with server_model.",
            models=named,
            number=more,
        )
    return _("It has {models}. Set one with server_model.", models=named)


_NO_WAY = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.ETIMEDOUT})
_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit|payment")
_LARGE = re.compile(
    r"context[ _](?:length|window|size)|too (?:large|long|many tokens)|maximum context|n_ctx"
    r"|exceed_context|payload size|request entity|max(?:imum)? (?:image|pixels)"
)
_BLIND = re.compile(
    r"image_url|image input|multi-?modal|vision|mmproj|does not support (?:images?|pictures?)"
    r"|not support image|content\b.{0,40}\b(?:must be|should be) (?:a )?(?:valid )?string"
)
_NO_MODEL = re.compile(
    r"model\b.{0,80}\b(?:not found|does not exist|not exist|no such|unknown|not loaded"
    r"|not available)|(?:unknown|invalid|no such) model|model_not_found"
)

_BY_STATUS = {
    403: Trouble.FORBIDDEN,
    405: Trouble.NO_SERVER,
    413: Trouble.TOO_LARGE,
    503: Trouble.BUSY,
    529: Trouble.BUSY,
}
_SENTENCES: dict[Trouble, tuple[str, str]] = {
    Trouble.NOT_RUNNING: (
        N_("No server is running at {name}."),
        N_("Start it, or set another address with server."),
    ),
    Trouble.NO_NAME: (
        N_("There is no computer called {name}, or this computer is not on the Internet."),
        N_("Check the address in the setting server, and the network."),
    ),
    Trouble.UNREACHABLE: (
        N_("The server at {name} cannot be reached."),
        N_("Check the network and the address in the setting server."),
    ),
    Trouble.INSECURE: (
        N_("The connection to {name} is not safe: its certificate or encryption is not valid."),
        N_("Nothing was sent. Check the address and this computer's date."),
    ),
    Trouble.NOT_ENCRYPTED: (
        N_("The server at {name} does not speak https."),
        N_("Begin the address in the setting server with http, if it is yours."),
    ),
    Trouble.NO_SERVER: (
        N_("What answers at {name} is no server for models."),
        N_("Check the address in the setting server; it often ends in /v1."),
    ),
    Trouble.ELSEWHERE: (
        N_("The server at {name} sends us to another address, and pictures do not follow it."),
        N_("Set the address that it means in the setting server."),
    ),
    Trouble.KEY_MISSING: (N_("The server at {name} wants a key."), N_("Run: whichone key set.")),
    Trouble.KEY_REFUSED: (
        N_("The server at {name} does not accept the key."),
        N_("Check it on the server's page, then run: whichone key set."),
    ),
    Trouble.FORBIDDEN: (
        N_("The server at {name} does not allow this with your key."),
        N_("Check on its page what the key may do, and in which countries."),
    ),
    Trouble.NO_MODEL: (N_("The server at {name} has no model called {model}."), ""),
    Trouble.MANY_MODELS: (N_("The server at {name} has several models, and none is set."), ""),
    Trouble.BLIND: (
        N_("The model {model} cannot look at pictures."),
        N_("Set one that can with server_model."),
    ),
    Trouble.TOO_LARGE: (
        N_("The picture or the conversation is too large for {model}."),
        N_("Open the picture again to begin anew, or give the server a larger context."),
    ),
    Trouble.RATE: (
        N_("The server at {name} has had too many questions for now."),
        N_("Wait a minute, and ask again."),
    ),
    Trouble.QUOTA: (
        N_("The credit at {name} is used up."),
        N_("Check your plan on the server's page."),
    ),
    Trouble.REFUSED: (
        N_("The server at {name} refused the question."),
        N_("Try it in other words."),
    ),
    Trouble.BUSY: (
        N_("The server at {name} is busy or still loading."),
        N_("Ask again in a minute."),
    ),
    Trouble.BROKEN: (N_("The server at {name} failed."), N_("Ask again, or start it again.")),
    Trouble.SLOW: (
        N_("The server at {name} took too long."),
        N_("Ask again, or choose a smaller model with server_model."),
    ),
    Trouble.CUT: (N_("The server at {name} broke off."), N_("Ask again, or start it again.")),
    Trouble.GARBLED: (
        N_("The server at {name} sent something that cannot be understood."),
        N_("Check that it is up to date and speaks as OpenAI's does."),
    ),
}
