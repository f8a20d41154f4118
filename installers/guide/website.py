"""The site: three builds with MkDocs, one for each language, and a page to choose one.

    docs/guide/LANGUAGE/*.md                       -> LANGUAGE/            for users
    docs/*.md, docs/research, docs/developer, ...  -> en/project/          English only

Each build has one language, so that a screen reader never reads English with a Spanish voice;
pages that are in English only are linked to and said to be so.  Nothing is loaded from elsewhere:
no fonts, no scripts, no counters (tests/integration/test_site.py looks at what a browser asks
for).
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from whichone_core.languages import LANGUAGES

from .chapters import CHAPTERS, ROOT, page

DOCS = ROOT / "docs"
STYLE = Path(__file__).with_name("site.css")
PROJECT = "project"
RESEARCH = ("research", "study.md", "aqua.md", "vizwiz-lf.md", "measured.md")
"""What is for researchers; everything else that is no guide is for developers."""
SECTIONS = {
    "en": ("User guide", "For researchers", "For developers"),
    "es": ("Guía de uso", "Para investigar (en inglés)", "Para programar (en inglés)"),
    "de": ("Benutzerhandbuch", "Für Forschende (englisch)", "Für Entwickelnde (englisch)"),
}
SEARCH = {"en": "Search", "es": "Buscar", "de": "Suche"}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)


def build(folder: Path) -> None:
    """Build all of it into a folder, which is emptied first.  Raises CalledProcessError."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        for language in LANGUAGES:
            pages = Path(work) / language
            nav = stage(language, pages)
            settings = Path(work) / f"{language}.yml"
            settings.write_text(
                json.dumps(configuration(language, nav, pages, folder / language)),
                encoding="utf-8",
            )
            _mkdocs(settings)
            for built in (folder / language).rglob("*.html"):
                text = built.read_text(encoding="utf-8")
                built.write_text(_reachable(text, language), encoding="utf-8")
    (folder / "index.html").write_text(_choice(), encoding="utf-8")


def stage(language: str, pages: Path) -> list[dict[str, object]]:
    """Put the pages of a language together.  Returns what the navigation holds."""
    pages.mkdir(parents=True)
    for chapter in CHAPTERS:
        shutil.copy(page(language, chapter), pages)
    shutil.copy(STYLE, pages)
    users, researchers, developers = SECTIONS[language]
    guide = [{_title(pages / f"{name}.md"): f"{name}.md"} for name in CHAPTERS]
    if language != "en":
        index = pages / "index.md"
        links = [
            (researchers, f"{PROJECT}/study.html"),
            (developers, f"{PROJECT}/architecture.html"),
        ]
        index.write_text(index.read_text(encoding="utf-8") + _english(links), encoding="utf-8")
        return [{users: guide}]
    project = _stage_project(pages)
    return [
        {users: guide},
        {researchers: _nav(pages, [path for path in project if _is_research(path)])},
        {developers: _nav(pages, [path for path in project if not _is_research(path)])},
    ]


def configuration(
    language: str, nav: list[dict[str, object]], pages: Path, target: Path
) -> dict[str, object]:
    """What MkDocs is told; JSON is YAML."""
    schemes = (("default", "light"), ("slate", "dark"))
    return {
        "site_name": f"WhichOne: {SECTIONS[language][0]}",
        "docs_dir": str(pages),
        "site_dir": str(target),
        "use_directory_urls": False,
        "nav": nav,
        "extra_css": [STYLE.name],
        "theme": {
            "name": "material",
            "language": language,
            "font": False,
            "features": ["navigation.sections", "navigation.footer"],
            "palette": [
                {"media": f"(prefers-color-scheme: {kind})", "scheme": scheme}
                for scheme, kind in schemes
            ],
        },
        "plugins": [{"search": {"lang": sorted({"en", language})}}],
        "markdown_extensions": ["tables"],
        "extra": {
            "generator": False,
            "alternate": [
                {"name": name, "link": f"../{code}/index.html", "lang": code}
                for code, name in LANGUAGES.items()
            ],
        },
    }


def _reachable(text: str, language: str) -> str:
    """A page with what the theme leaves out: a name for the search, a way to scroll by keyboard.

    The theme wraps tables by a script, which no key can scroll, unless they have a class.
    """
    search = f'role="dialog" aria-label="{SEARCH[language]}"'
    text = text.replace(
        'data-md-component="search" role="dialog"', f'data-md-component="search" {search}'
    )
    text = text.replace("<table>", '<div class="wide" tabindex="0"><table class="plain">')
    return text.replace("</table>", "</table></div>")


def _mkdocs(settings: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(settings)],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        print(ran.stderr, file=sys.stderr)
        ran.check_returncode()


# ------------------------------------------------------------------ pages of the project


def _stage_project(pages: Path) -> list[Path]:
    """Copy what is not the guide, as it is but for links that lead out of docs."""
    found = []
    for path in sorted(DOCS.rglob("*")):
        inside = path.relative_to(DOCS)
        if not path.is_file() or inside.parts[0] == "guide":
            continue
        target = pages / PROJECT / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            shutil.copy(path, target)
            continue
        target.write_text(_with_links_inside(path), encoding="utf-8")
        found.append(target)
    return found


def _with_links_inside(path: Path) -> str:
    """A page; a link to a file that the site does not have is only its words."""

    def kept(link: re.Match[str]) -> str:
        address = link[3]
        if "://" in address or address.startswith("mailto:"):
            return link[0]
        target = (path.parent / address).resolve()
        return link[0] if target.is_relative_to(DOCS) and target.is_file() else link[2]

    return _LINK.sub(kept, path.read_text(encoding="utf-8"))


def _is_research(path: Path) -> bool:
    return path.parts[path.parts.index(PROJECT) + 1] in RESEARCH


def _nav(pages: Path, found: Iterable[Path]) -> list[dict[str, str]]:
    return [{_title(path): path.relative_to(pages).as_posix()} for path in found]


def _title(path: Path) -> str:
    found = _TITLE.search(path.read_text(encoding="utf-8"))
    return found[1].replace("`", "") if found else path.stem


def _english(links: Iterable[tuple[str, str]]) -> str:
    lines = (
        f'- <a href="../en/{address}" hreflang="en">{html.escape(words)}</a>'
        for words, address in links
    )
    return "\n" + "\n".join(lines) + "\n"


def _choice() -> str:
    links = "\n".join(
        f'<li><a href="{code}/index.html" lang="{code}" hreflang="{code}">'
        f"{html.escape(SECTIONS[code][0])}, {name}</a></li>"
        for code, name in LANGUAGES.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>WhichOne</title>\n</head>\n<body>\n<main>\n<h1>WhichOne</h1>\n"
        f"<ul>\n{links}\n</ul>\n</main>\n</body>\n</html>\n"
    )
