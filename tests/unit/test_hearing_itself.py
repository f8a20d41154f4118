"""The window's own speech, heard by its own microphone, is no reply."""

from __future__ import annotations

from whichone_core.languages import use_language

from tests.unit.test_listening_presenter import Scene


def hear_beside(scene: Scene, own: str) -> None:
    """The key, then own speech while the microphone is open, to the end of what is heard."""
    scene.presenter.toggle()
    scene.jobs.step()  # the microphone is open
    scene.voice.being_said = own
    scene.jobs.finish()


ASKING = "Do you mean the grey cup on the left, or the blue cup on the right?"


def test_own_words_are_no_reply_and_it_listens_again() -> None:
    scene = Scene("the blue cup on the right", "Number one.", asked=True)
    hear_beside(scene, ASKING)
    assert scene.talk.did == []
    scene.fall_quiet()
    assert scene.talk.did == ["submit 1"]


def test_what_was_cut_by_itself_is_said_again_and_not_cut_a_second_time() -> None:
    scene = Scene("the blue cup on", "or the blue cup on the right", "Number two.", asked=True)
    hear_beside(scene, ASKING)
    assert scene.talk.told == [ASKING]
    silences = scene.voice.silences
    run, scene.voice.waiting = scene.voice.waiting, None
    assert run is not None
    run()
    scene.jobs.step()
    scene.voice.being_said = ASKING
    scene.jobs.finish()
    assert scene.voice.silences == silences and scene.talk.told == [ASKING]
    scene.voice.being_said = ""
    scene.fall_quiet()
    assert scene.talk.did == ["submit 2"]


def test_who_speaks_into_it_is_heard() -> None:
    scene = Scene("or the blue cup on the right number one", asked=True)
    hear_beside(scene, ASKING)
    assert scene.talk.did == ["submit 1"]


def test_a_reply_in_the_words_of_the_question_counts_where_it_is_quiet() -> None:
    scene = Scene("the blue cup on the right", asked=True)
    scene.voice.being_said = ASKING
    scene.press()  # the key silences
    assert scene.talk.did == ["submit 2"]


def test_own_words_in_a_language_that_is_not_understood_are_no_question() -> None:
    use_language("de")
    try:
        scene = Scene("dust is the rotary tassel", "What is this?")
        scene.presenter.toggle()  # it is told that English is understood
        hear_beside(scene, "Das ist die rote Tasse.")
        assert not [did for did in scene.talk.did if did.startswith("submit")]
    finally:
        use_language("en")
