"""The first run, step by step: who speaks, what works here, what a model would add, privacy.

    step -> lines to hear and read, and what can be done in it -> next(), back()

Every step can be passed over, and where one left off is where it goes on.  Nothing is
downloaded, recorded or switched on without its own button.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from whichone_core.installation import is_bundle, part_remedy
from whichone_core.languages import N_
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.types.cancelling import Cancel
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import CatalogModel, catalogue
from whichone_models.trusting.memory_need import SPARE_BYTES, free_bytes

from .. import local_model
from ..catalogue import _, _n
from ..findings import Check
from .advice import USE_HELP, USE_PICTURE, KeyOf, press
from .doctor_page import line as check_line
from .model_list import fetch_time
from .model_words import languages, licence, spoken_name

EXAMPLE, EXAMPLE_QUESTION = "example:label", N_("What is the expiry date?")
SAMPLE = N_("This is how I speak. The label says: best before 14 March 2027.")
LOOKING = N_("Looking for it. It takes a few seconds.")
MEASURED_S, MEASURED_CORES, MEASURED_BYTES = 11.1, 2, 3_900_000_000
"""Seconds until a picture of 256 tokens is looked at, by a model of that need of memory on so
many cores (docs/measured.md, the local model at the 3B shape)."""


class Step(StrEnum):
    """The steps in their order; the names are what is remembered."""

    VOICE = "voice"
    SAMPLE = "sample"
    MICROPHONE = "microphone"
    CAMERA = "camera"
    OFFLINE = "offline"
    MODEL = "model"
    PRIVACY = "privacy"
    TRY = "try"


DONE = "done"
STEPS = tuple(Step)
TITLES = {
    Step.VOICE: N_("Who speaks"),
    Step.SAMPLE: N_("The voice"),
    Step.MICROPHONE: N_("Microphone"),
    Step.CAMERA: N_("Camera"),
    Step.OFFLINE: N_("What works now"),
    Step.MODEL: N_("A language model"),
    Step.PRIVACY: N_("Privacy"),
    Step.TRY: N_("Try it"),
}


class Keeper(Protocol):
    """Remembers how far the first run came (`remembered.Remembered`)."""

    @property
    def first_run(self) -> str: ...

    def keep_first_run(self, step: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Machine:
    """What the steps ask of this computer.

    microphone, camera: the doctor's checks, which take seconds and run in a worker.
    hear: listens to somebody, and says in words whether they are heard; in a worker, too.
    free: bytes of memory, None where unknown.  cores: that a program may use.
    """

    is_reader_running: Callable[[], bool]
    microphone: Callable[[], Check]
    camera: Callable[[], Check]
    privacy: Callable[[], Sequence[str]]
    hear: Callable[[Cancel], Iterator[str]]
    free: Callable[[], int | None] = free_bytes
    cores: int = os.cpu_count() or 1
    known: Callable[[], tuple[CatalogModel, ...]] = catalogue
    has_runtime: Callable[[], bool] = local_model.has_runtime


class FirstRun:
    """Which step it is, and what it says."""

    def __init__(
        self,
        keeper: Keeper,
        machine: Machine,
        settings: Callable[[], Settings],
        key_of: KeyOf = lambda _name: "",
    ) -> None:
        self._keeper = keeper
        self._machine = machine
        self._settings = settings
        self._key_of = key_of
        self._step = Step.VOICE

    @property
    def is_due(self) -> bool:
        """Whether it was neither gone through nor put off."""
        return self._keeper.first_run == ""

    @property
    def step(self) -> Step:
        return self._step

    def begin(self) -> None:
        """Go on where it was left; from the start where it was gone through."""
        kept = self._keeper.first_run
        self._step = next((step for step in STEPS if step.value == kept), Step.VOICE)
        self._keeper.keep_first_run(self._step.value)

    def next(self) -> bool:
        """Go on to the next step; False where this was the last one, and all is done."""
        place = STEPS.index(self._step) + 1
        if place == len(STEPS):
            self._keeper.keep_first_run(DONE)
            return False
        self._go(STEPS[place])
        return True

    def back(self) -> bool:
        """Go back a step; False where this is the first one."""
        place = STEPS.index(self._step)
        if place:
            self._go(STEPS[place - 1])
        return bool(place)

    def finish(self) -> None:
        """It was gone through."""
        self._keeper.keep_first_run(DONE)

    @property
    def heading(self) -> str:
        """ "Step 2 of 8: The voice." """
        return _(
            "Step {number} of {count}: {title}.",
            number=STEPS.index(self._step) + 1,
            count=len(STEPS),
            title=_(TITLES[self._step]),
        )

    def lines(self) -> tuple[str, ...]:
        """What the step says, its heading first; one sentence or two a line."""
        texts: dict[Step, Callable[[], tuple[str, ...]]] = {
            Step.VOICE: self._voice,
            Step.SAMPLE: lambda: _all(_SAMPLE_LINES),
            Step.MICROPHONE: lambda: _all(_MICROPHONE_LINES),
            Step.CAMERA: lambda: _all(_CAMERA_LINES),
            Step.OFFLINE: lambda: _all(_OFFLINE_LINES),
            Step.MODEL: self._model,
            Step.PRIVACY: lambda: tuple(self._machine.privacy()),
            Step.TRY: self._try,
        }
        return (self.heading, *texts[self._step]())

    def spoken(self) -> str:
        """What is said when a step comes: its lines, short enough to listen to."""
        return " ".join(self.lines()[: self._most_said])

    def more(self) -> str:
        """The rest of the step, which is said on demand; "" where all was said.

        A line that ends with a folder has no full stop of its own, and would run into the next.
        """
        most = self._most_said
        rest = self.lines()[most:] if most is not None else ()
        return " ".join(line if line.endswith((".", "!", "?")) else f"{line}." for line in rest)

    @property
    def farewell(self) -> str:
        """What is said when all was gone through: the first thing to do now."""
        return _("To open a picture, {press}.", press=press("open", self._key_of, USE_PICTURE))

    @property
    def _most_said(self) -> int | None:
        """How many lines are said at once; None for all."""
        has_offer = self._step is Step.MODEL and not self._chosen_model and self.offered()
        return 2 if has_offer or self._step is Step.PRIVACY else None

    @property
    def _chosen_model(self) -> str:
        return local_model.chosen_name(self._settings())

    def look(self) -> Callable[[Cancel], Iterator[str]]:
        """What this computer has for this step, found in a worker."""
        ask = self._machine.camera if self._step is Step.CAMERA else self._machine.microphone

        def run(cancel: Cancel) -> Iterator[str]:
            if not cancel.is_requested:
                yield check_line(ask())

        return run

    def hear(self) -> Callable[[Cancel], Iterator[str]]:
        """The test of the microphone, in a worker."""
        return self._machine.hear

    def offered(self) -> CatalogModel | None:
        """The model to recommend here: the best that fits; None where none does."""
        free = self._machine.free()
        known = self._machine.known()
        if free is None:
            return known[0]
        fitting = [model for model in known if model.memory_bytes + SPARE_BYTES <= free]
        if known[0] in fitting:
            return known[0]
        return max(fitting, key=lambda model: model.memory_bytes, default=None)

    @property
    def can_fetch(self) -> bool:
        """Whether the model step has something to fetch, and what runs it is there."""
        return not self._chosen_model and self._machine.has_runtime() and self.offered() is not None

    def _voice(self) -> tuple[str, ...]:
        welcome = _(_WELCOME if self._is_own_voice else _WELCOME_READ)
        return (welcome, self._who(), _("If that is not right, choose below who speaks."))

    @property
    def _is_own_voice(self) -> bool:
        through = self._settings().speak_through
        is_read = through is SpeakThrough.AUTOMATIC and self._machine.is_reader_running()
        return not (is_read or through is SpeakThrough.SCREEN_READER)

    def _who(self) -> str:
        through, is_there = self._settings().speak_through, self._machine.is_reader_running()
        if through is SpeakThrough.OWN_VOICE:
            return _("WhichOne speaks with its own voice, because you chose that.")
        if through is SpeakThrough.SCREEN_READER:
            return _("WhichOne speaks through your screen reader only, because you chose that.")
        if is_there:
            return _("A screen reader runs, so it speaks, and WhichOne's own voice stays silent.")
        return _("No screen reader was found, so WhichOne speaks with its own voice.")

    def _try(self) -> tuple[str, ...]:
        own = _(
            "To open a picture of your own, {open}. For all commands, {keys}.",
            open=press("open", self._key_of, USE_PICTURE),
            keys=press("keys", self._key_of, USE_HELP),
        )
        return (_(_TRY), own)

    def _model(self) -> tuple[str, ...]:
        chosen = self._chosen_model
        if chosen:
            return (
                _(
                    "The language model {name} is chosen already; nothing is to be fetched.",
                    name=chosen,
                ),
            )
        model = self.offered()
        if model is None:
            return (_(_ADDS), _("This computer has too little free memory for one now."))
        return (
            _(
                "With {model}, WhichOne describes scenes, too. More tells what it costs, Next goes "
                "on without it.",
                model=spoken_name(model),
            ),
            _(_ADDS),
            _(
                "{size} to fetch: {time}. It needs {memory} of memory.",
                size=gigabytes(model.download_bytes),
                time=fetch_time(model.download_bytes),
                memory=gigabytes(model.memory_bytes),
            ),
            look_time(model, self._machine.cores),
            " ".join(
                (_("Languages: {languages}.", languages=languages(model.languages)), licence(model))
            ),
            self._how_to_get(model),
        )

    def _how_to_get(self, model: CatalogModel) -> str:
        if self._machine.has_runtime():
            return _("It is fetched only when you press Fetch it now. You can do that later, too.")
        if is_bundle():
            missing = _("What runs language models is not installed.")
            return f"{missing} {part_remedy('local')}"
        return _(
            "What runs language models is not installed. To get both, leave WhichOne and run: "
            "make run MODEL={name}",
            name=model.name,
        )

    def _go(self, step: Step) -> None:
        self._step = step
        self._keeper.keep_first_run(step.value)


def look_time(model: CatalogModel, cores: int) -> str:
    """How long a model will look at a picture here, estimated from what was measured."""
    share = model.memory_bytes / MEASURED_BYTES * MEASURED_CORES / max(1, cores)
    seconds = max(1, round(MEASURED_S * share))
    return _n(
        "It would look at a picture for about {count} second here, and does so while you type; "
        "that is estimated from another computer.",
        "It would look at a picture for about {count} seconds here, and does so while you type; "
        "that is estimated from another computer.",
        seconds,
    )


def _all(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(_(line) for line in lines)


_WELCOME = N_(
    "Welcome to WhichOne. It answers questions about pictures, on this computer. Next goes on, "
    "or passes a step over; Escape silences, and leaves when it is silent. You find all this "
    "again in the menu Tools, First steps."
)
_WELCOME_READ = N_(
    "Welcome to WhichOne. It answers questions about pictures, on this computer. Next goes on, "
    "or passes a step over; Escape leaves, also while your screen reader speaks, and Control "
    "silences it. You find all this again in the menu Tools, First steps."
)
_SAMPLE_LINES = (
    N_("Press Hear the voice to hear WhichOne's own voice, also where a screen reader runs."),
    N_("How fast, how high and how loud it speaks stands in the menu Tools, Settings."),
)
_MICROPHONE_LINES = (
    N_("With a microphone you can speak instead of typing. It is closed unless you open it."),
    N_("Press Look for the microphone to hear which one this computer has."),
    N_("Press Test the microphone and say something, to hear whether it hears you."),
)
_CAMERA_LINES = (
    N_("With a camera you can take a picture here. It is off unless you switch it on."),
    N_("Press Look for cameras to hear which ones this computer has."),
)
_OFFLINE_LINES = (
    N_(
        "Without a network and without a model it reads text, dates, prices and codes, counts and "
        "names 87 kinds of things, and tells colours and light."
    ),
    N_(
        "It asks back where several things could be meant, and says when it can't tell and how to "
        "take a better picture."
    ),
    N_("It can't describe a scene freely or judge, and never says who a person is by the face."),
)
_ADDS = N_(
    "A language model describes scenes, and answers what the built-in engine can't. It runs on "
    "this computer; no picture leaves it."
)
_TRY = N_("That was all. Press Try the example: a label is opened, and you hear when it expires.")
