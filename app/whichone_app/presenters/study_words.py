"""What is said in a study that names a key: made when it is said, with the keys as they are."""

from __future__ import annotations

from dataclasses import dataclass

from .advice import KeyOf, press

MINUTES = 5
"""How much "the last minutes" are, where they are forgotten."""


@dataclass(frozen=True, slots=True)
class StudyWords:
    """key_of: a command's key as it is said; "" for one whose key was taken away."""

    key_of: KeyOf

    @property
    def greeting(self) -> str:
        return f"Study mode. Nothing is recorded yet. To begin a session, {self._press('begin')}."

    @property
    def no_session(self) -> str:
        return f"No study session runs. Nothing is recorded. To begin one, {self._press('begin')}."

    @property
    def runs_already(self) -> str:
        return f"A session runs already. To end it, {self._press('end')}."

    @property
    def paused(self) -> str:
        return f"The study is paused. Nothing is recorded. To go on, {self._press('pause')}."

    def records(self, kept: str) -> str:
        """kept: what is recorded, "questions and answers"."""
        return (
            f"The study records now: {kept}. To pause, {self._press('pause')}; to forget the last "
            f"{MINUTES} minutes, {self._press('forget')}; to end, {self._press('end')}."
        )

    def _press(self, name: str) -> str:
        return press(f"study {name}", self.key_of, "use the Study menu")
