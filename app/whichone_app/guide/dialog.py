"""The user guide in a dialog: headings to go to, and its text, one sentence a line.

F3 and Shift+F3 read by sentence, as in the window, F11 says the sentence again; F4 and
Shift+F4 go by heading.  All of them work from every control, and none moves the focus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget
from whichone_core.languages import N_, language_used

from ..announcer import Announcer
from ..catalogue import _, _n
from ..letter_list import LetterList
from ..menus import Command
from ..presenters.guide import Book, GuideReading, read_book, with_own_keys
from ..settings_window.sheet import Sheet, button, called, label, text_view
from ..untold import untold
from ..whole_line import WholeLine
from ..wrapped_row import WrappedRow
from . import guide_text

KEYS = N_("F3 reads the next sentence, F4 goes to the next heading.")
_INDENT = 4
"""Spaces before a heading for each level: the eye sees what belongs together."""


class GuideDialog(Sheet):
    """Made once; the text is read again when language or keys change, at the same heading.

    changed: commands with a key of the user's own, as they came and as they are now.
    """

    keys_here = KEYS

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        changed: Callable[[], Sequence[tuple[Command, Command]]] = lambda: (),
    ) -> None:
        super().__init__(window, announcer, N_("User guide"))
        self._changed = changed
        self._own_keys: Sequence[tuple[Command, Command]] = ()
        self._language = ""
        self._book = Book((), ())
        self.headings = called(LetterList(), N_("Headings"))
        self.headings.itemActivated.connect(lambda _item: self._go())
        self.text = text_view(N_("Text of the guide"))
        self.words = called(WholeLine(), N_("Words to find"))
        self.words.returnPressed.connect(self._find)
        self.find_button = button(N_("Find next"), self._find)
        self.reading = self._reading()
        self._lay_out()

    def open_sheet(self) -> None:
        """Show it where it was left; at first with the list of headings."""
        if self._language != language_used() or self._own_keys != self._changed():
            self._load()
        super().open_sheet()
        self.headings.setFocus()
        self.tell(" ".join((_(KEYS), self._of_keys())).strip())

    def word(self) -> None:
        if self._language and self._language != language_used():
            self._load()

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
        row = max(0, self.headings.currentRow())
        self._own_keys = self._changed()
        self._book = read_book(with_own_keys(guide_text(), self._own_keys))
        self.reading = self._reading()
        self.text.show_lines(self._book.lines)
        self.headings.clear()
        for heading in self._book.headings:
            self.headings.addItem(" " * _INDENT * (heading.level - 1) + heading.text)
        self.headings.setCurrentRow(min(row, self.headings.count() - 1))
        self._go_to(self._book.headings[self.headings.currentRow()].line)

    def _of_keys(self) -> str:
        """Where the guide is right about keys that the user chose; nothing where all are usual."""
        if not self._own_keys:
            return ""
        return _n(
            "You changed {count} key: the chapter of all commands says yours, the others the "
            "usual one.",
            "You changed {count} keys: the chapter of all commands says yours, the others the "
            "usual ones.",
            len(self._own_keys),
        )

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
        # Orca 43 takes a caret that moves for its own place, and then passes over the focus.
        with untold():
            self._go_to(line)
        self.text.setFocus()
        if self._announcer.is_own_voice:  # a reader reads the line that the focus comes to
            self._announcer.say(self._book.lines[line])

    def _find(self) -> None:
        self._announcer.silence()
        self.reading.find(self.words.value)

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("Headings"), self.headings))
        self.column.addWidget(self.headings, 2)
        self.column.addWidget(label(N_("Text of the guide"), self.text))
        self.column.addWidget(self.text, 3)
        self.column.addWidget(label(N_("Words to find"), self.words))
        row = WrappedRow()
        row.addWidget(self.words)
        row.addWidget(self.find_button)
        self.column.addLayout(row)
        self.add_end()
