"""Whether a microphone hears somebody, told in words while they speak; nothing is kept of it.

    tone -> microphone -> blocks -> "I hear you well." or why not

The judges are those that decide later whether somebody speaks (`endpoint.py`), so what is heard
here is heard there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from whichone_core.languages import N_
from whichone_core.ports import Microphone
from whichone_core.types.cancelling import Cancel

from ..catalogue import _
from . import tone, trouble
from .audio import BLOCK_MS
from .ear import DEAD_MS, POLL_S, Play
from .endpoint import QUIETEST, Endpoint, Heard, IsVoice, loudness, webrtc_voice

WAIT_MS = 8_000
"""How long somebody may take to say something."""
JUDGED_MS = 600
"""How much of the speech is listened to before its level is told."""
SOFT, LOUD = 600.0, 9_000.0
"""Loudness (root mean square of 32,768; -35 and -11 dB) below and above which speech is
understood less often: it drowns in a room's noise, or its peaks are cut off."""

SPEAK = N_("Say something after the tone.")
WELL = N_("I hear you well.")
TOO_SOFT = N_("I hear you, but softly. Come closer, or turn the microphone up.")
TOO_LOUD = N_("I hear you, but too loud. Move back, or turn the microphone down.")
NO_VOICE = N_("I hear sounds, but no voice. Is it the right microphone?")
NOTHING = N_("I hear nothing. Is the microphone switched on, and is it the right one?")


def hear_somebody(
    microphone: Microphone,
    cancel: Cancel,
    make_voice: Callable[[], IsVoice] = webrtc_voice,
    play: Play = tone.play,
) -> Iterator[str]:
    """One sentence in words, once somebody spoke or nobody did; none where it was cancelled.

    Raises DeviceError for a microphone that cannot be opened or gives nothing but zeros,
    SetupError where what tells voices from noise is missing.
    """
    try:
        endpoint = Endpoint(make_voice())
    except ImportError as error:
        raise trouble.no_detector(error) from error
    play(tone.OPENED)
    microphone.open()
    try:
        said = _judged(microphone, endpoint, cancel)
    finally:
        microphone.close()
    if said and not cancel.is_requested:
        yield _(said)


def _judged(microphone: Microphone, endpoint: Endpoint, cancel: Cancel) -> str:
    """One of the sentences above, in English; "" where it was cancelled."""
    waited, loudest, is_dead = 0, 0.0, True
    speech: list[float] = []
    while waited < WAIT_MS and not cancel.is_requested:
        block = microphone.read(POLL_S)
        if block is None:
            continue
        waited, level = waited + BLOCK_MS, loudness(block)
        loudest, is_dead = max(loudest, level), is_dead and not block.any()
        if endpoint.feed(block) in (Heard.BEGAN, Heard.SPEECH):
            speech.append(level)
        if len(speech) * BLOCK_MS >= JUDGED_MS:
            return _level(max(speech))
    if cancel.is_requested:
        return ""
    if is_dead and waited >= DEAD_MS:
        raise trouble.nothing_but_zeros()
    if speech:
        return _level(max(speech))
    return NO_VOICE if loudest > QUIETEST else NOTHING


def _level(loudest: float) -> str:
    if loudest < SOFT:
        return TOO_SOFT
    return TOO_LOUD if loudest > LOUD else WELL
