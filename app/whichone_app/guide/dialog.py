"""The user guide in a dialog: headings to go to, and its text, one sentence a line.

F3 and Shift+F3 read by sentence, as in the window, F11 says the sentence again; F4 and
Shift+F4 go by heading.  All of them work from every control, and none moves the focus.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListWidget, QWidget
from whichone_core.languages import N_, language_used

from ..announcer import Announcer
from ..catalogue import _
from ..presenters.guide import Book, GuideReading, read_book
from ..settings_window.sheet import Sheet, button, label, text_view
from . import guide_text

_NAMES = (N_("Headings"), N_("Text of the guide"), N_("Words to find"))
_INDENT = 4
"""Spaces before a heading for each level: the eye sees what belongs together."""


class GuideDialog(Sheet):
    """Made once; the text is read again where the language was changed meanwhile."""

    def __init__(self, window: QWidget, announcer: Announcer) -> None:
        super().__init__(window, announcer, "")
        self._language = ""
        self._book = Book((), ())
        self.headings = QListWidget()
        self.headings.itemActivated.connect(lambda _item: self._go())
        self.text = text_view("")
        self.words = QLineEdit()
        self.words.returnPressed.connect(self._find)
        self.find_button = button("", self._find)
        self._labels: list[QLabel] = []
        self.reading = self._reading()
        self._lay_out()

    def open_sheet(self) -> None:
        """Show it where it was left; at first with the list of headings."""
        if self._language != language_used():
            self._load()
        super().open_sheet()
        self.headings.setFocus()
        self.tell(_("F3 reads the next sentence, F4 goes to the next heading."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        run = self._keys().get((event.key(), event.modifiers()))
        if run is None:
            super().keyPressEvent(event)
        else:
            self._announcer.silence()
            run()

    # ------------------------------------------------------------------ inside

    def _keys(self) -> dict[tuple[int, Qt.KeyboardModifier], Callable[[], None]]:
        alone, shift = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
        return {
            (Qt.Key.Key_F3, alone): self.reading.next_sentence,
            (Qt.Key.Key_F3, shift): self.reading.previous_sentence,
            (Qt.Key.Key_F11, alone): self.reading.this_sentence,
            (Qt.Key.Key_F4, alone): self.reading.next_heading,
            (Qt.Key.Key_F4, shift): self.reading.previous_heading,
        }

    def _reading(self) -> GuideReading:
        return GuideReading(self._book, self._place, self._go_to, self._announcer.say, self.tell)

    def _load(self) -> None:
        self._language = language_used()
        self._word()
        self._book = read_book(guide_text())
        self.reading = self._reading()
        self.text.show_lines(self._book.lines)
        self.headings.clear()
        for heading in self._book.headings:
            self.headings.addItem(" " * _INDENT * (heading.level - 1) + heading.text)
        self.headings.setCurrentRow(0)

    def _place(self) -> int:
        return self.text.textCursor().blockNumber()

    def _go_to(self, line: int) -> None:
        cursor = QTextCursor(self.text.document().findBlockByNumber(line))
        self.text.setTextCursor(cursor)
        self.text.centerCursor()
        if not self.headings.hasFocus():
            self.headings.setCurrentRow(self._book.heading_of(line))

    def _go(self) -> None:
        """Enter in the list: read on from that heading, in the text."""
        line = self._book.headings[self.headings.currentRow()].line
        self._announcer.silence()
        self._go_to(line)
        self.text.setFocus()
        if self._announcer.is_own_voice:  # a reader reads the line that the focus comes to
            self._announcer.say(self._book.lines[line])

    def _find(self) -> None:
        self._announcer.silence()
        self.reading.find(self.words.text())

    def _word(self) -> None:
        """Name everything in the language that is used now."""
        self.setWindowTitle(_("User guide"))
        self.find_button.setText(_("Find next"))
        self.find_button.setAccessibleName(_("Find next"))
        for its_label, name in zip(self._labels, _NAMES, strict=True):
            its_label.setText(_(name))
            its_label.buddy().setAccessibleName(_(name))

    def _lay_out(self) -> None:
        controls = (self.headings, self.text, self.words)
        self._labels = [label("", control) for control in controls]
        row = QHBoxLayout()
        row.addWidget(self.words)
        row.addWidget(self.find_button)
        for its_label, control, share in zip(self._labels, controls, (2, 3, 0), strict=True):
            self.column.addWidget(its_label)
            if control is self.words:
                self.column.addLayout(row)
            else:
                self.column.addWidget(control, share)
        self.add_end()
