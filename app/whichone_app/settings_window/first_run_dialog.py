"""The first run: one step at a time, each said when it comes and readable as long as it stays.

The focus stays on the button that was pressed: nobody is taken anywhere, and Enter or Space
goes through all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QWidget
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.settings import SpeakThrough

from ..announcer import Announcer
from ..catalogue import _
from ..edges import Box
from ..hearing.level import SPEAK
from ..indicators import RadioButton
from ..presenters.first_run import LOOKING, SAMPLE, FirstRun, Step
from ..presenters.listening import LISTENING
from ..presenters.phrases import NOTHING_MORE
from ..presenters.view import Jobs
from ..window_keys import is_key_of_window
from ..wrapped_row import WrappedRow
from .sheet import Sheet, button, called, label, text_view

NO_VOICE = N_("This computer has no voice for that. What to install, says Check this computer.")
_WORDS = {
    SpeakThrough.AUTOMATIC: N_("Automatic"),
    SpeakThrough.OWN_VOICE: N_("WhichOne's own voice"),
    SpeakThrough.SCREEN_READER: N_("The screen reader only"),
}


@dataclass(frozen=True, slots=True)
class Doings:
    """What the steps set going; everything else is the presenter's.

    speak_through: takes who speaks.  fetch: fetches the model of a name and lets it answer.
    try_example: opens the example picture.
    """

    speak_through: Callable[[SpeakThrough], object]
    fetch: Callable[[str], object]
    try_example: Callable[[], object]


class FirstRunDialog(Sheet):
    """The steps by keyboard: Next, Back, and a button for what a step offers."""

    keys_here = N_(
        "Next goes to the next step, and Back to the one before. What a step offers has a button "
        "of its own, and More says more of it."
    )

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        steps: FirstRun,
        jobs: Jobs,
        doings: Doings,
    ) -> None:
        super().__init__(window, announcer, N_("First steps"))
        self._steps = steps
        self._jobs = jobs
        self._doings = doings
        self.text = text_view(N_("This step"))
        self.next_button = button(N_("Next"), self._next)
        self.back_button = button(N_("Back"), self._back)
        self.voices = self._voices()
        self.offers = {
            Step.SAMPLE: button(N_("Hear the voice"), self._sample),
            Step.MICROPHONE: button(N_("Look for the microphone"), self._look),
            Step.CAMERA: button(N_("Look for cameras"), self._look),
            Step.MODEL: button(N_("Fetch it now"), self._fetch),
            Step.TRY: button(N_("Try the example"), self._try),
        }
        self.test_button = button(N_("Test the microphone"), self._test)
        self.more_button = button(N_("More"), self._more)
        self._lay_out()

    def open_sheet(self) -> None:
        """Go on where it was left."""
        self._steps.begin()
        super().open_sheet()
        self.next_button.setFocus()
        self._show()

    def stop(self) -> bool:
        if not self._jobs.is_busy:
            return False
        self._jobs.cancel()
        self.tell(_("Stopped."))
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leaving gives up looking for devices; a model that is fetched goes on."""
        self._jobs.cancel()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The key that tells more of an answer in the window tells more of a step here."""
        if is_key_of_window(self.parent(), event, "more"):
            self._more()
        else:
            super().keyPressEvent(event)

    def word(self) -> None:
        self.text.show_lines(self._steps.lines())

    # ------------------------------------------------------------------ inside

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("This step"), self.text))
        self.column.addWidget(self.text, 3)
        self.column.addWidget(self.voices)
        for action in self.offers.values():
            self.column.addWidget(action)
        self.column.addWidget(self.test_button)
        self.column.addWidget(self.more_button)
        row = WrappedRow()
        row.addWidget(self.next_button)
        row.addWidget(self.back_button)
        self.column.addLayout(row)
        self.add_end()

    def _voices(self) -> Box:
        box = called(Box(), N_("Who speaks"))
        column = WrappedRow(box)
        group = QButtonGroup(self)
        self.choices: dict[SpeakThrough, RadioButton] = {}
        for through, words in _WORDS.items():
            choice = called(RadioButton(), words)
            choice.clicked.connect(lambda _on=False, through=through: self._choose(through))
            group.addButton(choice)
            column.addWidget(choice)
            self.choices[through] = choice
        return box

    def _show(self) -> None:
        """Show and say the step that it is now."""
        step = self._steps.step
        self.voices.setVisible(step is Step.VOICE)
        self.choices[self._announcer.through].setChecked(True)
        for at, action in self.offers.items():
            is_shown = at is step and (at is not Step.MODEL or self._steps.can_fetch)
            action.setVisible(is_shown)
        self.test_button.setVisible(step is Step.MICROPHONE)
        self.more_button.setVisible(bool(self._steps.more()))
        called(self.next_button, N_("Finish") if step is Step.TRY else N_("Next"))
        self.text.show_lines(self._steps.lines())
        self.tell(self._steps.spoken())

    def _next(self) -> None:
        self._leave_step()
        if self._steps.next():
            self._show()
        else:
            self.close()
            self.tell(self._steps.farewell)

    def _more(self) -> None:
        """Say the rest of a step, which its text holds too."""
        self._announcer.silence()
        self.tell(self._steps.more() or _(NOTHING_MORE))

    def _back(self) -> None:
        self._leave_step()
        if self._steps.back():
            self._show()
        else:
            self.tell(_("This is the first step."))

    def _leave_step(self) -> None:
        """What was said and looked for belongs to the step that is left."""
        self._announcer.silence()
        self._jobs.cancel()

    def _choose(self, through: SpeakThrough) -> None:
        self._doings.speak_through(through)
        self.text.show_lines(self._steps.lines())  # they tell who speaks, and what Escape does
        self.tell(f"{_(_WORDS[through])}.")

    def _sample(self) -> None:
        if not self._announcer.sample(_(SAMPLE)):
            self.tell(_(NO_VOICE))

    def _look(self) -> None:
        if self._jobs.is_busy:
            self.tell(_(LOOKING))
            return
        self.tell(_(LOOKING))
        self._jobs.start(self._steps.look(), self._found, self._ended)

    def _test(self) -> None:
        """Listen once all was said: the own voice would be heard, too."""
        if self._jobs.is_busy:
            self.tell(_(LISTENING))
            return
        self.tell(_(SPEAK))
        self._announcer.when_quiet(self._listen)

    def _listen(self) -> None:
        if not self._jobs.is_busy and self.test_button.isVisible():
            self._jobs.start(self._steps.hear(), self._found, self._ended)

    def _found(self, line: str) -> None:
        self.text.show_lines((*self._steps.lines(), line))
        self.tell(line)

    def _ended(self, error: WhichOneError | None) -> None:
        if error is not None:
            self.tell(error.spoken)

    def _fetch(self) -> None:
        model = self._steps.offered()
        if model is not None:
            self._doings.fetch(model.name)

    def _try(self) -> None:
        self._steps.finish()
        self.close()
        self._doings.try_example()
