"""Other words that a setting is searched by: what a user calls it who has not heard its name.

They are never shown or said; a search looks in them as it does in names and descriptions.
"""

from __future__ import annotations

from whichone_core.languages import N_

from ..catalogue import _

SYNONYMS = {
    "engine": N_("recognition, artificial intelligence, built-in"),
    "model": N_("language model, artificial intelligence"),
    "idle_minutes": N_("memory, release, free"),
    "server": N_("network, internet, cloud"),
    "language": N_("translation, English, Spanish, German"),
    "verbosity": N_("short, long, length, details, explanations"),
    "ask_more": N_("questions back, clarify, options"),
    "speak_through": N_("screen reader, twice, double, silent, mute"),
    "voice": N_("speaker, synthesizer, speech"),
    "voice_name": N_("speaker, male, female"),
    "speech_rate": N_("speed, pace, quick, faster, slower"),
    "speech_pitch": N_("tone, higher, lower, deep"),
    "speech_volume": N_("loudness, louder, quieter, mute"),
    "earcons": N_("beep, signal, tone"),
    "punctuation": N_("comma, symbols, characters"),
    "camera": N_("webcam, take a picture"),
    "guidance": N_("aim, advice, help, beep"),
    "countdown": N_("timer, self-timer, delay"),
    "listen": N_("dictation, speak, spoken question"),
    "recogniser": N_("dictation, speech recognition"),
    "log": N_("history, record, privacy, save"),
    "release_feed": N_("update, version"),
}
"""Setting -> its other words, in English; `synonyms` gives them in the user's language."""


def synonyms(key: str) -> str:
    """Other words for a setting, in English and in the user's language; "" where it has none."""
    english = SYNONYMS.get(key, "")
    return f"{english} {_(english)}" if english else ""
