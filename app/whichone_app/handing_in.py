"""What is pasted or dropped on the window becomes its picture, or words of the question.

Every way to paste comes here: the key, the menu, Shift+Insert, the question's own context
menu (field report 15).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from whichone_core.errors import InputError
from whichone_core.languages import N_
from whichone_core.types.pictures import Frame

from .catalogue import _
from .pasting import picture_in
from .presenters.conversation import Conversation

PASTE_TRIES, PASTE_WAIT_MS = 4, 120
"""Large pictures sometimes arrive late on a Linux clipboard (field report 16)."""
MOST_WORDS = 20
"""So many words of what was pasted are said."""
CUT = N_("That is too long: only its beginning stands in the question.")


class HandingIn(QObject):
    """put: where pasted words go; whether all of them found room there."""

    def __init__(
        self,
        parent: QObject,
        conversation: Conversation,
        take: Callable[[str], Frame],
        put: Callable[[str], bool],
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._take = take
        self._put = put

    def paste(self, tries: int = PASTE_TRIES) -> None:
        """Open the picture on the clipboard, or put its words into the question."""
        if self._has_taken(QGuiApplication.clipboard().mimeData()):
            return
        if tries > 1:
            QTimer.singleShot(PASTE_WAIT_MS, self, lambda: self.paste(tries - 1))
        else:
            self._conversation.report_unopened(
                InputError(
                    _("There is no picture on the clipboard."), remedy=_("Copy one, then paste it.")
                )
            )

    def enter(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if data.hasImage() or data.hasUrls() or data.hasText():
            event.acceptProposedAction()

    def drop(self, event: QDropEvent) -> None:
        if self._has_taken(event.mimeData()):
            event.acceptProposedAction()

    def _has_taken(self, data: QMimeData | None) -> bool:
        """Whether there was anything to take, or to complain of.

        data: None where the clipboard was emptied and no program owns it (Qt says so at run
        time, though its types do not).
        """
        if data is None:
            return False
        try:
            load = picture_in(data, self._take)
        except InputError as error:
            self._conversation.report_unopened(error)
            return True
        if load is not None:
            self._conversation.open(load)
            return True
        words = data.text().split()
        if words:
            is_whole = self._put(" ".join(words))
            self._conversation.tell(_told(words) if is_whole else _(CUT))
        return bool(words)


def _told(words: Sequence[str]) -> str:
    """What was pasted; of much only its beginning, which the question says all of."""
    if len(words) <= MOST_WORDS:
        return _("Pasted: {words}", words=" ".join(words))
    beginning = " ".join(words[:MOST_WORDS])
    return _("Pasted {count} words: {words}…", count=len(words), words=beginning)
