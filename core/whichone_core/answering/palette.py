"""The colours of a thing, before a language has put them into words.

Names of colours stay those of `picture/colours.py` ("dark blue"): they are keys, as labels are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from whichone_core.types.evidence import ColourShare

ONE_COLOUR, MAIN_COLOUR, SECOND_COLOUR = 0.6, 0.4, 0.25
"""Shares of pixels: "red" above the first, "mostly red" above the second; a second colour
above the third is named too."""

_MIXED = 3
"""Colours of a mix that are named."""


class Mix(Enum):
    """How colours share a thing."""

    NONE = 0
    ONE = 1
    MOSTLY = 2
    """One, and others besides."""
    TWO = 3
    MANY = 4


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours, the largest share first.  is_worn: they are of what a person wears."""

    mix: Mix = Mix.NONE
    names: tuple[str, ...] = ()
    is_worn: bool = False

    def __bool__(self) -> bool:
        return self.mix is not Mix.NONE

    def worn(self, is_worn: bool = True) -> Palette:
        """The same, of clothes."""
        return replace(self, is_worn=is_worn)

    @property
    def brief(self) -> Palette:
        """Never three colours: of a mix only its first."""
        return self._of_first(Mix.MOSTLY) if self.mix is Mix.MANY else self

    def _of_first(self, mix: Mix) -> Palette:
        return replace(self, mix=mix, names=self.names[:1])


def palette_of(colours: Sequence[ColourShare]) -> Palette:
    """What is worth saying of some colours; an empty palette for none."""
    shares = sorted(colours, key=lambda colour: -colour.share)
    if not shares:
        return Palette()
    first = shares[0]
    second = shares[1] if len(shares) > 1 else None
    if second is not None and second.share >= SECOND_COLOUR and first.share >= MAIN_COLOUR:
        return Palette(Mix.TWO, (first.name, second.name))
    if first.share >= ONE_COLOUR or second is None:
        return _as_said(first.name)
    if first.share >= MAIN_COLOUR:
        return Palette(Mix.MOSTLY, (first.name,))
    return Palette(Mix.MANY, tuple(colour.name for colour in shares[:_MIXED]))


def main_palette(colours: Sequence[ColourShare]) -> Palette:
    """The one colour that a thing is counted under among many."""
    shares = sorted(colours, key=lambda colour: -colour.share)
    if not shares:
        return Palette()
    mix = Mix.ONE if shares[0].share >= ONE_COLOUR else Mix.MOSTLY
    return Palette(mix, (shares[0].name,))


def _as_said(name: str) -> Palette:
    """A name that may be that of an option, which holds several colours as they were said."""
    if name.startswith("mostly "):
        return Palette(Mix.MOSTLY, (name.removeprefix("mostly "),))
    if name.startswith("a mix of "):
        names = name.removeprefix("a mix of ").replace(" and ", ", ").split(", ")
        return Palette(Mix.MANY, tuple(names))
    if " and " in name:
        return Palette(Mix.TWO, tuple(name.split(" and ", 1)))
    return Palette(Mix.ONE, (name,))
