"""Memory and hours of a recipe on 1, 4 and 8 GPUs, counted: `whichone-train plan RECIPE`.

Counted are the weights of the very configuration (built without memory), the tokens of its
pictures, and the operations of forward and backward (6 per weight and token, 8 where layers
are computed again; Kaplan et al. 2020, section 2.1).  Activations per layer are counted as in
Korthikanti et al. 2022, section 4, for a gated feed-forward part and without the attention
matrix, which fused kernels don't keep.  Assumed
are only the share of a GPU's peak that training reaches (UTILISATION) and the lengths of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .processors import architecture, tower_of
from .recipe import Recipe

UTILISATION = 0.35
"""Of the peak; the usual range for models of this size is 0.3 to 0.5."""
QUESTION_TOKENS, ANSWER_TOKENS = 60, 60
STATE_BYTES = 16
"""A weight in float32, its gradient, and two moments of AdamW."""
FROZEN_BYTES, PACKED_BYTES = 4, 0.5
"""A weight that isn't trained (`tuning.load_model`): in float32, or in four bits."""
CAST_BYTES = 2
"""The copy of a weight in bfloat16 that autocast keeps during a step."""
HEADROOM = 0.1
GIB = 1024**3
COUNTS = (1, 4, 8)


@dataclass(frozen=True, slots=True)
class Gpu:
    """From the maker's data sheet: memory, dense bfloat16 operations and bytes per second."""

    name: str
    memory: float
    operations: float
    bandwidth: float


GPUS = (
    Gpu("RTX A6000 48 GB", 48e9, 155e12, 768e9),
    Gpu("A100 80 GB", 80e9, 312e12, 2039e9),
    Gpu("H100 80 GB", 80e9, 989e12, 3350e9),
)


@dataclass(frozen=True, slots=True)
class Stack:
    """Layers of one width with their feed-forward width."""

    layers: int
    hidden: int
    feed_forward: int

    def kept(self, tokens: int, *, again: bool) -> float:
        """Bytes of activations; again: of each layer only the input, and one layer whole."""
        layer = tokens * (17 * self.hidden + 8 * self.feed_forward)
        inputs = 2 * tokens * self.hidden
        return float(inputs * self.layers + layer if again else layer * self.layers)


@dataclass(frozen=True, slots=True)
class Counted:
    """A model: its weights (all; of them the tower's), its two stacks and its vocabulary."""

    weights: int
    tower: int
    text: Stack
    seeing: Stack
    vocabulary: int
    patch: int
    merge: int


def count(folder: Path) -> Counted:
    """Count a configuration without its weights.  Raises InputError where there is none."""
    import torch
    from transformers import AutoConfig, AutoModelForImageTextToText

    architecture(folder)
    config: Any = AutoConfig.from_pretrained(folder)
    maker: Any = AutoModelForImageTextToText
    with torch.device("meta"):
        model = maker.from_config(config)
    text, vision = config.get_text_config(), config.vision_config
    patch = vision.patch_size
    return Counted(
        weights=sum(p.numel() for p in model.parameters()),
        tower=sum(p.numel() for p in tower_of(model).parameters()),
        text=Stack(text.num_hidden_layers, text.hidden_size, text.intermediate_size),
        seeing=Stack(
            getattr(vision, "depth", 0) or vision.num_hidden_layers,
            vision.hidden_size,
            vision.intermediate_size,
        ),
        vocabulary=text.vocab_size,
        patch=patch[0] if isinstance(patch, (list, tuple)) else patch,
        merge=getattr(vision, "spatial_merge_size", 2),
    )


@dataclass(frozen=True, slots=True)
class Need:
    """What one kind of GPU needs, for a number of them: bytes of each, and hours.  0 for no stage.

    HEADROOM of the memory is left to the libraries and to fragments.
    """

    gpu: Gpu
    gpus: int
    sft_bytes: float
    grpo_bytes: float
    sft_hours: float
    grpo_hours: float

    @property
    def fits(self) -> bool:
        return max(self.sft_bytes, self.grpo_bytes) < (1 - HEADROOM) * self.gpu.memory


def needs(recipe: Recipe, model: Counted) -> list[Need]:
    """Every kind and number of GPUs; the optimizer's state is shared among them (FSDP)."""
    return [_need(recipe, model, gpu, gpus) for gpu in GPUS for gpus in COUNTS]


def _need(recipe: Recipe, model: Counted, gpu: Gpu, gpus: int) -> Need:
    speed = gpu.operations * UTILISATION * gpus
    return Need(
        gpu=gpu,
        gpus=gpus,
        sft_bytes=_sft_bytes(recipe, model, gpus),
        grpo_bytes=_grpo_bytes(recipe, model, gpus),
        sft_hours=_sft_operations(recipe, model) / speed / 3600,
        grpo_hours=(_grpo_operations(recipe, model) / speed + _decoding(recipe, model, gpu, gpus))
        / 3600,
    )


def picture_tokens(recipe: Recipe, model: Counted) -> int:
    """Of a square picture of the recipe's side."""
    return int((recipe.data.side // (model.patch * model.merge)) ** 2)


def state_bytes(recipe: Recipe, model: Counted) -> float:
    """Weights, gradients, the optimizer's moments and copies; under adapters mostly weights."""
    if recipe.lora is None:
        return float((STATE_BYTES + CAST_BYTES) * model.weights)
    share = PACKED_BYTES if recipe.lora.four_bit else FROZEN_BYTES + CAST_BYTES
    trained = 2 * recipe.lora.rank * model.text.hidden * 7 * model.text.layers
    return share * model.weights + STATE_BYTES * trained


def _sft_bytes(recipe: Recipe, model: Counted, gpus: int) -> float:
    if recipe.sft is None:
        return 0.0
    answer = QUESTION_TOKENS + ANSWER_TOKENS
    again, batch = recipe.sft.gradient_checkpointing, recipe.sft.batch
    logits = 8 * batch * (picture_tokens(recipe, model) + answer) * model.vocabulary
    kept = _activations(recipe, model, batch, answer, again=again) + logits
    return state_bytes(recipe, model) / gpus + kept


def _grpo_bytes(recipe: Recipe, model: Counted, gpus: int) -> float:
    """With the frozen reference model that beta asks for; adapters are just switched off."""
    if recipe.grpo is None:
        return 0.0
    plan = recipe.grpo
    reference = FROZEN_BYTES * model.weights if plan.beta and recipe.lora is None else 0
    said = QUESTION_TOKENS + plan.longest
    logits = 8 * plan.batch * plan.longest * model.vocabulary
    kept = _activations(recipe, model, plan.batch, said, again=False) + logits
    return (state_bytes(recipe, model) + reference) / gpus + kept


def _activations(
    recipe: Recipe, model: Counted, batch: int, text_tokens: int, *, again: bool
) -> float:
    """Bytes of one batch in both stacks; the tower works on every patch before merging."""
    shown = picture_tokens(recipe, model)
    text = model.text.kept(batch * (shown + text_tokens), again=again)
    return text + model.seeing.kept(batch * shown * model.merge**2, again=again)


def _sample_operations(recipe: Recipe, model: Counted, factor: int) -> float:
    """Of one question with its answer; the tower works on every patch before merging."""
    shown = picture_tokens(recipe, model)
    text = (model.weights - model.tower) * (shown + QUESTION_TOKENS + ANSWER_TOKENS)
    return float(factor * (text + model.tower * shown * model.merge**2))


def _sft_operations(recipe: Recipe, model: Counted) -> float:
    if recipe.sft is None:
        return 0.0
    factor = 8 if recipe.sft.gradient_checkpointing else 6
    learnt = recipe.sft.epochs * recipe.data.train * _sample_operations(recipe, model, factor)
    measured = recipe.sft.epochs * recipe.data.validation * _sample_operations(recipe, model, 2)
    return learnt + measured


def _completions(recipe: Recipe) -> float:
    if recipe.grpo is None:
        return 0.0
    prompts = recipe.data.grpo_train * 5
    return recipe.grpo.epochs * prompts * recipe.grpo.generations


def _grpo_operations(recipe: Recipe, model: Counted) -> float:
    """Learning, and one more pass by the reference model where beta is not 0."""
    if recipe.grpo is None:
        return 0.0
    factor = 6 + (2 if recipe.grpo.beta else 0) + 2
    return _completions(recipe) * _sample_operations(recipe, model, factor)


def _decoding(recipe: Recipe, model: Counted, gpu: Gpu, gpus: int) -> float:
    """Seconds: each token of a batch reads all weights once (bfloat16), whatever the batch."""
    if recipe.grpo is None:
        return 0.0
    steps = _completions(recipe) / (recipe.grpo.batch * gpus) * recipe.grpo.longest
    return steps * 2 * model.weights / (gpu.bandwidth * UTILISATION)


def plan_text(recipe: Recipe, model: Counted, found: Sequence[Need]) -> str:
    """The plan in Markdown."""
    from .tables import markdown

    shown = picture_tokens(recipe, model)
    rows = [
        [
            one.gpu.name,
            str(one.gpus),
            f"{one.sft_bytes / GIB:.0f}",
            f"{one.grpo_bytes / GIB:.0f}",
            "yes" if one.fits else "no",
            f"{one.sft_hours:.2f}",
            f"{one.grpo_hours:.2f}",
        ]
        for one in found
    ]
    head = ["GPU", "GPUs", "SFT, GiB each", "GRPO, GiB each", "fits", "SFT hours", "GRPO hours"]
    lines = [
        f"{model.weights / 1e9:.2f} billion weights ({model.tower / 1e9:.2f} of them see), "
        f"{shown} tokens a picture, {state_bytes(recipe, model) / GIB:.0f} GiB of weights, "
        f"gradients, optimizer and copies, shared among the GPUs. Assumed: "
        f"{100 * UTILISATION:.0f}% of the peak, {QUESTION_TOKENS} tokens a question, "
        f"{ANSWER_TOKENS} an answer, {100 * HEADROOM:.0f}% of the memory left free; a judge's "
        "time comes on top.",
        "",
        markdown(head, rows),
    ]
    return "\n".join(lines)


def model_of(recipe: Recipe) -> Path:
    """The folder whose configuration is counted.  Raises InputError where there is none."""
    if recipe.model is None:
        raise InputError(
            "This recipe starts from no model, so there is nothing to count.",
            remedy="Plan a recipe with a model, or set one.",
        )
    return recipe.model
