"""A picture of another screen or of one window, and the pictures of this session again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QImage
from whichone_core.errors import DeviceError
from whichone_core.languages import N_
from whichone_core.types.pictures import Frame, SourceKind

from . import x11
from .catalogue import _
from .chooser import Chooser
from .features import Desk, Offer
from .menus import PICTURE_MENU, Command
from .pasting import frame_of_image
from .screen_picture import SETTLE_MS, no_capture

NONE_RECENT = N_("No picture file was opened in this session yet.")

Target = tuple[str, Callable[[], QImage]]
"""What can be pictured: how it is called, and how it is done, in the window's thread."""


class MorePictures:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._targets: Chooser | None = None
        self._recent: Chooser | None = None

    def commands(self) -> Sequence[Offer]:
        target = Command("capture window", N_("Capture a &window or screen…"), "Ctrl+Shift+G",
                         N_("take a picture of one window or screen"))  # fmt: skip
        recent = Command("recent", N_("&Recent pictures…"), "Ctrl+Shift+O",
                         N_("open a picture of this session again"))  # fmt: skip
        return (
            Offer(PICTURE_MENU, target, self.choose_target),
            Offer(PICTURE_MENU, recent, self.choose_recent),
        )

    def close(self) -> None:
        for dialog in (self._targets, self._recent):
            if dialog is not None:
                dialog.hide()

    # ------------------------------------------------------------------ screens and windows

    def choose_target(self) -> None:
        if QGuiApplication.platformName().startswith("wayland"):
            self._desk.conversation.report_unopened(no_capture())
            return
        targets = [*_screens(), *_windows()]
        if self._targets is None:
            self._targets = Chooser(
                self._desk.window,
                N_("Capture"),
                N_("&Windows and screens"),
                N_("Capture"),
                self._desk.announcer.silence,
                self._desk.conversation.tell,
            )
        names = [name for name, _grab in targets]
        self._targets.choose(names, lambda row: self._take(targets[row]))

    def _take(self, target: Target) -> None:
        """Picture it without this window, which comes back before anything is said."""
        name, grab = target
        self._desk.window.hide()

        def finish() -> None:
            image = grab()
            self._desk.window.show()
            self._desk.window.activateWindow()
            if image.isNull():
                self._desk.conversation.report_unopened(_gone(name))
            else:
                self._desk.conversation.open(partial(_framed, image, name))

        QTimer.singleShot(SETTLE_MS, self._desk.window, finish)

    # ------------------------------------------------------------------ recent pictures

    def choose_recent(self) -> None:
        paths = self._desk.opened.recent
        if not paths:
            self._desk.conversation.tell(_(NONE_RECENT))
            return
        if self._recent is None:
            self._recent = Chooser(
                self._desk.window,
                N_("Recent pictures"),
                N_("&Pictures"),
                N_("Open"),
                self._desk.announcer.silence,
                self._desk.conversation.tell,
            )
        names = [
            _("{name}, in {folder}", name=Path(path).name, folder=Path(path).parent.name or "/")
            for path in paths
        ]
        self._recent.choose(names, lambda row: self._open(paths[row]))

    def _open(self, path: str) -> None:
        self._desk.conversation.open(lambda: self._desk.take(path))


def _framed(image: QImage, name: str) -> Frame:
    frame = frame_of_image(image, SourceKind.SCREEN)
    return replace(frame, remarks=(*frame.remarks, f"{name}."))


def _screens() -> list[Target]:
    screens = QGuiApplication.screens()
    return [
        (
            _(
                "Screen {number} of {count}, {width} by {height}",
                number=number,
                count=len(screens),
                width=screen.size().width(),
                height=screen.size().height(),
            ),
            # In Qt 6 the origin is the screen's own: 0, 0 is its corner on every screen.
            lambda screen=screen: screen.grabWindow(0).toImage(),  # type: ignore[misc]
        )
        for number, screen in enumerate(screens, start=1)
    ]


def _windows() -> list[Target]:
    """Windows of other programs, where the desktop lets them be listed."""
    if QGuiApplication.platformName() != "xcb" or not x11.is_here():
        return []
    try:
        with x11.connected() as server:
            windows = server.windows()
    except DeviceError:
        return []
    screen = QGuiApplication.primaryScreen()
    return [
        (
            _("Window {title}", title=window.title),
            lambda number=window.number: screen.grabWindow(number).toImage(),  # type: ignore[misc]
        )
        for window in windows
        if window.process != os.getpid()
    ]


def _gone(name: str) -> DeviceError:
    return DeviceError(
        _("{name} could not be pictured.", name=name),
        remedy=_("It may be closed or minimised; open it first."),
    )
