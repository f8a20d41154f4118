"""What is said and shown of a picture that was just opened."""

from __future__ import annotations

from collections.abc import Callable

from whichone_core.events import Event, QualityChecked, Remarked
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport

from . import phrases
from .view import View


class PictureNews:
    """Tells of the picture that is in the window.

    tell: says a passing notice.
    """

    def __init__(self, view: View, tell: Callable[[str], None]) -> None:
        self._view = view
        self._tell = tell
        self._frame: Frame | None = None
        self._compared: list[str] = []

    @property
    def has_picture(self) -> bool:
        return self._frame is not None

    @property
    def frame(self) -> Frame | None:
        """The picture that questions are about."""
        return self._frame

    def hear(self, news: Frame | Event) -> None:
        """A new picture, how it compares with the last one, then what is wrong with it."""
        match news:
            case Frame():
                self._frame = news
                self._compared = []
                self._view.show_picture(news, phrases.picture(news))
            case Remarked(text):
                self._compared.append(text)
            case QualityChecked(report) if self._frame is not None:
                self._opened(self._frame, report)
            case _:
                pass

    def describe(self, report: QualityReport) -> None:
        """Its faults became known, or better known, while a question was answered."""
        if self._frame is not None:
            self._view.describe_picture(phrases.picture(self._frame, report))

    def _opened(self, frame: Frame, report: QualityReport) -> None:
        self.describe(report)
        self._view.show_headline(phrases.picture(frame, report))
        words = phrases.opened(frame, report, self._compared)
        self._tell(" ".join((words, *frame.remarks)))
