"""What goes on in the window, for those who say what can be done now or give a short sound."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Moment(Enum):
    """Something that happened in the conversation and that can be heard without words."""

    BEGAN = auto()
    ANSWERED = auto()
    ASKED_BACK = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a conversation stands; options: how many can be chosen from.

    has_details: whether "more" has something to say that was not shown yet.
    """

    has_picture: bool = False
    has_answer: bool = False
    is_busy: bool = False
    is_asked_back: bool = False
    has_failed: bool = False
    options: int = 0
    has_details: bool = False
