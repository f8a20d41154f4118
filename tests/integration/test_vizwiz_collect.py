"""`vizwiz collect`: engines asked under the paper's promptings, and runs that go on."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_core.prompting.study import Prompting
from whichone_core.types.evidence import Evidence
from whichone_core.types.strategies import Strategy
from whichone_data.cli import main
from whichone_data.state import STATE
from whichone_data.vizwiz.collect import Item, Told, collect, photo_items, read_items
from whichone_data.vizwiz.collected import AS_IN_THE_APP, read_collected
from whichone_data.vizwiz.engines import engine_tables
from whichone_data.vizwiz.fake import ScriptedTeller
from whichone_data.vizwiz.kept import read_kept
from whichone_data.vizwiz.kept_calls import Through, straight
from whichone_data.vizwiz.photos import Verdicts
from whichone_models.builtin.finder import FixedFinder
from whichone_models.endpoint.wire import ScriptedServer, pieces
from whichone_models.fake import ScriptedModel, answer
from whichone_models.files.sidecar import Processor
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.fake import ScriptedRuntime
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.runtime import LoadOrder
from whichone_training.tellers import EngineTeller, SayAbout, client_says, server_says

from tests.integration.conftest import LABEL
from tests.model_client import ScriptedClient, sidecar
from tests.stub_server import says, serving

ROOT = Path(__file__).resolve().parents[2]


def run(teller: ScriptedTeller, photos: Path, kept: Path) -> list[int]:
    items = photo_items(photos, ["What is this?"])
    return [step.done for step in collect(teller, "vanilla", items, photos, kept)]


def test_what_is_answered_is_never_asked_again(photos: Path, tmp_path: Path) -> None:
    kept = tmp_path / "answers.jsonl"
    first, second = ScriptedTeller({}), ScriptedTeller({})
    assert run(first, photos, kept) == [1, 2]
    assert run(second, photos, kept) == []
    assert second.asked == []
    assert [a.picture for a in read_collected([kept])] == ["a.jpg", "b.jpg"]


def test_a_file_of_an_earlier_version_is_taken_over_but_for_what_a_kill_cut_short(
    photos: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "answers.jsonl"
    run(ScriptedTeller({}), photos, kept)
    (tmp_path / STATE).unlink()
    kept.write_bytes(kept.read_bytes()[:-40])
    teller = ScriptedTeller({})
    assert run(teller, photos, kept) == [2]
    assert [picture for picture, _, _ in teller.asked] == ["b.jpg"]
    assert [a.picture for a in read_collected([kept])] == ["a.jpg", "b.jpg"]


def test_a_killed_run_is_gone_on_with_from_the_state(photos: Path, tmp_path: Path) -> None:
    """Nothing but the state is there after a kill: the file is written at the end of a run."""
    kept = tmp_path / "answers.jsonl"
    run(ScriptedTeller({}), photos, kept)
    kept.unlink()
    assert [a.picture for a in read_kept(kept)] == ["a.jpg", "b.jpg"]
    teller = ScriptedTeller({})
    assert run(teller, photos, kept) == []
    assert (teller.asked, len(read_collected([kept]))) == ([], 2)


class MeetingTeller(ScriptedTeller):
    """Answers only once another one is asked at the same time."""

    def __init__(self, meeting: threading.Barrier) -> None:
        super().__init__({})
        self._meeting = meeting

    def tell(
        self, picture: Path, question: str, prompting: str, through: Through = straight
    ) -> Told:
        self._meeting.wait(60)
        return super().tell(picture, question, prompting, through)


def test_several_questions_are_under_way_at_once(photos: Path, tmp_path: Path) -> None:
    kept, meeting = tmp_path / "answers.jsonl", threading.Barrier(2)
    one, other = MeetingTeller(meeting), MeetingTeller(meeting)
    items = photo_items(photos)
    steps = [step.done for step in collect(one, "vanilla", items, photos, kept, [other])]
    assert steps == [1, 2, 3, 4]
    assert sorted(a.item for a in read_kept(kept)) == [item.item for item in items]
    assert len(one.asked) + len(other.asked) == 4


def test_a_run_that_is_left_keeps_the_calls_that_were_under_way(
    photos: Path, tmp_path: Path
) -> None:
    kept, meeting = tmp_path / "answers.jsonl", threading.Barrier(2)
    tellers = [MeetingTeller(meeting), MeetingTeller(meeting)]
    steps = collect(tellers[0], "vanilla", photo_items(photos, ["Q"]), photos, kept, tellers[1:])
    assert next(steps).done == 1
    assert isinstance(steps, Generator)
    steps.close()
    asked = sum(len(teller.asked) for teller in tellers)
    assert len(read_kept(kept)) == len(read_collected([kept])) == asked == 2


def test_what_failed_is_kept_with_its_reason_and_asked_again(photos: Path, tmp_path: Path) -> None:
    kept = tmp_path / "answers.jsonl"
    assert run(ScriptedTeller({}, {"a.jpg": "It was busy."}), photos, kept) == [1, 2]
    assert [a.failed for a in read_collected([kept])] == ["It was busy.", ""]
    assert run(ScriptedTeller({}), photos, kept) == [2]
    assert not any(a.failed for a in read_collected([kept]))


def test_another_prompting_or_question_is_another_answer(photos: Path, tmp_path: Path) -> None:
    kept = tmp_path / "answers.jsonl"
    teller = ScriptedTeller({})
    items = photo_items(photos, ["What is this?", "What colour is it?"])
    for prompting in ("vanilla", "self-correction"):
        list(collect(teller, prompting, items, photos, kept))
    assert len(teller.asked) == len(set(teller.asked)) == 8


def test_an_unknown_prompting_is_refused_before_anything_is_asked(
    photos: Path, tmp_path: Path
) -> None:
    teller = EngineTeller(ScriptedModel([answer("A mug.")]), FixedFinder(Evidence()), "plain")
    items = photo_items(photos)
    with pytest.raises(InputError, match="does not know the prompting 'vanilla'"):
        list(collect(teller, "vanilla", items, photos, tmp_path / "answers.jsonl"))
    assert teller.tell(LABEL, "What is this?", AS_IN_THE_APP).text == "A mug."


CALLS = {
    Prompting.VANILLA: 1,
    Prompting.STRATEGY: 1,
    Prompting.ABSTENTION: 1,
    Prompting.CHAIN_OF_THOUGHT: 1,
    Prompting.SELF_CORRECTION: 3,
    Prompting.SELF_CONSISTENCY: 5,
    Prompting.ABSTENTION_CONSISTENCY: 5,
}


@pytest.mark.parametrize("prompting", list(Prompting))
def test_a_server_is_asked_as_often_as_the_prompting_says(prompting: Prompting) -> None:
    server = ScriptedServer(lambda order: pieces("It is a mug."))
    teller = _teller(server_says(server))
    told = teller.tell(LABEL, "What is this?", prompting)
    assert told.text == "It is a mug."
    assert told.strategy is Strategy.DIRECT
    assert len(told.drafts) == len(server.orders) == CALLS[prompting]
    for order in server.orders:
        spoken = [message for message in order.messages if message.speaker != "system"]
        assert [message.speaker for message in spoken[::2]] == ["user"] * len(spoken[::2])
        assert [message.picture is not None for message in spoken] == [
            place == 0 for place in range(len(spoken))
        ]
    is_drawn = prompting in (Prompting.SELF_CONSISTENCY, Prompting.ABSTENTION_CONSISTENCY)
    assert len({order.seed for order in server.orders}) == (5 if is_drawn else 1)


def _teller(say: SayAbout) -> EngineTeller:
    return EngineTeller(ScriptedModel([answer("")]), FixedFinder(Evidence()), "scripted", say)


def test_a_local_model_is_asked_in_the_bare_words_of_the_prompting() -> None:
    client = InlineClient(ScriptedRuntime(), LoadOrder(""))
    say = client_says(client, Processor(patch=14, merge=2))
    told = _teller(say).tell(LABEL, "What is this?", Prompting.ABSTENTION)
    assert "What is this?" in told.text
    assert "do not guess" in told.text
    again = _teller(say).tell(LABEL, "What is this?", Prompting.SELF_CORRECTION)
    assert len(again.drafts) == 3


def test_a_server_is_asked_over_the_command(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(says("It ", "is ", "a mug.")) as stub:
        words = ["--photos", photos, "--engine", "server", "--at", stub.url, "--model", "small"]
        words += ["--prompting", "vanilla", "--question", "What is it?", "--output", tmp_path / "p"]
        words += ["--parallel", 2]
        assert main(["vizwiz", "collect", *map(str, words)]) == 0
    assert "2 answers in" in capsys.readouterr().out
    kept = read_collected([tmp_path / "p" / "answers.jsonl"])
    assert [(a.engine, a.text) for a in kept] == [("server small", "It is a mug.")] * 2


def test_engines_are_told_by_photos_and_stand_in_the_project(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"file": name, "flaws": {}, "unrecognizable": lost}
        for name, lost in (("a.jpg", 5), ("b.jpg", 0))
    ]
    (photos / "index.json").write_text(json.dumps(rows), encoding="utf-8")
    output = tmp_path / "project"
    teller = ScriptedTeller({"a.jpg": 0.8, "b.jpg": 0.1})
    items = photo_items(photos, ["What is this?"])
    list(collect(teller, "vanilla", items, photos, output / "answers.jsonl"))
    words = ["engines", "--photos", str(photos), "--output", str(output)]
    assert main(["vizwiz", *words]) == 0
    out = capsys.readouterr().out
    assert '| scripted, vanilla, "What is this?" | 1.00 | 1.00 | 1.00 | 1.00 | 50 | 2 |' in out
    assert "AURC" in out
    assert "<svg" in (output / "risk-coverage.svg").read_text(encoding="utf-8")


def test_a_local_models_calibrated_chances_make_its_curve(photos: Path, tmp_path: Path) -> None:
    """The whole way of a model tuned with control words; what its runtime says is scripted."""
    shutil.copy(LABEL, photos / "c.jpg")
    kept = tmp_path / "answers.jsonl"
    for item, chance in zip(photo_items(photos, ["What is this?"]), (0.2, 0.3, 0.1), strict=True):
        odds = {Strategy.ABSTAIN: chance, Strategy.DIRECT: 0.95 - chance}
        finder = FixedFinder(Evidence())
        engine = LocalEngine(ScriptedClient(("A mug.",), odds), sidecar(words=True), finder)
        list(collect(EngineTeller(engine, finder, "tuned"), AS_IN_THE_APP, [item], photos, kept))
    answers = read_kept(kept)
    assert [a.confidence for a in answers] == [pytest.approx(x) for x in (0.8, 0.7, 0.9)]
    verdicts = Verdicts({"a.jpg": True, "b.jpg": False, "c.jpg": False}, 0)
    _, risk = engine_tables(answers, verdicts)
    # The surest first: c, a, b; only a must not be answered.
    cells = [cell.measured for cell in risk.rows[0].cells]
    assert cells[:3] == [pytest.approx(x) for x in ((0 + 1 / 2 + 1 / 3) / 3, 1 / 9, 1 / 3)]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["collect", "--photos", "{tmp}"], 3, "holds no photos"),
        (["collect", "--photos", "{photos}", "--engine", "bultin"], 2, "Did you mean 'builtin'?"),
        (["collect", "--photos", "{photos}", "--engine", "local", "--at", "{tmp}"], 3, "no model"),
        (["collect", "--photos", "{photos}", "--parallel", "2"], 3, "Only a server"),
        (
            ["collect", "--photos", "{photos}", "--question", "Q", "--items", "{tmp}/none.jsonl"],
            3,
            "not both",
        ),
        (["collect", "--photos", "{photos}", "--items", "{tmp}/none.jsonl"], 3, "can't be read"),
        (["engines", "--photos", "{photos}", "--answers", "{tmp}/none"], 3, "can't be read"),
    ],
)
def test_what_can_not_be_used_is_one_sentence(
    words: list[str],
    code: int,
    sentence: str,
    photos: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    filled = [word.format(tmp=tmp_path, photos=photos) for word in words]
    assert main(["vizwiz", *filled, "--output", str(tmp_path / "out")]) == code
    assert sentence in capsys.readouterr().err


def test_items_are_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"item": "7", "picture": "a.jpg", "question": "What?"}\n', encoding="utf-8")
    assert read_items(path) == [Item(item="7", picture="a.jpg", question="What?")]
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match="Line 1"):
        read_items(path)
