"""Everything that can go wrong, as one tree; each error can be spoken.

    WhichOneError
    ├── SetupError       something is not installed, or a setting is wrong
    ├── DeviceError      a camera, microphone, voice, screen or clipboard does not work
    ├── InputError       what was given cannot be used (a broken picture, an empty question)
    ├── ModelError       an engine failed, or is not available
    └── StorageError     the session log or a file could not be written or read

An error has one plain sentence that can be spoken, what to do about it, and the technical
cause for the log file.  Adapters translate foreign exceptions into these and chain them
with `raise ... from`.  Poor quality, "I can't tell" and cancel are values, not errors.
"""

from __future__ import annotations


class WhichOneError(Exception):
    """What went wrong in one spoken sentence, what to do, and the cause for the log."""

    def __init__(self, sentence: str, *, remedy: str = "", cause: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy
        self.cause = cause

    @property
    def spoken(self) -> str:
        """The sentence and the remedy, as a user hears them."""
        return f"{self.sentence} {self.remedy}".strip()


class SetupError(WhichOneError):
    """Something is not installed, or a setting is wrong."""


class DeviceError(WhichOneError):
    """A camera, microphone, voice, screen or clipboard does not work."""


class InputError(WhichOneError):
    """What was given cannot be used."""


class ModelError(WhichOneError):
    """An engine failed or is not available."""


class StorageError(WhichOneError):
    """The session log or another file could not be written or read."""
