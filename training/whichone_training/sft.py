"""Stage 2: supervised fine-tuning on the strategies, with trl.

The rows of all epochs stand one after another (`rehearsal.py`), so a run that was stopped goes
on with the row that came next.  The loss is on the answers alone.  The best checkpoint by
validation loss is kept, and training ends early where it no longer falls (the paper: patience 1).
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .examples import Set, examples
from .fingerprints import of_examples
from .processors import load_processor
from .ranks import processes
from .recipe import Recipe, Sft
from .rehearsal import epochs_of
from .tuning import (
    adapter,
    dataset,
    drawn_in_turn,
    early_stopping,
    finish,
    freeze_tower,
    last_checkpoint,
    load_model,
    one_after_another,
    quiet,
    reporter,
    strictly,
)

STAGE = "sft"
DRAWERS = 1 if sys.platform == "linux" else 0
"""Processes that draw or read the next pictures while the model learns; where a process can't be
forked, what they draw would have to be packed up for them.  On two cores drawing was a quarter of
each step (LOG.md)."""


def train_sft(recipe: Recipe, start: Path) -> Path:
    """Fine-tune the model in `start`, or go on with it; gives the folder OUTPUT/sft.

    Raises InputError where the recipe has no sft stage, or the data is too small.
    """
    from transformers import set_seed
    from trl.trainer.sft_trainer import SFTTrainer

    if recipe.sft is None:
        raise InputError("This recipe has no sft stage.")
    set_seed(recipe.seed)
    processor = load_processor(start)
    model = load_model(start, recipe.lora)
    if recipe.sft.freeze_tower:
        freeze_tower(model)
    items = examples(recipe.data, Set.SFT_TRAIN, recipe.seed)
    made = epochs_of(items, recipe.sft, recipe.seed, words=recipe.data.words)
    validation = dataset(examples(recipe.data, Set.SFT_VALIDATION, recipe.seed), recipe)
    checkpoints = recipe.output / f"{STAGE}-checkpoints"
    digests = {"train": of_examples(items, recipe.data), "validation": validation.digest}
    trainer = one_after_another(strictly(SFTTrainer))(
        model=model,
        args=_arguments(recipe, recipe.sft, checkpoints, len(made)),
        train_dataset=drawn_in_turn(made, recipe),
        eval_dataset=validation.rows,
        processing_class=processor,
        peft_config=adapter(recipe.lora),
        callbacks=[
            early_stopping(recipe.sft.patience),
            reporter(recipe, STAGE, digests, recipe.sft.epochs),
        ],
    )
    quiet(trainer)
    trainer.train(resume_from_checkpoint=last_checkpoint(checkpoints))
    return finish(trainer, processor, recipe, STAGE)


def _arguments(recipe: Recipe, plan: Sft, checkpoints: Path, count: int) -> Any:
    from trl.trainer.sft_config import SFTConfig

    total = math.ceil(count / (plan.batch * plan.accumulation * processes()))
    every = max(1, int(total / plan.epochs) // plan.evaluations_per_epoch)
    return SFTConfig(
        output_dir=str(checkpoints),
        num_train_epochs=1,  # the rows are those of all epochs
        learning_rate=plan.rate,
        lr_scheduler_type=plan.schedule,
        warmup_steps=int(total * plan.warmup_share),
        weight_decay=plan.weight_decay,
        max_grad_norm=plan.clip,
        per_device_train_batch_size=plan.batch,
        per_device_eval_batch_size=plan.batch,
        gradient_accumulation_steps=plan.accumulation,
        gradient_checkpointing=plan.gradient_checkpointing,
        max_length=None,  # a cut prompt would lose picture tokens
        eval_strategy="steps",
        save_strategy="steps",
        eval_steps=every,
        save_steps=every,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        **common(recipe, bf16=plan.bf16) | {"dataloader_num_workers": DRAWERS},
    )


def common(recipe: Recipe, *, bf16: bool) -> dict[str, Any]:
    """The arguments that both trainers share."""
    import torch

    return {
        "seed": recipe.seed,
        "data_seed": recipe.seed,
        "bf16": bf16,
        "fp16": False,
        "use_cpu": not torch.cuda.is_available(),
        "report_to": "none",
        "logging_steps": recipe.report_every,
        "disable_tqdm": True,
        "remove_unused_columns": False,
        "dataloader_num_workers": 0,
    }
