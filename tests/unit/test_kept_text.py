"""The text of a picture is read once, whoever asks for it."""

from __future__ import annotations

from dataclasses import replace

from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look, TextEvidence
from whichone_models.builtin.finder import FixedFinder
from whichone_models.builtin.kept_text import KeptText

from tests.scenes import frame, text, thing

FOUND = Evidence(text=text("BREAD"), objects=(thing("cup"),), colours=())
TEXT = frozenset({Look.TEXT})


def test_the_text_of_a_picture_is_read_once() -> None:
    inner = FixedFinder(FOUND)
    kept = KeptText(inner)
    first = kept.look(frame(), TEXT, Cancel())
    assert kept.look(frame(), TEXT, Cancel()) == first
    both = kept.look(frame(), TEXT | {Look.OBJECTS}, Cancel())
    assert (both.text, both.objects) == (FOUND.text, FOUND.objects)
    assert inner.asked == [TEXT, frozenset({Look.OBJECTS})]


def test_another_picture_is_read_for_itself() -> None:
    inner = FixedFinder(Evidence(text=TextEvidence()))
    kept = KeptText(inner)
    for digest in "abab":
        kept.look(replace(frame(), digest=digest * 64), TEXT, Cancel())
    assert inner.asked == [TEXT, TEXT]


def test_a_reading_that_was_stopped_is_done_again() -> None:
    inner = FixedFinder(FOUND)
    kept = KeptText(inner)
    stopped = Cancel()
    stopped.request()
    assert kept.look(frame(), TEXT, stopped).text is None
    assert kept.look(frame(), TEXT, Cancel()).text == FOUND.text


def test_only_the_last_pictures_are_kept_and_loading_is_passed_on() -> None:
    inner = FixedFinder(FOUND)
    kept = KeptText(inner)
    for digest in "abcdea":
        kept.look(replace(frame(), digest=digest * 64), TEXT, Cancel())
    assert len(inner.asked) == 6
    kept.warm_up(TEXT)
    assert inner.warmed == [TEXT]
