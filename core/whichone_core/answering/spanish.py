"""Spanish: two genders, colours that agree, "el agua" among feminine nouns.

Neutral between Spain and America; articles and prepositions never meet ("de el"), as frames are
chosen so that no preposition stands before a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from whichone_core.answering.grammars import EVERYWHERE, SUBJECT, Case, InflectingGrammar
from whichone_core.answering.palette import Mix, Palette
from whichone_core.nouns import Kind, Noun
from whichone_core.types.questions import TextField

_NUMBERS = (
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis",
    "siete", "ocho", "nueve", "diez", "once", "doce",
)  # fmt: skip
_COLOURS = {
    "black": "negro", "white": "blanco", "grey": "gris", "red": "rojo", "green": "verde",
    "yellow": "amarillo", "blue": "azul", "brown": "marrón", "purple": "morado", "pink": "rosa",
    "orange": "naranja",
}  # fmt: skip
_SHADES = {"light": "claro", "dark": "oscuro"}
_ALWAYS_ALIKE = frozenset({"rosa", "naranja"})
_PLACES = {
    "at the top left": "arriba a la izquierda", "at the top": "arriba",
    "at the top right": "arriba a la derecha", "on the left": "a la izquierda",
    "in the middle": "en el centro", "on the right": "a la derecha",
    "at the bottom left": "abajo a la izquierda", "at the bottom": "abajo",
    "at the bottom right": "abajo a la derecha", EVERYWHERE: "por toda la imagen",
}  # fmt: skip
_OF_PLACES = {
    "on the left": "de la izquierda", "on the right": "de la derecha", "in the middle": "del centro"
}  # fmt: skip
_OF_RANKS = {
    "left": "de la izquierda", "right": "de la derecha", "middle": "del medio",
    "top": "de arriba", "bottom": "de abajo",
}  # fmt: skip
_ORDINALS = {
    "first": "primero", "second": "segundo", "third": "tercero", "fourth": "cuarto",
    "fifth": "quinto", "sixth": "sexto", "seventh": "séptimo", "eighth": "octavo",
    "ninth": "noveno",
}  # fmt: skip
_SHORT_ORDINALS = {"primero": "primer", "tercero": "tercer"}
_FROM = {"from the left": "desde la izquierda", "from the top": "desde arriba"}
_HEDGE = "lo que "
_STRESSED_A = re.compile(r"(?:hacha|arpa|ala|agua|águila|arma|ancla|área|aula)\b")
_FIELDS = {
    TextField.EXPIRY: "la fecha de caducidad", TextField.DATE: "la fecha",
    TextField.PRICE: "el precio", TextField.PHONE: "el número de teléfono",
    TextField.INGREDIENTS: "los ingredientes", TextField.DOSAGE: "la dosis",
    TextField.INSTRUCTIONS: "las instrucciones", TextField.NUTRITION: "la información nutricional",
    TextField.NAME: "el nombre", TextField.NUMBER: "el número", TextField.ADDRESS: "la dirección",
    TextField.TIME: "la hora", TextField.TEMPERATURE: "la temperatura",
    TextField.AMOUNT: "la cantidad",
}  # fmt: skip


class Spanish(InflectingGrammar):
    """Adjectives follow their noun; being somewhere is "estar", being red is "ser"."""

    code = "es"

    # ------------------------------------------------------------------- nouns and numbers

    def number(self, count: int, word: str = "") -> str:
        if count == 1:
            return self._article("un", "una", word) if word else "uno"
        return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)

    def alone(self, count: int, word: str) -> str:
        if count == 1:
            return "una" if self.gender(word) == "f" else "uno"
        return self.number(count)

    def indefinite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        noun = self._noun(word)
        phrase = self._with_colour(noun, colour, are_many=noun.kind is Kind.PLURAL)
        if noun.kind is Kind.MASS:
            return phrase
        if noun.kind is Kind.PLURAL:
            return f"{'unas' if noun.gender == 'f' else 'unos'} {phrase}"
        return f"{self._article('un', 'una', word)} {phrase}"

    def definite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        noun = self._noun(word)
        are_many = noun.kind is Kind.PLURAL
        phrase = self._with_colour(noun, colour, are_many=are_many)
        return f"{self._the(word, are_many=are_many)} {phrase}"

    def counted(self, count: int, word: str, case: Case = SUBJECT) -> str:
        if count == 1 or self.is_mass(word):
            return self.indefinite(word)
        return f"{self.number(count)} {self.plural(word)}"

    def exactly(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return self.counted(count, word)

    def between(self, sure: int, total: int, word: str, case: Case = SUBJECT) -> str:
        many = self.plural(word)
        if total == sure + 1:
            return f"{self.join_or([self.number(sure, word), self.number(total)])} {many}"
        return f"{self.alone(1, word)} o más {many}" if sure == 1 else self._at_least(sure, many)

    @staticmethod
    def _at_least(sure: int, many: str) -> str:
        return f"al menos {_NUMBERS[sure] if sure < len(_NUMBERS) else sure} {many}"

    def group(self, count: int, word: str) -> Mapping[str, str]:
        number, many = self.number(count, word), self.plural(word)
        return {
            "count": number,
            "kind": many,
            "group": f"{self._the(word, are_many=True)} {number} {many}",
        }

    def all_of(self, count: int, word: str) -> str:
        return self.group(count, word)["group"]

    def one_of(self, count: int, word: str, case: Case = SUBJECT) -> str:
        return f"{self.alone(1, word)} de {self.group(count, word)['group']}"

    def another(self, word: str, case: Case = SUBJECT) -> str:
        noun = self._noun(word)
        if noun.kind is Kind.MASS:
            return f"más {word}"
        other = "otra" if noun.gender == "f" else "otro"
        return f"{other}s {word}" if noun.kind is Kind.PLURAL else f"{other} {word}"

    def more(self, count: int, word: str) -> str:
        if self.is_mass(word):
            return self.another(word)
        return f"{self.number(count, word)} {self.plural(word)} más"

    def missing(self, words: Sequence[str], *, is_many: bool = False) -> str:
        return " ni ".join(self._none(word) for word in words)

    def _none(self, word: str) -> str:
        noun = self._noun(word)
        if noun.kind is not Kind.COUNT:
            return word
        return f"{self._article('ningún', 'ninguna', word)} {word}"

    def field(self, field: TextField) -> Mapping[str, str]:
        return {"field": _FIELDS[field].split(" ", 1)[1], "the_field": _FIELDS[field]}

    # -------------------------------------------------------------------------------- lists

    def join(self, pieces: Sequence[str]) -> str:
        if len(pieces) < 2:
            return "".join(pieces)
        and_ = "e" if re.match(r"h?[ií](?![aeo])", pieces[-1]) else "y"
        return f"{', '.join(pieces[:-1])} {and_} {pieces[-1]}"

    def join_or(self, pieces: Sequence[str]) -> str:
        if len(pieces) < 2:
            return "".join(pieces)
        return f"{', '.join(pieces[:-1])} {self._or(pieces[-1])} {pieces[-1]}"

    def join_choices(self, pieces: Sequence[str]) -> str:
        if len(pieces) < 3:
            return self.join_or(pieces)
        return f"{', '.join(pieces[:-1])}, {self._or(pieces[-1])} {pieces[-1]}"

    @staticmethod
    def _or(following: str) -> str:
        return "u" if re.match(r"h?[oó]|8", following) else "o"

    def and_besides(self, sure: Sequence[str], guess: str) -> str:
        return f"{', '.join(sure)}, y {guess}"

    # -------------------------------------------------------------------------------- doubt

    def looks_like(self, name: str, case: Case = SUBJECT, *, are_many: bool = False) -> str:
        return f"{_HEDGE}{'parecen' if are_many else self._seems(name)} {name}"

    @staticmethod
    def _seems(name: str) -> str:
        """Also things of which there is only a plural: "lo que parecen unas tijeras"."""
        return "parecen" if name.startswith(("unos ", "unas ")) else "parece"

    # --------------------------------------------------------------------- places and ranks

    def place(self, place: str) -> str:
        return _PLACES[place]

    def at(self, name: str, place: str) -> str:
        if name.startswith((_HEDGE, "quizá ")):
            return f"{name} {_PLACES[place]}"
        return f"{name} {self._of(place)}"

    @staticmethod
    def _of(place: str) -> str:
        """A place that tells one thing from others: "de la izquierda", "de arriba"."""
        return _OF_PLACES.get(place) or f"de {_PLACES[place]}"

    def the_one_at(self, word: str, place: str) -> str:
        return f"{self._pronoun(word)} {self._of(place)}"

    def the_one(self, word: str, rank: str) -> str:
        return f"{self._pronoun(word)} {_OF_RANKS.get(rank) or self._nth(word, rank)}"

    def ranked(self, word: str, colour: str, rank: str, place: str, count: int) -> str:
        noun = self._noun(word)
        at_place = f", {_PLACES[place]}" if place else ""
        phrase = self._with_colour(noun, colour, are_many=noun.kind is Kind.PLURAL)
        article = self._the(word, are_many=noun.kind is Kind.PLURAL)
        if rank in _OF_RANKS:
            return f"{article} {phrase} {_OF_RANKS[rank]}{at_place}"
        nth, _, side = rank.partition(" from ")
        ordinal = self._ordinal(nth, noun)
        side = _FROM[f"from {side}"]
        if ordinal:
            return f"{self._pronoun(word)} {ordinal} {phrase} {side}{at_place}"
        return f"{article} {phrase} número {nth.split()[-1]} {side}{at_place}"

    def _nth(self, word: str, rank: str) -> str:
        nth, _, side = rank.partition(" from ")
        ordinal = self._ordinal(nth, self._noun(word)) or nth
        return f"{ordinal} {_FROM[f'from {side}']}"

    @staticmethod
    def _ordinal(nth: str, noun: Noun) -> str:
        """ "primera", "primer", "segundas"; "" for a number that has none."""
        ordinal = _ORDINALS.get(nth, "")
        if not ordinal:
            return ""
        if noun.gender == "f":
            ordinal = f"{ordinal[:-1]}a"
        if noun.kind is Kind.PLURAL:
            return f"{ordinal}s"
        return _SHORT_ORDINALS.get(ordinal, ordinal)

    # --------------------------------------------------------------------------- statements

    def is_a(self, word: str, name: str) -> str:
        return f"{'son' if self.is_plural(word) else 'es'} {name}"

    def looks_a(self, word: str, name: str) -> str:
        return f"{'parecen' if self.is_plural(word) else 'parece'} {name}"

    def it_is(self, word: str, place: str) -> str:
        return f"{'están' if self.is_plural(word) else 'está'} {_PLACES[place]}"

    def it_has_size(self, word: str, size: str) -> str:
        are_many = self.is_plural(word)
        if size.startswith("fills"):
            return f"{'ocupan' if are_many else 'ocupa'} gran parte de la imagen"
        return f"{'aparecen' if are_many else 'aparece'} en pequeño en la imagen"

    def located(self, subject: str, where: str, *, are_many: bool = False) -> str:
        return f"{subject} {'están' if are_many else 'está'} {where}"

    def coloured(
        self, subject: str, word: str, palette: Palette, *, are_many: bool | None = None
    ) -> str:
        are_many = self.is_plural(word) if are_many is None else are_many
        one, many = ("va", "van") if palette.is_worn else ("es", "son")
        verb = many if are_many else one
        return f"{subject} {verb} {self._shown(word, palette, are_many=are_many)}".strip()

    def it_is_coloured(self, word: str, palette: Palette) -> str:
        return self.coloured("", word, palette)

    def main_colours(self, word: str, palettes: Sequence[Palette]) -> str:
        verb = "van" if any(palette.is_worn for palette in palettes) else "son"
        shown = [self._shown(word, palette, are_many=False) for palette in palettes]
        return f"{verb}: {self.join(shown)}"

    def colours(self, palette: Palette) -> str:
        return self._told(palette, [_adjective(name) for name in palette.names])

    def _shown(self, word: str, palette: Palette, *, are_many: bool) -> str:
        """ "roja", "sobre todo roja"; of clothes "de rojo", "sobre todo de rojo"."""
        if palette.is_worn:
            named = self.join([_adjective(name) for name in palette.names])
            return f"sobre todo de {named}" if palette.mix is Mix.MOSTLY else f"de {named}"
        if palette.mix is Mix.MANY:
            return self.colours(palette)
        gender = self.gender(word)
        names = [_adjective(name, gender, are_many=are_many) for name in palette.names]
        return self._told(palette, names)

    def _told(self, palette: Palette, names: Sequence[str]) -> str:
        named = self.join(names)
        if palette.mix is Mix.MOSTLY:
            return f"sobre todo {named}"
        return f"una mezcla de {named}" if palette.mix is Mix.MANY else named

    # -------------------------------------------------------------------------------- parts

    def _with_colour(self, noun: Noun, colour: str, *, are_many: bool) -> str:
        word = noun.plural if are_many else noun.singular
        return f"{word} {_adjective(colour, noun.gender, are_many=are_many)}" if colour else word

    def _article(self, masculine: str, feminine: str, word: str) -> str:
        """Feminine nouns with a stressed a take the masculine article in the singular."""
        is_feminine = self.gender(word) == "f" and not _STRESSED_A.match(word)
        return feminine if is_feminine else masculine

    def _the(self, word: str, *, are_many: bool) -> str:
        if are_many:
            return "las" if self.gender(word) == "f" else "los"
        return self._article("el", "la", word)

    def _pronoun(self, word: str) -> str:
        """ "la" of "la de la izquierda", which is never "el" for a feminine noun."""
        is_feminine = self.gender(word) == "f"
        if self.is_plural(word):
            return "las" if is_feminine else "los"
        return "la" if is_feminine else "el"


def _adjective(name: str, gender: str = "m", *, are_many: bool = False) -> str:
    """A colour as it follows a noun: "rojas"; with a shade it stays: "azul oscuro"."""
    shade, _, plain = name.rpartition(" ")
    colour = _COLOURS.get(plain, plain)
    if shade:
        return f"{colour} {_SHADES.get(shade, shade)}"
    if colour.endswith("o") and gender == "f":
        colour = f"{colour[:-1]}a"
    if not are_many or colour in _ALWAYS_ALIKE:
        return colour
    if colour == "marrón":
        return "marrones"
    return f"{colour}s" if colour[-1] in "aeo" else f"{colour}es"
