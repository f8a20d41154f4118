"""The local role classifier: trained on made-up labels here, its limits and its file."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.roles import LABELS, RoleClassifier, chosen, load, save
from whichone_data.vizwiz.schema import Source
from whichone_data.vizwiz.training import Example, examples, held_out_tables, train, weighted_f1
from whichone_data.vizwiz.wording import CUES, PlacedSentence, learn_wording, placed

from tests.research import research_folder


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    folder = tmp_path_factory.mktemp("release")
    return examples(load_release(write_release(folder, made_up_release(60))))


@pytest.fixture(scope="module")
def classifier(some: list[Example]) -> RoleClassifier:
    return train([example for example in some if example.is_for_training])


def test_an_answer_is_split_and_each_sentence_gets_its_roles_and_sources(
    classifier: RoleClassifier,
) -> None:
    answer = "This is a bottle. It is mostly green. Please take another photo from closer."
    first, second, last = classifier.annotate("What is this?", answer)
    assert first.text == "This is a bottle."
    assert {Role.ANSWER, Role.CONFIRMATION} == first.labels.roles
    assert set(first.labels.sources or ()) == {Source.CONTENT}
    assert second.labels.roles == {Role.AUXILIARY}
    assert last.labels.roles == {Role.SUGGESTION}
    assert last.labels.sources == frozenset()


def test_every_sentence_has_one_to_three_roles(classifier: RoleClassifier) -> None:
    sentences = placed("?", ["xyzzy", "", "the the the", "¿…?"])
    assert all(1 <= len(classifier.label(sentence).roles) <= 3 for sentence in sentences)
    assert classifier.annotate("What?", "  ") == ()


def test_the_best_role_is_given_where_none_reaches_its_threshold() -> None:
    thresholds = np.full(len(LABELS), 0.5, dtype=np.float32)
    none = np.full(len(LABELS), 0.1)
    none[2] = 0.2
    assert chosen(none, thresholds).roles == {list(Role)[2]}
    assert chosen(none, thresholds).sources == frozenset()
    assert len(chosen(np.ones(len(LABELS)), thresholds).roles) == 3


def test_a_question_never_stands_on_both_sides(some: list[Example]) -> None:
    sides = {example.sentence.question: set[bool]() for example in some}
    for example in some:
        sides[example.sentence.question].add(example.is_for_training)
    assert all(len(side) == 1 for side in sides.values())
    assert {True} in sides.values()
    assert {False} in sides.values()


def test_held_out_sentences_of_known_patterns_are_labelled_well(
    classifier: RoleClassifier, some: list[Example]
) -> None:
    by_label, _ = held_out_tables(classifier, [e for e in some if not e.is_for_training])
    weighted = next(row for row in by_label.rows if row.name == "Roles, weighted")
    assert (weighted.cells[0].measured or 0) > 0.9


def test_training_gives_the_same_weights_twice(
    classifier: RoleClassifier, some: list[Example]
) -> None:
    again = train([example for example in some if example.is_for_training])
    assert np.array_equal(again.weights, classifier.weights)
    assert np.array_equal(again.thresholds, classifier.thresholds)


def test_too_few_examples_are_refused(some: list[Example]) -> None:
    with pytest.raises(InputError, match="too few"):
        train(some[:20])


def test_weighted_f1_weighs_labels_by_how_often_they_are_there() -> None:
    truth = np.zeros((4, len(LABELS)), dtype=bool)
    truth[:3, 0] = truth[3, 1] = True
    said = truth.copy()
    said[3, 1] = False
    roles, sources = weighted_f1(truth, said)
    assert roles == pytest.approx(0.75)
    assert sources == 0


def test_weights_come_back_from_their_file(classifier: RoleClassifier, tmp_path: Path) -> None:
    path = tmp_path / "roles.npz"
    save(classifier, path)
    sentence = PlacedSentence("This is a mug", "What is this?", 0, 1)
    expected = classifier.probabilities(sentence)
    assert np.array_equal(load(path).probabilities(sentence), expected)
    assert [path.name for path in tmp_path.iterdir()] == ["roles.npz"]


def one_array() -> bytes:
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize("content", [b"", b"not weights", b"PK\x03\x04 broken", one_array()])
def test_another_file_is_no_classifier(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "roles.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="no trained role classifier"):
        load(path)
    with pytest.raises(InputError, match="no trained role classifier"):
        load(tmp_path / "absent.npz")


def test_vectors_have_length_one_for_known_words_and_none_for_unknown() -> None:
    wording = learn_wording([PlacedSentence("a red mug", "q", 0, 1)] * 2)
    known = wording.sentence.vector("A RED mug!", 0, 1.0)
    assert sum(value * value for value in known.values()) == pytest.approx(1)
    assert wording.sentence.vector("unheard words", 0, 1.0) == {}


@pytest.mark.research
def test_every_sentence_of_an_answer_gets_its_label(classifier: RoleClassifier) -> None:
    expert = load_release(research_folder("vizwiz-lf")).answers["Expert"]
    for answer in expert[:200]:
        labelled = classifier.annotate(answer.question, answer.paragraph)
        assert labelled
        told = " ".join(each.text for each in labelled)
        assert told.split() == answer.paragraph.split()


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        # Half of its words repeat the question; one name, in capitals, quoted; a number.
        ('It says "MILK", 2 litres.', [0.5, 0, 0.25, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
        # Nothing repeated; advice about the picture's quality, to the person, negated.
        ("You should not use blurry photos?", [0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1]),
    ],
)
def test_cues_are_what_a_sentence_repeats_quotes_and_advises(text: str, cues: list[float]) -> None:
    sentence = PlacedSentence(text, "How many litres of milk is this?", 0, 1)
    wording = learn_wording([sentence])
    vector = wording.vector(sentence)
    first = wording.width - CUES
    assert [vector[first + column] for column in range(CUES)] == cues
