"""The window's own voice, spoken by espeak-ng into its own ear, is known again as its own."""

from __future__ import annotations

import pytest
from whichone_core.answering.own_echo import beyond_echo
from whichone_core.answering.spoken_reply import Said, understand

from tests.integration.test_spoken_clarification import OPTIONS, from_memory

pytestmark = pytest.mark.sound


@pytest.mark.parametrize(
    "own",
    [
        "Do you mean the grey cup on the left, or the blue cup on the right?",
        "Looking at the picture.",
    ],
)
def test_what_was_understood_of_the_own_voice_never_counts(own: str) -> None:
    for heard in from_memory(own):
        rest = beyond_echo(heard, own)
        got = understand(rest, OPTIONS, is_asked=True)
        assert rest != heard or not heard
        assert got.said not in (Said.REPLY, Said.STOP, Said.REPEAT, Said.MORE), heard


def test_a_reply_that_is_spoken_when_it_is_quiet_counts() -> None:
    for heard in from_memory("number one please"):
        assert beyond_echo(heard, "") == heard
        assert understand(beyond_echo(heard, "Looking at the picture."), OPTIONS, is_asked=True)
