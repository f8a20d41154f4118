"""Example pictures that the project drew itself (see draw.py), under its own licence."""

from __future__ import annotations

from pathlib import Path

from whichone_core.errors import InputError

from ..catalogue import _

FOLDER = Path(__file__).parent


def example_path(name: str) -> Path:
    """The file of an example picture.  Raises InputError, naming those there are."""
    names = sorted(path.stem for path in FOLDER.glob("*.jpg"))
    if name not in names:
        raise InputError(
            _("There is no example picture called {name}.", name=name or _("nothing")),
            remedy=_("There are: {names}.", names=", ".join(f"example:{one}" for one in names)),
        )
    return FOLDER / f"{name}.jpg"
