"""Training an encoder along with the labels, on a tiny encoder of random weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import InputError
from whichone_data.cli import main
from whichone_data.vizwiz.encoded import LocalSentences, open_sentences
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.reading import READING, ReadingClassifier, features
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.roles import LABELS, WEIGHTS
from whichone_data.vizwiz.rounds import RoundsTold
from whichone_data.vizwiz.schema import Source
from whichone_data.vizwiz.steps import Study, run_step
from whichone_data.vizwiz.training import Example, examples, labels_of
from whichone_data.vizwiz.tuned import KEPT, TUNED, TunedSentences, load_tuned, read_on, save_tuned
from whichone_data.vizwiz.tuned_training import train_tuned
from whichone_data.vizwiz.tuning import Lesson, Plan, lesson_of, train_member
from whichone_data.vizwiz.wording import placed

from tests.reading_halves import encoder_alone
from tests.tiny_encoder import tiny_encoder

for needed in ("transformers", "sklearn"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")

torch = pytest.importorskip("torch", reason="torch is not installed")

PLAN = Plan(members=2, epochs=2, rate=2e-3, head_rate=2e-2)


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """So little work on more threads is mostly waiting for each other where others compute too."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(tmp_path_factory.mktemp("release"), made_up_release(40))


@pytest.fixture(scope="module")
def small_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For what is not about how good the labels are."""
    return write_release(tmp_path_factory.mktemp("small"), made_up_release(12))


@pytest.fixture(scope="module")
def some(release: Path) -> list[Example]:
    return examples(load_release(release))


@pytest.fixture(scope="module")
def training_side(some: list[Example]) -> list[Example]:
    return [one for one in some if one.is_for_training]


@pytest.fixture(scope="module")
def encoder_folder(some: list[Example], tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = " ".join(f"{one.sentence.question} {one.sentence.text}" for one in some).lower()
    return tiny_encoder(tmp_path_factory.mktemp("encoder"), set(re.findall(r"[a-z]+", texts)))


@pytest.fixture(scope="module")
def base(encoder_folder: Path) -> LocalSentences:
    return open_sentences(str(encoder_folder), KEPT)


@pytest.fixture(scope="module")
def lesson(base: LocalSentences, training_side: list[Example]) -> Lesson:
    return lesson_of(base, training_side)


@pytest.fixture(scope="module")
def classifier(base: LocalSentences, training_side: list[Example]) -> ReadingClassifier:
    return train_tuned(training_side, base, plan=PLAN)[0]


def silent() -> None:
    """Told nothing."""


def test_the_encoders_half_alone_tells_held_out_sentences_of_known_patterns(
    classifier: ReadingClassifier, some: list[Example]
) -> None:
    scores = encoder_alone(classifier, some)
    assert scores["Roles, weighted"] > 0.9
    assert scores["Sources, weighted"] > 0.9


def test_the_same_seed_finds_the_same_layers_and_another_seed_others(
    base: LocalSentences, lesson: Lesson
) -> None:
    short = replace(PLAN, epochs=1)
    windows = list(range(len(lesson.firsts)))
    first, again, other = (
        train_member(base, lesson, windows, short, seed, silent) for seed in (1, 1, 2)
    )
    assert np.array_equal(first.weights, again.weights)
    assert not np.array_equal(first.weights, other.weights)
    came = base.above(2).state_dict()
    moved = [not came[name].equal(array) for name, array in first.upper.state_dict().items()]
    assert all(moved)


def test_training_leaves_the_encoder_as_it_came(
    base: LocalSentences, classifier: ReadingClassifier, encoder_folder: Path
) -> None:
    fresh = open_sentences(str(encoder_folder), KEPT)
    for ours, theirs in zip(base.above(2).parameters(), fresh.above(2).parameters(), strict=True):
        assert ours.equal(theirs)
    assert np.array_equal(base.vectors("What?", ["A mug."]), fresh.vectors("What?", ["A mug."]))


def test_sentences_without_known_sources_teach_nothing_about_sources(
    base: LocalSentences, lesson: Lesson
) -> None:
    is_source = np.array([isinstance(label, Source) for label in LABELS])
    unknown = replace(lesson, known=np.broadcast_to(~is_source, lesson.known.shape).copy())
    windows = list(range(len(lesson.firsts)))
    member = train_member(base, unknown, windows, replace(PLAN, epochs=1), 0, silent)
    assert not member.weights[:, is_source].any()
    assert member.weights[:, ~is_source].any()


def test_a_window_reads_the_same_alone_and_beside_longer_ones(
    base: LocalSentences, lesson: Lesson
) -> None:
    upper = base.above(2).eval()
    order = sorted(range(len(lesson.firsts)), key=lambda place: len(lesson.hidden[place]))
    short, long = order[0], order[-1]
    assert len(lesson.hidden[short]) < len(lesson.hidden[long])
    alone = read_on(upper, [lesson.hidden[short]], [lesson.spans[short]])
    both = read_on(
        upper, [lesson.hidden[i] for i in (short, long)], [lesson.spans[i] for i in (short, long)]
    )
    assert np.allclose(
        alone.detach().numpy(), both.detach().numpy()[: len(lesson.spans[short])], atol=1e-5
    )


def test_members_side_by_side_say_the_mean_of_what_each_says(
    base: LocalSentences, lesson: Lesson, training_side: list[Example]
) -> None:
    classifier, _ = train_tuned(training_side, base, plan=replace(PLAN, epochs=1))
    windows = list(range(len(lesson.firsts)))
    plan = replace(PLAN, epochs=1)
    each = [
        train_member(base, lesson, windows, plan, seed, silent).scores(lesson, windows)
        for seed in range(PLAN.members)
    ]
    columns = features(classifier.encoder, [example.sentence for example in training_side])
    together = columns @ classifier.weights + classifier.offsets
    assert np.allclose(together, np.mean(each, axis=0), atol=0.02)


def test_held_out_thirds_are_judged_by_members_that_never_saw_them(
    base: LocalSentences, training_side: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    from whichone_data.vizwiz import tuned_training

    seen: list[set[int]] = []

    def watched(base, lesson, windows, *more):  # type: ignore[no-untyped-def]
        seen.append(set(lesson.rows(windows)))
        return train_member(base, lesson, windows, *more)

    monkeypatch.setattr(tuned_training, "train_member", watched)
    train_tuned(training_side, base, plan=replace(PLAN, members=1, epochs=1))
    *thirds, whole = seen
    everything = set(range(len(training_side)))
    assert whole == everything
    left_out = [everything - third for third in thirds]
    assert sum(map(len, left_out)) == len(everything)
    assert set.union(*left_out) == everything
    for rows in left_out:
        own = {training_side[row].row for row in rows}
        assert not own & {training_side[row].row for row in everything - rows}


def test_layers_come_back_from_their_file(
    base: LocalSentences, classifier: ReadingClassifier, tmp_path: Path
) -> None:
    assert isinstance(classifier.encoder, TunedSentences)
    save_tuned(classifier.encoder, tmp_path / TUNED)
    again = load_tuned(tmp_path / TUNED, base)
    sentences = ["It is a mug.", "", "It may be hot."]
    assert again.name == classifier.encoder.name
    assert again.size == classifier.encoder.size
    assert np.array_equal(
        again.vectors("What?", sentences), classifier.encoder.vectors("What?", sentences)
    )
    assert again.vectors("What?", []).shape == (0, again.size)
    assert [each.name for each in tmp_path.iterdir()] == [TUNED]


def test_layers_are_refused_beside_another_encoder(
    classifier: ReadingClassifier, tmp_path: Path
) -> None:
    assert isinstance(classifier.encoder, TunedSentences)
    save_tuned(classifier.encoder, tmp_path / TUNED)
    wider = open_sentences(str(tiny_encoder(tmp_path / "wider", {"mug"}, size=64)), KEPT)
    with pytest.raises(InputError, match="those of another encoder"):
        load_tuned(tmp_path / TUNED, wider)


def test_an_encoder_of_two_layers_is_refused(training_side: list[Example], tmp_path: Path) -> None:
    flat = open_sentences(str(tiny_encoder(tmp_path, {"mug"}, layers=2)), KEPT)
    with pytest.raises(InputError, match="too few layers"):
        train_tuned(training_side, flat, plan=PLAN)


@pytest.mark.parametrize("content", [b"", b"not layers", b"PK\x03\x04 broken"])
def test_another_file_holds_no_layers(base: LocalSentences, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / TUNED
    path.write_bytes(content)
    with pytest.raises(InputError, match="holds no trained layers"):
        load_tuned(path, base)


def test_a_project_labels_with_the_layers_that_it_was_trained_with(
    small_release: Path, encoder_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"question": "What is this?", "answer": "A mug."}\n', encoding="utf-8")
    project = tmp_path / "project"
    trained = ["--release", str(small_release), "--encoder", str(encoder_folder)]
    there = ["--output", str(project)]
    assert main(["vizwiz", "train", *trained, *there, "--fine-tune"]) == 0
    told = capsys.readouterr()
    assert "tuned " in told.out
    rounds = (3 + 1) * Plan().members * Plan().epochs
    assert f"Round {rounds} of {rounds} done" in told.err
    asked = ["annotate", "--answers", str(answers), "--encoder", str(encoder_folder)]
    assert main(["vizwiz", *asked, *there]) == 0
    assert main(["vizwiz", "train", *trained, *there]) == 0
    assert not (project / TUNED).exists()
    assert main(["vizwiz", *asked, *there]) == 0


def test_only_a_named_encoder_is_trained_along(
    small_release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--release", str(small_release), "--output", str(tmp_path), "--fine-tune"]
    assert main(["vizwiz", "train", *words]) == 3
    assert "An encoder has to be named" in capsys.readouterr().err


def test_a_training_that_is_broken_off_keeps_nothing(
    small_release: Path, encoder_folder: Path, tmp_path: Path
) -> None:
    def stop(done: int, rounds: int) -> None:
        assert (done, rounds) == (1, (3 + 1) * Plan().members * Plan().epochs)
        raise KeyboardInterrupt

    study = Study(small_release, tmp_path, encoder=str(encoder_folder), is_tuned=True, told=stop)
    with pytest.raises(KeyboardInterrupt):
        run_step(study, "train")
    kept = {each.name for each in tmp_path.iterdir()}
    assert not kept & {WEIGHTS, READING, TUNED}


def test_each_round_is_told_with_the_time_that_is_left() -> None:
    stream, times = StringIO(), iter([0.0, 120.0, 300.0])
    told = RoundsTold(stream, lambda: next(times))
    told(1, 4)
    told(2, 4)
    first, second = stream.getvalue().splitlines()
    assert first.startswith("Round 1 of 4 done: 2 minutes so far, about 6 left.")
    assert second.startswith("Round 2 of 4 done: 5 minutes so far, about 5 left.")


def test_labels_of_a_lesson_stand_at_their_sentences(
    lesson: Lesson, training_side: list[Example]
) -> None:
    truth, known = labels_of(training_side)
    assert np.array_equal(lesson.truth, truth)
    assert np.array_equal(lesson.known, known)
    assert lesson.rows(range(len(lesson.firsts))) == list(range(len(training_side)))
    spans = [span for window in lesson.spans for span in window]
    words = [len(one.sentence.text.split()) for one in training_side]
    # Long sentences have more tokens: each row's span is that of its own sentence.
    lengths = [stop - begin for begin, stop in spans]
    assert np.corrcoef(lengths, words)[0, 1] > 0.9


def test_placed_sentences_of_an_answer_are_labelled(classifier: ReadingClassifier) -> None:
    labels = classifier.label_each(placed("What is this?", ["This is a bottle.", "It is green."]))
    assert len(labels) == 2
    assert all(1 <= len(label.roles) <= 3 for label in labels)
