"""How answers of any engine are judged by rules, and how far a judge agrees with people."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind
from whichone_data.vizwiz.collected import Collected
from whichone_training.baselines.questions import Question
from whichone_training.baselines.reliability import kappa, read_labels, reliability
from whichone_training.baselines.scoring import Row, by_rules, counted
from whichone_training.confusions import in_words
from whichone_training.drawnworld.answers import is_grounded
from whichone_training.drawnworld.items import Gold
from whichone_training.drawnworld.scenes import Look
from whichone_training.examples import gold_text

THINGS = (("red", "cup"), ("blue", "ball"))
ASKED = Question(
    item="1",
    picture="1.png",
    question="What is this?",
    right=Strategy.LIST,
    gold=gold_text(Gold(Strategy.LIST, Kind.IDENTITY, (Look("red", "cup"), Look("blue", "ball")))),
    things=THINGS,
)


def judged(text: str, question: Question = ASKED) -> Row:
    said = Collected(item="1", picture="1.png", question="What is this?", engine="e", text=text)
    return by_rules(question, said)


@pytest.mark.parametrize(
    ("text", "grounded"),
    [
        ("A red cup.", True),
        ("A blue cup.", False),
        ("A red cup and a blue ball.", True),
        ("There is no star.", True),
        ("There is no cup.", False),
        ("It is blurred, so I can't tell.", True),
        ("No, the cup is red.", True),
        ("No, the cup is blue.", False),
        ("Yes, the cup is red.", True),
        ("A star.", False),
        ("Which one do you mean, the cup or the ball?", True),
    ],
)
def test_claims_are_compared_with_the_scene_whatever_the_style(text: str, grounded: bool) -> None:
    assert is_grounded(text, THINGS) is grounded


def test_a_true_answer_in_the_wrong_strategy_is_grounded_but_not_right() -> None:
    counts = counted([judged("A red cup."), judged("A green star."), judged("")])
    assert (counts.grounded.hits, counts.grounded.of) == (1, 3)
    assert counts.overall.hits == 0
    assert counts.confusion[Strategy.LIST][Strategy.DIRECT] == 2
    assert counts.unknown == 1


def test_without_known_facts_only_the_style_is_judged() -> None:
    photo = ASKED.model_copy(update={"gold": "", "things": ()})
    row = judged("I can't tell, because the picture is too dark.", photo)
    assert (row.shown, row.is_grounded) == (Strategy.ABSTAIN, None)
    assert judged("", photo).shown is None


def test_a_tuned_models_control_word_is_no_part_of_its_answer() -> None:
    row = judged("list\nThere are two things: a red cup and a blue ball.")
    assert (row.shown, row.is_grounded) == (Strategy.LIST, True)
    photo = ASKED.model_copy(update={"gold": "", "things": ()})
    bare = judged("ask\nWhich one do you mean?", photo)
    assert bare.shown is judged("Which one do you mean?", photo).shown is Strategy.CLARIFY


def test_the_words_of_a_plot_name_what_is_right_and_what_is_confused() -> None:
    words = in_words("x", counted([judged("A red cup.")]).confusion)
    assert "list 0%" in words and "100% of list shown as direct" in words
    assert in_words("x", {}).endswith("nothing.")


def test_cohens_kappa() -> None:
    """The example of Cohen's kappa with 20, 5, 10 and 15 of 50: 0.4."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([("y", "y")] * 3) is None
    assert kappa([]) is None


def test_the_majority_of_people_counts_and_ties_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(
        "item,style,grounded\n1,list,yes\n1,list,no\n1,direct,no\n2,list,\n2,direct,\n",
        encoding="utf-8",
    )
    labels = read_labels(path)
    assert labels.keys() == {"1"}
    assert (labels["1"].style, labels["1"].is_grounded) == ("list", False)
    strategy, grounded = reliability([judged("A red cup.")], labels)
    assert (strategy.agreement.hits, strategy.agreement.of) == (0, 1)
    assert (grounded.agreement.hits, grounded.agreement.of) == (0, 1)


@pytest.mark.parametrize("line", [",list,yes", "1,loud,yes", "1,list,perhaps"])
def test_a_label_that_is_none_is_named_with_its_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(f"item,style,grounded\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match="Line 2"):
        read_labels(path)


def test_labels_of_other_items_compare_nothing(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("item,style,grounded\n9,list,yes\n", encoding="utf-8")
    with pytest.raises(InputError, match="None of the labelled"):
        reliability([judged("A red cup.")], read_labels(path))
