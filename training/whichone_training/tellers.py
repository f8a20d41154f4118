"""Engines for `whichone-data vizwiz collect`: the built-in one, a local model, a server.

Asked "as in the app", a question goes through the whole assistant: quality, evidence, policy,
guards.  "Engine alone" keeps the engine's own choice, with its chances where it has them.
Under the paper's promptings (`whichone_core.prompting.study`) a model is asked in bare words,
and what it says is only read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import InputError, ModelError
from whichone_core.events import Abstained, Answered, Failed
from whichone_core.log.otherlogs import NoLog
from whichone_core.picture.pictures import read_file
from whichone_core.ports import EvidenceFinder, Prompt, VisionModel
from whichone_core.prompting.study import Ask, Prompting, answer_by
from whichone_core.question.questions import understand
from whichone_core.types.answers import Answer, Decision, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Strategy
from whichone_data.vizwiz.collect import Told
from whichone_data.vizwiz.collected import AS_IN_THE_APP, ENGINE_ALONE
from whichone_data.vizwiz.kept_calls import Through, straight
from whichone_models.endpoint.pictures import READ_SIDE, encode
from whichone_models.endpoint.wire import ChatServer, Message, Order
from whichone_models.files.sidecar import Processor
from whichone_models.llama.geometry import fitted
from whichone_models.llama.runtime import Finished, ModelClient, Picture, Request, Sampling, Turn

SayAbout = Callable[[Frame, Ask], str]
"""Goes on with a conversation about a picture."""
LONGEST = 256
PICTURE_TOKENS = 512
"""What a local model sees a picture with: what the app gives to questions about print."""


class EngineTeller:
    """A VisionModel within the assistant, and the model under it under other promptings.

    say: None for an engine that can't be prompted.
    """

    def __init__(
        self, engine: VisionModel, finder: EvidenceFinder, name: str, say: SayAbout | None = None
    ) -> None:
        self.name = name
        self._engine, self._finder, self._say = engine, finder, say

    @property
    def promptings(self) -> frozenset[str]:
        return frozenset({AS_IN_THE_APP, ENGINE_ALONE, *(Prompting if self._say else ())})

    def tell(
        self, picture: Path, question: str, prompting: str, through: Through = straight
    ) -> Told:
        """Ask once.  Raises ModelError, InputError."""
        frame = read_file(picture)
        if prompting == ENGINE_ALONE:
            return self._alone(frame, question)
        if self._say is None or prompting == AS_IN_THE_APP:
            return self._in_the_app(frame, question)
        say = self._say
        found = answer_by(Prompting(prompting), question, through(lambda ask: say(frame, ask)))
        return Told(found.text, found.strategy, None, found.drafts)

    def close(self) -> None:
        """End the engine."""
        self._engine.close()

    def _in_the_app(self, frame: Frame, question: str) -> Told:
        assistant = Assistant(self._finder, [self._engine], NoLog(), Policy())
        assistant.open(frame)
        answer: Answer | None = None
        for event in assistant.ask(question, Cancel()):
            if isinstance(event, Failed):
                raise ModelError(event.error.sentence, cause=event.error.cause)
            if isinstance(event, (Answered, Abstained)):
                answer = event.answer
        if answer is None:
            raise ModelError("The engine gave no answer.")
        return _told(answer.text, answer.decision)

    def _alone(self, frame: Frame, question: str) -> Told:
        """What the engine itself does about a picture that is taken to be good."""
        prompt = Prompt(frame, understand(question), QualityReport(), Evidence())
        self._engine.see(frame)
        parts = list(self._engine.reply(prompt, lambda own: own.decision, Cancel()))
        decision = next((part for part in parts if isinstance(part, Decision)), None)
        if decision is None:
            raise ModelError("The engine gave no answer.")
        return _told(" ".join(part.text for part in parts if isinstance(part, Sentence)), decision)


def _told(text: str, decision: Decision) -> Told:
    odds = decision.probabilities
    chances: dict[Strategy, float] | None = dict(odds) if odds is not None else None
    return Told(text, decision.strategy, chances)


def server_says(server: ChatServer) -> SayAbout:
    """How a server is asked in bare words.  The picture stands in the first turn."""

    def say(frame: Frame, ask: Ask) -> str:
        said = [text for turn in ask.earlier for text in turn] + [ask.user]
        shown = encode(frame.pixels, READ_SIDE)
        turns = [
            Message("assistant" if place % 2 else "user", text, None if place else shown)
            for place, text in enumerate(said)
        ]
        opening = [Message("system", ask.system)] if ask.system else []
        order = Order((*opening, *turns), False, ask.temperature, ask.seed, LONGEST)
        return "".join(piece.text for piece in server.chat(order, Cancel()))

    return say


def client_says(client: ModelClient, processor: Processor) -> SayAbout:
    """How a local model is asked in bare words: no strategy word is forced."""

    def say(frame: Frame, ask: Ask) -> str:
        pixels = fitted(frame.pixels, processor, PICTURE_TOKENS)
        key = f"{frame.digest}:{pixels.shape[1]}x{pixels.shape[0]}"
        request = Request(
            picture=key,
            system=ask.system,
            user=ask.user,
            earlier=tuple(Turn(user, assistant) for user, assistant in ask.earlier),
            sampling=Sampling(ask.temperature, seed=ask.seed),
            most_tokens=LONGEST,
        )
        client.ask(request, Picture(key, pixels), Cancel())
        pieces = client.go_on("", Cancel())
        return "".join(piece for piece in pieces if not isinstance(piece, Finished)).strip()

    return say


def open_builtin(where: str, model: str) -> EngineTeller:
    """The engine that needs no language model.  where, model: unused."""
    from whichone_models.builtin.engine import BuiltinEngine
    from whichone_models.builtin.finder import BuiltinFinder

    return EngineTeller(BuiltinEngine(), BuiltinFinder(), "builtin")


def open_local(where: str, model: str) -> EngineTeller:
    """A model in this process.  where: its folder with whichone.json; model: a name for rows.

    Raises InputError where there is none.
    """
    from whichone_models.builtin.finder import BuiltinFinder
    from whichone_models.files.sidecar import read_sidecar
    from whichone_models.llama.engine import LocalEngine
    from whichone_models.llama.inline import InlineClient
    from whichone_models.llama.native import NativeRuntime
    from whichone_models.llama.runtime import LoadOrder

    folder = Path(where)
    sidecar = read_sidecar(folder) if where and folder.is_dir() else None
    if sidecar is None or sidecar.tower is None:
        raise InputError(
            f"There is no model that sees in '{where}'.",
            remedy="Name the folder of an installed model with --at.",
        )
    order = LoadOrder(str(folder / sidecar.text.name), str(folder / sidecar.tower.name))
    client, finder = InlineClient(NativeRuntime(), order), BuiltinFinder()
    engine = LocalEngine(client, sidecar, finder)
    name = model or f"local {folder.name}"
    return EngineTeller(engine, finder, name, client_says(client, sidecar.processor))


def open_server(where: str, model: str) -> EngineTeller:
    """A model on a server.  where: its address; model: its name there ("" for the only one).

    Raises SetupError.
    """
    from whichone_models.builtin.finder import BuiltinFinder
    from whichone_models.endpoint.address import read_address
    from whichone_models.endpoint.engine import EndpointEngine
    from whichone_models.endpoint.keys import read_key
    from whichone_models.endpoint.openai_server import OpenAIServer

    address, finder = read_address(where), BuiltinFinder()
    server = OpenAIServer(address, model.strip(), read_key(address, os.environ))
    name = f"server {model.strip() or address.host}"
    return EngineTeller(EndpointEngine(server, finder), finder, name, server_says(server))
