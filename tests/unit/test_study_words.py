"""What is said in a study names the keys as the user has them."""

from __future__ import annotations

from whichone_app.presenters.study_words import StudyWords

KEYS = {"study begin": "F2", "study pause": "Control P", "study forget": "", "study end": "F8"}
WORDS = StudyWords(KEYS.__getitem__)


def test_each_notice_names_the_key_of_its_own_command() -> None:
    assert WORDS.greeting.endswith("To begin a session, press F2.")
    assert WORDS.no_session.endswith("To begin one, press F2.")
    assert WORDS.runs_already.endswith("To end it, press F8.")
    assert WORDS.paused.endswith("To go on, press Control P.")


def test_a_command_without_a_key_is_found_in_its_menu() -> None:
    assert WORDS.records(pictures=False) == (
        "The study records now: questions and answers. To pause, press Control P; to forget the "
        "last 5 minutes, use the Study menu; to end, press F8."
    )
