"""One process's model in training: its optimizers, one step, its checkpoints.

Muon moves the matrices, AdamW everything else (embeddings, norms, the patch convolution, the
heads that tell what stands in a cell).
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import StorageError

from .batches import IGNORED
from .cells import HEADS, CellHeads
from .fingerprints import of_base
from .places import HEADS as PLACE_HEADS
from .places import PlaceHeads
from .pointing import ASKS, LOOKS, Pointer
from .recipe import Base, Recipe
from .record import RUN, describe, write_json
from .together import Group

LOWEST_RATE = 0.05
KEPT = 2
STATE = "state.pt"


class Learner:
    """A model that learns as one of a group of processes.

    The first `tower_steps` are of the tower alone, from cells; then it learns from words, and
    from cells and places as much as `cells` and `places` say.
    side: how many image tokens a row of a picture has.
    """

    def __init__(self, model: Any, plan: Base, group: Group, side: int) -> None:
        self.model = model
        self.plan = plan
        self.group = group
        self.heads = CellHeads(model) if plan.tower_steps or plan.cells else None
        self.places = PlaceHeads(model, side) if plan.places else None
        self.pointers = [Pointer(model, layer) for layer in (1, 2)] if plan.pointing else []
        self.optimizers = _optimizers(model, plan)
        self.done = 0

    @property
    def steps(self) -> int:
        """Of the whole run."""
        return self.plan.tower_steps + self.plan.steps

    @property
    def is_about_cells(self) -> bool:
        """Whether the next step is of the tower alone."""
        return self.done < self.plan.tower_steps

    def step(self, parts: Sequence[dict[str, Any]]) -> float:
        """One step of all processes; gives this one's mean loss, per token or per cell."""
        import torch

        self.model.zero_grad(set_to_none=True)
        _set_rates(self.optimizers, self.plan, self.done)
        losses, weights = 0.0, 0.0
        for part in parts:
            batch = {name: value.to(self.model.device) for name, value in part.items()}
            told = {name: batch.pop(name) for name in ("cells", LOOKS, ASKS)}
            weight = self._weight(batch)
            with torch.autocast(self.model.device.type, torch.bfloat16, enabled=self.plan.bf16):
                shown, learnt = self._loss(batch, told)
            (learnt * weight).backward()
            losses, weights = losses + float(shown.item()) * weight, weights + weight
        self.group.sum_gradients(self.model, weights)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.plan.clip)
        for optimizer in self.optimizers:
            optimizer.step()
        self.done += 1
        return losses / weights

    def _weight(self, batch: dict[str, Any]) -> float:
        """What a part weighs: its samples or its tokens, per sample of the batch, so that
        sums stay near 1 whatever the batch is."""
        if self.is_about_cells or self.plan.evenly:
            return len(batch["input_ids"]) / self.plan.batch
        return float((batch["labels"] != IGNORED).sum()) / self.plan.batch

    def _loss(self, batch: dict[str, Any], told: dict[str, Any]) -> tuple[Any, Any]:
        """The loss to show and the one to learn from.  told: what is known of the pictures."""
        if self.heads is not None and self.is_about_cells:
            self.heads.look(batch)
            loss = self.heads.loss(told["cells"])
            return loss, loss
        made = self.model(**batch)
        learnt = _per_answer(made.logits, batch["labels"]) if self.plan.evenly else made.loss
        if self.heads is not None and self.plan.cells:
            learnt = learnt + self.plan.cells * self.heads.loss(told["cells"])
        if self.places is not None:
            learnt = learnt + self.plan.places * self.places.loss(batch["input_ids"])
        if self.pointers:
            learnt = learnt + self.plan.pointing * self._pointing(batch["input_ids"], told)
        return made.loss, learnt

    def _pointing(self, input_ids: Any, told: dict[str, Any]) -> Any:
        words, answers = self.pointers
        missed = words.loss_of_looks(input_ids, told[LOOKS])
        return missed + answers.loss_of_asks(input_ids, told[ASKS])

    def save(self, folder: Path, recipe: Recipe) -> None:
        """A checkpoint that is there whole or not at all; the last two are kept.

        Raises StorageError.
        """
        import torch

        place = folder / f"step-{self.done:07d}"
        aside = folder / f".{place.name}"
        state = {
            "step": self.done,
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
        }
        try:
            shutil.rmtree(aside, ignore_errors=True)
            aside.mkdir(parents=True)
            torch.save(state, aside / STATE)
            record = describe(recipe, "base", {"train": of_base(recipe)})
            write_json(aside / RUN, record | {"step": self.done})
            shutil.rmtree(place, ignore_errors=True)
            aside.rename(place)
            for old in sorted(folder.glob("step-*"))[:-KEPT]:
                shutil.rmtree(old)
        except OSError as error:
            raise StorageError(f"{place} can't be written.", cause=str(error)) from error

    def resume(self, folder: Path) -> None:
        """Load the last checkpoint strictly, where there is one."""
        import torch

        found = sorted(folder.glob("step-*"))
        if not found:
            return
        state = torch.load(found[-1] / STATE, map_location=self.model.device, weights_only=True)
        self.model.load_state_dict(state["model"], strict=True)
        for optimizer, kept in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        self.done = int(state["step"])

    def finish(self) -> Any:
        """The model without what it only learnt with."""
        for listener in (self.heads, self.places, *self.pointers):
            if listener is not None:
                listener.remove()
        self.heads, self.places, self.pointers = None, None, []
        return self.model


def _per_answer(logits: Any, labels: Any) -> Any:
    """The mean of the answers' own means: in a mean of all tokens a caption's many words leave
    the one token that says yes or no next to nothing."""
    from torch.nn.functional import cross_entropy

    said, right = logits[:, :-1].float().transpose(1, 2), labels[:, 1:]
    losses = cross_entropy(said, right, reduction="none", ignore_index=IGNORED)
    return (losses.sum(1) / (right != IGNORED).sum(1).clamp(min=1)).mean()


def _optimizers(model: Any, plan: Base) -> list[Any]:
    import torch

    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    matrices = [p for name, p in named if p.ndim == 2 and _is_inside(name)]
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


def _is_inside(name: str) -> bool:
    """Whether a matrix is neither the first nor the last that a token meets."""
    return "embed" not in name and not name.startswith((HEADS, PLACE_HEADS))


def _set_rates(optimizers: Sequence[Any], plan: Base, step: int) -> None:
    """Up over the warm-up, flat for a share of the run, then down along half a cosine.

    When the words begin it goes up once more: what reads the tower knows nothing yet.
    """
    done = step / (plan.tower_steps + plan.steps)
    begun = step if step < plan.tower_steps else step - plan.tower_steps
    fall = max(0.0, (done - plan.flat) / max(1e-9, 1 - plan.flat))
    high = 0.5 * (1 + math.cos(math.pi * min(1.0, fall)))
    kind = 1.0 if step < plan.tower_steps else plan.words_rate
    scale = (
        kind
        * min(1.0, (begun + 1) / max(1, plan.warmup))
        * (LOWEST_RATE + (1 - LOWEST_RATE) * high)
    )
    for optimizer, rate in zip(optimizers, (plan.muon_rate, plan.adam_rate), strict=True):
        for group in optimizer.param_groups:
            group["lr"] = rate * scale
