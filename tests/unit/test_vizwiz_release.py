"""The loader of VizWiz-LF: strict, and never a label beside a wrong sentence in silence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role
from whichone_data.vizwiz.anomalies import AnomalyKind
from whichone_data.vizwiz.fake import Rows, made_up_release, slide, write_release
from whichone_data.vizwiz.release import FILES, Release, load_release
from whichone_data.vizwiz.repair import repaired
from whichone_data.vizwiz.schema import Answer, Pairing, Source

from tests.research import research_folder

Spoil = Callable[[dict[str, Rows]], None]


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[..., Release]:
    """Loads a made-up release after spoiling it."""

    def load(spoil: Spoil = lambda _: None, questions: int = 60) -> Release:
        release = made_up_release(questions)
        spoil(release)
        return load_release(write_release(tmp_path, release))

    return load


def kinds(release: Release, writer: str, row: int | None) -> set[AnomalyKind]:
    return {a.kind for a in release.anomalies if a.writer == writer and a.row == row}


def test_a_sound_release_has_nothing_to_report_but_what_it_lacks(
    loaded: Callable[..., Release],
) -> None:
    release = loaded(questions=600)
    assert release.anomalies == ()
    assert release.size == 7 * 600
    answers = [answer for some in release.answers.values() for answer in some]
    assert all(len(answer.sentences) == len(answer.labels) for answer in answers)
    assert {answer.pairing for answer in answers} == {Pairing.RELEASED}


def test_a_sentence_cut_at_a_decimal_point_loses_its_labels_until_it_is_split_again(
    loaded: Callable[..., Release],
) -> None:
    def spoil(release: dict[str, Rows]) -> None:
        release["Gemini"]["5"] |= {
            "answer_paragraph": "This is a mug. It holds 2.4 litres.",
            "answer_sentences": ["This is a mug", "It holds 2", "4 litres"],
            "functional_roles": [["Answer"], ["Auxiliary"]],
            "information_types": [["image_content"], ["external_information"]],
        }

    released = loaded(spoil)
    answer = released.answers["Gemini"][4]
    assert kinds(released, "Gemini", 5) == {AnomalyKind.LABEL_COUNT}
    assert (answer.pairing, answer.sentences) == (Pairing.NONE, ())
    assert answer.roles == {Role.ANSWER, Role.AUXILIARY}
    assert answer.sources == {Source.CONTENT, Source.EXTERNAL}

    mended = repaired(released).answers["Gemini"][4]
    assert mended.pairing is Pairing.RESPLIT
    assert [(s.text, set(s.labels.roles)) for s in mended.sentences] == [
        ("This is a mug.", {Role.ANSWER}),
        ("It holds 2.4 litres.", {Role.AUXILIARY}),
    ]


def test_labels_that_slid_to_other_answers_are_found_and_moved_back(
    loaded: Callable[..., Release],
) -> None:
    right = loaded(questions=300).answers["GPT-4V"]
    released = loaded(lambda release: slide(release["GPT-4V"], first=100, by=2), 300)
    drift = [a for a in released.anomalies if a.kind is AnomalyKind.LABEL_DRIFT]
    assert {anomaly.writer for anomaly in drift} == {"GPT-4V"}
    assert abs((drift[0].row or 0) - 100) <= 3
    slid = released.answers["GPT-4V"][103:]
    assert all(answer.pairing is Pairing.NONE and not answer.sentences for answer in slid)

    mended = repaired(released).answers["GPT-4V"]
    back = [answer for answer in mended if answer.pairing is Pairing.REALIGNED]
    assert len(back) >= 190
    assert all(answer.labels == right[answer.row - 1].labels for answer in back)
    assert all(answer.labels == right[answer.row - 1].labels for answer in mended[:90])


def test_files_in_order_do_not_drift(loaded: Callable[..., Release]) -> None:
    assert not any(
        a.roles.is_drifting or a.sources.is_drifting
        for a in loaded(questions=300).alignments.values()
    )


def test_sources_that_slid_alone_are_not_known_while_roles_stay(
    loaded: Callable[..., Release],
) -> None:
    def spoil(release: dict[str, Rows]) -> None:
        slide(release["Gemini"], first=100, by=2, names=["information_types"])

    released = loaded(spoil, 600)
    (drift,) = [a for a in released.anomalies if a.kind is AnomalyKind.LABEL_DRIFT]
    assert drift.writer == "Gemini"
    assert "sources stand 2 sentences too late" in drift.detail
    for release in (released, repaired(released)):
        before, after = release.answers["Gemini"][:80], release.answers["Gemini"][120:]
        assert all(s.labels.sources is not None for a in before for s in a.sentences)
        assert all(s.labels.sources is None for a in after for s in a.sentences)
        assert all(s.labels.roles for a in after for s in a.sentences)
        assert all(a.pairing is Pairing.RELEASED for a in after)


def test_labels_in_another_order_are_not_paired_and_not_repaired(
    loaded: Callable[..., Release],
) -> None:
    def spoil(release: dict[str, Rows]) -> None:
        release["Expert"]["1"] |= {
            "answer_paragraph": "The photo is blurry. It may be a jar. Please try again.",
            "answer_sentences": ["The photo is blurry", "It may be a jar", "Please try again"],
            "functional_roles": [["Answer"], ["Suggestion"], ["Confirmation of Photo"]],
            "information_types": [["image_content"], [], ["image_quality"]],
        }

    released = loaded(spoil)
    assert kinds(released, "Expert", 1) == {AnomalyKind.LABEL_ORDER}
    assert released.answers["Expert"][0].pairing is Pairing.NONE
    assert repaired(released).answers["Expert"][0].sentences == ()


def test_every_known_fault_is_reported(loaded: Callable[..., Release]) -> None:
    def spoil(release: dict[str, Rows]) -> None:
        del release["QWEN"]["3"]
        release["QWEN"]["4"]["question"] += "\r\n"
        release["QWEN"]["5"]["information_types"][0] = ["Image Quality"]
        release["QWEN"]["6"]["functional_roles"][0] = []
        release["QWEN"]["7"]["answer_sentences"][0] = "Something else"
        for rows in release.values():
            rows["8"]["crowd_answers"].append("mug")
            rows["9"] |= {"answerability": "answerable", "crowd_majority": "unanswerable"}

    released = loaded(spoil)
    assert kinds(released, "QWEN", None) == {AnomalyKind.SPELLING}
    expected = {
        3: AnomalyKind.MISSING_ROW,
        4: AnomalyKind.LINE_BREAK,
        6: AnomalyKind.NO_ROLE,
        7: AnomalyKind.NOT_IN_PARAGRAPH,
        8: AnomalyKind.CROWD_COUNT,
        9: AnomalyKind.TWO_TRUTHS,
    }
    assert {row: kinds(released, "QWEN", row) for row in expected} == {
        row: {kind} for row, kind in expected.items()
    }
    by_row = {answer.row: answer for answer in released.answers["QWEN"]}
    assert Source.QUALITY in by_row[5].sources
    assert not by_row[4].question.endswith("\n")


BROKEN: dict[str, tuple[Callable[[Rows], object], str]] = {
    "unknown role": (
        lambda rows: rows["2"].update(functional_roles=[["Chatter"]]),
        r"Row 2 of llava\.json is not as released: functional_roles",
    ),
    "unknown field": (lambda rows: rows["2"].update(note="x"), "note"),
    "number for text": (lambda rows: rows["2"].update(question=5), "question"),
    "row out of range": (lambda rows: rows.update({"601": rows["2"]}), "row '601'"),
    "another question": (
        lambda rows: rows["2"].update(image_url="https://example.org/x.jpg"),
        "another question",
    ),
    "one label list short": (
        lambda rows: rows["2"].update(information_types=[]),
        "information sources",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_release_of_another_shape_is_refused(name: str, loaded: Callable[..., Release]) -> None:
    spoil, sentence = BROKEN[name]
    with pytest.raises(InputError, match=sentence):
        loaded(lambda release: spoil(release["LLaVA"]))


def test_a_file_that_is_absent_or_not_json_is_named(tmp_path: Path) -> None:
    write_release(tmp_path, made_up_release(5))
    (tmp_path / FILES["BLIP-2"]).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"blip2\.json is not JSON"):
        load_release(tmp_path)
    (tmp_path / FILES["BLIP-2"]).unlink()
    with pytest.raises(InputError, match=r"blip2\.json can't be read"):
        load_release(tmp_path)


@pytest.fixture(scope="module")
def real() -> Release:
    return load_release(research_folder("vizwiz-lf"))


@pytest.mark.research
def test_the_real_release_holds_the_faults_that_are_known(real: Release) -> None:
    assert real.size == 4196
    count = {
        writer: sum(
            a.writer == writer and a.kind is AnomalyKind.LABEL_COUNT for a in real.anomalies
        )
        for writer in FILES
    }
    assert min(count.values()) == 9
    assert max(count.values()) == 75
    assert [a.row for a in real.anomalies if a.kind is AnomalyKind.MISSING_ROW] == [10, 13, 14, 15]
    disordered = [a for a in real.anomalies if a.kind is AnomalyKind.LABEL_ORDER]
    assert [(a.writer, a.row) for a in disordered] == [("Expert", 1)]
    files = real.alignments.items()
    assert {writer for writer, a in files if a.roles.is_drifting} == {"GPT-4V"}
    assert {writer for writer, a in files if a.sources.is_drifting} == {"GPT-4V", "Gemini"}
    crowds = {a.row for a in real.anomalies if a.kind is AnomalyKind.CROWD_COUNT}
    assert len(crowds) == 6


@pytest.mark.research
def test_no_answer_of_the_real_release_has_more_or_fewer_labels_than_sentences(
    real: Release,
) -> None:
    def is_whole(answer: Answer) -> bool:
        return not answer.sentences or len(answer.sentences) == len(answer.labels)

    for release in (real, repaired(real)):
        assert all(is_whole(answer) for some in release.answers.values() for answer in some)
    back = repaired(real).answers["GPT-4V"]
    assert sum(bool(answer.sentences) for answer in back) > 560
