"""The list of all commands that F1 opens; Enter does one of them, back in the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QWidget
from whichone_core.languages import N_

from .announcer import Announcer
from .letter_list import LetterList
from .presenters.command_list import opening, rows
from .presenters.commands import CommandTable
from .presenters.situation import Situation
from .settings_window.sheet import Sheet, button, called, label

KEYS = N_("Arrows or letters go through the list. Enter does a command.")
_NAME, _SOUGHT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class CommandList(LetterList):
    """The commands; letters look at what they do, and Enter does the current one."""

    def words(self, row: int) -> str:
        return str(self.item(row).data(_SOUGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem():
            self.itemActivated.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class HelpDialog(Sheet):
    """table, situation: asked each time that it opens.  run: does the command of a name."""

    keys_here = KEYS

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        table: Callable[[], CommandTable],
        situation: Callable[[], Situation],
        run: Callable[[str], object],
    ) -> None:
        super().__init__(window, announcer, N_("All keys"))
        self._table, self._situation, self._run = table, situation, run
        self.list = called(CommandList(), N_("Commands"))
        self.list.itemActivated.connect(lambda _item: self._do())
        self.do_button = button(N_("Do it"), self._do)
        self.column.addWidget(label(N_("&Commands"), self.list))
        self.column.addWidget(self.list, 4)
        self.column.addWidget(self.do_button)
        self.add_end()

    def open_sheet(self) -> None:
        """Show what matters now first, and say it in a few words."""
        self._fill()
        self.list.setCurrentRow(0)
        super().open_sheet()
        self.list.setFocus()
        self.tell(opening(self._table(), self._situation()))

    def word(self) -> None:
        row = self.list.currentRow()
        self._fill()
        self.list.setCurrentRow(row)

    def _fill(self) -> None:
        self.list.clear()
        for row in rows(self._table(), self._situation()):
            item = QListWidgetItem(row.shown, self.list)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, row.said)
            item.setData(_NAME, row.name)
            item.setData(_SOUGHT, row.sought)

    def _do(self) -> None:
        """Close, so that the command is given where its key would be."""
        item = self.list.currentItem()
        if item is None:
            return
        name = str(item.data(_NAME))
        self._announcer.silence()
        self.close()
        QTimer.singleShot(0, self, lambda: self._run(name))
