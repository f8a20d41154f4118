"""What each language has to say differently, behind one class.

A sentence of the built-in engine is a frame (`Phrases`) filled with names, counts, colours and
places, which a `Grammar` puts into words.  Labels, colours, places and ranks reach it as the
English keys that the rest of the program works with ("dark blue", "on the left"); what comes
back is only ever spoken or written.  Words that a grammar gave (`noun`) go back into it.

To add a language:

1. `languages.LANGUAGES`: its code, and what it calls itself.
2. `nouns/CODE.tsv`: a line for each label (`tests/unit/test_nouns.py` says which are missing).
3. `answering/NAME.py`: a `Grammar`.  `german.py` has cases and three genders, `spanish.py`
   agreement and contractions; most languages are near one of them.
4. `answering/NAME_phrases.py`: a `Phrases` with every sentence; frames may use any value that
   the sentence offers (the fields' own names tell which).
5. `answering/tongue.py`: a line that names both.
6. `python -m installers.words`: its catalogues, for all fixed sentences elsewhere.
7. `tests/unit/test_answers_NAME.py`: evidence and the exact sentences for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum

from whichone_core.answering.palette import Palette
from whichone_core.nouns import Kind, Noun, by_word, forms
from whichone_core.types.questions import TextField

EVERYWHERE = "all over the picture"
"""A place beside those of `picture/places.py`."""


class Case(Enum):
    """What a name does in its sentence; English and Spanish names stay the same."""

    SUBJECT = 0
    OBJECT = 1


SUBJECT, OBJECT = Case.SUBJECT, Case.OBJECT


class Grammar(ABC):
    """One language.  Words are singular nouns as `noun` gives them, in lower case but for
    languages that write nouns with a capital."""

    # ------------------------------------------------------------------- nouns and numbers

    @abstractmethod
    def noun(self, label: str) -> str:
        """What people call a label."""

    def guess(self, label: str) -> str:
        """What people call a classifier's name for a whole picture."""
        return self.noun(label)

    @abstractmethod
    def plural(self, word: str) -> str: ...

    @abstractmethod
    def is_plural(self, word: str) -> bool:
        """Whether one such thing takes "are": the scissors are red."""

    @abstractmethod
    def is_mass(self, word: str) -> bool:
        """Whether it is not counted: some broccoli."""

    @abstractmethod
    def number(self, count: int, word: str = "") -> str:
        """A count as a word up to twelve; word: what is counted."""

    @abstractmethod
    def alone(self, count: int, word: str) -> str:
        """A count that stands for what it counts: "one is red, two are blue"."""

    @abstractmethod
    def indefinite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        """ "a red mug", "some broccoli"."""

    @abstractmethod
    def definite(self, word: str, colour: str = "", case: Case = SUBJECT) -> str:
        """ "the red mug"."""

    @abstractmethod
    def counted(self, count: int, word: str, case: Case = SUBJECT) -> str:
        """ "a cup", "three cups"."""

    @abstractmethod
    def exactly(self, count: int, word: str, case: Case = SUBJECT) -> str:
        """As `counted`, with "one cup" for one."""

    @abstractmethod
    def between(self, sure: int, total: int, word: str, case: Case = SUBJECT) -> str:
        """ "two or three cups", "one or more cups", "at least two cups"."""

    @abstractmethod
    def group(self, count: int, word: str) -> Mapping[str, str]:
        """A group for frames: count ("two"), kind ("cups"), group ("the two cups"), and what
        else a language's frames need."""

    @abstractmethod
    def all_of(self, count: int, word: str) -> str:
        """ "both cups", "all three cups"."""

    @abstractmethod
    def one_of(self, count: int, word: str, case: Case = SUBJECT) -> str:
        """ "one of the two cups"."""

    @abstractmethod
    def another(self, word: str, case: Case = SUBJECT) -> str: ...

    @abstractmethod
    def more(self, count: int, word: str) -> str:
        """ "three more cups"."""

    @abstractmethod
    def missing(self, words: Sequence[str], *, is_many: bool = False) -> str:
        """What "I don't see" goes on with: "a cup or a fork", "cups or forks"."""

    @abstractmethod
    def field(self, field: TextField) -> Mapping[str, str]:
        """A field of a text for frames: field ("expiry date"), and what else they need."""

    # -------------------------------------------------------------------------------- lists

    @abstractmethod
    def join(self, pieces: Sequence[str]) -> str:
        """ "a, b and c"; an empty sequence gives an empty string."""

    @abstractmethod
    def join_or(self, pieces: Sequence[str]) -> str:
        """ "a, b or c"."""

    @abstractmethod
    def join_choices(self, pieces: Sequence[str]) -> str:
        """As `join_or`, with a pause before the last where a voice needs one."""

    @abstractmethod
    def and_besides(self, sure: Sequence[str], guess: str) -> str:
        """A list, and then a hedge that holds for several: "a cup, and what looks like ..."."""

    # -------------------------------------------------------------------------------- doubt

    @abstractmethod
    def looks_like(self, name: str, case: Case = SUBJECT, *, are_many: bool = False) -> str:
        """ "what looks like a mug", for what is not sure."""

    # --------------------------------------------------------------------- places and ranks

    @abstractmethod
    def place(self, place: str) -> str:
        """ "on the left", of where a thing is; also `EVERYWHERE`."""

    @abstractmethod
    def at(self, name: str, place: str) -> str:
        """A name with its place: "the cup on the left"."""

    @abstractmethod
    def the_one_at(self, word: str, place: str) -> str:
        """ "the one on the left", of a thing that was just named."""

    @abstractmethod
    def the_one(self, word: str, rank: str) -> str:
        """ "the left one"; rank as `picture.places.ranks` has it."""

    @abstractmethod
    def ranked(self, word: str, colour: str, rank: str, place: str, count: int) -> str:
        """ "the left red cup", "the second cup from the left, at the top"; place "" for none;
        count: of how many such things it is one."""

    # --------------------------------------------------------------------------- statements

    @abstractmethod
    def is_a(self, word: str, name: str) -> str:
        """ "it is a red mug", "they are scissors"; name: with its article."""

    @abstractmethod
    def looks_a(self, word: str, name: str) -> str:
        """ "it looks like a red mug"."""

    @abstractmethod
    def it_is(self, word: str, place: str) -> str:
        """ "it is on the left", of a thing that was just named."""

    @abstractmethod
    def it_has_size(self, word: str, size: str) -> str:
        """ "it fills much of the picture"; size as `picture.places.size_of` has it."""

    @abstractmethod
    def located(self, subject: str, where: str, *, are_many: bool = False) -> str:
        """ "the cup is on the left"; where: in words already."""

    @abstractmethod
    def coloured(
        self, subject: str, word: str, palette: Palette, *, are_many: bool | None = None
    ) -> str:
        """ "the cup is red", "the two people are in blue"; with subject "" only "is red".

        are_many: None for as many as the word says.
        """

    @abstractmethod
    def it_is_coloured(self, word: str, palette: Palette) -> str:
        """ "it is red", of a thing that was just named."""

    @abstractmethod
    def main_colours(self, word: str, palettes: Sequence[Palette]) -> str:
        """The colours of one thing after another: "in blue, in grey and mostly in black"."""

    @abstractmethod
    def colours(self, palette: Palette) -> str:
        """Colours of no thing: "red and white", "a mix of red, white and blue"."""


class InflectingGrammar(Grammar):
    """A grammar whose words come from a table of nouns."""

    code: str
    """The language, as the table is called."""

    def noun(self, label: str) -> str:
        known = forms(self.code).get(label)
        return known.singular if known else label

    def plural(self, word: str) -> str:
        return self._noun(word).plural

    def is_plural(self, word: str) -> bool:
        return self._noun(word).kind is Kind.PLURAL

    def is_mass(self, word: str) -> bool:
        return self._noun(word).kind is Kind.MASS

    def gender(self, word: str) -> str:
        """ "m", "f" or "n"."""
        return self._noun(word).gender

    def _noun(self, word: str) -> Noun:
        """A word of the table; another one is taken as it stands."""
        return by_word(self.code).get(word) or Noun(word, word, "m")
