"""The site in a real browser: no fault, at 200% zoom neither, and no request to elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_core.languages import LANGUAGES

from installers.guide import website
from installers.guide.chapters import CHAPTERS
from tests.browser import browser_and_axe
from tests.site_browser import Seen, Served, look, serving

pytestmark = pytest.mark.timeout(600)
"""A browser may take its time to start on a busy machine."""

PAGES = {
    "en/troubleshooting.html": "en",
    "es/commands.html": "es",
    "de/index.html": "de",
    "en/project/study.html": "en",
    "index.html": "en",
}
"""Each kind once, with its language: the longest page with headings of three levels, a page of
lists, a short page, a page of the project with tables, and the choice of a language."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all tests."""
    pytest.importorskip("mkdocs", reason="MkDocs is not installed (the extra docs)")
    folder = tmp_path_factory.mktemp("site")
    website.build(folder)
    return folder


@pytest.fixture(scope="module")
def served(built: Path) -> Iterator[Served]:
    browser_and_axe()
    with serving(built) as server:
        yield server


@pytest.fixture(scope="module")
def seen(served: Served, tmp_path_factory: pytest.TempPathFactory) -> list[Seen]:
    """All pages at both zooms."""
    return look(served, list(PAGES), tmp_path_factory.mktemp("browser"))


def test_pages_have_no_fault_need_no_scrolling_sideways_and_ask_nobody_else(
    served: Served, seen: list[Seen]
) -> None:
    assert [one.violations for one in seen if one.violations] == []
    assert [(one.address, one.width, one.language) for one in seen] == [
        (f"/{page}", width, language) for page, language in PAGES.items() for width in (1280, 640)
    ]
    assert [(one.address, one.width) for one in seen if one.scrolls > one.width] == []
    assert all(one.passed > 10 for one in seen)
    asked = {name for one in seen for name in one.asked}
    assert any(name.endswith(".css") for name in asked)
    assert {name for name in asked if not name.startswith(served.address)} == set()


def test_in_the_dark_there_is_no_fault_either(
    served: Served, seen: list[Seen], tmp_path: Path
) -> None:
    pages = ["de/index.html", "en/project/study.html"]
    dark = look(served, pages, tmp_path, [100], is_dark=True)
    assert dark[0].dark not in {one.dark for one in seen if one.address == "/de/index.html"}
    assert [one.violations for one in dark] == [[], []]
    html = (served.folder / pages[0]).read_text(encoding="utf-8")
    assert re.search(r'media="?\(prefers-color-scheme: dark\)"?[^>]*slate', html)


def test_the_look_finds_what_is_wrong(tmp_path: Path) -> None:
    """A page with an unnamed field that is too wide and asks elsewhere."""
    folder = tmp_path / "bad"
    folder.mkdir()
    page = '<html><body style="width:3000px"><input><img src="http://127.0.0.1:9/x.png"></body>'
    (folder / "bad.html").write_text(page, encoding="utf-8")
    with serving(folder) as served:
        [seen] = look(served, ["bad.html"], tmp_path / "profile", [200])
    assert "label" in " ".join(seen.violations)
    assert seen.scrolls > seen.width == 640
    assert "http://127.0.0.1:9/x.png" in seen.asked


def test_no_page_names_anything_to_be_loaded_from_elsewhere(built: Path) -> None:
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"?(https?:)?//", re.I)
    pages = list(built.rglob("*.html"))
    assert len(pages) > 3 * len(CHAPTERS)
    assert [page for page in pages if loaded.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_there_and_can_be_searched(built: Path, language: str) -> None:
    index = (built / language / "search" / "search_index.json").read_text(encoding="utf-8")
    for chapter in CHAPTERS:
        assert (built / language / f"{chapter}.html").is_file()
        assert f'"{chapter}.html' in index


def test_every_link_leads_to_a_page(built: Path) -> None:
    wrong = []
    for page in built.rglob("*.html"):
        if page.name == "404.html":
            continue
        for link in re.findall(r'href="?([^"\s>#]+)', page.read_text(encoding="utf-8")):
            if "://" not in link and not link.startswith(("mailto:", "data:")):
                target = (page.parent / link).resolve()
                wrong += [] if target.exists() else [f"{page.relative_to(built)}: {link}"]
    assert wrong == []
