"""The research guide, done as it stands: every command of every page, in order.

A page is done in an empty folder that looks like a clone.  What its commands print is compared
with what the page shows.  The stages of the tiny recipe are trained once for all tests, by the
command that the page on training shows; pages find them finished and go on from there.
Commands that need hours, GPUs, services or research data are read by their own parser instead,
with every value of the recipes that they name.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from whichone_core.version import __version__

from tests.pages import MAINS, ROOT, blocks, clone, commands, do, fault, missing
from tests.tiny_training import Trained, one_thread

__all__ = ["one_thread"]

RESEARCH = ROOT / "docs" / "research"
PAGES = sorted(RESEARCH.glob("*.md"))
LIBRARIES = ("datasets", "llama_cpp", "matplotlib", "sklearn", "torch", "trl")

pytestmark = [
    pytest.mark.skipif(
        not all(map(find_spec, LIBRARIES)), reason="the extras data, training or local are missing"
    ),
    # The libraries of training warn about versions to come; what they warn of is pinned.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(1800),
]


def has_commands(page: Path) -> bool:
    return any(block.language == "console" and not block.needs for block in blocks(page))


DONE = [page for page in PAGES if has_commands(page)]


TRAINING = ("training", "export")
"""Pages that begin with the tiny recipe."""


@pytest.mark.parametrize("page", DONE, ids=lambda page: page.stem)
def test_what_a_page_says_can_be_done_in_its_order(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(clone(tmp_path))
    if page.stem in TRAINING:
        trained: Trained = request.getfixturevalue("trained")
        shutil.copytree(trained.output, tmp_path / "try" / "tiny")
    kept = {name: os.environ[name] for name in ("HOME", "PYTHONPATH") if name in os.environ}
    environment = {"WHICHONE_HOME": str(tmp_path / "home"), "OMP_NUM_THREADS": "1", **kept}
    done = 0
    for shown, printed in do(page, tmp_path, environment):
        assert missing(shown.lines, printed) is None, f"line {shown.line} prints:\n{printed}"
        done += 1
    assert done


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_needs_more_than_a_test_has_is_a_command_all_the_same(page: Path) -> None:
    faults = [
        f"line {shown.line}: {found}"
        for block in blocks(page)
        if block.needs
        for shown in commands(block)
        if (found := fault(shown)) is not None
    ]
    assert faults == []


def test_the_list_of_pages_is_whole() -> None:
    listed = (RESEARCH / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", listed))
    texts = {"information-sheet.md", "consent-form.md"}
    assert linked | texts == {page.name for page in PAGES} - {"README.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere_and_a_page_has_one_title(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert len(re.findall(r"^# ", prose, re.MULTILINE)) == 1


def test_every_command_that_a_table_names_exists() -> None:
    text = (RESEARCH / "tables.md").read_text(encoding="utf-8")
    named = sorted(set(re.findall(r"`(whichone-[a-z]+) ([^`]+)`", text)))
    assert len(named) > 15
    for program, words in named:
        name, *options = words.removeprefix("aqua ").removeprefix("vizwiz ").split()
        family = words.split()[:1] if program == "whichone-data" else []
        assert name in _help(program, family), words
        offered = _help(program, [*family, name])
        assert [word for word in options if word[0] == "-" and word not in offered] == []


@pytest.mark.parametrize(("name", "least"), [("aqua", 15), ("vizwiz-lf", 15), ("study", 3)])
def test_commands_that_a_page_of_reference_lists_have_their_options(name: str, least: int) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    listed = re.findall(r"^    (whichone\S*) (.+(?:\n {20,}\S.*)*)", text, re.MULTILINE)
    assert len(listed) >= least
    for program, words in listed:
        called = re.match(r"(?:[a-z][a-z-]*\b *)+", words)
        assert called, words
        offered = _help(program, called[0].split())
        if " PART " in words:
            part = offered.partition("  PART")[2].split()[0]
            offered = _help(program, [*called[0].split(), part])
        options = set(re.findall(r"--[a-z][a-z-]*", words))
        assert {option for option in options if option not in offered} == set(), words


def _help(program: str, words: list[str]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit) as ended:
        if program == "whichone":
            parser = argparse.ArgumentParser()
            importlib.import_module(f"whichone_app.cli.{words[0]}").add_arguments(parser)
            parser.parse_args([*words[1:], "--help"])
        else:
            MAINS[program]()([*words, "--help"])
    assert not ended.value.code, words
    return printed.getvalue()


def test_the_citation_is_that_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert citation["license"] == "Apache-2.0"
    assert {"cff-version", "message", "title", "authors"} <= set(citation)


@pytest.mark.parametrize("name", ["information-sheet.md", "consent-form.md"])
def test_a_text_for_participants_can_be_heard(name: str) -> None:
    """Headings, paragraphs and lists alone, and short sentences: no table, no box to tick."""
    text = (RESEARCH / name).read_text(encoding="utf-8")
    assert not re.search(r"[|<>*_`]|\[[ x]?\]", text)
    sentences = re.split(r"(?<=[.?!:])\s", re.sub(r"^#.*$", "", text, flags=re.MULTILINE))
    assert max(len(sentence.split()) for sentence in sentences) <= 30
    for what in ("stop", "pictures", "name", "deleted"):
        assert what in text
