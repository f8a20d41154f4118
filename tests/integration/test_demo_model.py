"""The demo model of this repository: it is what its recipe measured, and it chooses as it says."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import read_sidecar
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder
from whichone_models.trusting.selftest import self_test
from whichone_training.answerers import ClientAnswerer, Replied
from whichone_training.asked import items_of_test
from whichone_training.batches import Sample
from whichone_training.examples import gold_of
from whichone_training.measures import judged, scored
from whichone_training.tables import report

from tests.research import ROOT

DEMO, RESULTS = ROOT / "models" / "demo", ROOT / "training" / "results" / "mini"
KINDS = ("Q4_K_M", "Q8_0")
SIDE, PER_STRATEGY = 112, 10


@pytest.fixture(scope="module", params=KINDS)
def folder(request: pytest.FixtureRequest) -> Path:
    return DEMO / str(request.param)


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[InlineClient]:
    sidecar = read_sidecar(folder)
    assert sidecar is not None and sidecar.tower is not None
    text, tower = folder / sidecar.text.name, folder / sidecar.tower.name
    order = LoadOrder(str(text), str(tower), context_tokens=512, threads=1)
    loaded = InlineClient(NativeRuntime(), order)
    yield loaded
    loaded.close()


def results() -> list[dict[str, Any]]:
    packed = sorted(RESULTS.glob("evaluation-*.json.gz"))
    return [json.loads(gzip.decompress(path.read_bytes())) for path in packed]


def test_every_file_has_the_checksum_that_is_published(folder: Path) -> None:
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    assert len(lines) >= 3
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_it_passes_the_test_that_the_application_makes(folder: Path, client: InlineClient) -> None:
    sidecar = read_sidecar(folder)
    assert sidecar is not None
    made = self_test(client, sidecar)
    assert made is not None and made.is_sound, made and made.sentence


def test_it_chooses_among_the_five_strategies_on_scenes_it_never_saw(client: InlineClient) -> None:
    items = items_of_test(1, PER_STRATEGY)
    outcomes = []
    samples = [Sample(one.picture(SIDE), (one.question,)) for one in items]
    replies = ClientAnswerer(client, "demo", longest=64).answers(samples)
    for made, reply in zip(items, replies, strict=True):
        outcomes.append(judged(made.question, made.gold, reply))
    score = scored(outcomes)
    assert score.strategy.hits >= 0.8 * score.strategy.of
    assert {one.gold.strategy for one in outcomes if one.style is one.gold.strategy} == set(
        Strategy
    )


def test_the_tables_are_those_of_the_answers_that_are_kept() -> None:
    kept = (RESULTS / "report.md").read_text()
    for one in results():
        name = str(one["name"])
        lines = [line for line in report([one]).splitlines() if line.startswith(f"| {name} |")]
        assert lines
        for line in lines:
            assert line in kept


def test_the_scores_are_those_of_the_answers_that_are_kept() -> None:
    for record in results():
        outcomes = []
        for one in record["items"]:
            gold = gold_of(json.dumps(one["gold"]))
            assert gold is not None
            outcomes.append(judged(one["question"], gold, Replied(one["text"], None)))
        score, kept = scored(outcomes), record["scores"]["usual"]
        assert (score.strategy.hits, score.strategy.of) == (
            kept["strategy"]["hits"],
            kept["strategy"]["of"],
        )
        assert score.facts.hits == kept["facts"]["hits"], record["name"]
