"""The first run: every step can be passed over, it resumes, and promises nothing untrue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from whichone_app.findings import Check, State
from whichone_app.presenters.first_run import (
    DONE,
    STEPS,
    FirstRun,
    Machine,
    Step,
    look_time,
)
from whichone_app.remembered import Remembered
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.types.cancelling import Cancel
from whichone_models.getting.catalog import catalogue

GIGABYTE = 1_000_000_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))


def machine(
    *, reader: bool = True, free: int | None = 8 * GIGABYTE, has_runtime: bool = True
) -> Machine:
    return Machine(
        is_reader_running=lambda: reader,
        microphone=lambda: Check("Microphone", State.OK, "Found: Headset."),
        camera=lambda: Check("Camera", State.MISSING, "No camera was found.", "Connect one."),
        privacy=lambda: ("Nothing leaves this computer.", "No account.", "For reading only."),
        hear=lambda _cancel: iter(("I hear you well.",)),
        free=lambda: free,
        cores=4,
        has_runtime=lambda: has_runtime,
    )


def first_run(
    keeper: Remembered | None = None, settings: Settings | None = None, m: Machine | None = None
) -> FirstRun:
    run = FirstRun(keeper or Remembered(None), m or machine(), lambda: settings or Settings())
    run.begin()
    return run


def at(step: Step, settings: Settings | None = None, m: Machine | None = None) -> FirstRun:
    run = first_run(settings=settings, m=m)
    while run.step is not step:
        assert run.next()
    return run


def test_it_is_due_once_and_begins_with_who_speaks() -> None:
    keeper = Remembered(None)
    run = FirstRun(keeper, machine(), Settings)
    assert run.is_due
    run.begin()
    assert not run.is_due
    assert run.heading == "Step 1 of 8: Who speaks."


@pytest.mark.parametrize(
    ("through", "runs", "is_read"),
    [
        (SpeakThrough.AUTOMATIC, False, False),
        (SpeakThrough.AUTOMATIC, True, True),
        (SpeakThrough.OWN_VOICE, True, False),
        (SpeakThrough.SCREEN_READER, False, True),
    ],
)
def test_what_escape_does_is_told_as_it_is_for_whoever_speaks(
    through: SpeakThrough, runs: bool, is_read: bool
) -> None:
    m = replace(machine(), is_reader_running=lambda: runs)
    welcome = first_run(settings=Settings(speak_through=through), m=m).lines()[1]
    told = "Escape leaves, also while your screen reader speaks, and Control silences it."
    assert (told in welcome) is is_read
    assert ("Escape silences, and leaves when it is silent." in welcome) is not is_read


def test_it_goes_through_all_steps_and_then_is_done_for_good(tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    run = first_run(Remembered(file))
    seen = [run.step]
    while run.next():
        seen.append(run.step)
    assert tuple(seen) == STEPS
    assert Remembered(file).first_run == DONE
    again = first_run(Remembered(file))
    assert again.step is Step.VOICE


def test_it_goes_on_where_it_was_left_also_after_the_program_ended(tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    run = first_run(Remembered(file))
    run.next()
    run.next()
    assert first_run(Remembered(file)).step is Step.MICROPHONE


def test_one_can_go_back_but_not_before_the_first_step() -> None:
    run = first_run()
    assert not run.back()
    run.next()
    assert run.back()
    assert run.step is Step.VOICE


def test_a_remembered_step_that_does_not_exist_begins_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    Remembered(file).keep_first_run("dancing")
    assert first_run(Remembered(file)).step is Step.VOICE


@pytest.mark.parametrize(
    ("through", "reader", "words"),
    [
        (SpeakThrough.AUTOMATIC, True, "A screen reader runs, so it speaks"),
        (SpeakThrough.AUTOMATIC, False, "No screen reader was found"),
        (SpeakThrough.OWN_VOICE, True, "because you chose that"),
        (SpeakThrough.SCREEN_READER, False, "through your screen reader only"),
    ],
)
def test_who_speaks_is_told_as_it_is(through: SpeakThrough, reader: bool, words: str) -> None:
    run = first_run(settings=Settings(speak_through=through), m=machine(reader=reader))
    assert words in run.spoken()


def test_what_is_spoken_also_stands_there_to_be_read() -> None:
    run = first_run()
    while True:
        assert all(line.strip() for line in run.lines())
        assert run.spoken() in " ".join(run.lines())
        if not run.next():
            break


def test_devices_are_looked_for_only_when_asked() -> None:
    (found,) = at(Step.MICROPHONE).look()(Cancel())
    assert found == "Ok: Microphone. Found: Headset."
    (found,) = at(Step.CAMERA).look()(Cancel())
    assert found == "Missing: Camera. No camera was found. Connect one."
    stopped = Cancel()
    stopped.request()
    assert list(at(Step.CAMERA).look()(stopped)) == []


def test_the_recommended_model_is_offered_with_what_it_costs() -> None:
    run = at(Step.MODEL)
    assert run.can_fetch
    assert run.spoken() == (
        "Step 6 of 8: A language model. With Qwen 2.5 V L, 3 billion, WhichOne describes scenes, "
        "too. More tells what it costs, Next goes on without it."
    )
    said = run.more()
    assert "3.3 gigabytes to fetch: about 9 minutes" in said
    assert "It needs 3.9 gigabytes of memory." in said
    assert "for about 6 seconds here" in said
    assert "Not for commercial use." in said
    assert "only when you press Fetch it now" in said


def test_a_small_computer_is_offered_a_small_model_and_a_tiny_one_none() -> None:
    small = at(Step.MODEL, m=machine(free=int(1.5 * GIGABYTE)))
    assert "Smol V L M" in small.spoken()
    tiny = at(Step.MODEL, m=machine(free=GIGABYTE // 2))
    assert "too little free memory" in tiny.spoken()
    assert not tiny.can_fetch
    unknown = at(Step.MODEL, m=machine(free=None)).offered()
    assert unknown == catalogue()[0]


def test_without_what_runs_models_nothing_is_fetched_and_the_way_is_told() -> None:
    run = at(Step.MODEL, m=machine(has_runtime=False))
    assert not run.can_fetch
    assert "run: make run MODEL=qwen2.5-vl-3b" in run.more()


def test_a_model_that_is_chosen_already_is_not_offered_again() -> None:
    run = at(Step.MODEL, settings=Settings(model="mine"))
    assert not run.can_fetch
    assert "mine is chosen already" in run.spoken()


def test_more_cores_look_faster() -> None:
    model = catalogue()[0]
    assert "about 11 seconds" in look_time(model, 2)
    assert "about 1 second " in look_time(model, 64)


def test_of_the_privacy_page_only_the_beginning_is_spoken() -> None:
    run = at(Step.PRIVACY)
    assert run.spoken().endswith("Nothing leaves this computer.")
    assert run.lines()[-1] == "For reading only."
    assert run.more() == "No account. For reading only."


def test_a_folder_at_the_end_of_a_line_does_not_run_into_the_next_line() -> None:
    lines = ("Nothing leaves.", "Settings: none yet. It would be /home/x/a.toml", "The log: none")
    run = at(Step.PRIVACY, m=replace(machine(), privacy=lambda: lines))
    assert run.more() == "Settings: none yet. It would be /home/x/a.toml. The log: none."


def test_only_where_something_was_left_out_is_there_more_to_hear() -> None:
    for step in Step:
        run = at(step)
        assert bool(run.more()) is (step in {Step.MODEL, Step.PRIVACY})
        assert f"{run.spoken()} {run.more()}".strip() == " ".join(run.lines())
    assert at(Step.MODEL, m=machine(free=GIGABYTE // 2)).more() == ""
    assert at(Step.MODEL, settings=Settings(model="mine")).more() == ""


def test_the_end_says_by_which_key_a_picture_is_opened() -> None:
    keys = {"open": "Control O", "keys": "F1"}
    run = FirstRun(Remembered(None), machine(), Settings, lambda name: keys.get(name, ""))
    run.begin()
    while run.next():
        pass
    assert run.spoken().endswith(
        "To open a picture of your own, press Control O. For all commands, press F1."
    )
    assert run.farewell == "To open a picture, press Control O."
    assert first_run().farewell == "To open a picture, use the Picture menu."
