"""`whichone models`: the language models of this computer: get, check, choose, remove them.

Each action says what it did in plain sentences.  Long ones say every ten per cent how far they
are, and can be stopped with Ctrl+C: what was fetched stays, and the same command goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from whichone_core.errors import InputError, ModelError
from whichone_core.ports import Speaker
from whichone_core.settings import Settings
from whichone_core.types import Cancel
from whichone_models.catalog import CatalogModel, catalogue, entry, gigabytes
from whichone_models.preparation import is_prepared
from whichone_models.store import Installed, check, verify

from .. import local_model
from .complaint import say
from .progress import Tenths, speaker_for

STOPPED = 130
KINDS = ("Q4_K_M", "Q5_K_M", "Q8_0", "F16")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="what is installed, and what can be pulled")
    listing.add_argument("--json", action="store_true", help="for programs")

    get = actions.add_parser("get", help="pull a model unless it is here, test it, and use it")
    get.add_argument("name", metavar="NAME")
    get.set_defaults(no_test=False)
    pull = actions.add_parser("pull", help="fetch a model of the list, verify and test it")
    pull.add_argument("name", metavar="NAME")
    compare = actions.add_parser("verify", help="compare every byte with what was installed")
    compare.add_argument("name", metavar="NAME", nargs="?", help="all where none is given")
    use = actions.add_parser("use", help="choose the model that answers from now on")
    use.add_argument("name", metavar="NAME")
    test = actions.add_parser("test", help="ask a model about pictures with known answers")
    test.add_argument("name", metavar="NAME")
    remove = actions.add_parser("remove", help="delete a model from this computer")
    remove.add_argument("name", metavar="NAME")
    take = actions.add_parser("import", help="install a model from files, a folder or a zip")
    take.add_argument("files", metavar="FILE", nargs="+", type=Path)
    shrink = actions.add_parser("quantize", help="make a smaller copy of an F16 model")
    shrink.add_argument("name", metavar="NAME")
    shrink.add_argument("--kind", choices=KINDS, default=KINDS[0])
    shrink.add_argument("--imatrix", metavar="FILE", type=Path, help="an importance matrix")
    for action in (take, shrink):
        action.add_argument("--name", dest="new_name", metavar="NEW", default="", help="its name")
    for action in (get, pull, take, shrink):
        action.add_argument("--speak", action="store_true", help="speak the progress too")
    for action in (pull, use, take, shrink):
        action.add_argument("--no-test", action="store_true", help="leave the self-test out")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do one action.  Raises InputError, ModelError, SetupError, StorageError."""
    actions: dict[str, Callable[[argparse.Namespace, Settings], int]] = {
        "list": _list,
        "get": _get,
        "pull": _pull,
        "verify": _verify,
        "use": _use,
        "test": _test,
        "remove": _remove,
        "import": _import,
        "quantize": _quantize,
    }
    try:
        return actions[arguments.action](arguments, settings)
    except KeyboardInterrupt:
        say("Stopped. The same command goes on from here.")
        raise


# ------------------------------------------------------------------------------ listing


def _list(arguments: argparse.Namespace, settings: Settings) -> int:
    store = local_model.store()
    here, chosen = store.installed(), local_model.chosen_name(settings)
    if arguments.json:
        print(json.dumps(_as_plain(here, chosen), ensure_ascii=False))
        return 0
    for model in here:
        use = ", in use" if model.name == chosen else ""
        print(f"Installed{use}: {model.name}, {gigabytes(model.bytes)}.")
    for name, error in store.damaged():
        print(f"Not usable: {name}. {error.spoken}")
    if not here:
        print("No language model is installed; the built-in engine answers.")
    names = {model.name for model in here}
    for known in catalogue():
        if known.name not in names:
            print(f"To pull: {_offer(known)}")
    return 0


def _offer(known: CatalogModel) -> str:
    note = (
        f", {known.licence_note[:1].lower()}{known.licence_note[1:]}" if known.licence_note else "."
    )
    return (
        f"{known.name}, about {gigabytes(known.download_bytes)} to fetch, "
        f"{gigabytes(known.memory_bytes)} of memory, languages {' '.join(known.languages)}, "
        f"licence {known.licence}{note}"
    )


def _as_plain(here: tuple[Installed, ...], chosen: str) -> dict[str, object]:
    return {
        "chosen": chosen or None,
        "installed": [
            {"name": model.name, "bytes": model.bytes, "folder": str(model.folder)}
            | model.sidecar.model_dump(mode="json", include={"family", "licence", "source"})
            for model in here
        ],
        "to_pull": [known.model_dump(mode="json") for known in catalogue()],
    }


# ------------------------------------------------------------------------ getting models


def _get(arguments: argparse.Namespace, settings: Settings) -> int:
    local_model.need_runtime()
    store = local_model.store()
    if not store.has(arguments.name.strip().casefold()):
        known = entry(arguments.name, catalogue())
        if not _fetched(known, settings, is_spoken=arguments.speak):
            return STOPPED
    return _use(arguments, settings)


def _pull(arguments: argparse.Namespace, settings: Settings) -> int:
    model = _fetched(entry(arguments.name, catalogue()), settings, is_spoken=arguments.speak)
    return _finished(model, arguments, settings)


def _fetched(known: CatalogModel, settings: Settings, *, is_spoken: bool) -> Installed | None:
    from whichone_models.hub import Hub
    from whichone_models.pulling import pull

    print(
        f"Fetching {known.spoken}, about {gigabytes(known.download_bytes)}. "
        f"Licence: {known.licence}. {known.licence_note}".strip(),
        flush=True,
    )
    speaker = speaker_for(settings, is_wanted=is_spoken)
    try:
        told = Tenths(speaker, goes_on=True)
        return pull(known, local_model.store(), Hub(), told, Cancel())
    finally:
        _quiet(speaker)


def _import(arguments: argparse.Namespace, settings: Settings) -> int:
    from whichone_models.importing import import_model

    speaker = speaker_for(settings, is_wanted=arguments.speak)
    try:
        model = import_model(
            arguments.files,
            local_model.store(),
            Tenths(speaker),
            Cancel(),
            arguments.new_name,
        )
    finally:
        _quiet(speaker)
    return _finished(model, arguments, settings)


def _quantize(arguments: argparse.Namespace, settings: Settings) -> int:
    from whichone_models.quantize import Kind
    from whichone_models.smaller_copy import make_smaller

    local_model.need_runtime()
    store = local_model.store()
    source = store.find(arguments.name)
    name = arguments.new_name or f"{source.name}-{arguments.kind.lower()}"
    if store.has(name):
        raise InputError(
            f"There is a model called {name} already.", remedy="Give another name with --name."
        )
    speaker = speaker_for(settings, is_wanted=arguments.speak)
    try:
        model = make_smaller(
            source,
            store,
            name,
            Kind(arguments.kind),
            arguments.imatrix,
            Tenths(speaker, "the model"),
            Cancel(),
        )
    finally:
        _quiet(speaker)
    return _finished(model, arguments, settings)


def _finished(model: Installed | None, arguments: argparse.Namespace, settings: Settings) -> int:
    """Say that a model is there, test it, and say how it is chosen."""
    if model is None:
        return STOPPED
    print(f"The model {model.name} is installed, {gigabytes(model.bytes)}.", flush=True)
    if not local_model.has_runtime():
        say("It was not tested, because llama-cpp-python is not installed.")
    elif not arguments.no_test:
        _tested(model, settings)
    if local_model.chosen_name(settings) != model.name:
        print(f"To let it answer: whichone models use {model.name}")
    return 0


# ------------------------------------------------------------------------ installed ones


def _verify(arguments: argparse.Namespace, settings: Settings) -> int:
    store = local_model.store()
    if arguments.name:
        models: tuple[Installed, ...] = (store.find(arguments.name),)
    else:
        models = store.installed()
    bad = [] if arguments.name else [f"{name}: {e.spoken}" for name, e in store.damaged()]
    for model in models:
        try:
            verify(model, Tenths(None))
        except ModelError as error:
            if arguments.name:
                raise
            bad.append(error.spoken)
        else:
            print(f"The model {model.name} is as it was installed.", flush=True)
    for sentence in bad:
        say(sentence)
    if not models and not bad:
        print("No language model is installed.")
    return 4 if bad else 0


def _use(arguments: argparse.Namespace, settings: Settings) -> int:
    """Choose a model; one that never passed its test here has to pass it first.

    So does one that came from another computer, whose tower is prepared again.
    """
    local_model.need_runtime()
    store = local_model.store()
    model = store.find(arguments.name)
    check(model)
    if not arguments.no_test and not local_model.is_ready(model):
        _tested(model, settings)
    store.choose(model.name)
    print(f"From now on {model.name} answers; the built-in engine is its evidence.")
    if settings.model and settings.model != model.name:
        say(f"The setting model still says {settings.model}, and it goes before this choice.")
    return 0


def _test(arguments: argparse.Namespace, settings: Settings) -> int:
    local_model.need_runtime()
    _tested(local_model.store().find(arguments.name), settings)
    return 0


def _tested(model: Installed, settings: Settings) -> None:
    """Raises ModelError where the model sees or speaks nonsense."""
    if not is_prepared(model):
        print(f"Preparing {model.name} for this computer's processor.", flush=True)
    print(f"Testing {model.name} with pictures whose answers are known.", flush=True)
    test = local_model.tested(model, settings, Cancel(), Tenths(None, "the test"))
    if test is not None:
        local_model.need_sound(test)
        print(test.sentence, flush=True)


def _remove(arguments: argparse.Namespace, settings: Settings) -> int:
    freed = local_model.store().remove(arguments.name)
    print(f"The model {arguments.name} is removed; {gigabytes(freed)} are free again.")
    return 0


def _quiet(speaker: Speaker | None) -> None:
    if speaker is not None:
        speaker.wait(5.0)
        speaker.close()
