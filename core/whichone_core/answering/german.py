"""German: three genders, and the cases that the phrases need: nominative, accusative, and the
dative plural after "von".

What "ich sehe" goes on with is an object (accusative), what "es ist" goes on with a subject.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whichone_core.answering.grammars import EVERYWHERE, OBJECT, SUBJECT, Case, InflectingGrammar
from whichone_core.answering.palette import Mix, Palette
from whichone_core.nouns import Kind, Noun
from whichone_core.types.questions import TextField

_NUMBERS = (
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs",
    "sieben", "acht", "neun", "zehn", "elf", "zwölf",
)  # fmt: skip
_COLOURS = {
    "black": "schwarz", "white": "weiß", "grey": "grau", "red": "rot", "green": "grün",
    "yellow": "gelb", "blue": "blau", "brown": "braun", "purple": "lila", "pink": "rosa",
    "orange": "orange",
}  # fmt: skip
_SHADES = {"light": "hell", "dark": "dunkel"}
_NEVER_INFLECTED = frozenset({"lila", "rosa", "orange"})
_PLACES = {
    "at the top left": "links oben", "at the top": "oben", "at the top right": "rechts oben",
    "on the left": "links", "in the middle": "in der Mitte", "on the right": "rechts",
    "at the bottom left": "links unten", "at the bottom": "unten",
    "at the bottom right": "rechts unten", EVERYWHERE: "über das ganze Bild verteilt",
}  # fmt: skip
_RANKS = {
    "left": "linke", "right": "rechte", "middle": "mittlere", "top": "obere", "bottom": "untere",
    "first": "erste", "second": "zweite", "third": "dritte", "fourth": "vierte", "fifth": "fünfte",
    "sixth": "sechste", "seventh": "siebte", "eighth": "achte", "ninth": "neunte",
}  # fmt: skip
_FROM = {"from the left": "von links", "from the top": "von oben"}
_THE = {
    ("m", SUBJECT): "der", ("f", SUBJECT): "die", ("n", SUBJECT): "das",
    ("m", OBJECT): "den", ("f", OBJECT): "die", ("n", OBJECT): "das",
}  # fmt: skip
_ENDINGS = {
    ("m", SUBJECT): "", ("f", SUBJECT): "e", ("n", SUBJECT): "",
    ("m", OBJECT): "en", ("f", OBJECT): "e", ("n", OBJECT): "",
}  # fmt: skip
"""Of "ein", "kein", "weiter"."""
_STRONG = {
    ("m", SUBJECT): "er", ("f", SUBJECT): "e", ("n", SUBJECT): "es",
    ("m", OBJECT): "en", ("f", OBJECT): "e", ("n", OBJECT): "es",
}  # fmt: skip
"""Of adjectives after "ein" or without article."""
_WHICH = {"m": "n", "f": "", "n": "s"}
_PRONOUNS = {"m": "er", "f": "sie", "n": "es"}
_SEEMING, _SEEMING_END = "was ", "aussieht,"
_FIELDS = {
    TextField.EXPIRY: Noun("Ablaufdatum", "", "n"), TextField.DATE: Noun("Datum", "", "n"),
    TextField.PRICE: Noun("Preis", "", "m"), TextField.PHONE: Noun("Telefonnummer", "", "f"),
    TextField.INGREDIENTS: Noun("Zutaten", "Zutaten", "f", Kind.PLURAL),
    TextField.DOSAGE: Noun("Dosierung", "", "f"),
    TextField.INSTRUCTIONS: Noun("Anleitung", "", "f"),
    TextField.NUTRITION: Noun("Nährwerte", "Nährwerte", "m", Kind.PLURAL),
    TextField.NAME: Noun("Name", "", "m"), TextField.NUMBER: Noun("Nummer", "", "f"),
    TextField.ADDRESS: Noun("Adresse", "", "f"), TextField.TIME: Noun("Uhrzeit", "", "f"),
    TextField.TEMPERATURE: Noun("Temperatur", "", "f"), TextField.AMOUNT: Noun("Menge", "", "f"),
}  # fmt: skip


class German(InflectingGrammar):
    """Adjectives stand before their noun and are inflected there, and only there."""

    code = "de"

    # ------------------------------------------------------------------- nouns and numbers

    def number(self, count: int, word: str = "") -> str:
        if count == 1 and word:
            return f"ein{_ENDINGS[self.gender(word), SUBJECT]}"
        return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)

    def alone(self, count: int, word: str, case: Case = SUBJECT) -> str:
        if count == 1:
            return f"ein{_STRONG[self.gender(word), case]}"
        return self.number(count)

    def indefinite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        noun = self._noun(word)
        if noun.kind is Kind.PLURAL:
            return f"{_attribute(colour, 'e')}{noun.plural}"
        named = f"{_attribute(colour, _STRONG[noun.gender, case])}{_inflected(noun, case)}"
        if noun.kind is Kind.MASS:
            return named
        return f"ein{_ENDINGS[noun.gender, case]} {named}"

    def definite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        return self._with_the(word, _attribute(colour, _weak(self._noun(word), case)), case)

    def counted(self, count: int, word: str, case: Case = SUBJECT) -> str:
        if count == 1 or self.is_mass(word):
            return self.indefinite(word, case=case)
        return f"{self.number(count)} {self.plural(word)}"

    def exactly(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return self.counted(count, word, case)

    def between(self, sure: int, total: int, word: str, case: Case = SUBJECT) -> str:
        many = self.plural(word)
        if total == sure + 1:
            one = f"ein{_ENDINGS[self.gender(word), case]}" if sure == 1 else self.number(sure)
            return f"{one} oder {self.number(total)} {many}"
        if sure == 1:
            return f"ein{_ENDINGS[self.gender(word), case]} oder mehrere {many}"
        return f"mindestens {self.number(sure)} {many}"

    def group(self, count: int, word: str) -> Mapping[str, str]:
        number, many = self._after_the(count), self.plural(word)
        return {
            "count": number,
            "kind": many,
            "kind_of": _dative(many),
            "group": f"die {number} {many}",
            "which": f"welche{_WHICH[self.gender(word)]}",
        }

    def _after_the(self, count: int) -> str:
        return "beiden" if count == 2 else self.number(count)

    def all_of(self, count: int, word: str) -> str:
        every = "beide" if count == 2 else f"alle {self.number(count)}"
        return f"{every} {self.plural(word)}"

    def one_of(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return f"{self.alone(1, word, case)} der {self._after_the(count)} {self.plural(word)}"

    def another(self, word: str, case: Case = SUBJECT) -> str:
        if self._noun(word).kind is not Kind.COUNT:
            return f"noch mehr {word}"
        return f"noch {self.indefinite(word, case=case)}"

    def more(self, count: int, word: str) -> str:
        if self.is_mass(word):
            return self.another(word)
        return f"{self.number(count)} weitere {self.plural(word)}"

    def missing(self, words: Sequence[str], *, is_many: bool = False) -> str:
        return self.join([self._none(word, are_many=is_many) for word in words])

    def _none(self, word: str, *, are_many: bool) -> str:
        noun = self._noun(word)
        if noun.kind is Kind.PLURAL or (are_many and noun.kind is Kind.COUNT):
            return f"keine {noun.plural}"
        return f"kein{_ENDINGS[noun.gender, OBJECT]} {_inflected(noun, OBJECT)}"

    def field(self, field: TextField) -> Mapping[str, str]:
        noun = _FIELDS[field]
        is_plural = noun.kind is Kind.PLURAL
        the = "die" if is_plural else _THE[noun.gender, SUBJECT]
        none = "keine" if is_plural else f"kein{_ENDINGS[noun.gender, SUBJECT]}"
        return {
            "field": noun.singular,
            "the_field": f"{the} {noun.singular}",
            "no_field": f"{none} {noun.singular}",
        }

    # -------------------------------------------------------------------------------- lists

    def join(self, pieces: Sequence[str]) -> str:
        return self._joined(pieces, "und")

    def join_or(self, pieces: Sequence[str]) -> str:
        return self._joined(pieces, "oder")

    def join_choices(self, pieces: Sequence[str]) -> str:
        return self.join_or(pieces)

    @staticmethod
    def _joined(pieces: Sequence[str], conjunction: str) -> str:
        """What "aussieht," ends with a comma of its own."""
        if len(pieces) < 2:
            return "".join(pieces)
        listed = ", ".join(pieces[:-1]).replace(",,", ",")
        return f"{listed} {conjunction} {pieces[-1]}"

    def and_besides(self, sure: Sequence[str], guess: str) -> str:
        return f"{', '.join(sure)} und außerdem {guess}"

    # -------------------------------------------------------------------------------- doubt

    def looks_like(self, name: str, case: Case = SUBJECT, *, are_many: bool = False) -> str:
        """As an object "vermutlich einen Becher", as a subject a clause of its own."""
        if case is OBJECT:
            return f"vermutlich {name}"
        return f"{_SEEMING}wie {name} {_SEEMING_END}"

    # --------------------------------------------------------------------- places and ranks

    def place(self, place: str) -> str:
        return _PLACES[place]

    def at(self, name: str, place: str) -> str:
        if name.startswith(_SEEMING):
            return f"{_SEEMING}{_PLACES[place]} {name.removeprefix(_SEEMING)}"
        return f"{name} {_PLACES[place]}"

    def the_one_at(self, word: str, place: str) -> str:
        return f"{self._the(word)} {_PLACES[place]}"

    def the_one(self, word: str, rank: str) -> str:
        nth, side = _rank(rank)
        return f"{self._the(word)} {nth}{side}"

    def ranked(self, word: str, colour: str, rank: str, place: str, count: int) -> str:
        nth, side = _rank(rank)
        weak = _weak(self._noun(word), SUBJECT)
        if rank == "middle" and place:
            things = f"{_attribute(colour, 'en')}{self.plural(word)}"
            named = f"{self._the(word)} {nth} der {self.number(count)} {things}"
            return f"{named} {_PLACES[place]}"
        ordinal = nth if weak == "e" else f"{nth}n"
        named = self._with_the(word, f"{ordinal} {_attribute(colour, weak)}", SUBJECT) + side
        if not place:
            return named
        return f"{named}, {_PLACES[place]}" if side else f"{named} {_PLACES[place]}"

    # --------------------------------------------------------------------------- statements

    def is_a(self, word: str, name: str) -> str:
        return f"{'es sind' if self.is_plural(word) else 'es ist'} {name}"

    def looks_a(self, word: str, name: str) -> str:
        return f"es sieht aus wie {name}"

    def it_is(self, word: str, place: str) -> str:
        return f"{self._it_is(word)} {_PLACES[place]}"

    def it_has_size(self, word: str, size: str) -> str:
        if not size.startswith("fills"):
            return f"{self._it_is(word)} klein im Bild"
        pronoun, verb = self._it_is(word).split()
        return f"{pronoun} {'füllen' if verb == 'sind' else 'füllt'} einen großen Teil des Bildes"

    def located(self, subject: str, where: str, *, are_many: bool = False) -> str:
        return f"{subject} {'sind' if are_many else 'ist'} {where}"

    def coloured(
        self, subject: str, word: str, palette: Palette, *, are_many: bool | None = None
    ) -> str:
        are_many = self.is_plural(word) if are_many is None else are_many
        return f"{subject} {'sind' if are_many else 'ist'} {self._shown(palette)}".strip()

    def it_is_coloured(self, word: str, palette: Palette) -> str:
        return f"{self._it_is(word)} {self._shown(palette)}"

    def main_colours(self, word: str, palettes: Sequence[Palette]) -> str:
        shown = [self.colours(palette) for palette in palettes]
        worn = " gekleidet" if any(palette.is_worn for palette in palettes) else ""
        return f"{self.join(shown)}{worn}"

    def colours(self, palette: Palette) -> str:
        names = [_adjective(name) for name in palette.names]
        if palette.mix is Mix.MANY:
            return f"eine Mischung aus {self.join([name.capitalize() for name in names])}"
        named = self.join(names)
        return f"überwiegend {named}" if palette.mix is Mix.MOSTLY else named

    def _shown(self, palette: Palette) -> str:
        if not palette.is_worn:
            return self.colours(palette)
        named = self.join([_adjective(name) for name in palette.names])
        mostly = "überwiegend " if palette.mix is Mix.MOSTLY else ""
        return f"{mostly}{named} gekleidet"

    # -------------------------------------------------------------------------------- parts

    def _it_is(self, word: str) -> str:
        return "sie sind" if self.is_plural(word) else f"{_PRONOUNS[self.gender(word)]} ist"

    def _the(self, word: str, case: Case = SUBJECT) -> str:
        return "die" if self.is_plural(word) else _THE[self.gender(word), case]

    def _with_the(self, word: str, attribute: str, case: Case) -> str:
        noun = self._noun(word)
        return f"{self._the(word, case)} {attribute}{_inflected(noun, case)}"


def _inflected(noun: Noun, case: Case) -> str:
    if noun.kind is Kind.PLURAL:
        return noun.plural
    return noun.in_object if case is OBJECT else noun.singular


def _weak(noun: Noun, case: Case) -> str:
    """The ending of an adjective after "der", "die", "das"."""
    is_masculine_object = noun.gender == "m" and case is OBJECT
    return "en" if noun.kind is Kind.PLURAL or is_masculine_object else "e"


def _adjective(name: str) -> str:
    """A colour as it stands behind "ist": "dunkelblau"."""
    shade, _, plain = name.rpartition(" ")
    return f"{_SHADES.get(shade, shade)}{_COLOURS.get(plain, plain)}"


def _attribute(name: str, ending: str) -> str:
    """A colour as it stands before its noun, with a space: "rote ", "rosafarbene "; "" for none."""
    if not name:
        return ""
    plain = _COLOURS.get(name.rpartition(" ")[2], "")
    stem = f"{_adjective(name)}farben" if plain in _NEVER_INFLECTED else _adjective(name)
    return f"{stem}{ending} "


def _dative(plural: str) -> str:
    """A plural after "von"."""
    return plural if plural.endswith(("n", "s")) else f"{plural}n"


def _rank(rank: str) -> tuple[str, str]:
    """ "zweite" and " von links"; the second is empty for "linke"."""
    nth, _, side = rank.partition(" from ")
    named = _RANKS.get(nth) or f"{nth.split()[-1]}."
    return named, f" {_FROM[f'from {side}']}" if side else ""
