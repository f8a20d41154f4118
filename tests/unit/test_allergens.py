"""What is asked about allergens and diets, and which lines of a label answer it."""

from __future__ import annotations

import pytest
from whichone_core.text import allergens
from whichone_core.text.allergen_words import DIETS, FAMILIES

from tests.labels import read_text


def quoted(question: str, *lines: str) -> list[str]:
    wanted = (*allergens.asked(question), *allergens.diets(question))
    return [line.text for line in allergens.mentions(read_text(*lines).lines, wanted)]


@pytest.mark.parametrize(
    ("question", "families"),
    [
        ("are there any nuts in this", ("nuts",)),
        ("does this contain peanuts", ("peanuts",)),
        ("Sind Erdnüsse drin?", ("peanuts",)),
        ("ist da Nuesse drin", ("nuts",)),
        ("is it nut free or does it contain milk", ("nuts", "milk")),
        ("does this milk chocolate contain nuts", ("nuts",)),
        ("are there nuts in this milk chocolate", ("nuts",)),
        ("are there nuts in the cake or milk", ("nuts", "milk")),
        ("is there milk in this", ("milk",)),
        ("is this dairy free", ("milk",)),
        ("Enthält diese Milchschokolade Nüsse?", ("nuts",)),
        ("Enthält dieses Milch, Nüsse", ("nuts", "milk")),
        ("¿Este chocolate con leche contiene nueces?", ("nuts",)),
        ("¿Hay nueces en este chocolate con leche?", ("nuts",)),
        ("is it safe for a coeliac", ("gluten",)),
        ("is there seafood in it", ("fish", "shellfish")),
        ("is this vegan", ()),
        ("¿Es vegetariano?", ()),
    ],
)
def test_a_question_asks_for_what_may_be_in_a_thing_not_for_its_name(
    question: str, families: tuple[str, ...]
) -> None:
    assert allergens.asked(question) == families


@pytest.mark.parametrize(
    ("question", "diets"),
    [
        ("is this vegan", ("vegan",)),
        ("Ist das vegetarisch?", ("vegetarian",)),
        ("¿Es vegano o vegetariano?", ("vegan", "vegetarian")),
        ("is it halal", ("halal",)),
        ("Ist das koscher?", ("kosher",)),
        ("is it dairy free", ()),
    ],
)
def test_a_diet_is_no_allergen(question: str, diets: tuple[str, ...]) -> None:
    assert allergens.diets(question) == diets


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("are there any nuts in this", "Ingredients: sugar, roasted PEANUTS, salt"),
        ("does it contain peanuts", "may contain nuts"),
        ("¿Lleva frutos secos?", "cacahuetes tostados"),
        ("Sind Nüsse drin?", "Erdnussbutter"),
        ("Sind Nüsse drin?", "Schalenfrüchte"),
        ("are there nuts in it", "frutos de cáscara"),
        ("Sind Sulfite drin?", "Konservierungsstoff E220"),
        ("is this vegan", "wheat flour, MILK powder, EGG"),
        ("is this vegan", "sugar, honey"),
        ("is this vegan", "colour: E120"),
        ("¿Es vegano?", "miel de flores"),
        ("Ist das vegan?", "Bienenwachs"),
        ("is this vegan", "Suitable for vegans"),
        ("is this vegetarian", "anchovies (FISH)"),
        ("is this vegetarian", "suitable for vegans"),
        ("Ist das vegetarisch?", "Käse mit Lab"),
        ("is this halal", "pork gelatine"),
        ("is this kosher", "prawns"),
        *(("does it contain shellfish", name) for name in ("Squid", "oyster", "clams", "scallops")),
        *(("¿Contiene marisco?", name) for name in ("calamares", "pulpo", "almejas", "vieiras")),
        *(("Enthält das Weichtiere?", name) for name in ("Tintenfisch", "Austern", "Hummer")),
        *(
            ("does it contain fish", name)
            for name in ("haddock", "pollock", "trout", "mackerel", "sardines")
        ),
        *(("¿Contiene pescado?", name) for name in ("merluza", "caballa", "trucha", "sardinas")),
        *(("Enthält das Fisch?", name) for name in ("Forelle", "Makrelen", "Seelachs", "Hering")),
        *(("is there any pork in it", name) for name in ("HAM", "pancetta", "salami")),
        *(("¿Contiene cerdo?", name) for name in ("jamón", "panceta", "chorizo")),
        *(("Enthält das Schwein?", name) for name in ("Schinken", "Speck", "Leberwurst")),
    ],
)
def test_what_a_family_or_diet_is_about_is_found_by_its_many_names(
    question: str, label: str
) -> None:
    assert quoted(question, "Something else", label) == [label]


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("does it contain nuts", "coconut, nutmeg"),
        ("does it contain milk", "cocoa butter, peanut butter"),
        ("¿Contiene carne?", "manteca de cacao"),
        ("does it contain gluten", "maltodextrin, buckwheat"),
        ("does it contain nuts", "COCONUTS"),
    ],
)
def test_what_only_sounds_like_it_is_not_quoted_for_it(question: str, label: str) -> None:
    assert quoted(question, label) == []


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("does it contain nuts", "MAYCONTAINNUTS"),
        ("does it contain nuts", "maycontainnuts"),
        ("does it contain eggs", "CONTAINSEGGANDMILK"),
        ("does it contain milk", "SKIMMEDMILKPOWDER"),
        ("is it sesame free", "CONTAINSSESAME"),
        ("is it nut free", "NUTFREE"),
        ("Enthält das Weizen?", "ENTHÄLTWEIZEN"),
        ("¿Contiene leche?", "PUEDECONTENERLECHE"),
    ],
)
def test_words_are_found_where_the_reader_dropped_the_spaces(question: str, label: str) -> None:
    assert quoted(question, label) == [label]


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("does this contain milk", ["FREE FROM", "milk, egg and soya"]),
        ("does this contain milk", ["FREE FROM", "NUTS, PEANUTS, SESAME", "MILK AND SOYA"]),
        ("does this contain milk", ["FREE FROM", "nuts, sesame", "milk and soya"]),
        ("does this contain milk", ["FREEFROM", "MILK, EGG"]),
        ("does this contain milk", ["DAIRY", "FREE"]),
        ("does this contain milk", ["Allergy advice: may contain", "milk"]),
        ("does this contain milk", ["Allergy advice:", "may contain", "milk"]),
        ("does this contain milk", ["Does not", "contain milk."]),
        (
            "does this contain milk",
            ["Not suitable for", "people with a milk allergy", "due to its factory"],
        ),
        ("is this vegan", ["Not suitable", "for vegans"]),
        ("Enthält das Milch?", ["Frei von", "Milch, Ei und Soja"]),
        ("Enthält das Milch?", ["Kann Spuren von", "Milch und Nüssen", "enthalten"]),
        ("Ist das vegan?", ["Nicht für", "Veganer geeignet"]),
        ("¿Tiene leche?", ["Puede contener", "trazas de", "leche y huevo"]),
        ("¿Tiene leche?", ["SIN", "LECHE"]),
        ("¿Tiene leche?", ["No apto para", "alérgicos a la leche"]),
    ],
)
def test_a_line_is_quoted_with_the_one_that_decides_what_it_means(
    question: str, lines: list[str]
) -> None:
    assert quoted(question, "Oat drink.", *lines, "Drink cold") == lines


@pytest.mark.parametrize(
    "lines",
    [
        ["Sugar free.", "Contains milk."],
        ["No artificial colours", "Contains milk"],
        ["Oats, sugar", "Contains milk", "Keep cool"],
    ],
)
def test_a_statement_of_its_own_is_quoted_alone(lines: list[str]) -> None:
    assert quoted("does this contain milk", *lines) == [lines[1]]


def test_the_list_of_ingredients_is_quoted_to_its_end() -> None:
    lines = ["Ingredients: sugar,", "cocoa butter,", "palm oil, salt,", "vanilla,", "soy.", "500 g"]
    assert quoted("what are the ingredients", *lines) == lines[:-1]


def test_what_belongs_to_no_family_is_looked_up_as_it_was_named() -> None:
    lines = read_text("Mango drink", "Kiwis 10%", "Contains milk").lines
    found = allergens.statements(lines, (), "does this contain kiwi")
    assert [line.text for one in found for line in one] == ["Kiwis 10%"]
    found = allergens.statements(lines, (), "does this contain papaya")
    assert [line.text for one in found for line in one] == ["Contains milk"]


def test_diets_are_about_families_that_there_are() -> None:
    assert all(set(families) <= set(FAMILIES) for _, families, _ in DIETS.values())
