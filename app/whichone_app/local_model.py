"""The local language model of this user: which one is meant, how it is started and tested.

The command line, the window and the doctor use this; nothing is loaded before it is asked.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from whichone_core.errors import ModelError, SetupError
from whichone_core.installation import part_remedy
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.files.sidecar import FILE_NAME as SIDECAR
from whichone_models.getting.catalog import catalogue
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check
from whichone_models.keeping.preparation import is_prepared, prepare
from whichone_models.keeping.store import Store
from whichone_models.llama.runtime import LoadOrder, ModelClient
from whichone_models.trusting.guarded import GuardedModel, Start, need_of
from whichone_models.trusting.memory_need import Smaller, free_bytes, need_memory
from whichone_models.trusting.selftest import SelfTest, self_test
from whichone_models.trusting.trials import (
    has_passed,
    keep_speed,
    keep_verdict,
    kept_speed,
    measured_speed,
    passed_with,
)

from .catalogue import _

RUNTIME = "llama_cpp"


def store() -> Store:
    """The models of this user."""
    return Store(folders().models)


def has_runtime() -> bool:
    """Whether what runs models is installed; finding out loads nothing."""
    return importlib.util.find_spec(RUNTIME) is not None


def need_runtime() -> None:
    """Raises SetupError where what runs models is not installed."""
    if not has_runtime():
        raise SetupError(
            _("Language models cannot run here, because llama-cpp-python is not installed."),
            remedy=part_remedy("local", "make run MODEL=NAME"),
        )


def chosen_name(settings: Settings) -> str:
    """The model that is meant: the setting's, or the one of `models use`; empty for none."""
    return settings.model.strip() or store().chosen


def chosen_mark(settings: Settings) -> tuple[str, int]:
    """The model that is meant and when it was installed or prepared, 0 where it is not there.

    Differs when another model is meant, and when the same was fetched again.
    """
    name = chosen_name(settings)
    try:
        return name, (store().root / name / SIDECAR).stat().st_mtime_ns if name else 0
    except (OSError, ValueError):
        return name, 0


def need_whole(settings: Settings) -> None:
    """Raises SetupError, InputError, ModelError where the model that is meant cannot be used."""
    check(chosen_model(settings))


def need_room(settings: Settings, held_bytes: int, answering: str) -> None:
    """Raises MemoryShortError where the model that is meant does not fit in place of another.

    held_bytes: what the other one gives back when it is closed.  answering: its name; it is no
    remedy.  Nothing is loaded or ended.  Raises SetupError, InputError, ModelError as well.
    """
    model, free = chosen_model(settings), free_bytes()
    if free is not None:
        others = [each for each in _others_than(model)() if each.name != answering]
        need_memory(need_of(model, order_of(model)), free + held_bytes, model.name, others)


def is_wanted(settings: Settings) -> bool:
    """Whether `auto` means a local model: one is chosen, and it can run here.

    A setting that names a model which is not installed counts: that is worth a sentence.
    """
    return bool(chosen_name(settings)) and has_runtime()


def chosen_model(settings: Settings) -> Installed:
    """The model that is meant.  Raises SetupError, InputError, ModelError."""
    need_runtime()
    name = chosen_name(settings)
    if not name:
        raise SetupError(
            _("No language model is chosen."),
            remedy=_(
                "Choose one with: whichone models use NAME. What there is, says: whichone models "
                "list"
            ),
        )
    return store().find(name)


def order_of(model: Installed) -> LoadOrder:
    """How a model is loaded: its files, one thread for each core."""
    tower = model.tower_here
    return LoadOrder(text=str(model.text), tower=str(tower) if tower is not None else "")


def client_for(model: Installed, settings: Settings) -> ModelClient:
    """A client whose process starts when it is first needed, after files and memory are checked."""
    return GuardedModel(model, order_of(model), _starter(settings), others=_others_than(model))


def tested(
    model: Installed,
    settings: Settings,
    cancel: Cancel,
    progress: Callable[[int, int], None] | None = None,
) -> SelfTest | None:
    """Ask a model about the golden pictures; None once cancelled.

    Its tower is prepared for this computer before (`preparation.py`).  The speed of one that
    passes is measured too, and kept beside it (`speed_of`).
    """
    model = prepare(model, store(), cancel)
    if cancel.is_requested:
        return None
    client = client_for(model, settings)
    try:
        test = self_test(client, model.sidecar, cancel, progress)
        if test is not None:
            _note(model, test)
        if test is not None and test.is_sound:
            keep_speed(model.folder, measured_speed(client, model.sidecar, cancel))
        return test
    finally:
        client.close()


def _note(model: Installed, test: SelfTest) -> None:
    """Note how a test went.  Raises ModelError where a failure cannot be noted."""
    try:
        keep_verdict(model.folder, runtime_version(), is_sound=test.is_sound)
    except OSError as error:
        raise ModelError(
            test.sentence,
            remedy=_(
                "Choose another model: nothing can be written beside this one, so that its "
                "failure cannot be noted."
            ),
            cause=str(error),
        ) from error


def is_ready(model: Installed) -> bool:
    """Whether a model passed its test here, and its tower was prepared for this processor."""
    return has_passed_test(model) and is_prepared(model)


def has_passed_test(model: Installed) -> bool:
    """Whether a model passed its self-test here, with the llama.cpp that is installed now."""
    return has_passed(model.folder, runtime_version())


def outdated_test(model: Installed) -> str:
    """A sentence where a model passed its test with another llama.cpp than the one that is
    installed now, which may compute wrongly (field reports 66, 67); empty otherwise."""
    before = passed_with(model.folder)
    if before in ("", runtime_version()):
        return ""
    return _(
        "What runs language models was updated since {name} was tested. To test it again: "
        "whichone models test {name}.",
        name=model.name,
    )


def runtime_version() -> str:
    """The version of llama-cpp-python; empty where it is not installed."""
    try:
        return version("llama-cpp-python")
    except PackageNotFoundError:
        return ""


def speed_of(model: Installed) -> float:
    """Picture tokens that this machine encodes and prefills in a second; 0 for unknown."""
    return kept_speed(model.folder)


def need_sound(test: SelfTest) -> None:
    """Raises ModelError where a model failed its test."""
    if not test.is_sound:
        raise ModelError(test.sentence, remedy=test.remedy, cause=test.cause)


def _starter(settings: Settings) -> Start:
    def start(order: LoadOrder, check: Callable[[], None]) -> ModelClient:
        from whichone_models.llama.child import Launch
        from whichone_models.llama.supervisor import ModelProcess
        from whichone_models.llama.watchdog import Limits

        limits = Limits(idle_s=settings.idle_minutes * 60)
        return ModelProcess(order, launch=Launch(check=check), limits=limits)

    return start


def _others_than(model: Installed) -> Callable[[], tuple[Smaller, ...]]:
    """Models that may be offered instead: those installed, and those of the catalogue."""

    def others() -> tuple[Smaller, ...]:
        here = {each.name: each.bytes for each in store().installed() if each.name != model.name}
        known = {each.name: each.memory_bytes for each in catalogue()}
        found = [
            Smaller(name, known.get(name, int(size * 1.2)), is_installed=True)
            for name, size in here.items()
        ]
        found += [
            Smaller(name, size, is_installed=False)
            for name, size in known.items()
            if name not in here and name != model.name
        ]
        return tuple(found)

    return others
