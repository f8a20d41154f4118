"""The ways an answer leaves the command line: printed, spoken, and written to a WAV file.

A voice that is missing or fails never costs the answer: the text is there, and one sentence
on standard error says what to install.
"""

from __future__ import annotations

from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker
from whichone_core.records import one_line
from whichone_core.speech.spoken import Verbosity, held_back, speakable
from whichone_core.speech.telling import Telling
from whichone_core.types.answers import Answer, Sentence
from whichone_core.types.strategies import Strategy

from ..catalogue import _
from .complaint import say

LONGEST_SPEECH_S = 600.0
"""How long to wait for the voice to finish before leaving."""


class Outlet:
    """Passes answers on.  speaker: None where nothing is spoken or recorded.

    prints: whether the text goes to standard output (not with --json).
    """

    def __init__(
        self,
        speaker: Speaker | None,
        *,
        prints: bool,
        speaks: bool,
        audio_file: str | None,
        verbosity: Verbosity,
        wants_more: bool,
    ) -> None:
        self._speaker = speaker
        self._prints = prints
        self._speaks = speaks
        self._audio_file = audio_file
        self._verbosity = Verbosity.EVERYTHING if wants_more else verbosity
        self._telling = Telling(self._verbosity)
        self._printed: list[Sentence] = []
        self._said: list[str] = []

    def remark(self, sentence: str) -> None:
        """Something the user should know that is no part of the answer."""
        self._print(sentence)
        self._say(speakable(sentence))

    @property
    def speaks(self) -> bool:
        """Whether somebody listens."""
        return self._speaks and self._speaker is not None

    def waiting(self, sentence: str) -> None:
        """What goes on while there is no answer yet; neither printed with it nor recorded."""
        say(sentence)
        self._speak(sentence)

    def sentence(self, sentence: Sentence) -> None:
        """One sentence of an answer, as it arrives; explanations only where wanted."""
        words = self._telling.sentence(sentence)
        if words:
            self._print_sentence(sentence)
            self._say(words)

    def answer(self, answer: Answer) -> None:
        """What is still missing of the whole answer; the next sentence begins a new one."""
        waiting = held_back(answer, self._verbosity)
        for sentence in answer.sentences:
            if sentence not in waiting and sentence not in self._printed:
                self._print_sentence(sentence)
        if answer.retake is not None and answer.retake not in answer.text:
            self._print(answer.retake)
        if answer.strategy is Strategy.CLARIFY:
            for option in answer.options:
                self._print(f"{option.number}. {option.text}")
        for words in self._telling.end(answer):
            self._say(words)
        self._telling = Telling(self._verbosity)
        self._printed = []

    def silence(self) -> None:
        """Stop speaking: the user has heard enough and replied."""
        if self._speaks and self._speaker is not None:
            self._speaker.stop()

    def finish(self) -> None:
        """Write the recording and wait until all was spoken."""
        if self._speaker is None:
            return
        if self._audio_file:
            self._speaker.save(self._said, self._audio_file)
            if self._prints:
                self._print(_("The spoken answer is in {file}.", file=self._audio_file))
        if self._speaks:
            try:
                self._speaker.wait(LONGEST_SPEECH_S)
            except DeviceError as error:
                say(error.spoken)

    def close(self) -> None:
        if self._speaker is not None:
            self._speaker.close()

    def _print_sentence(self, sentence: Sentence) -> None:
        self._printed.append(sentence)
        self._print(sentence.text)

    def _print(self, line: str) -> None:
        if self._prints:
            print(one_line(line), flush=True)

    def _say(self, words: str) -> None:
        self._said.append(words)
        self._speak(words)

    def _speak(self, words: str) -> None:
        if self._speaks and self._speaker is not None:
            try:
                self._speaker.say(words)
            except DeviceError as error:
                self._speaks = False
                say(error.spoken)
