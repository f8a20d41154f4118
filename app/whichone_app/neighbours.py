"""The next and the last picture of the same folder, by key.

    key -> a thread lists the folder -> "3 of 12, beach.jpg." -> the picture is opened

A folder on a network can take minutes, or never answer (field report 23): the window goes on,
says so, and Escape or any other command gives it up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from PySide6.QtCore import QTimer
from whichone_core.languages import N_

from .catalogue import _
from .features import Desk, Offer
from .menus import PICTURE_MENU, Command
from .presenters.picture_folder import pictures_in, step

LOOK_EVERY_MS = 20
PATIENCE_S, HEARTBEAT_S = 2, 10

NO_FILE = N_("No picture file is open, so there is no next one.")
LOOKING = N_("Looking through the folder.")
NO_FOLDER = N_("The folder of this picture cannot be read.")
FIRST = N_("This is the first picture of the folder.")
LAST = N_("This is the last picture of the folder.")

Scan = Callable[[Path], tuple[str, ...]]


class Neighbours:
    """scan: lists the pictures of a folder; slow, and may hang.  Raises OSError."""

    def __init__(self, desk: Desk, scan: Scan = pictures_in) -> None:
        self._desk = desk
        self._scan = scan
        self._by = 0
        self._found: Future[tuple[str, ...]] | None = None
        self._looks = 0
        self._timer = QTimer(desk.window, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        desk.conversation.on_command.append(self._give_up)

    def commands(self) -> Sequence[Offer]:
        following = Command("next picture", N_("&Next in the folder"), "Ctrl+N",
                            N_("open the next picture of the folder"))  # fmt: skip
        before = Command("last picture", N_("Pre&vious in the folder"), "Ctrl+P",
                         N_("open the previous picture of the folder"))  # fmt: skip
        return (
            Offer(PICTURE_MENU, following, lambda: self.go(1)),
            Offer(PICTURE_MENU, before, lambda: self.go(-1)),
        )

    def go(self, by: int) -> None:
        """Open the picture so many places further in the folder of the one that is open."""
        if self._desk.opened.current is None:
            self._desk.conversation.tell(_(NO_FILE))
        elif self._found is not None:
            self._desk.conversation.tell(_(LOOKING))
        else:
            self._by, self._looks = by, 0
            self._found = _in_thread(self._scan, Path(self._desk.opened.current).absolute().parent)
            self._timer.start()

    def close(self) -> None:
        self._give_up()

    def _give_up(self) -> None:
        self._timer.stop()
        self._found = None

    def _look(self) -> None:
        if self._found is None:
            return
        if self._found.done():
            self._arrive(self._found)
            return
        self._looks += 1
        seconds, rest = divmod(self._looks * LOOK_EVERY_MS, 1000)
        if not rest and (seconds == PATIENCE_S or seconds % HEARTBEAT_S == 0):
            self._desk.conversation.tell(_(LOOKING))

    def _arrive(self, found: Future[tuple[str, ...]]) -> None:
        self._give_up()
        tell, current = self._desk.conversation.tell, self._desk.opened.current or ""
        error = found.exception()
        if error is not None:
            tell(_(NO_FOLDER))
            return
        place = step(found.result(), str(Path(current).absolute()), self._by)
        if place is None:
            tell(_(LAST if self._by > 0 else FIRST))
            return
        self._desk.opened.expect(place.path)
        self._desk.conversation.open(lambda: self._desk.take(place.path))
        tell(place.spoken)


def _in_thread(scan: Scan, folder: Path) -> Future[tuple[str, ...]]:
    """A thread of its own, which a folder that hangs may keep until the program ends."""
    found: Future[tuple[str, ...]] = Future()

    def run() -> None:
        try:
            found.set_result(scan(folder))
        except OSError as error:
            found.set_exception(error)

    threading.Thread(target=run, name="whichone-folder", daemon=True).start()
    return found
