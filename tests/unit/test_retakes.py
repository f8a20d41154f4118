"""How a picture compares with the one before, said well for every combination of faults."""

from __future__ import annotations

import re
from itertools import chain, combinations

import pytest
from whichone_core.languages import LANGUAGES, use_language
from whichone_core.picture.retakes import compare
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

FLAWS = tuple(Flaw)
JOINTS = {"en": ("but", "now", "and"), "es": ("pero", "ahora", "y"), "de": ("aber", "jetzt", "und")}


SUBJECTS = {"en": ("picture", "text"), "es": ("imagen", "texto"), "de": ("bild", "text")}


def report(*flaws: Flaw, measure: float = 5.0) -> QualityReport:
    return QualityReport(
        tuple(Finding(f, measure, 25, (Side.LEFT,) if f is Flaw.CUT_OFF else ()) for f in flaws)
    )


def sets(most: int) -> list[tuple[Flaw, ...]]:
    """Every set of at most so many faults."""
    return list(chain.from_iterable(combinations(FLAWS, size) for size in range(most + 1)))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([], [Flaw.BLURRED], "The picture is now blurred."),
        ([Flaw.BLURRED], [Flaw.BLURRED], "The picture is still blurred."),
        ([Flaw.BLURRED], [], "Sharper now."),
        (
            [Flaw.UNIFORM],
            [Flaw.SMALL],
            "There is something to see now, but the picture is too small.",
        ),
        ([Flaw.UNIFORM], [], "There is something to see now."),
        ([Flaw.UNIFORM, Flaw.SMALL], [], "There is something to see now."),
        ([Flaw.DARK, Flaw.BLURRED], [], "Lighter now, and sharper."),
        (
            [Flaw.DARK, Flaw.BLURRED],
            [Flaw.SMALL],
            "Lighter now, and sharper. But the picture is too small.",
        ),
        (
            [Flaw.BLURRED, Flaw.CUT_OFF],
            [Flaw.CUT_OFF],
            "Sharper now, but the text is still cut off on the left.",
        ),
        ([Flaw.BLURRED, Flaw.TILTED], [], "Sharper now, and the text is level."),
        ([Flaw.CUT_OFF], [Flaw.TILTED], "All of the text is in view now, but it is tilted."),
        ([Flaw.CUT_OFF, Flaw.TILTED], [], "All of the text is in view now, and it is level."),
        (
            [Flaw.DARK, Flaw.BLURRED],
            [Flaw.DARK, Flaw.BLURRED],
            "The picture is still too dark, and it is still blurred.",
        ),
        (
            [Flaw.BLURRED],
            [Flaw.BLURRED, Flaw.SMALL],
            "The picture is still blurred, and it is now too small.",
        ),
        (
            [Flaw.BLURRED, Flaw.SMALL],
            [Flaw.BLURRED, Flaw.SMALL, Flaw.TILTED],
            "The picture is still blurred, it is still too small, and the text is now tilted.",
        ),
        ([Flaw.DARK], [Flaw.UNIFORM, Flaw.SMALL], "The picture is now covered or blank."),
        ([Flaw.UNIFORM], [Flaw.UNIFORM], "The picture is still covered or blank."),
    ],
)
def test_it_is_said_as_somebody_would(before: list[Flaw], after: list[Flaw], said: str) -> None:
    assert compare(report(*before), report(*after)) == said


def test_what_is_a_little_better_is_said_before_what_is_left() -> None:
    before = report(Flaw.DARK, Flaw.BLURRED, measure=5)
    after = QualityReport((Finding(Flaw.DARK, 5, 30), Finding(Flaw.BLURRED, 15, 25)))
    assert compare(before, after) == (
        "A little sharper, but the picture is still blurred, and it is still too dark."
    )
    assert compare(report(Flaw.DARK, Flaw.BLURRED), report(Flaw.BLURRED, measure=15)) == (
        "Lighter now. A little sharper, but the picture is still blurred."
    )


def test_the_order_of_the_faults_changes_nothing() -> None:
    for flaws in sets(3):
        for others in sets(2):
            assert compare(report(*flaws), report(*others)) == compare(
                report(*flaws[::-1]), report(*others[::-1])
            )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("measure", [5.0, 15.0], ids=["as before", "a little better"])
def test_no_combination_is_clumsy(language: str, measure: float) -> None:
    """At most one "but" and one "now" in a sentence, and each subject once."""
    use_language(language)
    try:
        for before in sets(2):
            for after in sets(3):
                said = compare(report(*before), report(*after, measure=measure))
                if not before and not after:
                    assert said is None
                    continue
                assert said, (before, after)
                for sentence in re.split(r"(?<=\.) ", said):
                    check(sentence, language, (before, after, said))
                assert len(re.findall(r"\.", said)) <= 2, said
    finally:
        use_language("en")


def check(sentence: str, language: str, context: object) -> None:
    but, now, and_ = JOINTS[language]
    words = re.findall(r"\w+", sentence.casefold())
    assert sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence, context
    assert words.count(but) <= 1, context
    assert words.count(now) <= 1, context
    assert not re.search(r", (?!\w+ )", sentence), context
    for subject in SUBJECTS[language]:
        assert words.count(subject) <= 1, context
    assert words[0] != and_ and "  " not in sentence and ",," not in sentence, context
