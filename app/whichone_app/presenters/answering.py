"""The answer in the window: shown line by line, said, repeated, and gone back to.

The last answer stays until the first words of the next one are there; after that it is an
earlier one, and can be read again until the window is closed.
"""

from __future__ import annotations

from whichone_core.errors import WhichOneError
from whichone_core.settings import Punctuation, Verbosity
from whichone_core.speech.punctuation import said_so
from whichone_core.speech.spoken import held_back, said, speakable
from whichone_core.speech.telling import Telling
from whichone_core.types.answers import Answer, Sentence
from whichone_core.types.strategies import Role

from ..catalogue import _
from . import phrases
from .answer_page import History, Line, Page, one_line
from .view import View, Voice


class Answering:
    """Puts answers into the view and gives them to the voice.

    verbosity and punctuation hold from the next answer on.
    """

    def __init__(self, view: View, voice: Voice, verbosity: Verbosity) -> None:
        self._view = view
        self._voice = voice
        self.verbosity = verbosity
        self.punctuation = Punctuation.SOME
        self._history = History()
        self._question = ""
        self._is_new = False
        self._telling = Telling(verbosity)
        self._told_as = verbosity

    @property
    def page(self) -> Page:
        """The answer that is in the window."""
        return self._history.page

    @property
    def is_at_last(self) -> bool:
        """Whether the newest answer is in the window."""
        return self._history.is_at_last

    @property
    def question(self) -> str:
        """What the newest answer is to."""
        return self._question

    # ------------------------------------------------------------------ a new answer

    def begin(self, question: str, verbosity: Verbosity | None = None) -> None:
        """An answer is on its way.  verbosity: for this one, where it is not the usual."""
        self._question = question
        self._is_new = True
        self._told_as = verbosity or self.verbosity
        self._telling = Telling(self._told_as, self.punctuation)

    def remark(self, text: str) -> None:
        self._add(Line(text))
        self._say(text)

    def sentence(self, sentence: Sentence) -> bool:
        """Show and say a sentence as it comes; False where it waits for more."""
        words = self._telling.sentence(sentence)
        if words:
            self._add(Line(sentence.text, words))
            self._say(words)
        return bool(words)

    def finish(self, answer: Answer) -> None:
        """Show and say what is still missing of the answer, and keep the rest for `more`."""
        page = self._newest()
        page.held = held_back(answer, self._told_as)
        known = set(page.texts)
        missing = [sentence for sentence in answer.sentences if sentence not in page.held]
        lines = [Line(one.text, said(one, self.punctuation)) for one in missing]
        if answer.retake and answer.retake not in answer.text:
            spoken = said_so(answer.retake, speakable(answer.retake), self.punctuation)
            lines.append(Line(answer.retake, spoken))
        self._add(*(line for line in lines if one_line(line.text) not in known))
        for text in self._telling.end(answer):
            self._say(text)

    def fail(self, error: WhichOneError, still: str = "") -> None:
        """Put an error and its remedy where the answer would be; `more` tells its cause, for
        whoever is asked for help (field report 94).  still: what is as it was, or nothing."""
        self._add(*(Line(text) for text in (error.sentence, error.remedy, still) if text))
        if error.cause:
            details = phrases.details(one_line(error.cause))
            self._newest().held = (Sentence(details, Role.AUXILIARY),)
        self._say(f"{error.spoken} {still}".rstrip())

    # ------------------------------------------------------------------ hearing it again

    def repeat(self) -> bool:
        """Say the answer in the window again; False where there is none."""
        for text in self.page.said:
            self._voice.say(text, self.page.language)
        return bool(self.page.said)

    @property
    def has_more(self) -> bool:
        """Whether something was held back of it that was not shown yet."""
        return bool(self.page.held) and not self.page.is_more_shown

    def more(self) -> bool:
        """Say and show what was held back of it; False where nothing was."""
        page = self.page
        if page.held and not page.is_more_shown:
            page.is_more_shown = True
            page.add(*(Line(one.text, said(one, self.punctuation)) for one in page.held))
            self._view.show_lines(page.texts)
        for sentence in page.held:
            self._voice.say(said(sentence, self.punctuation), page.language)
        return bool(page.held)

    def turn(self, steps: int) -> str:
        """Show and say an earlier (-1) or later (1) answer; which one it is, or that there
        is none, to be told first."""
        if not self._history.turn(steps):
            return _(phrases.NO_EARLIER if steps < 0 else phrases.NO_LATER)
        history = self._history
        self._view.show_lines(self.page.texts)
        return phrases.place_in_history(history.number, history.count, self.page.question)

    # ------------------------------------------------------------------ small steps

    def _newest(self) -> Page:
        """The page that grows; a new one once, when the first words of an answer are there."""
        if self._is_new:
            self._is_new = False
            return self._history.begin(self._question)
        return self._history.last()

    def _add(self, *lines: Line) -> None:
        page = self._newest()
        page.add(*lines)
        self._view.show_lines(page.texts)

    def _say(self, text: str) -> None:
        """Say what `repeat` says again."""
        page = self._newest()
        page.said.append(text)
        self._voice.say(text, page.language)
