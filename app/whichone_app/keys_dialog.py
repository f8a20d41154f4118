"""The keys of all commands in a list that is searched, and new ones given by pressing them.

While a new key is waited for, the control that has the focus keeps it, and every key that it
gets is taken as the new one; Escape, or going elsewhere, leaves things as they are.  Where another
command has it, the two are exchanged if the next key is Enter; that key once more would be a slip.
Where it can't be had, another one is waited for, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QWidget
from whichone_core.languages import N_

from .announcer import Announcer
from .asked_twice import AskedTwice
from .catalogue import _
from .key_press import is_whole, pressed_keys
from .letter_list import LetterList
from .presenters.key_choice import KeyChoices
from .settings_window.sheet import Sheet, button, called, label
from .whole_line import WholeLine
from .wrapped_row import WrappedRow

FOUND_MS = 400
"""How long after the last letter the number of hits is said."""
_YES = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_NAME = Qt.ItemDataRole.UserRole
_SURE = N_("Press it again to give all commands their usual keys.")
_LEFT = N_("Nothing changed.")


class CommandList(LetterList):
    """The commands; Enter gives the current one another key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem():
            self.itemActivated.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class KeysDialog(Sheet):
    """Every command's key, by keyboard alone.

    where: says which file the keys stand in, and makes it where there is none.
    """

    keys_here = N_(
        "Type words to find a command, choose it in the list with the arrows or its first "
        "letters, and press Enter to give it another key. Two commands can exchange theirs."
    )

    def __init__(
        self, window: QWidget, announcer: Announcer, keys: KeyChoices, where: Callable[[], str]
    ) -> None:
        super().__init__(window, announcer, N_("Keys"))
        self._keys = keys
        self._where = where
        self._awaited = ""
        self._agree: Callable[[], str] | None = None
        self._watched: QWidget | None = None
        self.search = called(WholeLine(), N_("Search commands"))
        self.list = called(CommandList(), N_("Commands"))
        self._said_timer = QTimer(self, singleShot=True, interval=FOUND_MS)
        self._said_timer.timeout.connect(lambda: self.tell(keys.found(self.search.value)))
        self._lay_out()
        self.search.textEdited.connect(self._search)
        self.list.itemActivated.connect(lambda _item: self._await())
        self._fill()

    def open_sheet(self) -> None:
        """Show all commands, ready to be searched."""
        self.search.clear()
        self._fill()
        self._resetting.forget()
        super().open_sheet()
        self.search.setFocus()

    @property
    def current(self) -> str:
        """The name of the command that is current in the list; "" for none."""
        item = self.list.currentItem()
        return str(item.data(_NAME)) if item is not None else ""

    def word(self) -> None:
        self._refresh()

    def stop(self) -> bool:
        """Wait for no new key any more."""
        if not self._awaited:
            return False
        self._end_waiting()
        self.tell(_(_LEFT))
        return True

    # ------------------------------------------------------------------ the new key

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is pressed while a new key is waited for."""
        if watched is not self._watched:
            return super().eventFilter(watched, event)
        if event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.stop()
        elif isinstance(event, QKeyEvent):
            event.accept()  # else it is looked for among the keys that commands have now
            if event.type() == QEvent.Type.KeyPress and is_whole(event):
                self._pressed(event)
            return True
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.escape()
            return
        name, pressed, agree = self._awaited, pressed_keys(event), self._agree
        self._end_waiting()
        if agree is not None:
            self._do(agree if event.key() in _YES else lambda: _(_LEFT))
        elif question := self._keys.question(name, pressed):
            self._ask(question, lambda: self._keys.exchange(name, pressed))
        elif refusal := self._keys.try_another(name, pressed):
            self._await_another(refusal)
        else:
            self._do(lambda: self._keys.change(name, pressed))

    def _await(self) -> None:
        if self.current and self._watch():
            self.tell(self._keys.prompt(self.current))

    def _await_another(self, refusal: str) -> None:
        """Wait on after a key that can't be had; Escape ends that before it closes anything."""
        if self._watch():
            self.tell(refusal)

    def _ask(self, question: str, agree: Callable[[], str]) -> None:
        """Ask whether to exchange keys; the next key that is pressed is the answer."""
        if self._watch():
            self._agree = agree
            self.tell(question)

    def _watch(self) -> bool:
        """Take the keys that the control with the focus gets; whether there is one."""
        watched = self.focusWidget()
        if watched is None:
            return False
        self._resetting.forget()
        self._awaited, self._watched = self.current, watched
        watched.installEventFilter(self)
        self._announcer.silence()
        return True

    def _end_waiting(self) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
        self._awaited, self._agree, self._watched = "", None, None

    # ------------------------------------------------------------------ buttons

    def _do(self, command: Callable[[], str]) -> None:
        """Say what came of it, and show the keys as they are now."""
        self._resetting.forget()
        self._announcer.silence()
        said = command()
        self._refresh()
        self.tell(said)

    def _take_away(self) -> None:
        if self.current:
            self._do(lambda: self._keys.take_away(self.current))

    def _back(self) -> None:
        name = self.current
        if name and (question := self._keys.question_back(name)):
            self._ask(question, lambda: self._keys.exchange_back(name))
        elif name:
            self._do(lambda: self._keys.back(name))

    def _back_all(self) -> None:
        if not self._resetting.is_sure(_SURE):
            self.tell(_(_SURE))
        else:
            self._do(self._keys.back_all)

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("Sea&rch commands"), self.search))
        self.column.addWidget(self.search)
        self.column.addWidget(label(N_("&Commands"), self.list))
        self.column.addWidget(self.list, 4)
        row = WrappedRow()
        self.change_button = button(N_("Change the key"), self._await)
        self.none_button = button(N_("No key"), self._take_away)
        self.usual_button = button(N_("Usual key"), self._back)
        self.all_button = button(N_("All usual keys"), self._back_all)
        self._resetting = AskedTwice(self.all_button)
        self.file_button = button(N_("Where the keys are kept"), lambda: self._do(self._where))
        self._of_current = (self.change_button, self.none_button, self.usual_button)
        for each in (*self._of_current, self.all_button, self.file_button):
            row.addWidget(each)
        self.column.addLayout(row)
        self.add_end()

    # ------------------------------------------------------------------ the list

    def _search(self) -> None:
        self._fill()
        self._said_timer.start()

    def _fill(self) -> None:
        """Show what is found; the current command stays current where it is among it."""
        current = self.current
        self.list.clear()
        for row in self._keys.rows(self.search.value):
            item = QListWidgetItem(row.line, self.list)
            item.setData(_NAME, row.name)
            if row.name == current:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and self.list.count():
            self.list.setCurrentRow(0)
        for each in self._of_current:
            each.setEnabled(self.list.count() > 0)

    def _refresh(self) -> None:
        for number in range(self.list.count()):
            item = self.list.item(number)
            line = self._keys.line(item.data(_NAME))
            if item.text() != line:
                item.setText(line)
