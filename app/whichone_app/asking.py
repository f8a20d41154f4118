"""Questions by one key, comparing with the last picture, and "that is wrong".

A feature of the window (`features.py`); what is asked stands in `whichone_core.question.ready`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whichone_core.question import ready
from whichone_core.question.ready import ReadyQuestion

from .features import Desk, Offer
from .menus import Command

MENU = "As&k"


class Asking:
    """What is asked most, without typing it."""

    def __init__(self, desk: Desk) -> None:
        self._talk = desk.conversation
        self._question = desk.panels.question

    def commands(self) -> Sequence[Offer]:
        return (
            self._asks(ready.DESCRIBE, "&Describe", "Ctrl+Shift+D", "describe the picture"),
            self._asks(ready.READ_ALL, "&Read everything", "Ctrl+Shift+R", "read all the print"),
            self._asks(ready.COLOUR, "What &colour", "Ctrl+Shift+H", "ask what colour it is"),
            self._asks(ready.LIGHT, "Is the &light on", "Ctrl+Shift+L", "ask if the light is on"),
            self._asks(ready.DATE, "Read the da&te", "Ctrl+Shift+T", "read the date"),
            self._asks(ready.CODE, "Read the &bar code", "Ctrl+Shift+B", "read the bar code"),
            self._asks(
                ready.DOUBT, "&Are you sure?", "Ctrl+Shift+A", "have the last answer checked"
            ),
            _offer(
                "compare",
                "Co&mpare with the last picture",
                "Ctrl+Shift+K",
                "hear what is different from the last picture",
                self._talk.compare,
            ),
            _offer(
                "that is wrong",
                "That is &wrong",
                "Ctrl+Shift+X",
                "correct the answer and have it asked again",
                self.contest,
            ),
        )

    def close(self) -> None:
        """Nothing is held."""

    def contest(self) -> None:
        """Ask what would be right, in the field where it is to be typed."""
        if self._talk.contest():
            self._question.setFocus()

    def _asks(self, ask: ReadyQuestion, text: str, keys: str, line: str) -> Offer:
        def run() -> None:
            self._talk.ask(ask.text, wants_all=ask.wants_all)

        return _offer(ask.name, text, keys, line, run)


def _offer(name: str, text: str, keys: str, line: str, run: Callable[[], object]) -> Offer:
    return Offer(MENU, Command(name, text, keys, line), run)
