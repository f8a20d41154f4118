"""Where an utterance begins and ends, block by block.

    block -> loud enough? and a voice? -> begins after 90 ms of voice, ends after 600 ms without

Two judges have to agree that a block is speech: its energy stands out of the background, and
WebRTC's voice detector takes it for a voice.  The background is the quietest tenth of a second
of the last 1.5 s, so a fan or a hum that does not change becomes background within that time,
while speech, which pauses, does not (field report 86: silence and noise are no words).
Endpoint after 600 ms of silence, and 8 s to begin to speak: measured facts and issue 6.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from .audio import BLOCK, BLOCK_MS, RATE

if TYPE_CHECKING:
    from .audio import Block

END_MS = 600
"""Silence after which an utterance has ended."""
LONGEST_MS = 20_000
"""An utterance is cut here, so that a radio in the room never keeps the microphone open."""
BEGIN_MS = 90
"""Speech that is no click."""
LEAD_MS, TAIL_MS = 210, 150
"""What is kept before the first and after the last block of speech."""
BACKGROUND_MS = 1_500
QUIETEST = 90.0
"""The loudness (root mean square of 32,768) below which nothing is speech: -51 dB."""
STANDS_OUT = 2.5
"""How many times louder than the background speech is."""

HISS = 0.35
"""The flatness of a spectrum from which a block has neither tone nor formant: white noise has
0.5 to 0.6 (theory: 0.56), the most tonal tenth of speech, also noisy speech, below 0.01."""

BANDS = slice(3, 165)
"""Bands of 33 Hz that count: below 100 Hz is the rumble of a room, above 5.5 kHz what the
filters of sound cards and servers leave of it."""

IsVoice = Callable[["Block"], bool]
"""Whether one block sounds like a voice."""


class Heard(Enum):
    """What one block amounts to."""

    SILENCE = auto()
    BEGAN = auto()
    SPEECH = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class Limits:
    """The times of an utterance, in milliseconds."""

    end_ms: int = END_MS
    longest_ms: int = LONGEST_MS


class Endpoint:
    """Follows one utterance after the other; `utterance` is the last one that ended."""

    def __init__(self, is_voice: IsVoice, limits: Limits | None = None) -> None:
        self._is_voice = is_voice
        self._limits = limits or Limits()
        self._levels: deque[float] = deque(maxlen=BACKGROUND_MS // BLOCK_MS)
        self._lead: deque[Block] = deque(maxlen=LEAD_MS // BLOCK_MS)
        self._blocks: list[Block] = []
        self._voiced = 0
        self._quiet = 0
        self._is_speaking = False

    @property
    def is_speaking(self) -> bool:
        return self._is_speaking

    def feed(self, block: Block) -> Heard:
        """One block of 30 ms."""
        is_speech = self._is_speech(block)
        if self._is_speaking:
            return self._go_on(block, is_speech)
        self._lead.append(block)
        self._voiced = self._voiced + 1 if is_speech else 0
        if self._voiced * BLOCK_MS < BEGIN_MS:
            return Heard.SILENCE
        self._is_speaking, self._quiet = True, 0
        self._blocks = list(self._lead)
        return Heard.BEGAN

    def end(self) -> bool:
        """The user says that this was all; whether there was any speech."""
        had_begun, self._is_speaking, self._voiced = self._is_speaking, False, 0
        self._lead.clear()
        return had_begun

    def utterance(self) -> Block:
        """All samples of the utterance, with a little silence around it."""
        import numpy as np

        surplus = max(0, self._quiet - TAIL_MS // BLOCK_MS)
        kept = self._blocks[: len(self._blocks) - surplus]
        return np.concatenate(kept) if kept else np.zeros(0, np.int16)

    def _go_on(self, block: Block, is_speech: bool) -> Heard:
        self._blocks.append(block)
        self._quiet = 0 if is_speech else self._quiet + 1
        is_too_long = len(self._blocks) * BLOCK_MS >= self._limits.longest_ms
        if self._quiet * BLOCK_MS >= self._limits.end_ms or is_too_long:
            self.end()
            return Heard.ENDED
        return Heard.SPEECH

    def _is_speech(self, block: Block) -> bool:
        level = loudness(block)
        self._levels.append(level)
        is_full = len(self._levels) == self._levels.maxlen
        background = sorted(self._levels)[len(self._levels) // 15] if is_full else 0.0
        return level > max(QUIETEST, STANDS_OUT * background) and self._is_voice(block)


def loudness(block: Block) -> float:
    """Root mean square of 16-bit samples, without a constant offset."""
    import numpy as np

    return float(np.std(block.astype(np.float32))) if len(block) else 0.0


def is_hiss(samples: Block) -> bool:
    """Whether nothing in an utterance is more than noise; a recogniser makes words of that.

    Even a tenth of the blocks with a tone or a formant is enough to be no hiss.
    """
    import numpy as np

    count = len(samples) // BLOCK
    if count == 0:
        return True
    blocks = samples[: count * BLOCK].reshape(count, BLOCK) * np.hanning(BLOCK)
    power = np.abs(np.fft.rfft(blocks))[:, BANDS] ** 2 + 1e-9
    flatness = np.exp(np.log(power).mean(axis=1)) / power.mean(axis=1)
    return bool(np.percentile(flatness, 10) > HISS)


def webrtc_voice(strictness: int = 2) -> IsVoice:
    """WebRTC's voice activity detector; strictness 0 to 3.

    Raises ImportError where the package webrtcvad-wheels is not installed.
    """
    import webrtcvad

    detector = webrtcvad.Vad(strictness)
    return lambda block: bool(detector.is_speech(block.tobytes(), RATE))
