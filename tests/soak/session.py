"""What somebody does with the window for half an hour, drawn by chance from what people do.

A round is a picture and some turns about it: questions, follow-ups, replies to questions back,
corrections, doubts, comparisons, and what is given up with Escape; between them dialogs are
opened and closed, answers repeated, read, spelled and gone back to.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QDialog
from whichone_app.window import MainWindow

from tests.soak.hands import Script, Until, press, write

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key

QUESTIONS = (
    "What is this?", "What does it say?", "What is the expiry date?", "How many cups are there?",
    "What color is the circle?", "What colour is it?", "Is there a spoon?", "What is on the left?",
    "Which one is blue?", "",
)  # fmt: skip
FOLLOW_UPS = ("And the colour?", "Where is it?", "Is it large?", "What else is there?")
READY = (Key.Key_D, Key.Key_R, Key.Key_H, Key.Key_L, Key.Key_T, Key.Key_B, Key.Key_A)
"""Ready questions by Ctrl+Shift and a letter."""
LOOK_S = 2.0
"""How long nothing is done, so that the memory can be looked at."""
RIGHT = ("It is a bowl", "It is red", "two cups")
READING = (
    (Key.Key_R, CTRL), (Key.Key_I, CTRL), (Key.Key_F3, NONE), (Key.Key_F3, SHIFT),
    (Key.Key_F5, NONE), (Key.Key_F9, NONE), (Key.Key_F9, SHIFT), (Key.Key_F11, NONE),
    (Key.Key_PageUp, ALT), (Key.Key_PageDown, ALT), (Key.Key_F1, SHIFT),
    (Key.Key_C, CTRL | SHIFT), (Key.Key_F6, NONE), (Key.Key_F8, NONE),
)  # fmt: skip
DIALOGS = ("settings", "models", "first steps", "privacy", "camera", "keys")
SETTLES = 10
"""After so many questions the same two pictures are opened, so that memory can be compared."""
SETTLED = "settled"
RARE_DIALOG = "doctor"
"""It starts a child for each device that it looks at."""


class Session:
    """count: questions in all; each begins `pace_s` seconds after the one before, or later.

    The last picture is the one about which there is a question back; the two before are small.
    """

    def __init__(
        self, window: MainWindow, pictures: Sequence[str], count: int, pace_s: float, seed: int
    ) -> None:
        self._window = window
        self._pictures = pictures
        self._small, self._unclear = pictures[-3:-1], pictures[-1]
        self._settled = 0
        self._count = count
        self._pace_s = pace_s
        self._chance = random.Random(seed)
        self._began = time.monotonic()
        self.done: Counter[str] = Counter()

    def script(self) -> Script:
        """All of it."""
        while self.done["questions"] < self._count:
            yield from self._new_picture()
            for _turn in range(self._chance.randint(2, 5)):
                yield from self._turn()
            if self.done["questions"] >= self._settled + SETTLES:
                self._settled = self.done["questions"]
                yield from self._settle()
        QGuiApplication.clipboard().clear()  # a picture in it outlives the application
        yield self._idle()

    def _settle(self) -> Script:
        """Two small pictures, and nothing in the clipboard: what is held of pictures is then the
        same each time, which it is not where one of twelve megapixels is among them."""
        QGuiApplication.clipboard().clear()
        for path in self._small:
            self._window.open_path(path)
            yield self._idle()
        print(SETTLED, flush=True)
        moment = time.monotonic() + LOOK_S
        yield Until("a look from outside", lambda: time.monotonic() >= moment)

    def _turn(self) -> Script:
        due = self._began + self.done["questions"] * self._pace_s
        yield Until("its time", lambda: time.monotonic() >= due)
        turns: Sequence[tuple[Callable[[], Script], int]] = (
            (self._ask, 10), (self._ready, 4), (self._correct, 2), (self._compare, 2),
            (self._cancel, 3), (self._be_unclear, 4),
        )  # fmt: skip
        (chosen,) = self._chance.choices([t[0] for t in turns], [t[1] for t in turns])
        yield from chosen()
        yield from self._answer_back()
        if self._chance.random() < 0.3:
            self._count_one("follow-ups")
            yield from self._asked(self._chance.choice(FOLLOW_UPS))
            yield from self._answer_back()
        for key, held in self._chance.sample(READING, 3):
            press(key, held)
            yield self._idle()
        if self._chance.random() < 0.35:
            yield from self._dialog()

    # ------------------------------------------------------------------ asking

    def _ask(self) -> Script:
        yield from self._asked(self._chance.choice(QUESTIONS))

    def _asked(self, text: str) -> Script:
        self._count_one("questions")
        yield from self._at_question()
        write(text)
        press(Key.Key_Return)
        yield self._idle()

    def _be_unclear(self) -> Script:
        """Ask what has to be asked back: about one circle of many."""
        self._window.open_path(self._unclear)
        yield self._idle()
        yield from self._asked("What color is the circle?")

    def _ready(self) -> Script:
        self._count_one("questions")
        press(self._chance.choice(READY), CTRL | SHIFT)
        yield self._idle()

    def _answer_back(self) -> Script:
        """Reply to a question back: by its number, in words, or not at all."""
        talk = self._window.conversation
        while talk.is_asked_back:
            self._count_one("replies")
            if not talk.options or self._chance.random() < 0.2:
                yield from self._asked("neither of them")
                return
            number = self._chance.randint(1, len(talk.options))
            if self._chance.random() < 0.5:
                press(Key.Key_F7)
                yield self._idle()
                press(Key(Key.Key_0 + number))
            else:
                yield from self._at_question()
                write(str(number))
                press(Key.Key_Return)
            yield self._idle()

    def _correct(self) -> Script:
        press(Key.Key_X, CTRL | SHIFT)
        yield self._idle()
        self._count_one("corrections")
        yield from self._asked(self._chance.choice(RIGHT))

    def _compare(self) -> Script:
        self._count_one("comparisons")
        press(Key.Key_K, CTRL | SHIFT)
        yield self._idle()

    def _cancel(self) -> Script:
        """Give a question up a moment after it was asked."""
        self._count_one("questions")
        self._count_one("cancelled")
        yield from self._at_question()
        write(self._chance.choice(QUESTIONS))
        press(Key.Key_Return)
        moment = time.monotonic() + self._chance.uniform(0.0, 1.5)
        yield Until("a moment", lambda: time.monotonic() >= moment)
        press(Key.Key_Escape)
        yield self._idle()

    def _at_question(self) -> Script:
        press(Key.Key_L, CTRL)
        yield Until("the question field", self._window.question.hasFocus)
        press(Key.Key_A, CTRL)

    # ------------------------------------------------------------------ around it

    def _new_picture(self) -> Script:
        self._count_one("pictures")
        path = self._chance.choice(self._pictures)
        if self._chance.random() < 0.25 and Path(path).is_file():
            QGuiApplication.clipboard().setImage(QImage(path))
            yield from self._at_question()
            press(Key.Key_V, CTRL)
        else:
            self._window.open_path(path)
        yield self._idle()

    def _dialog(self) -> Script:
        """Open one, go through it by Tab, and leave it with Escape."""
        rare = self._chance.random() < 0.05
        name = RARE_DIALOG if rare else self._chance.choice(DIALOGS)
        self._count_one("dialogs")
        self._run(name)
        yield Until(f"the dialog {name}", lambda: self._shown() is not None)
        for _step in range(self._chance.randint(2, 8)):
            press(Key.Key_Tab)
        if name == "settings":
            yield from self._search()
        while (dialog := self._shown()) is not None:
            press(Key.Key_Escape, on=dialog)
            yield Until("a moment in a dialog", lambda: True)
        yield Until("the window after a dialog", self._window.isActiveWindow)

    def _search(self) -> Script:
        shown = self._shown()
        search = getattr(shown, "search", None)
        if search is not None:
            search.setFocus()
            yield Until("the search field", search.hasFocus)
            write(self._chance.choice(("voice", "log", "camera", "speech")))
            yield Until("what was found", lambda: True)
            press(Key.Key_A, CTRL)
            press(Key.Key_Delete)

    def _run(self, name: str) -> None:
        """What the menu's entry does."""
        from PySide6.QtGui import QAction

        action = self._window.findChild(QAction, name)
        assert isinstance(action, QAction), name
        action.trigger()

    def _shown(self) -> QDialog | None:
        return next(
            (top for top in QApplication.topLevelWidgets()
             if isinstance(top, QDialog) and top.isVisible()), None,
        )  # fmt: skip

    def _idle(self) -> Until:
        """Until the answer is there; what is said goes on meanwhile, as for anybody."""
        return Until("the answer", lambda: not self._window.conversation.situation.is_busy)

    def _count_one(self, what: str) -> None:
        self.done[what] += 1
        if what == "questions":
            print(f"asked {self.done[what]}", flush=True)
