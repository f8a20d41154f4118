"""English, by the functions of `grammar.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whichone_core.answering import grammar as words
from whichone_core.answering.grammars import SUBJECT, Case, Grammar
from whichone_core.answering.palette import Mix, Palette
from whichone_core.types.questions import TextField


class English(Grammar):
    """Nothing is inflected but plurals."""

    def noun(self, label: str) -> str:
        return words.noun(label)

    def guess(self, label: str) -> str:
        return label

    def plural(self, word: str) -> str:
        return words.plural(word)

    def is_plural(self, word: str) -> bool:
        return words.is_plural(word)

    def is_mass(self, word: str) -> bool:
        return words.is_mass(word)

    def number(self, count: int, word: str = "") -> str:
        return words.number(count)

    def alone(self, count: int, word: str) -> str:
        return words.number(count)

    def indefinite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        return words.indefinite(word, colour)

    def definite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        return words.definite(word, colour)

    def counted(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return words.counted(count, word)

    def exactly(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return (
            f"one {word}" if count == 1 and not self.is_plural(word) else self.counted(count, word)
        )

    def between(self, sure: int, total: int, word: str, case: Case = SUBJECT) -> str:
        many = self.plural(word)
        if total == sure + 1:
            return f"{self.number(sure)} or {self.number(total)} {many}"
        return f"one or more {many}" if sure == 1 else f"at least {self.number(sure)} {many}"

    def group(self, count: int, word: str) -> Mapping[str, str]:
        number, many = self.number(count), self.plural(word)
        return {"count": number, "kind": many, "group": f"the {number} {many}"}

    def all_of(self, count: int, word: str) -> str:
        every = "both" if count == 2 else f"all {self.number(count)}"
        return f"{every} {self.plural(word)}"

    def one_of(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return f"one of the {self.number(count)} {self.plural(word)}"

    def another(self, word: str, case: Case = SUBJECT) -> str:
        return f"another {word}"

    def more(self, count: int, word: str) -> str:
        return f"{self.number(count)} more {self.plural(word)}"

    def missing(self, words: Sequence[str], *, is_many: bool = False) -> str:
        named = self.plural if is_many else self.indefinite
        return self.join_or([named(word) for word in words])

    def field(self, field: TextField) -> Mapping[str, str]:
        return {"field": str(field)}

    def join(self, pieces: Sequence[str]) -> str:
        return words.join(pieces)

    def join_or(self, pieces: Sequence[str]) -> str:
        return words.join(pieces, "or")

    def join_choices(self, pieces: Sequence[str]) -> str:
        return words.join_choices(pieces)

    def and_besides(self, sure: Sequence[str], guess: str) -> str:
        return f"{', '.join(sure)}, and {guess}"

    def looks_like(self, name: str, case: Case = SUBJECT, *, are_many: bool = False) -> str:
        return f"what {'look' if are_many else 'looks'} like {name}"

    def place(self, place: str) -> str:
        return place

    def at(self, name: str, place: str) -> str:
        return f"{name} {place}"

    def the_one_at(self, word: str, place: str) -> str:
        return f"the one {place}"

    def the_one(self, word: str, rank: str) -> str:
        return f"the {rank} one"

    def ranked(self, word: str, colour: str, rank: str, place: str, count: int) -> str:
        thing = f"{colour} {word}".strip()
        nth, _, side = rank.partition(" ")
        if side:
            return f"the {nth} {thing} {side}" + (f", {place}" if place else "")
        if rank == "middle" and place:
            things = f"{colour} {self.plural(word)}".strip()
            return f"the middle one of the {self.number(count)} {things} {place}"
        return f"the {rank} {thing} {place}".strip()

    def is_a(self, word: str, name: str) -> str:
        return f"they are {name}" if self.is_plural(word) else f"it is {name}"

    def looks_a(self, word: str, name: str) -> str:
        return f"they look like {name}" if self.is_plural(word) else f"it looks like {name}"

    def it_is(self, word: str, place: str) -> str:
        return f"{words.it(word)} {place}"

    def it_has_size(self, word: str, size: str) -> str:
        pronoun, verb = words.it(word).split()
        if verb == "are":
            size = size.replace("fills ", "fill ").replace("is ", "are ", 1)
        return f"{pronoun} {size}"

    def located(self, subject: str, where: str, *, are_many: bool = False) -> str:
        return f"{subject} {'are' if are_many else 'is'} {where}"

    def coloured(
        self, subject: str, word: str, palette: Palette, *, are_many: bool | None = None
    ) -> str:
        are_many = self.is_plural(word) if are_many is None else are_many
        return f"{subject} {'are' if are_many else 'is'} {self._shown(palette)}".strip()

    def it_is_coloured(self, word: str, palette: Palette) -> str:
        return f"{words.it(word)} {self._shown(palette)}"

    def main_colours(self, word: str, palettes: Sequence[Palette]) -> str:
        return self.join([self._shown(palette) for palette in palettes])

    def _shown(self, palette: Palette) -> str:
        """ "red", "mostly red"; of clothes "in red", "mostly in red", "in red, white and blue"."""
        if not palette.is_worn or not palette:
            return self.colours(palette)
        if palette.mix is Mix.MOSTLY:
            return f"mostly in {palette.names[0]}"
        return f"in {self.join(palette.names)}"

    def colours(self, palette: Palette) -> str:
        named = self.join(palette.names)
        if palette.mix is Mix.MOSTLY:
            return f"mostly {named}"
        return f"a mix of {named}" if palette.mix is Mix.MANY else named
