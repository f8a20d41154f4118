"""Each thing that can be named has a name in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.languages import LANGUAGES
from whichone_core.nouns import Kind, Noun, forms
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS
from whichone_models.builtin.names import LABELS, everyday_names

TRANSLATED = [code for code in LANGUAGES if code != "en"]
GENDERS = {"es": "mf", "de": "mfn"}


def _labels() -> frozenset[str]:
    return DETECTOR_LABELS | frozenset(GROUPS) | frozenset(everyday_names(LABELS))


def _nouns() -> Iterator[tuple[str, str, Noun]]:
    for language in TRANSLATED:
        for label, noun in forms(language).items():
            yield language, label, noun


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_label_has_a_noun(language: str) -> None:
    assert sorted(_labels() - set(forms(language))) == []


def test_each_noun_has_a_singular_a_plural_and_a_gender() -> None:
    for language, label, noun in _nouns():
        assert noun.singular and noun.plural, (language, label)
        assert noun.gender in GENDERS[language], (language, label)
        words = (noun.singular, noun.plural, noun.in_object, *noun.synonyms)
        assert all(word == " ".join(word.split()) for word in words), (language, label)


def test_what_is_called_the_same_has_the_same_grammar() -> None:
    known: dict[tuple[str, str], tuple[str, str, Kind]] = {}
    for language, label, noun in _nouns():
        grammar = noun.plural, noun.gender, noun.kind
        assert known.setdefault((language, noun.singular), grammar) == grammar, label


def test_german_nouns_begin_with_a_capital() -> None:
    for label, noun in forms("de").items():
        assert noun.singular[0].isupper() and noun.plural[0].isupper(), label


def test_only_german_nouns_change_where_they_are_seen() -> None:
    assert forms("de")["bear"].in_object == "Bären"
    assert forms("de")["cup"].in_object == "Tasse"
    assert not any(noun.object_form for noun in forms("es").values())


def test_words_of_several_countries_are_known() -> None:
    assert {"nevera", "heladera", "frigorífico"} <= set(forms("es")["refrigerator"].synonyms)
    assert "Fön" in forms("de")["hair drier"].synonyms


def test_a_detector_s_word_is_not_also_another_one_s() -> None:
    """A word that a user says must mean one thing, or kindred ones."""
    for language in TRANSLATED:
        table = forms(language)
        labels = sorted(DETECTOR_LABELS | frozenset(GROUPS))
        meant: dict[str, set[str]] = {}
        for label in labels:
            for word in table[label].synonyms:
                meant.setdefault(word.casefold(), set()).add(label)
        assert {word: found for word, found in meant.items() if len(found) > 1} == {}, language


def test_english_has_no_table() -> None:
    assert forms("en") == {}
