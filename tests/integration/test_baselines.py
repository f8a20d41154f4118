"""`whichone-eval`: questions asked once, judged, counted, and put into tables and plots."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image
from whichone_core.types.strategies import Strategy
from whichone_training.baselines.cli import main
from whichone_training.baselines.results import kept

from tests.stub_server import Answer, Handler, Stub, fails, says, serving

pytestmark = [
    pytest.mark.skipif(find_spec("openai") is None, reason="openai is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

RED_BALL = says("The ", "ball ", "is ", "red.")


def asked(output: Path, stub: Stub, *more: str) -> int:
    words = ["--server", stub.url, "--name", "small", "--per-strategy", "1", "--side", "56"]
    return main(["aqua", *words, "--output", str(output), *more])


def verdict(style: str, *, grounded: bool) -> Answer:
    """A judge that always says the same."""

    def answer(handler: Handler) -> None:
        said = json.dumps({"style": style, "is_grounded": grounded})
        message = {"role": "assistant", "content": said}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "judge"}
        handler.send(200, json.dumps({**reply, "choices": [choice]}))

    return answer


def test_a_server_is_asked_and_every_answer_is_counted(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub:
        assert asked(tmp_path, stub, "--prompting", "vanilla", "cot") == 0
        assert len(stub.requests) == 10
    results = kept(tmp_path)
    assert {one.prompting for one in results} == {"vanilla", "chain of thought"}
    for result in results:
        assert [row.right for row in result.rows] == [*Strategy]
        assert {row.shown for row in result.rows} == {Strategy.DIRECT}
        assert str(result.counts.overall).startswith("20.0")
        assert result.counts.confusion[Strategy.CLARIFY][Strategy.DIRECT] == 1
    table = (tmp_path / "table2.md").read_text(encoding="utf-8")
    assert "| server small | vanilla | rules |" in table
    assert (tmp_path / "table2.csv").read_text().count("\n") == 1 + 2 * 8


def test_every_plot_says_in_words_what_it_shows(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub:
        assert asked(tmp_path, stub) == 0
    (plot,) = tmp_path.glob("*.png")
    with Image.open(plot) as picture:
        words = str(picture.info["Description"])
    assert "direct 100%" in words and "100% of clarify shown as direct" in words
    assert f"![{words}]({plot.name})" in (tmp_path / "table2.md").read_text(encoding="utf-8")


def test_a_second_run_asks_nothing_again(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub:
        assert asked(tmp_path, stub) == 0
        before = (tmp_path / "table2.md").read_text(encoding="utf-8")
        assert asked(tmp_path, stub) == 0
        assert len(stub.requests) == 5
    assert (tmp_path / "table2.md").read_text(encoding="utf-8") == before


def test_what_failed_is_missing_and_asked_again(tmp_path: Path) -> None:
    with serving(fails(400, "not now")) as stub:
        assert asked(tmp_path, stub) == 0
    assert [(len(one.rows), one.missing) for one in kept(tmp_path)] == [(0, 5)]
    with serving(RED_BALL) as stub:
        assert asked(tmp_path, stub) == 0
    assert [(len(one.rows), one.missing) for one in kept(tmp_path)] == [(5, 0)]


def test_a_judge_says_style_and_truth_once(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub, serving(verdict("list", grounded=False)) as judge:
        for _ in range(2):
            more = ["--judge", judge.url, "--judge-model", "strict"]
            assert asked(tmp_path, stub, *more) == 0
        assert len(judge.requests) == 5
    (result,) = kept(tmp_path)
    assert result.judge == "strict"
    assert {(row.shown, row.is_grounded) for row in result.rows} == {(Strategy.LIST, False)}


def test_a_judge_that_fails_leaves_no_verdict(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub, serving(fails(400, "no")) as judge:
        assert asked(tmp_path, stub, "--judge", judge.url) == 0
    (result,) = kept(tmp_path)
    assert (result.rows, result.missing) == ((), 5)


def test_runs_are_put_into_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(RED_BALL) as stub:
        assert asked(tmp_path / "a", stub) == 0
        assert asked(tmp_path / "b", stub, "--prompting", "strategy") == 0
    capsys.readouterr()
    folders = [str(tmp_path / name) for name in "ab"]
    assert main(["tables", *folders, "--output", str(tmp_path / "joined")]) == 0
    table = capsys.readouterr().out
    assert "| server small | vanilla |" in table and "| server small | strategy |" in table


def project(folder: Path) -> Path:
    """An AQuA project of drawn pictures, as whichone-train data writes it."""
    from whichone_training.drawnworld.items import item
    from whichone_training.drawnworld.rows import write_project
    from whichone_training.drawnworld.splits import Split

    items = [item(1, Split.TEST, n, strategy) for n in range(2) for strategy in Strategy]
    return write_project(folder, items, 56, 1).folder


def test_the_questions_of_a_project_are_asked_about_its_own_pictures(tmp_path: Path) -> None:
    with serving(RED_BALL) as stub:
        folder = project(tmp_path / "aqua")
        assert asked(tmp_path / "out", stub, "--project", str(folder)) == 0
    (result,) = kept(tmp_path / "out")
    assert len(result.rows) == 5
    assert result.counts.grounded.of == 0  # only a judge can tell what a photo shows


def test_people_are_compared_with_the_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(RED_BALL) as stub:
        assert asked(tmp_path, stub) == 0
    (result,) = kept(tmp_path)
    lines = [f"{row.item},{'direct' if n else 'list'},yes" for n, row in enumerate(result.rows)]
    (tmp_path / "labels.csv").write_text("\n".join(["item,style,grounded", *lines]) + "\n")
    (path,) = (tmp_path / "results").glob("*.json")
    capsys.readouterr()
    assert main(["agree", str(path), "--labels", str(tmp_path / "labels.csv")]) == 0
    assert "| strategy | 5 | 80.0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["aqua", "--model", "{tmp}", "--output", "{tmp}/o"], "no model"),
        (["aqua", "--engine", "bultin", "--output", "{tmp}/o"], "builtin"),
        (
            ["aqua", "--server", "127.0.0.1:9/v1", "--project", "{tmp}/p", "--output", "{tmp}/o"],
            "no questions yet",
        ),
        (["aqua", "--per-strategy", "0", "--output", "{tmp}/o"], "at least one question"),
        (["tables", "{tmp}/none", "--output", "{tmp}/o"], "no results"),
        (["agree", "{tmp}/none.json", "--labels", "{tmp}/none.csv"], "can't be read"),
    ],
)
def test_what_can_not_be_used_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(tmp=tmp_path) for word in words]) in (1, 2, 3)
    assert sentence in capsys.readouterr().err
