"""What is stored of a study, as sentences."""

from __future__ import annotations

from typing import Any

import pytest
from whichone_app.presenters.study_pages import consent_lines

CONSENT: dict[str, Any] = {
    "participant": "P07",
    "text_version": "1",
    "given_at": "2026-11-30T14:03:00+00:00",
    "with_pictures": 0,
    "withdrawn_at": None,
    "heard_whole": 1,
}


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({}, "P07 agreed to version 1 on 2026-11-30."),
        ({"heard_whole": None}, "P07 agreed to version 1 on 2026-11-30."),
        (
            {"heard_whole": 0, "with_pictures": 1},
            "P07 agreed to version 1 on 2026-11-30, with pictures, "
            "agreed again without hearing all of it.",
        ),
    ],
    ids=["heard whole", "nobody watched", "asked once more"],
)
def test_a_consent_says_where_its_text_was_not_heard_whole(
    about: dict[str, Any], said: str
) -> None:
    assert consent_lines([CONSENT | about]) == (said,)
