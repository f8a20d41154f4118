"""Questions by one key, comparing with the last picture, and "that is wrong".

A feature of the window (`features.py`); what is asked stands in `whichone_core.question.ready`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whichone_core.languages import N_
from whichone_core.question import ready
from whichone_core.question.ready import ReadyQuestion

from .features import Desk, Offer
from .menus import Command

MENU = N_("As&k")


class Asking:
    """What is asked most, without typing it."""

    def __init__(self, desk: Desk) -> None:
        self._talk = desk.conversation
        self._question = desk.panels.question

    def commands(self) -> Sequence[Offer]:
        return (
            self._asks(ready.DESCRIBE, N_("&Describe"), "Ctrl+Shift+D", N_("describe the picture")),
            self._asks(
                ready.READ_ALL, N_("&Read everything"), "Ctrl+Shift+R", N_("read all the print")
            ),
            self._asks(
                ready.COLOUR, N_("What &colour"), "Ctrl+Shift+H", N_("ask what colour it is")
            ),
            self._asks(
                ready.LIGHT, N_("Is the &light on"), "Ctrl+Shift+L", N_("ask if the light is on")
            ),
            self._asks(ready.DATE, N_("Read the da&te"), "Ctrl+Shift+T", N_("read the date")),
            self._asks(
                ready.CODE, N_("Read the &bar code"), "Ctrl+Shift+B", N_("read the bar code")
            ),
            _offer(
                ready.DOUBT.name,
                N_("&Are you sure?"),
                "Ctrl+Shift+A",
                N_("have the last answer checked"),
                lambda: self._talk.doubt(ready.DOUBT.text),
            ),
            _offer(
                "compare",
                N_("Co&mpare with the last picture"),
                "Ctrl+Shift+K",
                N_("hear what is different from the last picture"),
                self._talk.compare,
            ),
            _offer(
                "that is wrong",
                N_("That is &wrong"),
                "Ctrl+Shift+X",
                N_("correct the answer and have it asked again"),
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
