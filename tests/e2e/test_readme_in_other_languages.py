"""The three examples of the README, asked and answered in Spanish and German."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("whichone"))

ASKED = {
    "es": {
        ("example:label", "¿Cuál es la fecha de caducidad?"): (
            "La etiqueta dice: Best before: 14 MAR 2027.\n"
            "Para asegurarte, toma otra foto y pregunta de nuevo.\n"
            "Solo repito lo que leo y no puedo valorarlo."
        ),
        ("example:table", "¿Qué es esto?", "--reply", "la azul"): (
            "¿Cuál quieres decir: una de las dos tazas, lo que parece una manzana, "
            "o una de las dos naranjas?\n"
            "1. la taza gris de la izquierda\n"
            "2. la taza azul de la derecha\n"
            "3. quizá una manzana verde en el centro\n"
            "4. la naranja de abajo\n"
            "5. la naranja de arriba\n"
            "Es una taza azul."
        ),
        ("example:covered", "¿Qué dice?"): (
            "La imagen está tapada o vacía, así que no puedo saberlo.\n"
            "Destapa la lente, enciende una luz y prueba otra vez; si es una pantalla, "
            "desactiva antes la cortina de pantalla."
        ),
    },
    "de": {
        ("example:label", "Was ist das Ablaufdatum?"): (
            "Auf dem Etikett steht: Best before: 14 MAR 2027.\n"
            "Mach zur Sicherheit ein zweites Foto und frag noch einmal.\n"
            "Ich wiederhole nur, was ich lese, und kann es nicht beurteilen."
        ),
        ("example:table", "Was ist das?", "--reply", "die blaue"): (
            "Was meinst du: eine der beiden Tassen, vermutlich einen Apfel "
            "oder eine der beiden Orangen?\n"
            "1. die graue Tasse links\n"
            "2. die blaue Tasse rechts\n"
            "3. vielleicht ein grüner Apfel in der Mitte\n"
            "4. die untere Orange\n"
            "5. die obere Orange\n"
            "Es ist eine blaue Tasse."
        ),
        ("example:covered", "Was steht da?"): (
            "Das Bild ist verdeckt oder leer, darum kann ich es nicht sagen.\n"
            "Mach die Linse frei, schalte ein Licht ein und versuch es noch einmal; ist es ein "
            "Bildschirm, schalte zuerst den Bildschirmvorhang aus."
        ),
    },
}
CASES = [(language, words) for language, asked in ASKED.items() for words in asked]


@pytest.mark.parametrize(
    ("language", "words"), CASES, ids=[f"{language} {words[0]}" for language, words in CASES]
)
def test_an_example_is_answered_in_the_language_of_the_settings(
    language: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("WHICHONE_")}
    ran = subprocess.run(
        [PROGRAM, "ask", *words],
        capture_output=True,
        encoding="utf-8",
        env={
            **kept,
            "WHICHONE_HOME": str(tmp_path),
            "WHICHONE_LANGUAGE": language,
            "WHICHONE_ENGINE": "builtin",
            "PYTHONIOENCODING": "utf-8",
        },
        timeout=300,
        check=False,
    )
    assert ran.stdout.strip() == ASKED[language][words], ran.stderr
    assert ran.returncode == 0
