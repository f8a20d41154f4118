"""The doctor's checks of the language model: what runs it, its files, and room in memory."""

from __future__ import annotations

from whichone_core.errors import WhichOneError
from whichone_core.installation import is_bundle, part_remedy
from whichone_core.paths import Folders
from whichone_core.settings import Settings
from whichone_models.files.gguf_file import read_header
from whichone_models.getting.catalog import catalogue
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check, is_unchanged
from whichone_models.keeping.store import Store
from whichone_models.language.demonstration import warning
from whichone_models.trusting.memory_need import estimate, free_bytes, need_memory

from . import device_checks, local_model
from .catalogue import _
from .findings import Ask, Check, State


def runtime(ask: Ask, limit_s: float) -> Check:
    """Whether llama.cpp loads on this processor; in a child, for it may be an illegal step."""
    name = "Language model engine"
    found = ask("runtime", limit_s)
    if found.facts.get("package"):
        return Check(
            name,
            State.MISSING,
            _("llama-cpp-python is not installed; the built-in engine answers."),
            _how_to_get_one(),
        )
    if bad := device_checks.shortcoming(name, found, _how_to_mend()):
        return bad
    if not found.facts.get("kinds", 1):
        nothing = _("What runs language models has nothing for this processor.")
        return Check(name, State.BROKEN, nothing, _how_to_mend())
    return Check(
        name, State.OK, _("llama-cpp-python {version} works.", version=found.facts["version"])
    )


def model(folders: Folders, settings: Settings) -> Check:
    """The chosen model: its files as they were installed, and whether it fits into memory."""
    name = "Language model"
    store = Store(folders.models)
    chosen = settings.model.strip() or store.chosen
    if not chosen:
        return Check(
            name,
            State.MISSING,
            _("No language model is chosen; the built-in engine answers."),
            _how_to_get_one(),
        )
    try:
        found = store.find(chosen)
        _check_files(found)
        _need_memory(found)
    except WhichOneError as error:
        return Check(name, State.BROKEN, error.sentence, error.remedy, error.cause)
    if not is_unchanged(found):
        return Check(
            name,
            State.BROKEN,
            _("The files of {chosen} changed since they were verified.", chosen=chosen),
            _("Run: whichone models verify {chosen}", chosen=chosen),
        )
    if not local_model.has_passed_test(found):
        return Check(
            name,
            State.BROKEN,
            _("{chosen} was not tested with what runs models here now.", chosen=chosen),
            _("Run: whichone models test {chosen}", chosen=chosen),
        )
    sound = _("{chosen} passed its test and fits into memory.", chosen=chosen)
    return Check(name, State.OK, " ".join(filter(None, (sound, warning(found.sidecar)))))


def _how_to_get_one() -> str:
    """How this copy of WhichOne gets a language model, and what runs it."""
    name = catalogue()[0].name
    if not is_bundle():
        return _("To use a language model, run: make run MODEL={name}", name=name)
    if not local_model.has_runtime():
        return part_remedy("local")
    return _(
        "To use one, choose Language models in the menu Tools, or run: whichone models get {name}",
        name=name,
    )


def _how_to_mend() -> str:
    """What to do where llama.cpp is there and does not load."""
    if is_bundle():
        return part_remedy("app")
    return _(
        "Build it again on this computer: pip install --force-reinstall --no-cache-dir "
        "llama-cpp-python"
    )


def _check_files(found: Installed) -> None:
    """Sizes and tensors; the SHA-256 of gigabytes is for `models verify`."""
    if is_unchanged(found):
        check(found)


def _need_memory(found: Installed) -> None:
    """Raises ModelError where the model does not fit."""
    tower = read_header(found.tower) if found.tower is not None else None
    need_memory(estimate(read_header(found.text), tower), free_bytes(), found.name)
