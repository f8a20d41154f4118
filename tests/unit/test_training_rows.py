"""Rows of a fine-tune: each picture is drawn in its turn, and nobody is told of the training."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from whichone_core.types.strategies import Strategy
from whichone_training.drawnworld.seeing import seen
from whichone_training.examples import Example

datasets = pytest.importorskip("datasets", reason="the extra `training` is not installed")
trl = pytest.importorskip("trl", reason="the extra `training` is not installed")
tuning = pytest.importorskip("whichone_training.tuning")


def examples(count: int) -> list[Example]:
    shown = [seen(1, number) for number in range(count)]
    return [Example(s, (s.question,), s.answer, Strategy.DIRECT, None) for s in shown]


def test_a_row_gets_the_picture_of_its_example_also_in_another_process() -> None:
    made = examples(3)
    pictures = pickle.loads(pickle.dumps(tuning.Pictures(made, 56)))
    part = pictures({"number": [2, 0], "answer": ["b", "a"]})
    assert part.keys() == {"answer", "images"}
    for (drawn,), one in zip(part["images"], (made[2], made[0]), strict=True):
        assert np.array_equal(np.asarray(drawn), np.asarray(one.image(56)))


def test_a_fingerprint_is_taken_of_one_piece_however_many_examples_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Object by object it took two minutes for the mini model's 55,000 examples."""
    saved: list[object] = []
    pickler = datasets.utils._dill.Pickler
    usual = pickler.save

    def counted(self: object, thing: object, *rest: object, **more: object) -> object:
        saved.append(thing)
        return usual(self, thing, *rest, **more)

    monkeypatch.setattr(pickler, "save", counted)
    taken = {}
    for count in (2, 40):
        saved.clear()
        digest = datasets.fingerprint.Hasher.hash(tuning.Pictures(examples(count), 56))
        taken[count] = len(saved), digest
    assert taken[2][0] == taken[40][0] < 20
    assert taken[2][1] != taken[40][1]


@pytest.mark.parametrize("name", ["SFTTrainer", "GRPOTrainer"])
def test_no_trainer_tells_the_hub_that_it_is_used(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("trl.trainer.base_trainer.send_telemetry", lambda **said: told.append(said))
    usual = getattr(trl, name)
    assert hasattr(usual, "_send_telemetry"), "trl calls it something else now"
    trainer = object.__new__(tuning.strictly(usual))
    trainer._send_telemetry()
    assert told == []
