"""AQuA projects: what is learnt, what is only measured on, and what is dropped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from whichone_core.errors import InputError, StorageError
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.schema import read_pairs
from whichone_data.project import Project
from whichone_training.asked import asked_in_test, asked_in_validation
from whichone_training.baselines.questions import project_questions
from whichone_training.drawnworld.items import item
from whichone_training.drawnworld.rows import write_project
from whichone_training.drawnworld.splits import Split
from whichone_training.examples import Set, examples, photo_within
from whichone_training.projects import Part, photos
from whichone_training.recipe import Data, Recipe, checked

ANSWERABLE = [strategy for strategy in Strategy if strategy is not Strategy.ABSTAIN]


def drawn(folder: Path, count: int, strategies: Sequence[Strategy] = ANSWERABLE) -> Project:
    items = [item(1, Split.TRAIN, n, strategy) for n in range(count) for strategy in strategies]
    return write_project(folder, items, 56, 1)


def deal(project: Project, tested: int) -> None:
    """The first pairs of each strategy are test, as `whichone-data aqua split` writes it."""
    seen = dict.fromkeys(Strategy, 0)
    rows = []
    for number, pair in enumerate(read_pairs(project)):
        split = "test" if seen[pair.strategy] < tested else "train"
        seen[pair.strategy] += 1
        rows.append({"split": split, "group": number, "pair": pair.model_dump(mode="json")})
    project.write_rows("splits", rows)


def recipe(folder: Path, **more: object) -> Recipe:
    data = {"source": "aqua", "folder": str(folder), "train": 8, "validation": 8, "side": 56}
    data |= {"grpo_train": 1, "grpo_validation": 1, **more}
    return checked({"name": "x", "output": "x", "data": data, "grpo": {}})


def pictures(made: list[Path]) -> set[str]:
    return {path.name for path in made}


def of(data: Data, chosen: Set) -> set[str]:
    made = examples(data, chosen, 1)
    return pictures([one.picture for one in made if isinstance(one.picture, Path)])


def test_what_was_dealt_to_the_test_is_never_learnt(tmp_path: Path) -> None:
    project = drawn(tmp_path, 6)
    deal(project, tested=2)
    tested = pictures([photo.path for photo in photos(tmp_path, Part.TEST)])
    assert len(tested) == 8
    data = recipe(tmp_path).data
    for chosen in Set:
        found = of(data, chosen)
        assert found and not found & tested
    questions, _ = project_questions(tmp_path, None)
    assert {one.picture for one in questions} == tested


def test_the_sets_share_nothing_but_what_sft_only_validates_on(tmp_path: Path) -> None:
    deal(drawn(tmp_path, 6), tested=2)
    data = recipe(tmp_path).data
    train, validation = of(data, Set.SFT_TRAIN), of(data, Set.SFT_VALIDATION)
    grpo, rewarded = of(data, Set.GRPO_TRAIN), of(data, Set.GRPO_VALIDATION)
    assert not train & validation and not grpo & rewarded
    assert not train & (grpo | rewarded) and (grpo | rewarded) <= validation


def test_calibration_has_photos_of_its_own(tmp_path: Path) -> None:
    deal(drawn(tmp_path, 6), tested=2)
    made = recipe(tmp_path)
    learnt = [one.said[0] for one in examples(made.data, Set.GRPO_TRAIN, 1)]
    learnt += [one.said[0] for one in examples(made.data, Set.SFT_TRAIN, 1)]
    asked = asked_in_validation(made, 5)
    assert len(asked) == 4 and not {one.question for one in asked} & {*learnt}


def test_what_the_filters_dropped_is_not_learnt(tmp_path: Path) -> None:
    project = drawn(tmp_path, 2)
    kept = [pair.model_dump(mode="json") for pair in read_pairs(project)][:4]
    project.write_rows("kept", kept)
    assert [photo.row.picture for photo in photos(tmp_path, Part.TRAIN)] == [
        row["picture"] for row in kept
    ]


def test_questions_that_cannot_be_answered_join_from_another_project(tmp_path: Path) -> None:
    deal(drawn(tmp_path / "aqua", 6), tested=2)
    deal(drawn(tmp_path / "unanswerable", 6, [Strategy.ABSTAIN]), tested=2)
    made = recipe(tmp_path / "aqua", train=10, more=[str(tmp_path / "unanswerable")])
    learnt = examples(made.data, Set.SFT_TRAIN, 1)
    assert [one.strategy for one in learnt] == [*Strategy] * 2
    assert all(one.image(56).size == (56, 56) for one in learnt)
    asked = asked_in_test(made, 2)
    assert [one.gold.strategy for one in asked] == [s for s in Strategy for _ in range(2)]
    assert asked[0].pixels.shape == (56, 56, 3)


def test_too_few_and_what_was_not_split_are_one_sentence(tmp_path: Path) -> None:
    drawn(tmp_path, 2)
    with pytest.raises(InputError, match="too few"):
        examples(recipe(tmp_path, train=40).data, Set.SFT_TRAIN, 1)
    with pytest.raises(InputError, match="was not split"):
        asked_in_test(recipe(tmp_path), 2)
    with pytest.raises(InputError, match="names no AQuA project"):
        examples(Data(source="aqua"), Set.SFT_TRAIN, 1)


def test_a_large_photo_is_made_smaller_and_keeps_its_shape(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    Image.fromarray(np.zeros((480, 640, 3), np.uint8)).save(path)
    small = photo_within(path, 448)
    assert small.width * small.height <= 448 * 449 and small.width / small.height == (
        pytest.approx(640 / 480, rel=0.01)
    )
    assert photo_within(path, 1000).size == (640, 480)
    (tmp_path / "broken.png").write_text("no picture")
    with pytest.raises(StorageError):
        photo_within(tmp_path / "broken.png", 448)


def test_second_turns_are_in_the_form_of_the_aqua_tools(tmp_path: Path) -> None:
    """Their own judge by rules passes the right answers, and no others."""
    from whichone_data.cli import main

    drawn(tmp_path, 12, [Strategy.CLARIFY])
    rows = [json.loads(line) for line in (tmp_path / "clarify.jsonl").read_text().splitlines()]
    assert rows and all(row["resolved"].endswith("?") for row in rows)
    answers = tmp_path / "answers.jsonl"
    for second, passed in ((None, True), ("I can't tell.", False)):
        said = [
            {
                "picture": row["picture"],
                "first": row["asked_back"],
                "second": second or row["answer"],
            }
            for row in rows
        ]
        answers.write_text("".join(f"{json.dumps(row)}\n" for row in said))
        words = ["--output", str(tmp_path), "--answers", str(answers)]
        assert main(["aqua", "two-turns", *words]) == 0
        judged = (tmp_path / "two-turns.jsonl").read_text().splitlines()
        assert {json.loads(line)["passes"] for line in judged} == {passed}


def test_a_drawn_project_can_be_split_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from whichone_data.cli import main

    folder = drawn(tmp_path / "drawn", 4).folder
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["aqua", "split", "--output", str(folder)]) == 0
    assert photos(folder, Part.TEST)
