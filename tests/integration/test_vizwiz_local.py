"""`vizwiz collect --engine local` and `engines`: when a GGUF model abstains on judged photos."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image
from whichone_core.types.evidence import Evidence
from whichone_core.types.strategies import Strategy
from whichone_data.cli import main
from whichone_data.vizwiz.collected import AS_IN_THE_APP, ENGINE_ALONE, Collected
from whichone_data.vizwiz.kept import read_kept
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine
from whichone_training.tellers import EngineTeller

from tests.model_client import ScriptedClient, sidecar
from tests.tiny_models import tiny_model

EXAMPLES = Path(__file__).resolve().parents[2] / "app" / "whichone_app" / "examples"
JUDGED = {"label.jpg": 5, "table.jpg": 0}
"""Of five people, how many could not recognise the photo (made up)."""
QUESTION = "What is this?"


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in JUDGED:
        shutil.copy(EXAMPLES / name, folder)
    rows = [{"file": name, "flaws": {}, "unrecognizable": lost} for name, lost in JUDGED.items()]
    (folder / "index.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


@pytest.mark.skipif(
    not all(map(find_spec, ("llama_cpp", "torch"))), reason="llama_cpp or torch is not installed"
)
@pytest.mark.timeout(600)
def test_a_gguf_models_own_chances_make_its_table_and_curve(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "project"
    words = ["--photos", str(photos), "--output", str(output)]
    engine = ["--engine", "local", "--at", str(tiny_model().folder), "--model", "tiny"]
    how = ["--prompting", ENGINE_ALONE, "--question", QUESTION]
    assert main(["vizwiz", "collect", *words, *engine, *how]) == 0
    kept = read_kept(output / "answers.jsonl")
    assert {one.picture for one in kept} == set(JUDGED)
    for one in kept:
        assert one.probabilities is not None and not one.failed
        assert set(one.probabilities) == set(Strategy)
        assert sum(one.probabilities.values()) == pytest.approx(1)
        assert one.strategy is max(one.probabilities, key=one.probabilities.__getitem__)
    capsys.readouterr()
    assert main(["vizwiz", "engines", *words]) == 0
    row = risk_row(capsys.readouterr().out, f'tiny, {ENGINE_ALONE}, "{QUESTION}"')
    assert row[0] == aurc(kept)
    assert row[1:] == ["0.25", "0.50", row[3], "2"]
    assert "<svg" in (output / "risk-coverage.svg").read_text(encoding="utf-8")


def risk_row(printed: str, name: str) -> list[str]:
    """The cells of an engine in the table of risk."""
    _, _, table = printed.partition("| AURC")
    (line,) = (line for line in table.splitlines() if name in line)
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def aurc(kept: list[Collected]) -> str:
    """Of two photos, the first unrecognisable: by hand from the chances to abstain."""
    sure = {one.picture: one.confidence or 0.0 for one in kept}
    lost, fine = (sure[name] for name in JUDGED)
    if lost == fine:
        return "0.50"
    return f"{(0 + 1 / 2) / 2 if fine > lost else (1 + 1 / 2) / 2:.2f}"


def test_alone_the_engine_decides_where_the_app_would_refuse_the_photo(tmp_path: Path) -> None:
    """The app's look at the picture and its policy are left out, and its chances are kept."""
    odds = {Strategy.DIRECT: 0.4, Strategy.ABSTAIN: 0.35}
    engine = LocalEngine(ScriptedClient(("A mug.",), odds), sidecar(words=True))
    teller = EngineTeller(engine, FixedFinder(Evidence()), "tuned")
    black = tmp_path / "black.jpg"
    Image.new("RGB", (320, 240)).save(black)
    alone = teller.tell(black, QUESTION, ENGINE_ALONE)
    assert (alone.text, alone.strategy) == ("A mug.", Strategy.DIRECT)
    assert alone.probabilities is not None
    assert alone.probabilities[Strategy.ABSTAIN] == pytest.approx(0.35)
    assert teller.tell(black, QUESTION, AS_IN_THE_APP).strategy is Strategy.ABSTAIN
