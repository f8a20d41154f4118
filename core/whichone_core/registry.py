"""Names for adapters, loaded only when they are chosen: "name" -> "module:attribute".

Looking at the names imports nothing, so a machine without Qt or llama.cpp can still list
every engine and voice, and a wrong name is answered with the nearest right one.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar, cast

from whichone_core.catalogue import _
from whichone_core.errors import SetupError
from whichone_core.languages import N_

T = TypeVar("T")
KINDS = (N_("engine"), N_("voice"), N_("recogniser"))
"""What there are registries of, to be translated where it is said."""


class Registry(Generic[T]):
    """The adapters of one kind by name, in the order in which they are tried.

    kind: what they are, as a person says it ("engine", "voice"); one of `KINDS`.
    targets: name -> "module:attribute"; the attribute is what `load` returns.
    """

    def __init__(self, kind: str, targets: Mapping[str, str]) -> None:
        self._kind = kind
        self._targets = dict(targets)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._targets)

    def load(self, name: str) -> T:
        """Import the module of one name and give its attribute.

        Raises SetupError for an unknown name, naming the nearest, and where a package that
        the module needs is not installed.
        """
        if name not in self._targets:
            raise SetupError(
                _("There is no {kind} called {name!r}.", kind=_(self._kind), name=name[:60]),
                remedy=suggestion(name, self._targets),
            )
        module_name, _colon, attribute = self._targets[name].partition(":")
        try:
            module = importlib.import_module(module_name)
        except ImportError as error:
            raise SetupError(
                _(
                    "The {kind} {name!r} cannot be used, because a part of it is not installed.",
                    kind=_(self._kind),
                    name=name,
                ),
                remedy=_("Install what provides {name}.", name=error.name) if error.name else "",
                cause=str(error),
            ) from error
        return cast(T, getattr(module, attribute))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, or None where nothing is near."""
    folded = {known.casefold(): known for known in names}
    found = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say about a wrong name: the nearest one, or all that there are."""
    known = tuple(names)
    near = nearest(name, known)
    if near is not None:
        return _("Did you mean {near!r}?", near=near)
    return _("There is {names}.", names=", ".join(sorted(known)))
