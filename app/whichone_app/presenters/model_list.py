"""The language models as a list without a screen: what each costs here, and what can be done.

    entries() -> the list        work(Doing.FETCH, name) -> sentences as they come, in a worker

Everything is done by `model_steps`, as on the command line.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from whichone_core.errors import WhichOneError
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.files.gguf_file import read_header
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import CatalogModel, catalogue, entry
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import PARTIAL, Store
from whichone_models.language.demonstration import warning
from whichone_models.trusting.memory_need import SPARE_BYTES, estimate, free_bytes

from .. import local_model
from ..catalogue import _, _n
from .model_steps import ModelSteps
from .model_words import languages, licence, spoken_name

USUAL_MBIT_S = 50
"""The speed of a usual line, for saying how long a download takes there."""
PICTURE_TOKENS = 256
Work = Callable[[Cancel], Iterator[str]]
"""Runs in a worker and gives sentences to say as they come."""


class Doing(StrEnum):
    """What can be done with a model."""

    FETCH = "fetch"
    USE = "use"
    TEST = "test"
    VERIFY = "verify"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Entry:
    """One model: its line in the list, what is said of it, what can be done with it."""

    name: str
    line: str
    details: tuple[str, ...]
    doings: frozenset[Doing]


class ModelList:
    """The models of this computer and of the catalogue.

    settings: the ones that hold now.  known: the catalogue.  free: bytes of memory that a new
    program gets here, None where that cannot be told.  hub: where models come from; empty for
    the usual one.  is_at_once: whether the window takes up another model while it is open.
    used: the model that the last piece of work chose; empty where it chose none.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        known: Callable[[], tuple[CatalogModel, ...]] = catalogue,
        free: Callable[[], int | None] = free_bytes,
        store: Callable[[], Store] = local_model.store,
        hub: str = "",
        *,
        is_at_once: bool = False,
    ) -> None:
        self._is_at_once = is_at_once
        self._settings = settings
        self._known = known
        self._free = free
        self._store = store
        self._hub = hub
        self.used = ""

    def entries(self) -> tuple[Entry, ...]:
        """What is installed first, then what is damaged, then what can be fetched."""
        store, known = self._store(), self._known()
        here = store.installed()
        names = {model.name for model in here}
        chosen = local_model.chosen_name(self._settings())
        found = [self._installed(model, model.name == chosen) for model in here]
        found += [_damaged(name, error) for name, error in store.damaged()]
        found += [self._offered(each, known) for each in known if each.name not in names]
        return tuple(found)

    def summary(self) -> str:
        """What answers now, in one sentence."""
        chosen = local_model.chosen_name(self._settings())
        if not chosen:
            return _("No language model is chosen; the built-in engine answers.")
        if not local_model.has_runtime():
            return _(
                "{name} is chosen, but llama-cpp-python, which runs it, is not installed.",
                name=chosen,
            )
        return _("{name} answers.", name=chosen)

    def work(self, doing: Doing, name: str) -> Work:
        """Do something with a model; what goes wrong is raised where the sentences are taken."""

        def run(steps: ModelSteps) -> None:
            match doing:
                case Doing.FETCH:
                    self._fetch(steps, name)
                case Doing.USE:
                    self._use(steps, name)
                case Doing.TEST:
                    steps.tested(self._store().find(name))
                case Doing.VERIFY:
                    steps.verified(self._store().find(name))
                case Doing.REMOVE:
                    steps.removed(name)

        return self._told(run)

    def importing(self, files: Sequence[Path]) -> Work:
        """Install a model from files, a folder or a zip."""
        return self._told(lambda steps: _try_out(steps, steps.imported(files)))

    def getting(self, name: str) -> Work:
        """Fetch a model, test it and let it answer: all that a first run needs."""

        def run(steps: ModelSteps) -> None:
            local_model.need_runtime()
            if self._store().has(name) or steps.fetched(entry(name, self._known())) is not None:
                self._use(steps, name)

        return self._told(run)

    def _fetch(self, steps: ModelSteps, name: str) -> None:
        _try_out(steps, steps.fetched(entry(name, self._known())))

    def _use(self, steps: ModelSteps, name: str) -> None:
        """Choose a model, and say when it answers in this window."""
        if not steps.used(name):
            return
        self.used = name
        if self._is_at_once:
            steps.tells.tell(_("In this window it answers from the next question on."))
        else:
            steps.tells.tell(_("In this window it answers after a restart."))

    def _told(self, run: Callable[[ModelSteps], None]) -> Work:
        settings, hub = self._settings(), self._hub
        self.used = ""
        return lambda cancel: _sentences(lambda line: run(ModelSteps(settings, line, cancel, hub)))

    def _installed(self, model: Installed, is_chosen: bool) -> Entry:
        doings = {Doing.TEST, Doing.VERIFY, Doing.REMOVE} | (set() if is_chosen else {Doing.USE})
        size = gigabytes(model.bytes)
        line, first = _("{name}: installed, {size}."), _("{name} is installed.")
        if is_chosen:
            line, first = _("{name}: installed, in use, {size}."), _("{name} is installed, in use.")
        takes = _("It takes {size} on the disk.", size=size)
        details = (
            f"{first.format(name=model.name)} {takes}",
            warning(model.sidecar),
            self._memory_of(model),
            _tested_words(model),
            _("Licence: {licence}.", licence=model.sidecar.licence or _("not known")),
        )
        return Entry(
            model.name,
            line.format(name=model.name, size=size),
            tuple(filter(None, details)),
            frozenset(doings),
        )

    def _offered(self, model: CatalogModel, known: tuple[CatalogModel, ...]) -> Entry:
        size = gigabytes(model.download_bytes)
        is_begun = (self._store().root / PARTIAL / model.name).is_dir()
        line = _("{name}: not installed, {size} to fetch.")
        if is_begun:
            line = _("{name}: not installed, partly fetched, {size} to fetch.")
        time = fetch_time(model.download_bytes)
        return Entry(
            model.name,
            line.format(name=model.name, size=size),
            (
                f"{spoken_name(model)}. {what_for(model, known)}".strip(),
                _("{size} to fetch: {time}.", size=size, time=time),
                self._fits(model.memory_bytes),
                _("Languages: {languages}.", languages=languages(model.languages)),
                licence(model),
            ),
            frozenset({Doing.FETCH} | ({Doing.REMOVE} if is_begun else set())),
        )

    def _memory_of(self, model: Installed) -> str:
        try:
            tower = read_header(model.tower) if model.tower is not None else None
            need = estimate(read_header(model.text), tower).whole
        except WhichOneError as error:
            return error.spoken
        return self._fits(need)

    def _fits(self, need: int) -> str:
        """A model's need of memory against what this machine has now."""
        free = self._free()
        size = gigabytes(need)
        if free is None:
            return _("It needs {size} of memory.", size=size)
        left = gigabytes(max(0, free))
        if need + SPARE_BYTES <= free:
            return _(
                "It needs {size} of memory; {free} are free here: it fits.", size=size, free=left
            )
        return _(
            "It needs {size} of memory; {free} are free here: it does not fit now.",
            size=size,
            free=left,
        )


def why_not(doing: Doing, name: str, entry: Entry) -> str:
    """Why something cannot be done with a model now; buttons stay, so that they are found."""
    if doing is Doing.FETCH:
        return _("{name} is installed already.", name=name)
    if doing is Doing.USE and Doing.TEST in entry.doings:
        return _("{name} answers already.", name=name)
    return _("{name} is not installed. Choose Fetch first.", name=name)


def what_for(model: CatalogModel, known: Sequence[CatalogModel]) -> str:
    """Whom a model of the catalogue is for; empty for those between."""
    if model.memory_bytes == min(each.memory_bytes for each in known):
        return _("For weak computers.")
    if model == known[0]:
        return _("The recommended one.")
    if model.memory_bytes == max(each.memory_bytes for each in known):
        return _("The largest, for strong computers.")
    return ""


def fetch_time(count: int) -> str:
    """How long a download takes on a usual line: "about 9 minutes at 50 megabits a second"."""
    minutes = count * 8 / (USUAL_MBIT_S * 1e6) / 60
    if minutes < 1:
        return _("less than a minute at {speed} megabits a second", speed=USUAL_MBIT_S)
    return _n(
        "about {count} minute at {speed} megabits a second",
        "about {count} minutes at {speed} megabits a second",
        round(minutes),
        speed=USUAL_MBIT_S,
    )


def _tested_words(model: Installed) -> str:
    if not local_model.has_passed_test(model):
        return _("It was not tested on this computer yet.")
    speed = local_model.speed_of(model)
    if not speed:
        return _("It passed its test on this computer.")
    seconds = max(1, round(PICTURE_TOKENS / speed))
    return _n(
        "It passed its test here, and looks at a picture in about {count} second.",
        "It passed its test here, and looks at a picture in about {count} seconds.",
        seconds,
    )


def _damaged(name: str, error: WhichOneError) -> Entry:
    return Entry(
        name, _("{name}: not usable.", name=name), (error.spoken,), frozenset({Doing.REMOVE})
    )


def _try_out(steps: ModelSteps, model: Installed | None) -> None:
    """Test a model that was just installed, where there is something to run it."""
    if model is None:
        return
    if not local_model.has_runtime():
        steps.tells.tell(_("It was not tested, because llama-cpp-python is not installed."))
    elif steps.tested(model):
        steps.tells.tell(_("To let it answer, choose Use."))


class _Line:
    """Passes sentences from the thread that works to the one that takes them."""

    def __init__(self) -> None:
        self.items: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def tell(self, sentence: str, *, is_number: bool = False) -> None:
        self.items.put(sentence)


def _sentences(run: Callable[[_Line], None]) -> Iterator[str]:
    """What is told while run runs, each as it comes; its error at the end."""
    line = _Line()
    with ThreadPoolExecutor(1, thread_name_prefix="models") as pool:
        future = pool.submit(run, line)
        future.add_done_callback(lambda _future: line.items.put(None))
        while (sentence := line.items.get()) is not None:
            yield sentence
        future.result()
