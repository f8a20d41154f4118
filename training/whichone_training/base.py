"""Stage 1: a model that sees, trained from nothing on captions and direct questions.

Sample number n of the run is always the same, so a run that was stopped goes on exactly where
it was: a checkpoint holds the weights, both optimizers' states and the step.  It is written
aside and renamed, and read strictly.

First the tower learns alone, from what stands in each cell of a picture: from words alone it
would take far longer than two hours to tell one kind of thing from another (LOG.md).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError

from .batches import MERGE, PATCH, Sample, tensors
from .cells import cells_of, unknown
from .drawnworld.faults import SPOILING
from .drawnworld.seeing import Seen, seen
from .drawnworld.splits import Split
from .fingerprints import of_base
from .kernels import quickened
from .learner import Learner
from .mini import build
from .pointing import LEAST_LAYERS, pointed
from .processors import load_processor
from .ranks import leave_digest, rank
from .recipe import Recipe
from .record import RUN, RunLog, describe, write_json
from .together import Group, together

REPORT_EVERY = 20


@dataclass(frozen=True, slots=True)
class Trained:
    """Where the model is, and what it lost on validation samples at the end."""

    folder: Path
    loss: float


def train_base(recipe: Recipe, *, stop_at: int | None = None) -> Trained:
    """Train, or go on training; the model ends in OUTPUT/base.

    stop_at: end at this step as if it had been interrupted (the checkpoint is kept).
    Raises InputError where the recipe has no base stage, StorageError, ModelError.
    """
    if recipe.base is None or recipe.shape is None:
        raise InputError("This recipe trains no base model.", remedy="It needs shape and base.")
    if recipe.base.pointing and recipe.shape.layers < LEAST_LAYERS:
        raise InputError(
            f"Words are told where to look in models of at least {LEAST_LAYERS} layers.",
            remedy="Set base.pointing to 0, or shape.layers higher.",
        )
    untrained = recipe.output / "untrained"
    if not rank() and not (untrained / "config.json").exists():
        build(recipe.shape, untrained, recipe.seed)
    with together(recipe, recipe.base.processes, stop_at) as group:
        model, processor, step = train_as(recipe, group, stop_at)
    folder = recipe.output / "base"
    loss = validation_loss(model, processor.tokenizer, recipe)
    if not group.rank:
        RunLog(recipe.output / "base-log", recipe.base.steps).report(step, validation_loss=loss)
        model.save_pretrained(folder)
        _copy_processor(untrained, folder)
        record = describe(recipe, "base", {"train": of_base(recipe)})
        write_json(folder / RUN, record | {"step": step, "loss": loss})
    return Trained(folder, loss)


def train_as(recipe: Recipe, group: Group, stop_at: int | None = None) -> tuple[Any, Any, int]:
    """The steps, as one of a group of processes; gives model, processor and the last step."""
    assert recipe.base is not None and recipe.shape is not None
    plan, checkpoints = recipe.base, recipe.output / "base-checkpoints"
    model, processor = _begun(recipe)
    learner = Learner(model, plan, group, recipe.shape.side // (PATCH * MERGE))
    learner.resume(checkpoints)
    last = learner.steps if stop_at is None else min(stop_at, learner.steps)
    log = RunLog(recipe.output / "base-log", learner.steps, learner.done)
    losses: list[float] = []
    for parts in _batches(recipe, processor.tokenizer, range(learner.done, last), group):
        losses.append(learner.step(parts))
        if group.rank:
            continue
        if learner.done % REPORT_EVERY == 0 or learner.done == learner.steps:
            recent = losses[-REPORT_EVERY:]
            log.report(learner.done, loss=sum(recent) / len(recent))
        if learner.done % plan.save_every == 0 or learner.done == last:
            learner.save(checkpoints, recipe)
    model = learner.finish()
    leave_digest(recipe.output / "base-log", model, group.rank)
    return model, processor, learner.done


def _begun(recipe: Recipe) -> tuple[Any, Any]:
    """The untrained model, on the GPU where there is one, and its processor."""
    import torch
    from transformers import AutoModelForImageTextToText

    untrained = recipe.output / "untrained"
    model: Any = AutoModelForImageTextToText.from_pretrained(untrained, dtype=torch.float32)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return quickened(model.to(device)).train(), load_processor(untrained)


def validation_loss(model: Any, tokenizer: Any, recipe: Recipe) -> float:
    """The mean loss on samples of the validation split."""
    import torch

    assert recipe.base is not None and recipe.shape is not None
    side, numbers = recipe.shape.side, range(recipe.base.validation)
    samples = [_sample(seen(recipe.seed, n, Split.VALIDATION), side) for n in numbers]
    device = next(model.parameters()).device
    losses = []
    model.eval()
    with torch.no_grad():
        for start in range(0, len(samples), recipe.base.batch):
            part = samples[start : start + recipe.base.batch]
            losses.append(model(**_on(tensors(part, tokenizer, learns=True), device)).loss.item())
    model.train()
    return float(sum(losses) / len(losses))


def _batches(
    recipe: Recipe, tokenizer: Any, steps: range, group: Group
) -> Iterator[list[dict[str, Any]]]:
    """This process's share of each step's batch, in parts of like length.

    Captions are twice as long as answers: in one piece two fifths of a batch would be padding.
    They are drawn beside the training where there are workers.
    """
    from torch import from_numpy
    from torch.utils.data import DataLoader

    assert recipe.base is not None and recipe.shape is not None
    size, part, side = recipe.base.batch, recipe.base.part, recipe.shape.side
    numbers: Any = range(steps.start * size, steps.stop * size)

    def made(piece: Sequence[Seen]) -> dict[str, Any]:
        cells = np.concatenate([_cells(shown, side) for shown in piece])
        learnt = tensors([_sample(shown, side) for shown in piece], tokenizer, learns=True)
        return learnt | {"cells": from_numpy(cells)} | pointed(piece, tokenizer, side)

    def collate(chosen: Sequence[int]) -> list[dict[str, Any]]:
        all_seen = [seen(recipe.seed, number) for number in group.share(chosen)]
        all_seen.sort(key=lambda shown: len(shown.question) + len(shown.answer))
        pieces = [all_seen[start : start + part] for start in range(0, len(all_seen), part)]
        return [made(piece) for piece in pieces]

    return iter(DataLoader(numbers, size, collate_fn=collate, num_workers=recipe.base.workers))


def _sample(shown: Seen, side: int) -> Sample:
    return Sample(shown.picture(side), (shown.question,), shown.answer)


def _cells(shown: Seen, side: int) -> NDArray[np.int64]:
    return unknown(side) if shown.fault in SPOILING else cells_of(shown.scene, side)


def _on(batch: dict[str, Any], device: Any) -> dict[str, Any]:
    return {name: value.to(device) for name, value in batch.items()}


def _copy_processor(source: Path, folder: Path) -> None:
    for path in source.iterdir():
        if path.suffix in {".json", ".jinja"} and not (folder / path.name).exists():
            shutil.copy2(path, folder / path.name)
