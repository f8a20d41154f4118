"""Release memory now: what the language model held is given back, and how much is said."""

from __future__ import annotations

from whichone_app.presenters import phrases
from whichone_app.presenters.fake import StepwiseJobs
from whichone_app.presenters.model_memory import ModelMemory
from whichone_core.events import SentenceReady

from tests.conversations import MUG, Scene, answered

NOTHING = "No language model is in memory, so there is nothing to give back."


def memory_of(scene: Scene, held: int = 0) -> tuple[ModelMemory, StepwiseJobs]:
    scene.partner.held_bytes = held
    jobs = StepwiseJobs()
    return ModelMemory(scene.partner, scene.talk, jobs), jobs


def test_how_much_was_freed_is_said_and_stands_in_the_status_line() -> None:
    scene = Scene()
    memory, jobs = memory_of(scene, 2_140_000_000)
    memory.give_back()
    assert scene.voice.said == [], "nothing is claimed before it is free"
    jobs.finish()
    (said,) = scene.voice.said
    assert said == (
        "The language model gave back 2.1 gigabytes of memory. The next picture or question "
        "loads it again."
    )
    assert scene.view.status == said
    assert scene.partner.held_bytes == 0


def test_where_no_model_is_loaded_that_is_said() -> None:
    scene = Scene()
    memory, jobs = memory_of(scene)
    memory.give_back()
    jobs.finish()
    assert scene.voice.said == [NOTHING]


def test_a_key_that_is_pressed_twice_is_one_command() -> None:
    scene = Scene()
    memory, jobs = memory_of(scene, 5_000_000)
    memory.give_back()
    memory.give_back()
    jobs.finish()
    assert len(scene.voice.said) == 1 and "5 megabytes" in scene.voice.said[0]


def test_an_answer_that_is_on_its_way_keeps_its_model() -> None:
    scene = Scene([SentenceReady(MUG), *answered(MUG)])
    memory, jobs = memory_of(scene, 5_000_000)
    scene.talk.submit("what is this?")
    scene.jobs.step()
    memory.give_back()
    assert scene.voice.said[-1] == phrases.STILL_WORKING
    assert not jobs.is_busy and scene.partner.held_bytes == 5_000_000
    scene.jobs.finish()
    memory.give_back()
    jobs.finish()
    assert scene.partner.held_bytes == 0
    assert scene.view.lines[0] == MUG.text, "the answer stays readable"
