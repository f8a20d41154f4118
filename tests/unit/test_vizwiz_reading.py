"""The encoder's half of the role classifier: windows, both halves together, and its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role
from whichone_data.vizwiz.bertscore import PACKAGE
from whichone_data.vizwiz.encoded import (
    LONGEST_BEFORE,
    LONGEST_WINDOW,
    PACKAGED,
    HashedSentences,
    SentenceEncoder,
    SentenceVectors,
    open_sentences,
    windows,
)
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.reading import (
    ReadingClassifier,
    features,
    load_reading,
    mean_share,
    save_reading,
)
from whichone_data.vizwiz.reading_training import train_reading
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.schema import Source
from whichone_data.vizwiz.training import Example, examples
from whichone_data.vizwiz.wording import CUES, PLACES, placed

from tests.reading_halves import encoder_alone


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    folder = tmp_path_factory.mktemp("release")
    return examples(load_release(write_release(folder, made_up_release(60))))


@pytest.fixture(scope="module")
def classifier(some: list[Example]) -> ReadingClassifier:
    return train_reading([one for one in some if one.is_for_training], HashedSentences())[0]


@pytest.fixture(params=["hashed", "real"])
def encoder(request: pytest.FixtureRequest) -> SentenceEncoder:
    if request.param == "hashed":
        return HashedSentences()
    if find_spec(PACKAGE) is None:
        pytest.skip(f"the optional package {PACKAGE} is not installed")
    return open_sentences(PACKAGED)


def test_every_sentence_stands_whole_in_one_window_after_the_question() -> None:
    head, sentences = [1, 7, 7, 2], [[10 + place] * 30 for place in range(9)]
    read = list(windows(head, sentences, 2))
    found = [list(window.tokens[a:b]) for window in read for a, b in window.spans]
    assert found == sentences
    assert len(read) > 1
    assert all(window.tokens[:4] == (1, 7, 7, 2) for window in read)
    assert all(len(window.tokens) <= LONGEST_WINDOW for window in read)


def test_a_later_window_begins_with_the_end_of_the_sentence_before() -> None:
    long = list(range(100, 180))
    _, second = windows([1, 2], [long, [9] * 60], 2)
    assert second.tokens[2 : 2 + LONGEST_BEFORE] == tuple(long[-LONGEST_BEFORE:])
    assert second.spans == ((3 + LONGEST_BEFORE, 63 + LONGEST_BEFORE),)


def test_an_answer_without_sentences_has_no_window() -> None:
    assert list(windows([1, 2], [], 2)) == []


def test_each_sentence_of_an_answer_has_a_vector(encoder: SentenceEncoder) -> None:
    sentences = ["It is a red mug.", "", "The bus leaves at nine.", "word " * 300]
    vectors = encoder.vectors("What is this?", sentences)
    assert vectors.shape == (4, encoder.size)
    assert np.isfinite(vectors).all()
    assert encoder.vectors("What is this?", []).shape == (0, encoder.size)
    assert np.allclose(encoder.vectors("What is this?", sentences), vectors, atol=1e-5)
    assert not np.allclose(encoder.vectors("How old?", sentences), vectors, atol=1e-3)


def test_an_answers_sentences_are_read_together_and_other_answers_apart() -> None:
    class Counting(HashedSentences):
        def __init__(self) -> None:
            self.read: list[tuple[str, int]] = []

        def vectors(self, question: str, sentences: Sequence[str]) -> SentenceVectors:
            self.read.append((question, len(sentences)))
            return super().vectors(question, sentences)

    counting = Counting()
    both = [*placed("One?", ["a", "b"]), *placed("One?", ["c"]), *placed("Two?", ["d", "e", "f"])]
    assert features(counting, both).shape == (6, counting.size + PLACES + CUES)
    assert counting.read == [("One?", 2), ("One?", 1), ("Two?", 3)]


def test_both_halves_count_the_same() -> None:
    sure, unsure = np.array([[4.0]]), np.array([[0.0]])
    assert mean_share(sure, unsure) == pytest.approx(1 / (1 + np.exp(-2)))
    assert mean_share(sure, unsure) == mean_share(unsure, sure)
    assert mean_share(sure, -sure) == pytest.approx(0.5)


def test_an_answer_is_split_and_each_sentence_gets_its_roles_and_sources(
    classifier: ReadingClassifier,
) -> None:
    answer = "This is a bottle. It is mostly green. Please take another photo from closer."
    first, second, last = classifier.annotate("What is this?", answer)
    assert {Role.ANSWER, Role.CONFIRMATION} == first.labels.roles
    assert first.labels.sources == frozenset({Source.CONTENT})
    assert second.labels.roles == {Role.AUXILIARY}
    assert last.labels.roles == {Role.SUGGESTION}
    assert last.labels.sources == frozenset()
    assert classifier.annotate("What is this?", " ") == ()


def test_the_encoders_half_alone_tells_held_out_sentences_of_known_patterns(
    classifier: ReadingClassifier, some: list[Example]
) -> None:
    scores = encoder_alone(classifier, some)
    assert scores["Roles, weighted"] > 0.9
    assert scores["Sources, weighted"] > 0.9


def test_too_few_examples_are_refused(some: list[Example]) -> None:
    with pytest.raises(InputError, match="too few"):
        train_reading(some[:20], HashedSentences())


def test_weights_come_back_from_their_file(classifier: ReadingClassifier, tmp_path: Path) -> None:
    path = tmp_path / "reading.npz"
    save_reading(classifier, path)
    again = load_reading(path, classifier.words, classifier.encoder)
    sentences = placed("What is this?", ["It is a mug.", "It may be hot."])
    assert np.array_equal(again.probabilities(sentences), classifier.probabilities(sentences))
    assert np.array_equal(again.thresholds, classifier.thresholds)
    assert [each.name for each in tmp_path.iterdir()] == ["reading.npz"]


def test_weights_are_refused_beside_another_half_or_encoder(
    classifier: ReadingClassifier, tmp_path: Path
) -> None:
    path = tmp_path / "reading.npz"
    save_reading(classifier, path)
    other = replace(classifier.words, weights=classifier.words.weights + 1)
    with pytest.raises(InputError, match="another encoder or beside another"):
        load_reading(path, other, classifier.encoder)
    encoder = HashedSentences()
    encoder.name = "another"
    with pytest.raises(InputError, match="another encoder or beside another"):
        load_reading(path, classifier.words, encoder)
    encoder = HashedSentences()
    encoder.size = 32
    with pytest.raises(InputError, match="another encoder or beside another"):
        load_reading(path, classifier.words, encoder)


@pytest.mark.parametrize("content", [b"", b"not weights", b"PK\x03\x04 broken"])
def test_another_file_is_no_such_classifier(
    classifier: ReadingClassifier, content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "reading.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="holds no classifier"):
        load_reading(path, classifier.words, classifier.encoder)
    with pytest.raises(InputError, match="holds no classifier"):
        load_reading(tmp_path / "absent.npz", classifier.words, classifier.encoder)
