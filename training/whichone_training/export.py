"""From a trained folder to folders that `whichone models import` takes, measured.

    merge -> convert (every weight checked) -> quantize (importance matrix) -> calibrate ->
    measure through the app's own runtime -> golden pictures -> model card, checksums

Training asks the bare question, without system prompt and without evidence; the sidecar says
so, and the engine asks the same (a test compares them byte for byte).

Each quantization gets a folder of its own: text and tower as GGUF, whichone.json with its own
calibration, README.md with what was measured, SHA256SUMS.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import StorageError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy
from whichone_models.files.gguf_file import read_header
from whichone_models.files.sidecar import DRAWN_WORLD, Calibration, Sidecar, write_sidecar
from whichone_models.keeping.imatrix import Importance, measure_importance
from whichone_models.keeping.quantize import Kind, quantize
from whichone_models.language.calibration import FEWEST_ITEMS, Judged, fit
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.runtime import LoadOrder
from whichone_models.trusting.selftest import SelfTest, self_test

from .answerers import ClientAnswerer
from .asked import asked_in_test
from .convert import About, convert, file_entry
from .evaluate import outcomes_of, validation_outcomes
from .examples import Set, examples
from .measures import Outcome, Score, Share, scored
from .recipe import Recipe

IMPORTANCE_TEXTS = 200
CARD, SUMS = "README.md", "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Exported:
    """One quantization.  agreement: the share of answers whose word is F16's (whose style, for a
    model without words).  calibration: None where there are no words, or not all strategies.

    seconds: per answer, everything included, on this machine.  golden: the test that the
    application makes before a model answers (drawn pictures with known answers).
    """

    kind: str
    folder: Path
    bytes: int
    score: Score
    calibration: Calibration | None
    agreement: float
    seconds: float
    golden: SelfTest


def export(recipe: Recipe, source: Path) -> list[Exported]:
    """Write and measure every quantization of the recipe, F16 first; gives what was measured.

    source: a whole Hugging Face folder.  Raises InputError, ModelError, StorageError.
    """
    whole = recipe.output / "export" / Kind.F16.value
    shutil.rmtree(whole, ignore_errors=True)
    sidecar = convert(source, whole, about=_about(recipe))
    importance = measure_importance(source, _texts(recipe))
    kinds = [Kind(name) for name in recipe.export.quantizations if name != Kind.F16.value]
    folders = {Kind.F16: (whole, sidecar)}
    for kind in kinds:
        folders[kind] = _quantized(kind, whole, sidecar, importance)
    measured: list[Exported] = []
    reference: list[Outcome] = []
    for kind, (folder, described) in folders.items():
        made, outcomes = _measured(kind, folder, described, recipe, reference)
        reference = reference or outcomes
        measured.append(made)
    for made in measured:
        _write(made.folder / CARD, card(recipe, made, measured))
        _write_sums(made.folder)
    return measured


def card(recipe: Recipe, made: Exported, measured: Sequence[Exported]) -> str:
    """The model card: what it is, how it is asked, what was measured, licence and data."""
    return f"""# {recipe.export.name}, {made.kind}

{_kind_of(recipe)}
Made by the recipe {recipe.name} with seed {recipe.seed}; data: {_data_of(recipe)}.
Licence: {recipe.export.licence}. Source: {recipe.export.source or recipe.model or recipe.name}.
{_limits_of(recipe)}
Measured on {made.score.strategy.of} held-out questions through WhichOne's own runtime,
% with 95% intervals; seconds per answer on the machine that exported it.

{table(measured)}

Golden pictures, the test that the application makes too: {golden_words(made.golden)}

Import it with `whichone models import {made.folder.name}`.
"""


def _kind_of(recipe: Recipe) -> str:
    if not recipe.data.words:
        return "A model that answers in plain sentences: how it answers shows in its style alone."
    words = ", ".join(f"{word} ({strategy.value})" for strategy, word in CONTROL_WORDS.items())
    return f"A model that says first how it is going to answer: {words}."


def _limits_of(recipe: Recipe) -> str:
    if _data_of(recipe) != DRAWN_WORLD:
        return ""
    return (
        "\nOnly a demonstration: it has seen drawn scenes alone, so what it says of a photo is a "
        "guess,\nhowever sure it is. The application says so where it is chosen, before its first "
        "answer,\nand behind each answer.\n"
    )


def _data_of(recipe: Recipe) -> str:
    if recipe.data.source == "drawn" or recipe.data.folder is None:
        return DRAWN_WORLD
    names = [folder.name for folder in (recipe.data.folder, *recipe.data.more)]
    return f"questions about photos in AQuA's form ({', '.join(names)})"


def table(measured: Sequence[Exported]) -> str:
    """All quantizations, in Markdown."""
    lines = [
        "| | MB | strategy | facts | ECE before | after | same word as F16 | s per answer |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.kind} | {one.bytes / 1e6:.1f} | {one.score.strategy} | {_known(one.score.facts)} "
        f"| {_errors(one.calibration)} | {100 * one.agreement:.1f} | {one.seconds:.2f} |"
        for one in measured
    ]
    return "\n".join(lines)


def _known(share: Share) -> str:
    return str(share) if share.of else ""


def _errors(calibration: Calibration | None) -> str:
    if calibration is None:
        return " | "
    return f"{calibration.ece_before:.3f} | {calibration.ece_after:.3f}"


def golden_words(golden: SelfTest) -> str:
    """What the golden pictures showed, with the strategies beside the answers."""
    choosing = [one for one in golden.tried if one.chosen is not None]
    hits = sum(one.chosen is one.picture.strategy for one in choosing)
    chosen = f" Right strategies: {hits} of {len(choosing)}." if choosing else ""
    return f"{golden.sentence}{chosen}"


def _about(recipe: Recipe) -> About:
    return About(
        name=recipe.export.name,
        words=CONTROL_WORDS if recipe.data.words else None,
        system="",
        plain_prompt=True,
        licence=recipe.export.licence,
        source=recipe.export.source,
    )


def _texts(recipe: Recipe) -> list[str]:
    """What enters the layers in use: questions and answers of the training set."""
    made = examples(recipe.data, Set.SFT_TRAIN, recipe.seed)[:IMPORTANCE_TEXTS]
    return ["\n".join((*one.said, one.answer)) for one in made]


def _quantized(
    kind: Kind, whole: Path, sidecar: Sidecar, importance: Importance
) -> tuple[Path, Sidecar]:
    folder = whole.with_name(kind.value)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    text = folder / f"text-{kind.value.lower()}.gguf"
    matrix = None if kind is Kind.Q8_0 else importance
    quantize(whole / sidecar.text.name, text, kind, imatrix=matrix)
    assert sidecar.tower is not None
    shutil.copy2(whole / sidecar.tower.name, folder / sidecar.tower.name)
    described = sidecar.model_copy(update={"text": file_entry(read_header(text))})
    write_sidecar(folder, described)
    return folder, described


def _measured(
    kind: Kind, folder: Path, sidecar: Sidecar, recipe: Recipe, reference: Sequence[Outcome]
) -> tuple[Exported, list[Outcome]]:
    from whichone_models.llama.native import NativeRuntime

    assert sidecar.tower is not None
    order = LoadOrder(str(folder / sidecar.text.name), str(folder / sidecar.tower.name), 1024)
    client = InlineClient(NativeRuntime(), order)
    try:
        answerer = ClientAnswerer(
            client,
            kind.value,
            longest=recipe.evaluate.longest,
            words=CONTROL_WORDS if recipe.data.words else {},
            processor=sidecar.processor,
        )
        calibration = _calibrated(answerer, recipe)
        asked = asked_in_test(recipe, recipe.evaluate.per_strategy)
        began = time.monotonic()
        outcomes = outcomes_of(answerer, asked)
        seconds = (time.monotonic() - began) / max(1, len(asked))
        golden = self_test(client, sidecar.model_copy(update={"calibration": calibration}))
    finally:
        client.close()
    assert golden is not None  # nobody cancels here
    write_sidecar(folder, sidecar.model_copy(update={"calibration": calibration}))
    pairs = zip(outcomes, reference or outcomes, strict=True)
    same = sum((a.word or a.style) is (b.word or b.style) for a, b in pairs)
    size = sum(path.stat().st_size for path in folder.glob("*.gguf"))
    made = Exported(
        kind=kind.value,
        folder=folder,
        bytes=size,
        score=scored(outcomes),
        calibration=calibration,
        agreement=same / max(1, len(outcomes)),
        seconds=seconds,
        golden=golden,
    )
    return made, outcomes


def _calibrated(answerer: ClientAnswerer, recipe: Recipe) -> Calibration | None:
    """Fitted on validation items; AQuA's own strategies without abstaining are too few for it."""
    if not recipe.data.words:
        return None
    found = _judged(validation_outcomes(answerer, recipe, recipe.export.calibrated_on))
    there = {one.right for one in found}
    return fit(found) if there == {*Strategy} and len(found) >= FEWEST_ITEMS else None


def _judged(outcomes: Sequence[Outcome]) -> list[Judged]:
    return [Judged(one.logs, one.gold.strategy) for one in outcomes if one.logs is not None]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def _write_sums(folder: Path) -> None:
    """In the form that sha256sum checks."""
    lines = []
    for path in sorted(folder.iterdir()):
        if path.name == SUMS or not path.is_file():
            continue
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    _write(folder / SUMS, "".join(lines))
