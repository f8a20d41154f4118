"""`python -m installers.words COMMAND`: the translations of what WhichOne says.

`--help` lists the commands.  What `fill` takes is a JSON file: English text -> translation, or a
list of two for a sentence with a number; a word with a context is called "CONTEXT|WORD".

A catalogue is `PACKAGE/locale/LANGUAGE/LC_MESSAGES/PACKAGE.po`, and `.mo` when it is compiled;
both are versioned, so that running WhichOne needs no tool.  `update` and `fill` compile too.
Two of these commands at once wait for one another.
"""

from __future__ import annotations

import argparse
import ast
import fcntl
import io
import json
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from whichone_core.languages import LANGUAGES

ROOT = Path(__file__).parent.parent
PACKAGES = tuple(
    ROOT / package
    for package in ("core/whichone_core", "models/whichone_models", "app/whichone_app")
)
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")
IN_AN_F_STRING = 'an f-string cannot be translated; write _("Hello {name}", name=name)'
_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)
_KEYWORDS = {"_": None, "N_": None, "_n": (1, 2), "_p": ((1, "c"), 2)}


def catalogue_path(package: Path, language: str) -> Path:
    """Where the translations of a package into a language stand."""
    return package / "locale" / language / "LC_MESSAGES" / f"{package.name}.po"


def sentences(package: Path) -> Catalog:
    """All sentences that the code of a package marks for translation."""
    found = Catalog(charset="utf-8")
    for file, line, text, _comments, context in extract_from_dir(
        package, [("**.py", "installers.words:marked")], keywords=_KEYWORDS
    ):
        found.add(text, None, [(f"{package.name}/{file}", line)], context=context)
    return found


def marked(
    file: IO[bytes], keywords: Container[str], _tags: object, options: object
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """The calls in a file that mark texts, as Babel wants them: line, function, texts, comments.

    Babel's own reader takes a value for a name in a sentence, `name=f"--{key}"`, for a text of
    it.  A text that is an f-string is told: what stands in the catalogue is looked up as written.
    """
    for call in ast.walk(ast.parse(file.read())):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            continue
        if call.func.id in keywords and call.args:
            if any(isinstance(text, ast.JoinedStr) for text in call.args):
                print(f"{file.name}:{call.lineno}: {IN_AN_F_STRING}", file=sys.stderr)
            yield call.lineno, call.func.id, tuple(map(_literal, call.args)), []


def _literal(text: ast.expr) -> str | None:
    is_text = isinstance(text, ast.Constant) and isinstance(text.value, str)
    return ast.literal_eval(text) if is_text else None


def translations(package: Path, language: str) -> Catalog:
    """What is translated of a package so far; empty where nothing is."""
    path = catalogue_path(package, language)
    if not path.exists():
        return Catalog(locale=language, domain=package.name, charset="utf-8", fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain=package.name)


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as it is read at run time; the same bytes whenever it is made."""
    catalogue.creation_date = catalogue.revision_date = _LONG_AGO
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def update(package: Path, language: str) -> None:
    """Bring a catalogue in step with the code; what the code no longer says goes."""
    catalogue = translations(package, language)
    catalogue.update(sentences(package), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    _write(package, language, catalogue)


def missing(catalogue: Catalog) -> list[str]:
    """The English of the sentences that have no translation, or not of each number."""
    return [_key(m) for m in catalogue if m.id and not _is_whole(m.string)]


def fill(package: Path, language: str, texts: Mapping[str, str | list[str]]) -> int:
    """Take translations for the sentences of a package.  Returns how many were taken."""
    catalogue = translations(package, language)
    taken = 0
    for message in catalogue:
        found = _translation(message, texts) if message.id else None
        if found:
            message.string = _forms(found, catalogue) if isinstance(found, list) else found
            taken += 1
    _write(package, language, catalogue)
    return taken


def _key(message: Message) -> str:
    english = _english(message.id)
    return f"{message.context}|{english}" if message.context else english


def _translation(message: Message, texts: Mapping[str, str | list[str]]) -> str | list[str] | None:
    """A word with a context is not overwritten by what the same word is without it."""
    found = texts.get(_key(message))
    if found is None and message.context and not _is_whole(message.string):
        return texts.get(_english(message.id))
    return found


def _forms(texts: list[str], catalogue: Catalog) -> tuple[str, ...]:
    """One text for each number of the language: Spanish counts millions apart, as the rest."""
    return (*texts, *(texts[-1] for _number in range(catalogue.num_plurals - len(texts))))


def _english(identity: str | Sequence[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]


def _is_whole(text: str | Sequence[str] | None) -> bool:
    return text is not None and bool(text) and all(text)


def _write(package: Path, language: str, catalogue: Catalog) -> None:
    path = catalogue_path(package, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    for message in catalogue:
        message.locations = [(file, 0) for file in dict(message.locations)]
    stream = io.BytesIO()
    write_po(
        stream, catalogue, width=100, sort_output=True, omit_header=False, include_lineno=False
    )
    lines = [line for line in stream.getvalue().splitlines(keepends=True) if not _is_a_date(line)]
    path.write_bytes(b"".join(lines))
    path.with_suffix(".mo").write_bytes(compiled(translations(package, language)))


def _is_a_date(line: bytes) -> bool:
    """Lines of the header that change by themselves, and would change every file each time."""
    return line.startswith((b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By'))


@contextmanager
def _alone() -> Iterator[None]:
    with (ROOT / "pyproject.toml").open() as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


COMMANDS = {
    "update": "find the sentences in the code, and write them into every catalogue",
    "missing": "print the sentences without a translation, as JSON",
    "fill": "take translations from a JSON file: English text, translation",
    "compile": "make the files that are read at run time",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m installers.words", description="The translations of what WhichOne says."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, line in COMMANDS.items():
        command = commands.add_parser(name, help=line, description=line)
        needed = name == "fill"
        command.add_argument(
            "language", metavar="LANGUAGE", nargs=None if needed else "?", choices=TRANSLATED,
            help=f"one of {', '.join(TRANSLATED)}" + ("" if needed else "; all without it"),
        )  # fmt: skip
        if needed:
            command.add_argument("file", metavar="FILE", type=Path, help="the JSON file")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(argv)
    with _alone():
        return _run(given)


def _run(given: argparse.Namespace) -> int:
    languages = [given.language] if given.language else list(TRANSLATED)
    if given.command == "fill":
        texts = json.loads(given.file.read_text(encoding="utf-8"))
        print(sum(fill(package, given.language, texts) for package in PACKAGES), "taken")
    elif given.command == "missing":
        all_missing = {
            text: ""
            for code in languages
            for p in PACKAGES
            for text in missing(translations(p, code))
        }
        json.dump(all_missing, sys.stdout, ensure_ascii=False, indent=1)
    else:
        for package in PACKAGES:
            for language in languages:
                if given.command == "update":
                    update(package, language)
                else:
                    _write(package, language, translations(package, language))
    return 0


if __name__ == "__main__":
    sys.exit(main())
