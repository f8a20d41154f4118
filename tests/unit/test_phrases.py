"""Rules for the fixed sentences: fit for the ear, honest, and nothing left over."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
import whichone_core
import whichone_models
from whichone_core.answering.phrases import ENGLISH
from whichone_core.answering.tongue import fixed_words
from whichone_core.speech.spoken import speakable

TEXTS = {entry.name: str(getattr(ENGLISH, entry.name)) for entry in fields(ENGLISH)}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_phrase_is_fit_for_the_ear(text: str) -> None:
    assert len(text.split()) <= 25
    assert not re.search(r"as you can see|[*_#`]|http|\bunfortunately\b|\bsorry\b", text.lower())
    plain = re.sub(r"{\w+}", "it", text)
    assert speakable(plain).rstrip(".") == plain.rstrip(".")


def test_no_phrase_promises_safety_or_denies_flatly() -> None:
    assert not {"safe", "certainly", "definitely"} & fixed_words()
    assert not any(text.lower().startswith(("no,", "there is no ")) for text in TEXTS.values())


def test_every_phrase_is_used() -> None:
    folders = [Path(str(package.__file__)).parent for package in (whichone_core, whichone_models)]
    sources = "".join(
        path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")
    )
    assert [
        name for name in TEXTS if not re.search(rf"(?:phrases\(\)|said)\.{name}\b", sources)
    ] == []
