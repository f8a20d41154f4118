"""Stage 1: a model that sees, trained from nothing on captions and direct questions.

Sample number n of the run is always the same, so a run that was stopped goes on exactly where
it was: a checkpoint holds the weights, both optimizers' states and the step.  It is written
aside and renamed, and read strictly.

Muon moves the matrices, AdamW everything else (embeddings, norms, the patch convolution).
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError, StorageError

from .batches import IGNORED, Sample, tensors
from .drawnworld.rows import VERSION
from .drawnworld.seeing import seen
from .drawnworld.splits import Split
from .mini import build
from .processors import load_processor
from .ranks import leave_digest, rank
from .recipe import Base, Recipe
from .record import RUN, RunLog, describe, write_json
from .together import Group, together

LOWEST_RATE = 0.05
REPORT_EVERY = 20
KEPT = 2
STATE = "state.pt"


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
        write_json(folder / RUN, describe(recipe, "base", VERSION) | {"step": step, "loss": loss})
    return Trained(folder, loss)


def train_as(recipe: Recipe, group: Group, stop_at: int | None = None) -> tuple[Any, Any, int]:
    """The steps, as one of a group of processes; gives model, processor and the last step."""
    assert recipe.base is not None
    plan, checkpoints = recipe.base, recipe.output / "base-checkpoints"
    model, processor = _begun(recipe)
    optimizers = _optimizers(model, plan)
    step = _resume(checkpoints, model, optimizers)
    log = RunLog(recipe.output / "base-log", plan.steps, step)
    losses: list[float] = []
    for parts in _batches(recipe, processor.tokenizer, step, group):
        if step in (plan.steps, stop_at):
            break
        _set_rates(optimizers, plan, step)
        losses.append(_step(model, optimizers, parts, plan, group))
        step += 1
        if group.rank:
            continue
        if step % REPORT_EVERY == 0 or step == plan.steps:
            recent = losses[-REPORT_EVERY:]
            log.report(step, loss=sum(recent) / len(recent))
        if step % plan.save_every == 0 or step in (plan.steps, stop_at):
            _save(checkpoints, step, model, optimizers, recipe)
    leave_digest(recipe.output / "base-log", model, group.rank)
    return model, processor, step


def _begun(recipe: Recipe) -> tuple[Any, Any]:
    """The untrained model, on the GPU where there is one, and its processor."""
    import torch
    from transformers import AutoModelForImageTextToText

    untrained = recipe.output / "untrained"
    model: Any = AutoModelForImageTextToText.from_pretrained(untrained, dtype=torch.float32)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return model.to(device).train(), load_processor(untrained)


def validation_loss(model: Any, tokenizer: Any, recipe: Recipe) -> float:
    """The mean loss on samples of the validation split."""
    import torch

    assert recipe.base is not None
    numbers = range(recipe.base.validation)
    samples = [_sample(recipe, number, Split.VALIDATION) for number in numbers]
    device = next(model.parameters()).device
    losses = []
    model.eval()
    with torch.no_grad():
        for start in range(0, len(samples), recipe.base.batch):
            part = samples[start : start + recipe.base.batch]
            losses.append(model(**_on(tensors(part, tokenizer, learns=True), device)).loss.item())
    model.train()
    return float(sum(losses) / len(losses))


def _sample(recipe: Recipe, number: int, split: Split = Split.TRAIN) -> Sample:
    assert recipe.shape is not None
    shown = seen(recipe.seed, number, split)
    return Sample(shown.picture(recipe.shape.side), (shown.question,), shown.answer)


def _batches(
    recipe: Recipe, tokenizer: Any, first: int, group: Group
) -> Iterator[list[dict[str, Any]]]:
    """This process's share of each batch from a step on, in parts of like length.

    Captions are twice as long as answers: in one piece two fifths of a batch would be padding.
    They are drawn beside the training where there are workers.
    """
    from torch.utils.data import DataLoader

    assert recipe.base is not None
    size, steps, part = recipe.base.batch, recipe.base.steps, recipe.base.part
    numbers = range(first * size, (steps + 1) * size)

    def collate(chosen: Sequence[int]) -> list[dict[str, Any]]:
        samples = [_sample(recipe, number) for number in group.share(chosen)]
        samples.sort(key=lambda sample: len(sample.said[0]) + len(sample.answer))
        pieces = [samples[start : start + part] for start in range(0, len(samples), part)]
        return [tensors(piece, tokenizer, learns=True) for piece in pieces]

    workers = recipe.base.workers
    dataset: Any = numbers
    return iter(DataLoader(dataset, size, collate_fn=collate, num_workers=workers))


def _optimizers(model: Any, plan: Base) -> list[Any]:
    import torch

    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    matrices = [p for name, p in named if p.ndim == 2 and "embed" not in name]
    chosen = {id(p) for p in matrices}
    others = [p for _, p in named if id(p) not in chosen]
    return [
        torch.optim.Muon(
            matrices,
            lr=plan.muon_rate,
            momentum=0.95,
            weight_decay=0.01,
            adjust_lr_fn="match_rms_adamw",
        ),
        torch.optim.AdamW(others, lr=plan.adam_rate, betas=(0.9, 0.98), weight_decay=0.01),
    ]


def _set_rates(optimizers: Sequence[Any], plan: Base, step: int) -> None:
    """Up over the warm-up, flat for a share of the run, then down along half a cosine."""
    done = step / plan.steps
    fall = max(0.0, (done - plan.flat) / max(1e-9, 1 - plan.flat))
    high = 0.5 * (1 + math.cos(math.pi * min(1.0, fall)))
    scale = min(1.0, (step + 1) / max(1, plan.warmup)) * (LOWEST_RATE + (1 - LOWEST_RATE) * high)
    for optimizer, rate in zip(optimizers, (plan.muon_rate, plan.adam_rate), strict=True):
        for group in optimizer.param_groups:
            group["lr"] = rate * scale


def _step(
    model: Any,
    optimizers: Sequence[Any],
    parts: Sequence[dict[str, Any]],
    plan: Base,
    group: Group,
) -> float:
    """One step of all processes, every token of the batch weighing the same; gives this one's
    mean loss per token."""
    import torch

    model.zero_grad(set_to_none=True)
    losses, weights = 0.0, 0.0
    for part in parts:
        batch = _on(part, model.device)
        # Tokens per sample of the batch: sums stay near 1 whatever the batch is.
        weight = float((batch["labels"] != IGNORED).sum()) / plan.batch
        with torch.autocast(model.device.type, torch.bfloat16, enabled=plan.bf16):
            loss = model(**batch).loss * weight
        loss.backward()
        losses, weights = losses + float(loss.item()), weights + weight
    group.sum_gradients(model, weights)
    torch.nn.utils.clip_grad_norm_(model.parameters(), plan.clip)
    for optimizer in optimizers:
        optimizer.step()
    return losses / weights


def _on(batch: dict[str, Any], device: Any) -> dict[str, Any]:
    return {name: value.to(device) for name, value in batch.items()}


def _save(folder: Path, step: int, model: Any, optimizers: Sequence[Any], recipe: Recipe) -> None:
    """A checkpoint that is there whole or not at all; the last two are kept."""
    import torch

    place = folder / f"step-{step:07d}"
    aside = folder / f".{place.name}"
    state = {
        "step": step,
        "model": model.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
    }
    try:
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        torch.save(state, aside / STATE)
        write_json(aside / RUN, describe(recipe, "base", VERSION) | {"step": step})
        shutil.rmtree(place, ignore_errors=True)
        aside.rename(place)
        for old in sorted(folder.glob("step-*"))[:-KEPT]:
            shutil.rmtree(old)
    except OSError as error:
        raise StorageError(f"{place} can't be written.", cause=str(error)) from error


def _resume(folder: Path, model: Any, optimizers: Sequence[Any]) -> int:
    """Load the last checkpoint strictly; the step to go on with, 0 without one."""
    import torch

    found = sorted(folder.glob("step-*"))
    if not found:
        return 0
    device = next(model.parameters()).device
    state = torch.load(found[-1] / STATE, map_location=device, weights_only=True)
    model.load_state_dict(state["model"], strict=True)
    for optimizer, kept in zip(optimizers, state["optimizers"], strict=True):
        optimizer.load_state_dict(kept)
    return int(state["step"])


def _copy_processor(source: Path, folder: Path) -> None:
    for path in source.iterdir():
        if path.suffix in {".json", ".jinja"} and not (folder / path.name).exists():
            shutil.copy2(path, folder / path.name)
