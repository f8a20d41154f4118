"""`whichone-data aqua split` and `publish`: a folder that opens offline, with its licences."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from whichone_data.cli import main

from tests.integration.test_aqua_filter import made


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A filtered project whose pictures look all different, as photos do."""
    output = made(tmp_path, is_grained=True)
    assert run("filter", "--output", output) == 0
    random = np.random.default_rng(1)
    for path in sorted((tmp_path / "pictures").iterdir()):
        patches = random.integers(0, 256, (8, 12, 3), dtype=np.uint8)
        Image.fromarray(patches).resize((240, 160)).save(path)
    return output


LOADING = """
import os, sys
os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
from datasets import load_dataset
data = load_dataset(sys.argv[1], cache_dir=sys.argv[2])
rows = [dict(row) for split in data.values() for row in split]
print(sorted(data), len(rows), sorted({row["picture_licence"] for row in rows}),
      rows[0]["referents"][0]["category"] in {"cup", "cat", "vase"})
"""


def test_the_published_folder_opens_offline(project: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    assert run("split", "--output", project) == 0
    assert run("publish", "--output", project, "--copy-pictures") == 0
    folder = project / "published"
    command = [sys.executable, "-c", LOADING, str(folder), str(tmp_path / "cache")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "['test', 'train'] 8 ['unknown'] True" in said
    assert len(list((folder / "images").iterdir())) == 8


def test_the_card_and_the_metadata_agree_with_the_files(project: Path) -> None:
    assert run("split", "--output", project) == 0
    assert run("publish", "--output", project, "--title", "A test") == 0
    folder = project / "published"
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlanguage:\n- en\nlicense: other\n")
    assert "# A test" in card
    assert "- unknown: 8 rows" in card
    metadata = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for file in metadata["distribution"]:
        data = (folder / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        columns = set(json.loads(data.splitlines()[0]))
        record = next(r for r in metadata["recordSet"] if file["@id"] == f"{r['@id']}-file")
        assert {field["source"]["extract"]["column"] for field in record["field"]} <= columns


def test_a_dry_run_writes_nothing_and_what_is_missing_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("split", "--output", project, "--dry-run") == 0
    assert not (project / "splits.jsonl").exists()
    assert run("publish", "--output", project) == 3
    assert "was not split" in capsys.readouterr().err


def test_what_was_kept_of_other_pairs_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--output", project, "--seed", 3) == 0
    assert run("split", "--output", project) == 3
    assert "Run whichone-data aqua filter again." in capsys.readouterr().err
