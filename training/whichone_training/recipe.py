"""A recipe: everything a training run depends on, read from YAML and checked before it starts.

Values can be replaced on the command line (`--set sft.epochs=1`); a key that doesn't exist is
answered with the nearest one.  The defaults of `sft` and `grpo` are the paper's for
Qwen2.5-VL-3B (AQuA, arXiv 2603.07394, training details).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from whichone_core.errors import InputError
from whichone_core.registry import suggestion

Schedule = Literal["constant_with_warmup", "cosine", "linear", "constant"]


class Part(BaseModel):
    """No key more than these."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Shape(Part):
    """A Qwen2.5-VL model trained from nothing: widths, depths, and the side of its pictures.

    hidden: a multiple of 256, as the K-quants pack 256 weights.  side: pixels, a multiple of 28.
    tower_depth: four or more, as llama.cpp's converter numbers the merger's layers (0 and 2)
    no further than the tower's blocks.  sentences: what the vocabulary is trained on.
    theta: the base of the rotary angles.  Rows and columns of a picture turn the slowest of them,
    so that with 10,000 a grid of four by four looks all but the same everywhere (LOG.md).
    """

    hidden: int = Field(default=256, multiple_of=256)
    layers: int = Field(default=4, ge=1)
    heads: int = Field(default=4, ge=1)
    feed_forward: int = Field(default=768, multiple_of=256)
    tower_hidden: int = Field(default=192, multiple_of=16)
    tower_depth: int = Field(default=4, multiple_of=2, ge=4)
    tower_heads: int = Field(default=4, ge=1)
    tower_feed_forward: int = Field(default=576, multiple_of=32)
    vocabulary: int = Field(default=768, ge=400)
    sentences: int = Field(default=3000, ge=100)
    theta: float = Field(default=10_000.0, gt=1)
    sections: tuple[int, int, int] | None = None
    side: int = Field(default=112, multiple_of=28)


class Data(Part):
    """What is learnt from.

    source: "drawn" for the drawn world, or "aqua" for a project folder of whichone-data.
    train, validation: items of SFT, over all strategies alike (the paper's 80/20 of 3,600).
    grpo_train, grpo_validation: items per strategy (the paper's 15 and 5).
    words: answers begin with the control words.
    more: further projects whose pairs join, such as questions that can't be answered.
    side: pixels; a photo with more than its square is made smaller, keeping its shape.
    """

    source: Literal["drawn", "aqua"] = "drawn"
    folder: Path | None = None
    more: tuple[Path, ...] = ()
    train: int = Field(default=2880, ge=5)
    validation: int = Field(default=720, ge=5)
    grpo_train: int = Field(default=15, ge=1)
    grpo_validation: int = Field(default=5, ge=1)
    words: bool = True
    side: int = Field(default=112, ge=28)


class Base(Part):
    """Stage 1 from nothing: captions and direct questions, Muon for matrices and AdamW.

    batch: samples of a step, in all processes together.  part: samples that go through the model
    at once.  processes: how many train, of one machine.  tower_steps: steps before the others, of
    the tower alone, from what stands in each cell.  cells: what cells weigh beside words later.
    places: what the rows and columns of image tokens weigh there.  pointing: what it weighs that
    words look at what they name.  evenly: every answer weighs
    the same, not every token.  words_rate: the rates of those later steps, as a share of the
    tower's own.
    """

    tower_steps: int = Field(default=0, ge=0)
    cells: float = Field(default=0.0, ge=0)
    places: float = Field(default=0.0, ge=0)
    pointing: float = Field(default=0.0, ge=0)
    evenly: bool = False
    words_rate: float = Field(default=1.0, gt=0, le=1)
    steps: int = Field(default=6000, ge=1)
    batch: int = Field(default=64, ge=1)
    muon_rate: float = Field(default=0.02, gt=0)
    adam_rate: float = Field(default=2e-3, gt=0)
    warmup: int = Field(default=100, ge=0)
    flat: float = Field(default=0.5, ge=0, le=1)
    clip: float = Field(default=1.0, gt=0)
    bf16: bool = True
    part: int = Field(default=64, ge=1)
    processes: int = Field(default=1, ge=1)
    workers: int = Field(default=0, ge=0)
    save_every: int = Field(default=200, ge=1)
    validation: int = Field(default=256, ge=1)


class Lora(Part):
    """Low-rank adapters on the language model; four_bit loads the base as NF4 (QLoRA, GPU)."""

    rank: int = Field(default=16, ge=1)
    alpha: int = Field(default=32, ge=1)
    dropout: float = Field(default=0.0, ge=0, lt=1)
    four_bit: bool = False


class Sft(Part):
    """Supervised fine-tuning; the defaults are the paper's for Qwen2.5-VL-3B.

    redrawn: drawn scenes get another background, shades and light faults in every epoch.
    rehearsal: captions and direct questions of the base stage per item, new ones in every epoch.
    """

    epochs: float = Field(default=3, gt=0)
    rate: float = Field(default=5e-5, gt=0)
    schedule: Schedule = "constant_with_warmup"
    warmup_share: float = Field(default=0.03, ge=0, lt=1)
    weight_decay: float = Field(default=0.0, ge=0)
    clip: float = Field(default=1.0, gt=0)
    batch: int = Field(default=1, ge=1)
    accumulation: int = Field(default=4, ge=1)
    patience: int = Field(default=1, ge=1)
    evaluations_per_epoch: int = Field(default=1, ge=1)
    bf16: bool = True
    freeze_tower: bool = False
    gradient_checkpointing: bool = False
    redrawn: bool = False
    rehearsal: float = Field(default=0, ge=0)


class Reward(Part):
    """One reward by its name (`rewards.py`), and how much it counts."""

    name: str
    weight: float = 1.0


class Judge(Part):
    """An OpenAI-compatible judge.  calls: the most that one run may make."""

    url: str = "http://127.0.0.1:8000/v1"
    model: str = ""
    calls: int = Field(default=20_000, ge=0)
    parallel: int = Field(default=8, ge=1)
    cache: Path | None = None


class Grpo(Part):
    """Group-relative policy optimization; the defaults are the paper's.

    patience: measurements without a better reward after which it ends; the paper trains all
    epochs.  vllm: completions are made by vLLM in the same process (GPU).
    """

    epochs: float = Field(default=30, gt=0)
    rate: float = Field(default=5e-6, gt=0)
    schedule: Schedule = "cosine"
    batch: int = Field(default=2, ge=1)
    accumulation: int = Field(default=2, ge=1)
    beta: float = Field(default=0.01, ge=0)
    generations: int = Field(default=4, ge=2)
    longest: int = Field(default=256, ge=4)
    temperature: float = Field(default=1.0, gt=0)
    clip: float = Field(default=1.0, gt=0)
    loss: Literal["grpo", "bnpo", "dr_grpo", "dapo"] = "grpo"
    rewards: tuple[Reward, ...] = (Reward(name="strategy_and_facts"),)
    evaluate_every: int = Field(default=50, ge=1)
    patience: int | None = Field(default=None, ge=1)
    bf16: bool = True
    vllm: bool = False


class Evaluate(Part):
    """How it is measured: items of the test split per strategy, and the longest answer.

    prompted_per_strategy: items on which the base model is tried with a strategy prompt (the
    paper's Table 2), 0 for none.  double_grpo: train GRPO a second time, with twice the items
    (Table 8).
    """

    per_strategy: int = Field(default=200, ge=1)
    prompted_per_strategy: int = Field(default=40, ge=0)
    double_grpo: bool = False
    two_turn: int = Field(default=100, ge=0)
    shifted_per_strategy: int = Field(default=100, ge=0)
    batch: int = Field(default=50, ge=1)
    longest: int = Field(default=72, ge=4)


class Export(Part):
    """What goes into the model's folder.  calibrated_on: validation items per strategy."""

    name: str = "mini"
    quantizations: tuple[str, ...] = ("F16", "Q8_0", "Q4_K_M")
    calibrated_on: int = Field(default=50, ge=5)
    licence: str = "Apache-2.0"
    source: str = ""


class Publish(Part):
    """What of a run the repository keeps, and where: the smallest models, tables and logs."""

    models: Path
    results: Path
    quantizations: tuple[str, ...] = ("Q8_0", "Q4_K_M")


class Recipe(Part):
    """One run.  model: a Hugging Face folder to start from; without it `shape` is trained from
    nothing by `base`."""

    name: str
    output: Path
    seed: int = 1
    report_every: int = Field(default=10, ge=1)
    model: Path | None = None
    shape: Shape | None = None
    data: Data = Data()
    base: Base | None = None
    sft: Sft | None = None
    grpo: Grpo | None = None
    lora: Lora | None = None
    judge: Judge = Judge()
    evaluate: Evaluate = Evaluate()
    export: Export = Export()
    publish: Publish | None = None


def read_recipe(path: Path, replaced: tuple[str, ...] = ()) -> Recipe:
    """The recipe in a YAML file with `key.key=value` replacements.  Raises InputError."""
    import yaml

    try:
        record = yaml.safe_load(path.read_text(encoding="utf-8"))
        for text in replaced:
            _replace(record, text, yaml.safe_load)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(
            f"The recipe {path} can't be read.", remedy="", cause=str(error)
        ) from error
    if not isinstance(record, dict):
        raise InputError(f"{path} is no recipe.", remedy="A recipe is a list of keys and values.")
    return _with_one_beginning(checked(record))


def checked(record: dict[str, Any]) -> Recipe:
    """A recipe of plain values.  Raises InputError that names the key and the nearest one."""
    try:
        return Recipe.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        if first["type"] == "extra_forbidden":
            known = _keys_at(first["loc"][:-1])
            raise InputError(
                f"A recipe has no key {place}.", remedy=suggestion(str(first["loc"][-1]), known)
            ) from error
        raise InputError(
            f"In the recipe, {place} can't be used: {first['msg']}.", cause=str(error)
        ) from error


def _with_one_beginning(recipe: Recipe) -> Recipe:
    """Raises InputError for a recipe that both names a model and trains one from nothing.

    The stage `base` would win, and the model that was named would never be read.
    """
    if recipe.model is not None and recipe.base is not None:
        raise InputError(
            f"This recipe trains its own model from nothing, so model={recipe.model} would not "
            "be used.",
            remedy="Leave model out; or leave the stage base out too, with --set base=null.",
        )
    return recipe


def _replace(record: Any, text: str, parse: Any) -> None:
    key, is_pair, value = text.partition("=")
    steps = key.strip().split(".")
    if not is_pair or not all(steps) or not isinstance(record, dict):
        raise InputError(f"--set takes key=value, not {text[:60]!r}.")
    for step in steps[:-1]:
        if not isinstance(record.get(step), dict):
            record[step] = {}
        record = record[step]
    record[steps[-1]] = parse(value)


def _keys_at(place: tuple[int | str, ...]) -> list[str]:
    """The keys that a part of the recipe has."""
    part: type[BaseModel] = Recipe
    for step in place:
        if isinstance(step, int):
            continue
        part = _part_of(part.model_fields[step].annotation)
    return [*part.model_fields]


def _part_of(annotation: Any) -> type[BaseModel]:
    """The part behind `Part`, `Part | None` or `tuple[Part, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    return Recipe
