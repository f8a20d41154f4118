"""What every adapter of a voice shares: the options (of the core) and how a failure is told."""

from __future__ import annotations

from collections.abc import Callable

from whichone_core.errors import DeviceError
from whichone_core.speech.voices import FASTEST_WPM as FASTEST_WPM
from whichone_core.speech.voices import SLOWEST_WPM as SLOWEST_WPM
from whichone_core.speech.voices import USUAL_WPM as USUAL_WPM
from whichone_core.speech.voices import Voice as Voice
from whichone_core.speech.voices import VoiceOptions as VoiceOptions

from ..catalogue import _

Queued = tuple[str, str]
"""A sentence and its language, "" for that of the options."""
TakeUnspoken = Callable[[], tuple[Queued, ...]]
"""Takes out of a failed voice what it was told and has not spoken; nothing twice."""
OnFailure = Callable[[DeviceError, TakeUnspoken], None]
"""Told once when a voice fails while it speaks, in that voice's thread.

It has to take what was not spoken, also where nobody is left to say it.  Until then the voice
keeps that: what is still said to it comes along, and a stop() forgets it.
"""


def no_sound(cause: str) -> DeviceError:
    """The failure of a voice that is there but has nothing to play on."""
    return DeviceError(
        _("No sound can be played on this computer."),
        remedy=_("Connect speakers or headphones and check the sound settings."),
        cause=cause,
    )
