"""The chapter of all other errors: each sentence that the code can say, and its remedy.

Collected from the code itself, in the words of the catalogues; what the chapter on
troubleshooting explains already is left out, and so is what only the command line says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGES = ("core/whichone_core", "models/whichone_models", "app/whichone_app")
ELSEWHERE = ("cli", "study", "examples", "fake", "quantize", "imatrix", "gguf_writer", "logexport")
"""Folders and modules whose errors are met on a command line only, or by researchers."""
MARKS = ("_", "N_")
TABLES = ("failures", "faults")
"""Modules that keep sentence and remedy in pairs, for errors of servers and of models."""
KINDS = ("DeviceError", "InputError", "ModelError", "SetupError", "StorageError")
GROUPS = {
    "en": (
        "Devices: camera, microphone, voice and screen",
        "Pictures and questions",
        "Models and engines",
        "Set-up and settings",
        "Files and the log",
    ),
    "es": (
        "Dispositivos: cámara, micrófono, voz y pantalla",
        "Imágenes y preguntas",
        "Modelos y motores",
        "Instalación y ajustes",
        "Archivos y registro",
    ),
    "de": (
        "Geräte: Kamera, Mikrofon, Stimme und Bildschirm",
        "Bilder und Fragen",
        "Modelle",
        "Einrichtung und Einstellungen",
        "Dateien und Protokoll",
    ),
}
INTRODUCTIONS = {
    "en": "# Every other error\n\nThese sentences are said seldom. What to do is said with them. "
    "Here you can read both again.\n",
    "es": "# Todos los demás errores\n\nEstas frases se dicen pocas veces. Junto a ellas se dice "
    "qué hacer. Aquí puedes leer las dos cosas otra vez.\n",
    "de": "# Alle anderen Fehler\n\nDiese Sätze kommen selten. Was zu tun ist, wird gleich "
    "mitgesagt. Hier steht beides noch einmal.\n",
}


@dataclass(frozen=True, slots=True, order=True)
class Said:
    """An error as the code has it: its kind, its sentence and its remedy, in English."""

    kind: str
    sentence: str
    remedy: str


@cache
def said_errors(root: Path) -> tuple[Said, ...]:
    """Every error of the code whose words stand in its module, in a steady order."""
    files = (
        path
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
        if not set(ELSEWHERE) & {*path.relative_to(root).parts, path.stem}
    )
    return tuple(sorted({said for path in files for said in _in_file(path)}))


def _in_file(path: Path) -> Iterator[Said]:
    module = ast.parse(path.read_text(encoding="utf-8"))
    known = _constants(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Tuple) and path.stem in TABLES and len(node.elts) == 2:
            sentence, remedy = (_words(part, known) for part in node.elts)
            if sentence.endswith(".") and remedy.endswith("."):
                yield Said("ModelError", sentence, remedy)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            remedies = [word.value for word in node.keywords if word.arg == "remedy"]
            sentence = _words(node.args[0], known)
            remedy = _words(remedies[0], known) if remedies else ""
            if node.func.id in KINDS and sentence and remedy:
                yield Said(node.func.id, sentence, remedy)


def _constants(module: ast.Module) -> dict[str, str]:
    """The texts that a module gives names to."""
    given = [node for node in module.body if isinstance(node, ast.Assign)]
    return {
        target.id: words
        for node in given
        for target in node.targets
        if isinstance(target, ast.Name) and (words := _words(node.value, {}))
    }


def _words(node: ast.expr, known: dict[str, str]) -> str:
    """The text of a literal, a name, or of one that is translated; "" for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
        return _words(node.args[0], known)
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
