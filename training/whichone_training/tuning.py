"""What SFT and GRPO share: loading for training, adapters, strict loading of checkpoints, logs.

Two faults of the libraries are mended here.  `Trainer` loads a checkpoint's weights without
being strict, while `save_pretrained` writes them under older names: a resumed full fine-tune
silently goes on from untrained weights (transformers #43701), and the best model at the end is
lost the same way.  `strictly` gives a trainer that loads through the model's own class and
compares every name.  It also tells nobody: trl's trainers tell the hub that they are used.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .examples import Example, rows, texts_of
from .fingerprints import of_rows
from .kernels import quickened
from .processors import tower_of
from .ranks import leave_digest, processes, rank
from .recipe import Lora, Recipe
from .record import RUN, RunLog, describe, write_json

LANGUAGE_PARTS = r".*language_model.*\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj)"
"""Where adapters go: never into the tower."""


def load_model(folder: Path, lora: Lora | None) -> Any:
    """The model in float32 (bfloat16 comes by autocast), or in four bits for QLoRA."""
    import torch
    from transformers import AutoModelForImageTextToText, BitsAndBytesConfig

    configuration: Any = BitsAndBytesConfig

    if lora is not None and lora.four_bit:
        if not torch.cuda.is_available():
            raise InputError("QLoRA needs a GPU.", remedy="Set lora.four_bit to false.")
        packed = configuration(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=torch.bfloat16,
        )
        return AutoModelForImageTextToText.from_pretrained(folder, quantization_config=packed)
    return quickened(AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32))


def freeze_tower(model: Any) -> None:
    for weights in tower_of(model).parameters():
        weights.requires_grad_(False)


def adapter(lora: Lora | None) -> Any:
    """peft's configuration, or None for full fine-tuning."""
    if lora is None:
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=LANGUAGE_PARTS,
        task_type="CAUSAL_LM",
    )


@dataclass(frozen=True, slots=True)
class Learnt:
    """Examples as trl takes them, and their digest (`fingerprints.py`)."""

    rows: Any
    digest: str


def dataset(made: Sequence[Example], recipe: Recipe) -> Learnt:
    """The examples as trl takes them."""
    from datasets import Dataset

    found = rows(made, recipe.data.side, words=recipe.data.words)
    return Learnt(Dataset.from_list(found), of_rows(found))


def drawn_in_turn(made: Sequence[Example], recipe: Recipe) -> Any:
    """The examples as trl takes them; each picture is drawn, or read, when its turn comes."""
    from datasets import Dataset

    texts = texts_of(made, words=recipe.data.words)
    numbered = [text | {"number": number} for number, text in enumerate(texts)]
    return Dataset.from_list(numbered).with_transform(Pictures(made, recipe.data.side))


class Pictures:
    """Puts its picture, a square of that side in pixels, into each row that names an example.

    It is packed as one piece: `datasets` takes a fingerprint of whatever makes rows, object by
    object and in Python, which took two minutes for the mini model's 55,000 examples.
    """

    def __init__(self, made: Sequence[Example], side: int) -> None:
        self._made = made
        self._side = side

    def __call__(self, part: dict[str, Any]) -> dict[str, Any]:
        drawn = [[self._made[number].image(self._side)] for number in part.pop("number")]
        return part | {"images": drawn}

    def __getstate__(self) -> bytes:
        return pickle.dumps((self._made, self._side), pickle.HIGHEST_PROTOCOL)

    def __setstate__(self, packed: bytes) -> None:
        self._made, self._side = pickle.loads(packed)


def one_after_another(trainer: type) -> type:
    """The trainer, which takes its rows in the order in which they stand."""
    from torch.utils.data import SequentialSampler

    def sampler(self: Any, dataset: Any = None) -> Any:
        return SequentialSampler(self.train_dataset if dataset is None else dataset)

    return type(trainer.__name__, (trainer,), {"_get_train_sampler": sampler})


def strictly(trainer: type) -> type:
    """The trainer's class with strict loading and without telemetry; see the module's docstring."""

    def load(self: Any, checkpoint: str, model: Any = None) -> None:
        model = self.model if model is None else model
        if not _is_full(Path(checkpoint)) or _is_sharded(self):
            trainer._load_from_checkpoint(self, checkpoint, model)  # type: ignore[attr-defined]
            return
        load_strictly(self.accelerator.unwrap_model(model), Path(checkpoint))

    def load_best(self: Any) -> None:
        best = self.state.best_model_checkpoint
        if best is None or not _is_full(Path(best)) or _is_sharded(self):
            trainer._load_best_model(self)  # type: ignore[attr-defined]
            return
        load_strictly(self.accelerator.unwrap_model(self.model), Path(best))

    def is_best(self: Any, metrics: Mapping[str, Any], trial: Any) -> bool:
        # None: a judge said nothing about all of it, and the library compares it with numbers.
        if metrics.get(self.args.metric_for_best_model) is None:
            return False
        return bool(trainer._determine_best_metric(self, metrics, trial))  # type: ignore[attr-defined]

    methods = {
        "_load_from_checkpoint": load,
        "_load_best_model": load_best,
        "_determine_best_metric": is_best,
        "_send_telemetry": lambda _self: None,
    }
    return type(f"Strict{trainer.__name__}", (trainer,), methods)


def _is_sharded(trainer: Any) -> bool:
    """FSDP and DeepSpeed keep parts of the weights in each process, and load them by name."""
    return bool(trainer.is_fsdp_enabled or trainer.is_deepspeed_enabled)


def load_strictly(model: Any, checkpoint: Path) -> None:
    """Put a checkpoint's weights into the model; every name must fit.  Raises RuntimeError."""
    dtype = next(model.parameters()).dtype
    saved = type(model).from_pretrained(checkpoint, dtype=dtype)
    model.load_state_dict(saved.state_dict(), strict=True)


def _is_full(checkpoint: Path) -> bool:
    has_adapter = (checkpoint / "adapter_config.json").is_file()
    return (checkpoint / "config.json").is_file() and not has_adapter


def last_checkpoint(folder: Path) -> str | None:
    """The last whole checkpoint; one without its trainer's state was cut short and is no use."""
    found = [path for path in folder.glob("checkpoint-*") if _is_whole(path)]
    ordered = sorted(found, key=lambda path: int(path.name.rpartition("-")[2]))
    return str(ordered[-1]) if ordered else None


def _is_whole(checkpoint: Path) -> bool:
    """The trainer writes its state last."""
    try:
        state = json.loads((checkpoint / "trainer_state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(state, dict)


def early_stopping(patience: int) -> Any:
    """Ends a run after so many measurements without a better one.

    transformers' own forgets on resuming how many there were: a run that was stopped would
    train longer than one that was not.  Here they are counted again from what was measured.
    """
    from transformers import EarlyStoppingCallback

    kind: Any = EarlyStoppingCallback

    def on_train_begin(self: Any, args: Any, state: Any, control: Any, **more: Any) -> None:
        kind.on_train_begin(self, args, state, control, **more)
        metric, sign = args.metric_for_best_model, 1 if args.greater_is_better else -1
        best, waited = float("-inf"), 0
        found = [one[metric] for one in state.log_history if one.get(metric) is not None]
        for value in found:
            waited = 0 if sign * value > best else waited + 1
            best = max(best, sign * value)
        self.early_stopping_patience_counter = waited

    made: Any = type("EarlyStopping", (kind,), {"on_train_begin": on_train_begin})
    return made(patience)


def reporter(recipe: Recipe, stage: str, data: Mapping[str, str], epochs: float = 1) -> Any:
    """Writes log.jsonl as the trainer reports, and run.json into every checkpoint.

    epochs: how many the trainer takes for one.
    """
    from transformers import TrainerCallback

    record = describe(recipe, stage, data)
    folder = recipe.output / stage

    def on_train_begin(self: Any, args: Any, state: Any, control: Any, **_: Any) -> None:
        self.log = RunLog(recipe.output / f"{stage}-log", state.max_steps, state.global_step)

    def on_log(self: Any, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        if rank():
            return
        numbers = {k: float(v) for k, v in (logs or {}).items() if isinstance(v, (int, float))}
        if "epoch" in numbers:
            numbers["epoch"] *= epochs
        self.log.report(state.global_step, **numbers)

    def on_save(self: Any, args: Any, state: Any, control: Any, **_: Any) -> None:
        if rank():
            return
        place = Path(args.output_dir) / f"checkpoint-{state.global_step}"
        write_json(place / RUN, record | {"step": state.global_step})

    methods = {"on_train_begin": on_train_begin, "on_log": on_log, "on_save": on_save}
    if not rank():
        write_json(folder / RUN, record)
    return type("Reporter", (TrainerCallback,), methods)()


def in_order(trainer: type, checkpoint: str | None) -> type:
    """GRPO's trainer, whose prompts come in the order in which they would have come without a stop.

    trl draws the order of each epoch from one generator, and begins it anew where a run goes on.
    """
    state: dict[str, Any] = {}
    if checkpoint is not None:
        path = Path(checkpoint) / "trainer_state.json"
        state = json.loads(path.read_text(encoding="utf-8"))

    def sampler(self: Any, dataset: Any = None) -> Any:
        found = trainer._get_train_sampler(self, dataset)  # type: ignore[attr-defined]
        for _ in range(int(state.get("epoch") or 0)):
            next(iter(found), None)  # draws an epoch's order
        return found

    return type(trainer.__name__, (trainer,), {"_get_train_sampler": sampler})


def quiet(trainer: Any) -> None:
    """Without transformers' own printing: the reporter says the same in one line."""
    from transformers import PrinterCallback

    trainer.remove_callback(PrinterCallback)


def finish(trainer: Any, processor: Any, recipe: Recipe, stage: str) -> Path:
    """Save what was learnt (the best checkpoint's weights) with its processor and record."""
    folder = recipe.output / stage
    trainer.save_model(str(folder))
    if processes() > 1 and not _is_sharded(trainer):
        leave_digest(
            recipe.output / f"{stage}-log", trainer.accelerator.unwrap_model(trainer.model)
        )
    if rank():
        return folder
    processor.save_pretrained(folder)
    processor.image_processor.save_pretrained(folder)
    history = [
        entry
        for entry in trainer.state.log_history
        if "eval_loss" in entry or "eval_reward" in entry
    ]
    written = json.loads((folder / RUN).read_text(encoding="utf-8"))
    written |= {"steps": trainer.state.global_step, "best": trainer.state.best_metric}
    write_json(folder / RUN, written | {"evaluations": history})
    return folder
