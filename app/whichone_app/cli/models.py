"""`whichone models`: the language models of this computer: get, check, choose, remove them.

Each action says what it did in plain sentences.  Long ones say every ten per cent how far they
are, and can be stopped with Ctrl+C: what was fetched stays, and the same command goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from whichone_core.errors import InputError, ModelError
from whichone_core.languages import N_
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import catalogue, entry
from whichone_models.keeping.installed import Installed

from .. import local_model
from ..catalogue import _
from ..presenters.model_steps import ModelSteps
from ..presenters.model_words import offer
from .complaint import say
from .model_arguments import add_arguments
from .progress import Tenths, telling

__all__ = ["add_arguments", "run"]

STOPPED = 130


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
        goes_on = arguments.action in ("get", "pull")
        say(_("Stopped. The same command goes on from here.") if goes_on else _("Stopped."))
        raise


# ------------------------------------------------------------------------------ listing


def _list(arguments: argparse.Namespace, settings: Settings) -> int:
    store = local_model.store()
    here, chosen = store.installed(), local_model.chosen_name(settings)
    if arguments.json:
        print(json.dumps(_as_plain(here, chosen), ensure_ascii=False))
        return 0
    for model in here:
        said = N_("Installed, in use: {name}, {size}.")
        if model.name != chosen:
            said = N_("Installed: {name}, {size}.")
        print(_(said, name=model.name, size=gigabytes(model.bytes)))
    for name, error in store.damaged():
        print(_("Not usable: {name}. {why}", name=name, why=error.spoken))
    if not here:
        print(_("No language model is installed; the built-in engine answers."))
    names = {model.name for model in here}
    for known in catalogue():
        if known.name not in names:
            print(offer(known))
    return 0


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
    with telling(settings, is_spoken=arguments.speak) as teller:
        steps = ModelSteps(settings, teller)
        is_here = local_model.store().has(arguments.name.strip().casefold())
        if not is_here and not steps.fetched(entry(arguments.name, catalogue())):
            return STOPPED
        return _used(arguments, settings, steps)


def _pull(arguments: argparse.Namespace, settings: Settings) -> int:
    known = entry(arguments.name, catalogue())
    with telling(settings, is_spoken=arguments.speak) as teller:
        steps = ModelSteps(settings, teller)
        return _finished(steps.fetched(known), arguments, steps)


def _import(arguments: argparse.Namespace, settings: Settings) -> int:
    with telling(settings, is_spoken=arguments.speak) as teller:
        steps = ModelSteps(settings, teller)
        model = steps.imported(arguments.files, arguments.new_name)
        return _finished(model, arguments, steps)


def _quantize(arguments: argparse.Namespace, settings: Settings) -> int:
    from whichone_models.keeping.quantize import Kind
    from whichone_models.keeping.smaller_copy import make_smaller

    local_model.need_runtime()
    store = local_model.store()
    source = store.find(arguments.name)
    name = arguments.new_name or f"{source.name}-{arguments.kind.lower()}"
    if store.has(name):
        raise InputError(
            _("There is a model called {name} already.", name=name.strip()),
            remedy=_("Give another name with --name."),
        )
    with telling(settings, is_spoken=arguments.speak) as teller:
        model = make_smaller(
            source,
            store,
            name,
            Kind(arguments.kind),
            arguments.imatrix,
            Tenths(teller, _("the model")),
            Cancel(),
        )
        if model is not None:
            teller.tell(
                _(
                    "The model {name} is installed, {size}.",
                    name=model.name,
                    size=gigabytes(model.bytes),
                )
            )
        return _finished(model, arguments, ModelSteps(settings, teller))


def _finished(model: Installed | None, arguments: argparse.Namespace, steps: ModelSteps) -> int:
    """Test a model that is there now, and say how it is chosen."""
    if model is None:
        return STOPPED
    if not local_model.has_runtime():
        say(_("It was not tested, because llama-cpp-python is not installed."))
    elif not arguments.no_test:
        steps.tested(model)
    if local_model.chosen_name(steps.settings) != model.name:
        steps.tells.tell(_("To let it answer: whichone models use {name}", name=model.name))
    return 0


# ------------------------------------------------------------------------ installed ones


def _verify(arguments: argparse.Namespace, settings: Settings) -> int:
    store = local_model.store()
    if arguments.name:
        models: tuple[Installed, ...] = (store.find(arguments.name),)
    else:
        models = store.installed()
    bad = [] if arguments.name else [f"{name}: {e.spoken}" for name, e in store.damaged()]
    with telling(settings, is_spoken=arguments.speak) as teller:
        for model in models:
            try:
                ModelSteps(settings, teller).verified(model)
            except ModelError as error:
                if arguments.name:
                    raise
                bad.append(error.spoken)
    for sentence in bad:
        say(sentence)
    if not models and not bad:
        print(_("No language model is installed."))
    return 4 if bad else 0


def _use(arguments: argparse.Namespace, settings: Settings) -> int:
    with telling(settings, is_spoken=arguments.speak) as teller:
        return _used(arguments, settings, ModelSteps(settings, teller))


def _used(arguments: argparse.Namespace, settings: Settings, steps: ModelSteps) -> int:
    steps.used(arguments.name, is_testing=not arguments.no_test)
    name = local_model.store().find(arguments.name).name
    if settings.model and settings.model != name:
        say(
            _(
                "The setting model still says {model}, and it goes before this choice.",
                model=settings.model,
            )
        )
    return 0


def _test(arguments: argparse.Namespace, settings: Settings) -> int:
    local_model.need_runtime()
    model = local_model.store().find(arguments.name)
    with telling(settings, is_spoken=arguments.speak) as teller:
        ModelSteps(settings, teller).tested(model)
    return 0


def _remove(arguments: argparse.Namespace, settings: Settings) -> int:
    with telling(settings, is_spoken=False) as teller:
        ModelSteps(settings, teller).removed(arguments.name)
    return 0
