"""Reading an answer at leisure: a sentence, a word, a letter at a time, without the focus.

The place of reading belongs to the answer that is in the window: it stays while the answer
grows, and is forgotten when another one takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from whichone_core.speech.spelling import in_groups, phonetic, spell
from whichone_core.speech.spoken import offered
from whichone_core.speech.spoken_sentences import sentences_of

from ..catalogue import _
from . import phrases
from .answer_page import Line, Page
from .conversation import Conversation

ShowPlace = Callable[[int, int], None]
"""Puts the cursor of the text on a place: line and letter, counted from 0."""


@dataclass(frozen=True, slots=True)
class Place:
    """One sentence to read: as a line of its own, and where it stands in the text.

    A line of an answer is one sentence, or print that is quoted with all its sentences.  row: None
    for an option of a question back, which stands in a list of its own.
    """

    line: Line
    row: int | None
    column: int = 0


class Reading:
    """The place of reading in the answer, and what is said of it.

    language: of the spelling alphabet, asked each time.  show: follows on the screen.
    An answer is read in the language that it was written in, and spelled in that of the window.
    """

    def __init__(self, talk: Conversation, language: Callable[[], str], show: ShowPlace) -> None:
        self._talk = talk
        self._language = language
        self._show = show
        self._page: Page | None = None
        self._line: int | None = None
        self._word: int | None = None

    # ------------------------------------------------------------------ sentences

    def next_sentence(self) -> None:
        self._go(0 if self._place() is None else self._at() + 1, phrases.LAST_SENTENCE)

    def previous_sentence(self) -> None:
        self._go(0 if self._place() is None else self._at() - 1, phrases.FIRST_SENTENCE)

    def first_sentence(self) -> None:
        self._go(0)

    def last_sentence(self) -> None:
        self._go(len(self._lines()) - 1)

    def this_sentence(self) -> None:
        """The current sentence again; the first one where none was read yet."""
        self._go(self._at())

    def slowly(self) -> None:
        """The current sentence with its numbers and codes in groups of digits."""
        line = self._current()
        if line is not None:
            self._read(in_groups(_heard_of(line)))

    def copy_sentence(self) -> None:
        line = self._current()
        if line is not None:
            self._talk.copy_text(line.text, _(phrases.SENTENCE_COPIED))

    # ------------------------------------------------------------------ words and letters

    def next_word(self) -> None:
        self._go_to_word(self._word_after(1), phrases.LAST_WORD)

    def previous_word(self) -> None:
        self._go_to_word(self._word_after(-1), phrases.FIRST_WORD)

    def spell(self) -> None:
        """The current word letter by letter; the sentence where no word was chosen in it."""
        text = self._spelled_text()
        if text:
            self._talk.tell_now(spell(text))

    def spell_phonetically(self) -> None:
        """Like spell, each letter with its word: "A Alfa"."""
        text = self._spelled_text()
        if text:
            self._talk.tell_now(phonetic(text, self._language()))

    # ------------------------------------------------------------------ small steps

    def _read(self, text: str) -> None:
        self._talk.tell_now(text, self._talk.page.language)

    def _lines(self) -> tuple[Place, ...]:
        """The sentences now; where another answer took their place, reading begins anew."""
        if self._page is not self._talk.page:
            self._page = self._talk.page
            self._line = self._word = None
        options = (Place(Line(offered(option)), None) for option in self._talk.options_shown)
        lines = enumerate(self._talk.lines)
        return *(place for row, line in lines for place in _places(line, row)), *options

    def _place(self) -> int | None:
        self._lines()
        return self._line

    def _at(self) -> int:
        return self._place() or 0

    def _go(self, place: int, at_end: str = phrases.FIRST_SENTENCE) -> None:
        """Read the line at a place; beyond either end it is said that this is the end."""
        lines = self._lines()
        if not lines:
            self._talk.tell_now(_(phrases.NOTHING_TO_READ))
        elif not 0 <= place < len(lines):
            self._talk.tell_now(_(at_end))
        else:
            self._line, self._word = place, None
            self._follow(lines[place])
            self._read(lines[place].line.said)

    def _follow(self, place: Place, letters: int = 0) -> None:
        """On the screen, so many letters on."""
        if place.row is not None:
            self._show(place.row, place.column + letters)

    def _current(self) -> Line | None:
        """The sentence of the place of reading, the first one at first; None is said."""
        lines = self._lines()
        if not lines:
            self._talk.tell_now(_(phrases.NOTHING_TO_READ))
            return None
        self._line = self._at()
        return lines[self._line].line

    def _word_after(self, steps: int) -> int:
        """The place so many words on; the first one where none of this answer was read yet."""
        self._lines()
        return 0 if self._word is None else self._word + steps

    def _go_to_word(self, place: int, at_end: str) -> None:
        line = self._current()
        if line is None:
            return
        words = _heard_of(line).split()
        if self._line is None or not 0 <= place < len(words):
            self._talk.tell_now(_(at_end))
            return
        self._word = place
        self._follow(self._lines()[self._line], len(" ".join([*words[:place], ""])))
        self._read(words[place])

    def _spelled_text(self) -> str:
        line = self._current()
        if line is None:
            return ""
        text = _heard_of(line)
        return text if self._word is None else _bare(text.split(), self._word)


def _heard_of(line: Line) -> str:
    """The line as it stands, as far as it was said: of a question back the options come apart."""
    is_part = line.text.startswith(line.said.rstrip(".?!"))
    return line.said if is_part else line.text


def _places(line: Line, row: int) -> Iterator[Place]:
    """The sentences of a line, where what is said of it has the same ones; else it is one."""
    texts, spoken = sentences_of(line.text), sentences_of(line.said)
    if len(texts) < 2 or len(texts) != len(spoken):
        yield Place(line, row, 0)
        return
    column = 0
    for text, said in zip(texts, spoken, strict=True):
        column = max(line.text.find(text, column), column)
        yield Place(Line(text, said), row, column)
        column += len(text)


def _bare(words: Sequence[str], place: int) -> str:
    """A word without the marks around it that only belong to the sentence."""
    return words[place].strip(".,;:!?\"'“”()") or words[place]
