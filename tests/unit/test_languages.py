"""Sentences in the user's language, and catalogues that are whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from whichone_core.languages import Catalogue, family, language_used, use_language

from installers import words


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("code", "expected"),
    [("de-AT", "de"), ("de_DE.UTF-8", "de"), ("ES", "es"), ("en-GB", "en"), ("C", "c")],
)
def test_a_country_does_not_change_the_language(code: str, expected: str) -> None:
    assert family(code) == expected


def test_a_language_that_is_not_known_leaves_english() -> None:
    use_language("de")
    assert use_language("fi") == "en" == language_used()


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Some German, made the way that the real catalogues are made."""
    package = tmp_path / "toy"
    package.mkdir()
    (package / "code.py").write_text(
        '_("Hello {name}."); _n("{count} cup", "{count} cups", 1); _("Only English.")\n'
        '_p("of a key", "Open"); _p("of a door", "Open"); _("Broken {name}."); N_("Later.")\n'
    )
    words.update(package, "de")
    texts: dict[str, str | list[str]] = {
        "Hello {name}.": "Hallo {name}.",
        "{count} cup": ["{count} Tasse", "{count} Tassen"],
        "Open": "Öffnen",
        "Broken {name}.": "Kaputt {nmae}.",
        "Later.": "Später.",
    }
    assert words.fill(package, "de", texts) == 6
    return Catalogue("toy", package / "locale")


def test_a_sentence_in_an_f_string_is_told_and_a_value_in_one_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = tmp_path / "toy" / "code.py"
    code.parent.mkdir()
    code.write_text('_("the option {option}", option=f"--{key}")\n_("Split "\n "in two.")\n')
    found = {message.id for message in words.sentences(code.parent) if message.id}
    assert found == {"the option {option}", "Split in two."}
    assert capsys.readouterr().err == ""
    code.write_text('x = 1\n_(f"the option {key}")\n')
    assert not any(message.id for message in words.sentences(code.parent))
    assert capsys.readouterr().err == f"{code}:2: {words.IN_AN_F_STRING}\n"


def test_sentences_come_in_the_language_that_is_used(catalogue: Catalogue) -> None:
    assert catalogue.text("Hello {name}.", name="Ada") == "Hello Ada."
    use_language("de")
    assert catalogue.text("Hello {name}.", name="Ada") == "Hallo Ada."
    assert catalogue.count("{count} cup", "{count} cups", 1) == "1 Tasse"
    assert catalogue.count("{count} cup", "{count} cups", 3) == "3 Tassen"
    assert catalogue.context("of a key", "Open") == "Öffnen"
    assert catalogue.text("Later.") == "Später."


def test_a_word_with_a_context_is_filled_in_by_both(catalogue: Catalogue) -> None:
    package = catalogue.folder.parent
    assert words.fill(package, "de", {"of a door|Open": "Auf"}) == 1
    assert words.fill(package, "de", {"Open": "Öffnen"}) == 0
    use_language("de")
    fresh = Catalogue("toy", catalogue.folder)
    assert fresh.context("of a key", "Open") == "Öffnen"
    assert fresh.context("of a door", "Open") == "Auf"


def test_two_forms_are_enough_for_a_language_that_counts_millions_apart(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    package.mkdir()
    (package / "code.py").write_text('_n("{count} cup", "{count} cups", 1)\n')
    words.update(package, "es")
    words.fill(package, "es", {"{count} cup": ["{count} taza", "{count} tazas"]})
    use_language("es")
    spanish = Catalogue("toy", package / "locale")
    said = [spanish.count("{count} cup", "{count} cups", count) for count in (1, 2, 1_000_000)]
    assert said == ["1 taza", "2 tazas", "1000000 tazas"]


def test_what_is_not_translated_stays_english(catalogue: Catalogue) -> None:
    use_language("de")
    assert catalogue.text("Only English.") == "Only English."
    assert catalogue.text("Never marked, {name}.", name="Ada") == "Never marked, Ada."


def test_a_translation_with_a_wrong_name_in_it_is_not_said(catalogue: Catalogue) -> None:
    use_language("de")
    assert catalogue.text("Broken {name}.", name="Ada") == "Broken Ada."


def test_a_language_without_catalogue_stays_english(catalogue: Catalogue) -> None:
    use_language("es")
    assert catalogue.count("{count} cup", "{count} cups", 2) == "2 cups"


def _holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", words.TRANSLATED)
@pytest.mark.parametrize("package", words.PACKAGES, ids=lambda package: package.name)
class TestCatalogues:
    def test_each_sentence_of_the_code_is_translated(self, package: Path, language: str) -> None:
        catalogue = words.translations(package, language)
        marked = {(m.id, m.context) for m in words.sentences(package) if m.id}
        known = {(m.id, m.context) for m in catalogue if m.id}
        assert known == marked, "python -m installers.words update"
        assert words.missing(catalogue) == []

    def test_a_translation_fills_in_the_same_names(self, package: Path, language: str) -> None:
        for message in words.translations(package, language):
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            texts = (
                [message.string] if isinstance(message.string, str) else list(message.string or ())
            )
            wanted = set().union(*map(_holes, ids))
            assert all(_holes(text) <= wanted for text in texts), message.id
            assert not ids[0] or _holes(texts[-1]) == _holes(ids[-1]), message.id

    def test_what_is_read_at_run_time_is_what_stands_in_the_text(
        self, package: Path, language: str
    ) -> None:
        path = words.catalogue_path(package, language)
        assert path.with_suffix(".mo").read_bytes() == words.compiled(
            words.translations(package, language)
        )


def inside_f_strings(code: str) -> list[tuple[int, str]]:
    """Marked sentences within f-strings, where Babel does not find them, by their lines."""
    return [
        (call.lineno, ast.unparse(call))
        for text in ast.walk(ast.parse(code))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"_", "N_", "_n", "_p"}
        and any(isinstance(argument, ast.Constant) for argument in call.args)
    ]


def test_no_marked_sentence_stands_inside_an_f_string() -> None:
    """Python before 3.12 gives an f-string as one token, and what is in it stays English."""
    assert inside_f_strings("f\"{said} {_('Gone.')}\"") == [(1, "_('Gone.')")]
    assert inside_f_strings('f"{said} {_(GONE)}"; _("Gone.")') == []
    found = [
        f"{file.relative_to(words.ROOT)}:{line}: {call}"
        for package in words.PACKAGES
        for file in package.rglob("*.py")
        for line, call in inside_f_strings(file.read_text(encoding="utf-8"))
    ]
    assert found == []
