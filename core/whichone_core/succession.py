"""Who answers, as the user is told of it: once when an engine fails, not at every question.

    failed() in a turn -> one remark, or "" where it was told already
    heard()  at its end -> what was remarked counts as told; an engine that answers starts anew

A turn that was cancelled tells nothing: what it remarked may never have been heard.
"""

from __future__ import annotations

from whichone_core.catalogue import _
from whichone_core.errors import ModelError
from whichone_core.languages import N_, language_used

_MOOT = {
    "en": ("Ask ", "Please "),
    "es": ("Pregunta ", "Haz la pregunta ", "Vuelve a ", "Inténtalo ", "Por favor"),
    "de": ("Frage ", "Frag ", "Stell", "Versuch", "Bitte "),
}
"""How remedies begin that ask for another try, in each language: another engine answers now."""

_SPOKEN = {"builtin": N_("built-in"), "local": N_("local"), "server": N_("server")}
"""Names of engines as they are said."""

_Failure = tuple[str, str]
"""An engine's name and why it failed."""


class Succession:
    """What one session was told of engines that failed."""

    def __init__(self) -> None:
        self._told: frozenset[_Failure] = frozenset()
        self._fresh: frozenset[_Failure] = frozenset()

    def begin(self) -> None:
        """A turn begins: what the one before did not end with was not heard."""
        self._fresh = frozenset()

    def failed(self, name: str, error: ModelError, successor: str) -> str:
        """What is said of it: one sentence, and what can be done; empty where that is known."""
        failure = name, error.sentence
        self._fresh |= {failure}
        if failure in self._told:
            return ""
        sentence = _(
            "{failure}, so the {engine} engine answers.",
            failure=error.sentence.rstrip(" ."),
            engine=_(_SPOKEN.get(successor, successor)),
        )
        remedy = "" if error.remedy.startswith(_MOOT[language_used()]) else error.remedy
        return f"{sentence} {remedy}".strip()

    def heard(self, answering: str) -> None:
        """A turn came to its end.  answering: who answered, empty where nobody did."""
        left = {failure for failure in self._told if failure[0] != answering}
        self._told = frozenset(left) | self._fresh
