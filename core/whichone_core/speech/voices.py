"""How a voice should sound, in units that every adapter can honour, and the voices there are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from whichone_core.catalogue import _
from whichone_core.errors import InputError

SLOWEST_WPM, USUAL_WPM, FASTEST_WPM = 80, 175, 450
"""Words a minute at rate -100, 0 and 100: espeak-ng's own limits and default."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One installed voice: the name to choose it by, and its language as a BCP 47 tag."""

    name: str
    language: str


@dataclass(frozen=True, slots=True)
class VoiceOptions:
    """How to speak.  Raises InputError where a number is out of its range.

    rate and pitch: -100 to 100, where 0 is the voice's own.  volume: 0 to 100.
    voice: the name of an installed voice, or empty for the usual one of the language.
    language: a BCP 47 tag ("en", "en-GB").
    """

    rate: int = 0
    pitch: int = 0
    volume: int = 100
    voice: str = ""
    language: str = "en"

    def __post_init__(self) -> None:
        ranges = ((_("speed"), self.rate, -100), (_("pitch"), self.pitch, -100))
        for noun, number, lowest in (*ranges, (_("volume"), self.volume, 0)):
            if not lowest <= number <= 100:
                raise InputError(
                    _("The {noun} of the voice cannot be {number}.", noun=noun, number=number),
                    remedy=_("Choose a number from {lowest} to 100.", lowest=lowest),
                )

    def in_language(self, language: str) -> VoiceOptions:
        """The same in another language, with its usual voice; "" is the language that it is."""
        if not language or _family(language) == _family(self.language):
            return self
        return replace(self, language=language, voice="")

    @property
    def words_per_minute(self) -> int:
        """The rate in words a minute; equal steps of rate sound like equal steps of speed."""
        limit = FASTEST_WPM if self.rate > 0 else SLOWEST_WPM
        factor: float = (limit / USUAL_WPM) ** (abs(self.rate) / 100)
        return round(USUAL_WPM * factor)

    def longest_seconds(self, sentence: str) -> float:
        """How long a sentence may take before its voice counts as stuck.

        A spoken digit or symbol can become a word of its own, so every character is
        counted as one word.
        """
        return 10 + len(sentence) * 60 / self.words_per_minute


def is_of_language(voice: Voice, language: str) -> bool:
    """Whether a voice speaks a language, whatever the country: "en-GB" is of "en-US" too."""
    return _family(voice.language) == _family(language)


def next_voice(voices: tuple[Voice, ...], language: str, current: str) -> Voice | None:
    """The voice of the language after the current one, the first after the last.

    None where there is no other voice of this language.
    """
    names = [voice for voice in voices if is_of_language(voice, language)]
    if not names or (len(names) == 1 and names[0].name == current):
        return None
    place = next((place for place, voice in enumerate(names) if voice.name == current), -1)
    return names[(place + 1) % len(names)]


def _family(language: str) -> str:
    return language.replace("_", "-").split("-", 1)[0].casefold()
