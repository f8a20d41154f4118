"""An engine whose model runs on a server that the user chose.

A picture with a severe flaw, and one without print where only print may be quoted, are never
sent, and nothing is sent before a question is asked (`answering.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib.util import find_spec

from whichone_core.errors import SetupError
from whichone_core.installation import part_remedy
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, ReplyPart
from whichone_core.prompting.systems import TEMPLATE, system_prompt
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Question

from whichone_models.catalogue import _
from whichone_models.language.looking import looks_before

from .address import read_address
from .answering import LAYOUT, Answering, Desk
from .keys import read_key
from .openai_server import OpenAIServer
from .wire import ChatServer

NAME = "server"


class EndpointEngine:
    """A VisionModel over one model of one server.

    finder: looks at print again where an answer claims what nobody read; None where nothing
    is measured.  language: of answers, as a code.  notice: what the user hears first.
    """

    def __init__(
        self,
        server: ChatServer,
        finder: EvidenceFinder | None = None,
        language: str = "en",
        notice: str = "",
    ) -> None:
        self._desk = Desk(server, system_prompt(LAYOUT, language), finder)
        self._language = language
        self._notice = notice

    @property
    def name(self) -> str:
        return NAME

    @property
    def template(self) -> str:
        return f"{TEMPLATE}-{LAYOUT}-{self._language}"

    @property
    def is_starting(self) -> bool:
        """Never, as far as can be told from here."""
        return False

    @property
    def held_bytes(self) -> int:
        """None here: the model is the server's."""
        return 0

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        """What the model cannot see for itself, where there is something to look with."""
        return looks_before(question) if self._desk.finder is not None else None

    @property
    def notice(self) -> str:
        """One or two sentences to be said and shown once before the first question."""
        return self._notice

    def see(self, frame: Frame) -> None:
        """Nothing: a picture is sent with a question about it, never before."""

    def release(self) -> int:
        """Nothing: the model is the server's."""
        return 0

    def close(self) -> None:
        """Hang up."""
        self._desk.server.close()

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the decision, then what is said for it.  Raises ModelError."""
        if cancel.is_requested:
            return
        for part in Answering(self._desk, prompt, choose, cancel).parts():
            if cancel.is_requested:
                return
            yield part


def connect(
    server: str,
    model: str,
    finder: EvidenceFinder | None = None,
    language: str = "en",
    environ: Mapping[str, str] = os.environ,
) -> EndpointEngine:
    """The engine for the settings `server` and `server_model`; nothing is sent yet.

    Raises SetupError for an address that is none, for a keyring that stays locked, and where
    what speaks to servers is not installed.
    """
    address = read_address(server)
    if find_spec("openai") is None:
        raise SetupError(
            _("What speaks to servers is not installed."),
            remedy=part_remedy("server", "make run"),
        )
    client = OpenAIServer(address, model.strip(), read_key(address, environ))
    return EndpointEngine(client, finder, language, address.notice)
