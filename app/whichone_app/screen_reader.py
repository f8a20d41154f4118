"""Whether a screen reader runs, and how to give it something to say.

What was measured (Orca 43.1 and 48.1, Debian 12 and 13): Orca 43 is silent on
QAccessibleAnnouncementEvent and both speak a widget with the Notification role when it is
shown.  So on Linux a notice is such a widget, and elsewhere it is the event; never both,
which newer readers would read twice.

On Linux "a screen reader runs" means that some program listens on the accessibility bus:
Orca started by hand sets neither org.a11y.Status.ScreenReaderEnabled nor, always,
IsEnabled, and once enabled IsEnabled stays on without it.  Trade-off: a magnifier that
follows the focus listens too; the setting `speak_through` is for that.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QGuiApplication,
)
from PySide6.QtWidgets import QAccessibleWidget, QDialog, QLabel, QWidget

NOTICES = 10
"""How many notices take turns, so that one can still be asked about when later ones are shown: a
reader that is seconds behind would say the new text of a notice in place of the old one."""

NOTICE_LIFE_MS = 4000
"""How long a notice stays; Orca asks for its name within 0.1 s of its being shown."""

FIRST_WORDS_MS = 10_000
"""How long after the start a screen reader may still appear and be told of the window."""

READS_LINES = sys.platform != "darwin"
"""Whether a reader reads the line of text in which Up or Down have moved the caret.  Orca 43 does,
so that what the program said of it was heard twice; JAWS does by its script manual (6.6,
SayNextLine); NVDA is taken to do the same, and neither was heard here; of VoiceOver it is not
known."""

_LOOK_EVERY_MS = 50
_DBUS_TIMEOUT_MS, _FIRST_TIMEOUT_MS = 200, 2000
_NO_ANSWER = {"NoReply", "Timeout", "TimedOut"}
"""The ends of the names of errors that tell nothing of who listens (D-Bus specification)."""
HOLDS_S = 30.0
"""How long what was known of a reader holds while the accessibility bus gives no answer: its
registry gives none while a reader is busy with a key (measured: for seconds on a busy machine)."""


class Notice(QLabel):
    """A label without an area that a screen reader speaks when it is shown."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setGeometry(0, 0, 1, 1)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._life = QTimer(self, singleShot=True, interval=NOTICE_LIFE_MS)
        self._life.timeout.connect(self.hide)

    def show_text(self, text: str) -> None:
        self.hide()
        self.setAccessibleName(text)
        self.show()
        self._life.start()


class _NoticeInterface(QAccessibleWidget):
    """A Notice as assistive programs see it."""

    def __init__(self, notice: QWidget) -> None:
        super().__init__(notice, QAccessible.Role.Notification)
        self._is_in_dialog = isinstance(notice.window(), QDialog)

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """Nothing above it in a dialog: Orca 43 says a dialog's name before each of its notices."""
        return None if self._is_in_dialog else super().parent()


_interfaces: list[QAccessibleInterface] = []
"""Qt does not keep the interfaces that a factory made in Python: they are kept here, one for
each Notice, and there are only a few."""


def _make_interface(_key: str, thing: object) -> QAccessibleInterface | None:
    if not isinstance(thing, Notice):
        return None
    interface = _NoticeInterface(thing)
    _interfaces.append(interface)
    return interface


class Announcements(QObject):
    """What a screen reader is given to say while the window is the active one."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._notices: list[Notice] = []
        if sys.platform == "linux":
            QAccessible.installFactory(_make_interface)
            self._notices = [Notice(window) for _turn in range(NOTICES)]
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take notices away with the window: shown again with it they would be said again."""
        if event.type() == QEvent.Type.Hide:
            for notice in self._notices:
                notice.hide()
        return super().eventFilter(watched, event)

    def announce(self, text: str) -> None:
        """Have the text said after what is being said."""
        if self._notices:
            self._notices.append(self._notices.pop(0))
            self._notices[-1].show_text(text)
            return
        event = QAccessibleAnnouncementEvent(self._window, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


class FirstWords(QObject):
    """Tells a screen reader about the window and its focus, if it missed them at the start.

    On Linux Qt connects to the accessibility bus only once the event loop runs; a window
    that became active before that is never spoken (measured: 1 start in 40 on a busy
    machine), and its user does not know that it is there.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._looks_left = FIRST_WORDS_MS // _LOOK_EVERY_MS
        self._timer = QTimer(self, interval=_LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        if sys.platform == "linux" and not QAccessible.isActive():
            self._timer.start()

    def _look(self) -> None:
        self._looks_left -= 1
        if QAccessible.isActive():
            self._timer.stop()
            self._tell()
        elif not self._looks_left:
            self._timer.stop()

    def _tell(self) -> None:
        focused = self._window.focusWidget()
        if self._window.isActiveWindow() and focused is not None:
            QCoreApplication.sendEvent(self._window, QEvent(QEvent.Type.WindowActivate))
            QAccessible.updateAccessibility(QAccessibleEvent(focused, QAccessible.Event.Focus))


def is_connected() -> bool:
    """Whether what a window shows can reach a reader: on Linux not at once after the start."""
    platform = QGuiApplication.platformName()
    is_on_bus = sys.platform == "linux" and platform.startswith(("xcb", "wayland"))
    return not is_on_bus or QAccessible.isActive()


class KnownReader:
    """Whether a screen reader runs, as far as it is known.

    ask: tells whether one does, or None where there is no answer within so many milliseconds.
    A reader that is only slow stays known: else the own voice would speak beside it.
    """

    def __init__(
        self, ask: Callable[[int], bool | None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask, self._now = ask, now
        self._known: bool | None = None
        self._until = 0.0

    def is_running(self) -> bool:
        """Takes under a millisecond as a rule, a fifth of a second without an answer."""
        found = self._ask(_FIRST_TIMEOUT_MS if self._known is None else _DBUS_TIMEOUT_MS)
        if found is not None or self._known is None:
            self._known, self._until = bool(found), self._now() + HOLDS_S
        elif self._now() > self._until:
            self._known = False
        return self._known


def is_running() -> bool:
    """Whether a screen reader seems to run now; see `KnownReader` for how long it takes."""
    if sys.platform == "linux":
        return _known_reader.is_running()
    if sys.platform == "win32":
        return _is_flag_of_windows_set()
    return QAccessible.isActive()


def _is_someone_listening(within_ms: int) -> bool | None:
    """Whether any program registered for events at the AT-SPI registry; None without an answer."""
    from PySide6.QtDBus import QDBus, QDBusArgument, QDBusConnection, QDBusMessage

    def call(bus: QDBusConnection, service: str, path: str, method: str) -> QDBusMessage:
        message = QDBusMessage.createMethodCall(service, path, service, method)
        return bus.call(message, QDBus.CallMode.Block, within_ms)

    bus = QDBusConnection("whichone-accessibility")
    if not bus.isConnected():
        reply = call(QDBusConnection.sessionBus(), "org.a11y.Bus", "/org/a11y/bus", "GetAddress")
        found = reply.arguments()
        if not found or not isinstance(found[0], str) or "=" not in found[0]:
            return _without_answer(reply.errorName())
        bus = QDBusConnection.connectToBus(found[0], "whichone-accessibility")
    registry = "org.a11y.atspi.Registry"
    reply = call(bus, registry, "/org/a11y/atspi/registry", "GetRegisteredEvents")
    events = reply.arguments()
    if not events or not isinstance(events[0], QDBusArgument):
        return _without_answer(reply.errorName())
    listeners = events[0]
    listeners.beginArray()
    return not listeners.atEnd()


def _without_answer(error: str) -> bool | None:
    """Nobody listens where there is nobody to ask; of who is only slow nothing is known."""
    return None if error.rpartition(".")[2] in _NO_ANSWER else False


_known_reader = KnownReader(_is_someone_listening)


def _is_flag_of_windows_set() -> bool:
    """Windows' own flag, which NVDA, JAWS and Narrator set (SPI_GETSCREENREADER)."""
    import ctypes

    flag = ctypes.c_int(0)
    get_screen_reader = 0x0046
    user32 = ctypes.CDLL("user32")
    user32.SystemParametersInfoW(get_screen_reader, 0, ctypes.byref(flag), 0)
    return bool(flag.value)
