"""What the window says in Spanish and German, without a screen; and that nothing was forgotten."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import whichone_app
from whichone_app.catalogue import _
from whichone_app.presenters import advice, phrases
from whichone_app.presenters.aiming import KEYS as AIMING_KEYS
from whichone_app.presenters.command_list import rows
from whichone_app.presenters.commands import HELP, OWN, CommandTable
from whichone_app.presenters.key_names import said_keys
from whichone_app.presenters.model_words import _NAMES, _NOTES, languages, spoken_name
from whichone_app.presenters.reserved_keys import normal, owner_of
from whichone_app.presenters.situation import Situation
from whichone_core.languages import use_language
from whichone_core.question.ready import READY
from whichone_core.types.quality import Flaw
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import catalogue

LANGUAGES = ("es", "de")
APP = Path(whichone_app.__file__).parent
MARKS = {"_", "N_", "_n", "_p"}
QUIET = {"warning", "info", "error", "debug"}


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts of the code that no catalogue translates; docstrings, causes and logs aside."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.keyword) and node.arg == "cause":
            continue
        elif isinstance(node, ast.Call) and _name(node) in MARKS:
            for keyword in node.keywords:
                yield from unmarked(keyword)
        elif not (isinstance(node, ast.Call) and _name(node) in QUIET):
            yield from unmarked(node)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def test_no_sentence_of_the_window_is_left_in_english() -> None:
    """A sentence begins with a capital, goes on with a small word, and ends in a mark."""
    sentence = re.compile(r"[A-Z][a-z']* [a-z].*[.?!…]$", re.DOTALL)
    folders = ("presenters", "aiming", "hearing", "voice", "settings_window", "study")
    files = [*APP.glob("*.py"), *(file for name in folders for file in (APP / name).glob("*.py"))]
    found = [
        f"{file.relative_to(APP)}:{line}: {text}"
        for file in files
        for line, text in unmarked(ast.parse(file.read_text(encoding="utf-8")))
        if sentence.match(text)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
class TestEachLanguage:
    def test_every_command_has_a_text_and_help_of_its_own(self, language: str) -> None:
        use_language(language)
        for one in (*OWN, *HELP):
            assert _(one.command.help) != one.command.help
            assert "&" in _(one.command.text)
            assert "&" in _(one.menu)

    def test_keys_are_said_and_printed_as_on_keyboards_there(self, language: str) -> None:
        use_language(language)
        said, printed = {
            "es": ("Control Mayúsculas C", "Ctrl+Mayús+C"),
            "de": ("Steuerung Umschalt C", "Strg+Umschalt+C"),
        }[language]
        assert said_keys("Ctrl+Shift+C") == said
        texts = [line.shown for line in rows(CommandTable(OWN), Situation())]
        assert any(text.endswith(f": {printed}.") for text in texts)

    def test_a_key_as_it_is_printed_can_be_chosen(self, language: str) -> None:
        use_language(language)
        for line in rows(CommandTable(OWN), Situation()):
            printed = line.shown.rpartition(": ")[2].removesuffix(".")
            assert normal(printed) == CommandTable(OWN).keys(line.name)

    def test_what_can_be_done_is_told(self, language: str) -> None:
        situations = (
            Situation(),
            Situation(has_picture=True, has_answer=True),
            Situation(is_busy=True),
            Situation(is_asked_back=True, options=2),
            Situation(has_failed=True, has_picture=True),
        )
        use_language("en")
        english = [advice.what_now(one, lambda _name: "F2") for one in situations]
        use_language(language)
        for one, said in zip(situations, english, strict=True):
            there = advice.what_now(one, lambda _name: "F2")
            assert len(there) == len(said)
            assert not set(there) & set(said)

    def test_faults_of_pictures_are_all_named(self, language: str) -> None:
        use_language(language)
        for flaw in Flaw:
            assert _(phrases._FLAWS[flaw]) != flaw.value

    def test_ready_questions_are_asked_in_it(self, language: str) -> None:
        use_language(language)
        assert all(ask.text != ask.english for ask in READY)

    def test_what_a_key_belongs_to_is_told(self, language: str) -> None:
        use_language("en")
        english = owner_of("Ctrl+A"), owner_of("Ctrl+Alt+Q"), owner_of("Ins")
        use_language(language)
        there = owner_of("Ctrl+A"), owner_of("Ctrl+Alt+Q"), owner_of("Ins")
        assert all(one and one not in english for one in there)

    def test_constants_are_translated_where_they_are_said(self, language: str) -> None:
        use_language(language)
        texts = [text for name, text in vars(phrases).items() if name.isupper()]
        assert [one for one in texts if isinstance(one, str) and _(one) == one] == []
        assert _(AIMING_KEYS) != AIMING_KEYS


def test_the_catalogue_of_models_has_no_words_that_cannot_be_translated() -> None:
    for model in catalogue():
        assert set(model.languages) <= set(_NAMES)
        assert model.licence_note in ("", *_NOTES)
    use_language("de")
    assert languages(("en", "zh")) == "Englisch und Chinesisch"


def test_models_and_sizes_are_said_as_there() -> None:
    known = {model.name: model for model in catalogue()}
    use_language("de")
    assert spoken_name(known["qwen2.5-vl-3b"]) == "Qwen 2.5 V L, 3 Milliarden"
    assert [gigabytes(count) for count in (3_270_000_000, 1)] == ["3,3 Gigabyte", "1 Byte"]
    use_language("es")
    assert spoken_name(known["smolvlm-500m"]) == "Smol V L M, 500 millones"
    assert [gigabytes(count) for count in (1_000_000, 2_000_000)] == ["1 megabyte", "2 megabytes"]
    use_language("en")
    assert all(spoken_name(model) == model.spoken for model in known.values())


def test_lists_of_faults_read_well() -> None:
    use_language("es")
    assert phrases.joined(["borrosa", "oscura", "torcida"]) == "borrosa, oscura y torcida"
    use_language("de")
    assert phrases.place_in_history(2, 5, "was ist das?") == "Antwort 2 von 5, auf: was ist das?"
    assert phrases.place_in_history(1, 5, "") == "Antwort 1 von 5, eine Beschreibung."
