"""Tools, Release memory now: other programs get what the language model takes."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.languages import N_

from .features import Desk, Offer
from .jobs import QtJobRunner
from .menus import Command
from .presenters.model_memory import ModelMemory

COMMAND = Command(
    "release memory",
    N_("&Release memory now"),
    "Ctrl+Shift+Y",
    N_("give the language model's memory to other programs until the next question"),
)


class ModelMemoryFeature:
    """Offers the command."""

    def __init__(self, desk: Desk) -> None:
        self._jobs = QtJobRunner(desk.window)
        self.memory = ModelMemory(desk.assistant, desk.conversation, self._jobs)

    def commands(self) -> Sequence[Offer]:
        """One command, beside the language models."""
        return (Offer("&Tools", COMMAND, self.memory.give_back),)

    def close(self) -> None:
        """Wait for what is being ended."""
        self._jobs.close()
