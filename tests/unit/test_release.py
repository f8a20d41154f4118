"""What a release feed may say, which version is newer, and what the user hears of both."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_app.presenters.new_version import NewVersion
from whichone_core import languages
from whichone_core.errors import InputError, SetupError
from whichone_core.release import LONGEST_LINE, MOST_NEWS, Release, is_newer, read_release
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel

FEED = "https://releases.example.org/whichone.json"
PAGE = "https://example.org/whichone"


def feed(**more: object) -> bytes:
    return json.dumps({"version": "0.2.0", "page": PAGE, **more}).encode()


def page(release: Release | None = None, feed: str = FEED) -> NewVersion:
    def fetch(asked: str, cancel: Cancel) -> Release:
        assert release is not None, f"{asked} was contacted"
        return release

    return NewVersion(lambda: Settings(release_feed=feed), fetch, current="0.1.0")


# ------------------------------------------------------------------ which is newer


ORDER = ("0.1", "0.1.1", "0.2a1", "0.2b1", "0.2rc1", "0.2rc2", "0.2", "0.9", "0.10", "1", "1.0.0.1")


def test_versions_come_in_the_order_of_their_numbers() -> None:
    for place, version in enumerate(ORDER):
        assert [is_newer(version, other) for other in ORDER] == [
            other < place for other in range(len(ORDER))
        ]


def test_a_version_with_more_zeros_is_the_same() -> None:
    assert not is_newer("1", "1.0.0") and not is_newer("1.0.0", "1")


@pytest.mark.parametrize("version", ["", "1.", "v1", "1.0-5", "1.0.0.0.0", "²", "9" * 99, "1\n"])
def test_what_is_no_version_is_not_compared(version: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        is_newer(version, "0.1")


# ------------------------------------------------------------------ what a feed may say


def test_a_feed_tells_version_page_day_and_news_in_the_users_language() -> None:
    news = {"en": ["Reads Braille."], "de": ["Liest Brailleschrift."]}
    content = feed(date="2026-12-24", news=news, other=[1])
    found = read_release(content)
    assert found == Release("0.2.0", PAGE, ("Reads Braille.",), date(2026, 12, 24))
    languages.use_language("de")
    assert read_release(content).news == ("Liest Brailleschrift.",)
    languages.use_language("es")
    assert read_release(content).news == ("Reads Braille.",)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"<html>Log in</html>", b"\xff\xfe", b"[]", b"null", b"{}", b"[" * 60_000,
        feed(version=2), feed(version="2; rm"), feed(page="http://example.org/"),
        feed(page="javascript:alert(1)"), feed(page="https://"), feed(page="https://a b/"),
        feed(page="https://x\u202e.org"), feed(page="https://[x"), feed(page=f"{PAGE}/{'x' * 999}"),
    ],
)  # fmt: skip
def test_a_feed_that_makes_no_sense_is_one_sentence(content: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read_release(content)
    assert caught.value.sentence == "The site does not say which version is the newest."


def test_news_is_short_plain_and_cannot_steer_a_terminal() -> None:
    told = ["\x1b[2J\x07Red\u202e\nline ", "", 5, "x" * 99_999, *["more"] * 50]
    found = read_release(feed(news=told)).news
    assert found[0] == "[2JRed line"
    assert max(map(len, found)) == LONGEST_LINE
    assert len(found) <= MOST_NEWS


@pytest.mark.parametrize("told", ["text", {"en": "text"}, {"fr": ["texte"]}, 7, None])
def test_news_that_is_none_is_passed_over(told: object) -> None:
    assert read_release(feed(news=told, date=told)) == Release("0.2.0", PAGE)


@given(st.binary(max_size=300))
def test_no_feed_breaks_anything(content: bytes) -> None:
    with pytest.raises(InputError):
        read_release(content)


# ------------------------------------------------------------------ what the user hears


def test_before_anything_is_contacted_the_user_learns_who_would_be() -> None:
    said = page().before()
    assert said[0] == "This is WhichOne 0.1.0."
    assert "contacts releases.example.org" in said[1]
    assert "your address on the network" in said[2] and "No picture" in said[2]
    assert page().asking() == "Asking releases.example.org for the newest version."


def test_a_newer_version_is_told_with_what_is_new_and_where_it_is() -> None:
    release = Release("0.10", PAGE, ("Reads Braille.",), date(2026, 12, 24))
    said = page(release).lines(release)
    assert said[0] == "WhichOne 0.10 is there since 2026-12-24. You have 0.1.0."
    assert said[1:4] == ("What is new, as the site says:", "Reads Braille.", f"It is here: {PAGE}")
    assert "does not fetch, check or install it" in said[4]
    undated = page().lines(Release("0.10", PAGE))
    assert undated[:2] == ("WhichOne 0.10 is there. You have 0.1.0.", f"It is here: {PAGE}")


def test_the_same_and_an_older_version_are_one_sentence_without_a_page() -> None:
    assert page().lines(Release("0.1", PAGE)) == ("You have the newest version, WhichOne 0.1.0.",)
    (older,) = page().lines(Release("0.0.9", PAGE, ("Old news.",)))
    assert older == "This is WhichOne 0.1.0. The newest that is announced is older: 0.0.9."


def test_without_an_address_nobody_is_asked() -> None:
    nobody = page(feed=" ")
    assert "knows no site" in nobody.before()[1]
    with pytest.raises(SetupError, match="knows no site") as refused:
        nobody.asking()
    assert "the setting Release feed" in refused.value.remedy  # as the settings name it
    with pytest.raises(SetupError, match="knows no site"):
        next(nobody.work(Cancel()))


@pytest.mark.parametrize(
    "feed",
    ["http://example.org/feed.json", "example.org/feed.json", "ftp://example.org/", "localhost:80"],
)
def test_an_address_without_encryption_is_not_asked(feed: str) -> None:
    with pytest.raises(SetupError):
        page(Release("9", PAGE), feed).asking()
    with pytest.raises(SetupError):
        next(page(Release("9", PAGE), feed).work(Cancel()))


def test_a_cancelled_question_has_no_answer() -> None:
    cancel = Cancel()
    cancel.request()
    assert list(page(Release("9", PAGE)).work(cancel)) == []
