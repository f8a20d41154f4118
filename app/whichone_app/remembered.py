"""What the window keeps from one start to the next: text size, who speaks, the first run.

It lies in `window.json` beside the settings file, into which only what the user changes in
the settings dialog is written (`chosen.py`).  The setting `speak_through`, where it names a
voice, wins over it.  A file that cannot be read or written is no reason to bother anybody:
nothing is remembered then.
"""

from __future__ import annotations

import json
import logging
import math
import uuid
from contextlib import suppress
from pathlib import Path

from whichone_core.paths import folders
from whichone_core.settings import SpeakThrough
from whichone_models.files.whole_file import read_small

_LOG = logging.getLogger(__name__)


def window_file() -> Path:
    """Where the window's choices lie for the current user."""
    return folders().settings_file.with_name("window.json")


class Remembered:
    """The window's choices.  path: None where nothing is to be kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._values = _read(path) if path is not None else {}

    @property
    def text_size(self) -> float | None:
        """In points; None for the desktop's own."""
        size = self._values.get("text_size")
        if not isinstance(size, int | float) or isinstance(size, bool):
            return None
        with suppress(OverflowError):  # a whole number may have thousands of digits
            return float(size) if math.isfinite(size) and size > 0 else None
        return None

    @property
    def speak_through(self) -> SpeakThrough:
        with suppress(ValueError):
            return SpeakThrough(str(self._values.get("speak_through", SpeakThrough.AUTOMATIC)))
        return SpeakThrough.AUTOMATIC

    @property
    def first_run(self) -> str:
        """The step of the first run that was reached, "done" after the last; empty for none."""
        step = self._values.get("first_run", "")
        return step if isinstance(step, str) else ""

    def keep_text_size(self, points: float | None) -> None:
        self._keep("text_size", points)

    def keep_speak_through(self, through: SpeakThrough) -> None:
        self._keep("speak_through", None if through is SpeakThrough.AUTOMATIC else through.value)

    def keep_first_run(self, step: str) -> None:
        self._keep("first_run", step)

    def _keep(self, key: str, value: float | str | None) -> None:
        """Change one choice, None for the usual; the file is replaced whole or not at all."""
        self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        if self._path is None:
            return
        part = self._path.with_name(f".{uuid.uuid4().hex}.part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(self._values, indent=2), encoding="utf-8")
            part.replace(self._path)
        except OSError as error:
            _LOG.warning("the window's choices were not kept: %s", error)
            with suppress(OSError):
                part.unlink()


def _read(path: Path) -> dict[str, object]:
    try:
        values = json.loads(read_small(path).decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        _LOG.warning("the window's choices could not be read: %s", error)
        return {}
    return values if isinstance(values, dict) else {}
