"""What is said in a study that names a key: made when it is said, with the keys as they are."""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.languages import N_

from ..catalogue import _, _n
from .advice import KeyOf, press

USE_STUDY = N_("use the Study menu")
MINUTES = 5
"""How much "the last minutes" are, where they are forgotten."""


@dataclass(frozen=True, slots=True)
class StudyWords:
    """key_of: a command's key as it is said; "" for one whose key was taken away."""

    key_of: KeyOf

    @property
    def greeting(self) -> str:
        return _(
            "Study mode. Nothing is recorded yet. To begin a session, {press}.",
            press=self._press("begin"),
        )

    def undecided(self, count: int) -> str:
        """Sessions that ended with the program, before anybody decided; nothing for none."""
        if not count:
            return ""
        waiting = _n(
            "{count} earlier session waits to be kept or deleted.",
            "{count} earlier sessions wait to be kept or deleted.",
            count,
        )
        how = _("To decide, {press}.", press=self._press("stored"))
        return f"{waiting} {how}"

    @property
    def no_session(self) -> str:
        return _(
            "No study session runs. Nothing is recorded. To begin one, {press}.",
            press=self._press("begin"),
        )

    @property
    def runs_already(self) -> str:
        return _("A session runs already. To end it, {press}.", press=self._press("end"))

    @property
    def paused(self) -> str:
        return _(
            "The study is paused. Nothing is recorded. To go on, {press}.",
            press=self._press("pause"),
        )

    def records(self, *, pictures: bool) -> str:
        """pictures: whether they are recorded too."""
        kept = (
            _("The study records now: questions, answers and pictures.")
            if pictures
            else _("The study records now: questions and answers.")
        )
        keys = _(
            "To pause, {pause}; to forget the last {minutes} minutes, {forget}; to end, {end}.",
            pause=self._press("pause"),
            minutes=MINUTES,
            forget=self._press("forget"),
            end=self._press("end"),
        )
        return f"{kept} {keys}"

    def _press(self, name: str) -> str:
        return press(f"study {name}", self.key_of, USE_STUDY)
