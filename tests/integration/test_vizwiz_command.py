"""`whichone-data vizwiz`: whole runs in a folder, and what a user hears when one fails."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from whichone_core.errors import InputError, StorageError
from whichone_data.cli import main
from whichone_data.project import open_project
from whichone_data.vizwiz.fake import made_up_release, slide, write_release
from whichone_data.vizwiz.reading import READING
from whichone_data.vizwiz.tuned import TUNED


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = made_up_release(150)
    slide(made["GPT-4V"], first=60, by=1)
    return write_release(tmp_path_factory.mktemp("release"), made)


def run(*words: object) -> int:
    return main(["vizwiz", *map(str, words)])


def test_a_report_holds_every_step_and_its_plots(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("report", "--release", release, "--output", tmp_path) == 0
    written = [Path(line) for line in capsys.readouterr().out.split()]
    assert all(path.exists() for path in written)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    for title in ("The released files", "What is in the answers", "Abstaining", "references"):
        assert title in page
    assert "GPT-4V, labels moved back to their sentences" in page
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert all(f'src="{path.name}"' in html for path in written if path.suffix == ".svg")
    anomalies = (tmp_path / "anomalies.jsonl").read_text(encoding="utf-8").splitlines()
    assert any("beside the sentences of other" in json.loads(line)["kind"] for line in anomalies)


def test_a_report_is_the_same_twice_and_does_no_step_again(release: Path, tmp_path: Path) -> None:
    assert run("report", "--release", release, "--output", tmp_path) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = tmp_path / "score-tables.jsonl"
    age = kept.stat().st_mtime_ns
    assert run("report", "--release", release, "--output", tmp_path) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert kept.stat().st_mtime_ns == age


def test_a_step_is_done_again_when_the_release_changes(tmp_path: Path) -> None:
    folder, output = tmp_path / "release", tmp_path / "project"
    for seed in (1, 2):
        write_release(folder, made_up_release(20, seed))
        assert run("report", "--release", folder, "--output", output) == 0
        if seed == 1:
            first = (output / "report.md").read_text(encoding="utf-8")
    assert (output / "report.md").read_text(encoding="utf-8") != first


@pytest.mark.parametrize("step", ["load", "analyze", "abstention", "score"])
def test_each_step_prints_its_tables(
    step: str, release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(step, "--release", release, "--output", tmp_path) == 0
    out = capsys.readouterr().out
    assert "| Expert" in out
    assert f"Kept in {tmp_path}" in out
    assert (tmp_path / f"{step}-tables.jsonl").exists()


def test_human_scores_are_correlated(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    human = tmp_path / "human.csv"
    lines = [f"Gemini,{row},{row % 3}" for row in range(1, 31)]
    human.write_text("\n".join(["writer,row,score", *lines]), encoding="utf-8")
    words = ("score", "--release", release, "--output", tmp_path / "out", "--human", human)
    assert run(*words) == 0
    assert "Correlation of the metrics with human scores" in capsys.readouterr().out


def test_a_trained_classifier_labels_new_answers_and_stands_in_the_report(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("train", "--release", release, "--output", tmp_path) == 0
    assert "The role classifier on held-out questions" in capsys.readouterr().out
    answers = tmp_path / "answers.jsonl"
    row = {"id": 7, "question": "What is it?", "answer": "This is a mug. Have a good day."}
    answers.write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    assert run("annotate", "--answers", answers, "--output", tmp_path) == 0
    (line,) = (tmp_path / "annotated.jsonl").read_text(encoding="utf-8").splitlines()
    labelled = json.loads(line)
    assert labelled["id"] == 7
    assert [s["roles"] for s in labelled["sentences"]] == [
        ["confirmation", "answer"],
        ["miscellaneous"],
    ]
    assert run("report", "--release", release, "--output", tmp_path) == 0
    assert "A local classifier" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_a_project_keeps_and_names_the_weights_of_the_last_training_alone(
    release: Path, tmp_path: Path
) -> None:
    def told() -> str:
        assert run("report", "--release", release, "--output", tmp_path) == 0
        page = (tmp_path / "report.md").read_text(encoding="utf-8")
        (line,) = (line for line in page.splitlines() if "weights are beside this page" in line)
        return line.partition(": ")[2]

    assert run("train", "--release", release, "--output", tmp_path) == 0
    assert told() == "roles.npz."
    for name in (READING, TUNED):
        (tmp_path / name).write_bytes(b"of a training with an encoder")
    assert told() == "roles.npz, reading.npz, tuned.npz."
    assert run("train", "--release", release, "--output", tmp_path) == 0
    assert told() == "roles.npz."


def test_labelling_needs_a_trained_classifier_and_answers(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"question": "What?"}', encoding="utf-8")
    assert run("annotate", "--answers", answers, "--output", tmp_path) == 3
    assert "Train one with" in capsys.readouterr().err
    assert run("train", "--release", release, "--output", tmp_path) == 0
    capsys.readouterr()
    assert run("annotate", "--answers", answers, "--output", tmp_path) == 3
    assert "Line 1 of answers.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("load", "--release", "{tmp}/none", "--output", "{tmp}/out"), 3, "expert.json can't"),
        (
            ("train", "--encoder", "{tmp}", "--release", "{release}", "--output", "{tmp}/o"),
            3,
            "holds no encoder",
        ),
        (("load", "--release", "{release}", "--output", "{file}/out"), 1, "can't be written"),
        (
            ("score", "--release", "{release}", "--output", "{tmp}/o", "--wordnet", "{tmp}"),
            2,
            "holds no WordNet",
        ),
        (
            ("score", "--release", "{release}", "--output", "{tmp}/o", "--human", "{tmp}/x.csv"),
            3,
            "x.csv",
        ),
    ],
)
def test_a_failure_is_one_sentence_and_an_exit_code(
    words: tuple[str, ...],
    code: int,
    sentence: str,
    release: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    filled = (word.format(tmp=tmp_path, release=release, file=file) for word in words)
    assert run(*filled) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("whichone-data: ")
    assert said.count("\n") == 1


def test_a_missing_library_is_named(
    release: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "rouge_score.rouge_scorer", None)
    assert run("score", "--release", release, "--output", tmp_path) == 2
    assert "The library rouge_score" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["vizwiz"], ["vizwiz", "load"], ["aqa"]])
def test_wrong_usage_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_project_folder_is_of_one_kind_and_says_when_it_is_damaged(tmp_path: Path) -> None:
    project = open_project(tmp_path, {"kind": "vizwiz-lf", "release": 'C:\\data "x" ä'})
    assert open_project(tmp_path, project.settings).settings == project.settings
    with pytest.raises(InputError, match="another kind"):
        open_project(tmp_path, {"kind": "aqua"})
    project.write_rows("rows", [{"a": 1}, {"a": "ä\n"}])
    assert project.read_rows("rows") == [{"a": 1}, {"a": "ä\n"}]
    assert project.read_rows("never") == []
    project.finish("load", "digest")
    assert project.is_done("load", "digest")
    assert not project.is_done("load", "another")
    (tmp_path / "state.sqlite").write_text("{" * 999, encoding="utf-8")
    with pytest.raises(StorageError, match="is damaged"):
        project.is_done("load", "digest")
