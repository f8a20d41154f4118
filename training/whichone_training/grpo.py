"""Stage 3: group-relative policy optimization on a few items per strategy, with trl.

The checkpoint with the best reward on the validation items is kept, as in the paper, which
trains all its epochs; `grpo.patience` ends it early.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError, SetupError

from .examples import Set, examples
from .processors import load_processor
from .recipe import Grpo, Recipe
from .rewards import reward_functions
from .sft import common
from .tuning import (
    adapter,
    dataset,
    early_stopping,
    finish,
    in_order,
    last_checkpoint,
    load_model,
    quiet,
    reporter,
    strictly,
)

STAGE = "grpo"


def train_grpo(recipe: Recipe, start: Path) -> Path:
    """Optimize the model in `start`, or go on with it; gives the folder OUTPUT/grpo.

    Raises InputError where the recipe has no grpo stage or names an unknown reward, SetupError
    where it wants vLLM and there is none.
    """
    from transformers import set_seed
    from trl.trainer.grpo_trainer import GRPOTrainer

    if recipe.grpo is None:
        raise InputError("This recipe has no grpo stage.")
    plan = recipe.grpo
    if plan.vllm and find_spec("vllm") is None:
        raise SetupError("vLLM is not installed.", remedy="Install it, or set grpo.vllm to false.")
    functions = reward_functions(plan.rewards, recipe.judge)
    set_seed(recipe.seed)
    processor = load_processor(start)
    train = dataset(examples(recipe.data, Set.GRPO_TRAIN, recipe.seed), recipe)
    validation = dataset(examples(recipe.data, Set.GRPO_VALIDATION, recipe.seed), recipe)
    digests = {"train": train.digest, "validation": validation.digest}
    stopping = [early_stopping(plan.patience)] if plan.patience else []
    checkpoints = recipe.output / f"{STAGE}-checkpoints"
    last = last_checkpoint(checkpoints)
    trainer = in_order(strictly(GRPOTrainer), last)(
        model=load_model(start, recipe.lora),
        args=_arguments(recipe, plan, checkpoints),
        reward_funcs=functions,
        train_dataset=_prompts(train.rows),
        eval_dataset=_prompts(validation.rows),
        processing_class=processor,
        peft_config=adapter(recipe.lora),
        callbacks=[*stopping, reporter(recipe, STAGE, digests)],
    )
    quiet(trainer)
    trainer.train(resume_from_checkpoint=last)
    return finish(trainer, processor, recipe, STAGE)


def _prompts(rows: Any) -> Any:
    """Without the gold answers: only the rewards know what is right."""
    return rows.remove_columns(["completion"])


def _arguments(recipe: Recipe, plan: Grpo, checkpoints: Path) -> Any:
    from trl.trainer.grpo_config import GRPOConfig

    groups = max(1, plan.batch // plan.generations)  # whole groups only
    return GRPOConfig(
        output_dir=str(checkpoints),
        num_train_epochs=plan.epochs,
        learning_rate=plan.rate,
        lr_scheduler_type=plan.schedule,
        per_device_train_batch_size=plan.batch,
        per_device_eval_batch_size=groups * plan.generations,
        gradient_accumulation_steps=plan.accumulation,
        num_generations=plan.generations,
        max_completion_length=plan.longest,
        temperature=plan.temperature,
        beta=plan.beta,
        loss_type=plan.loss,
        max_grad_norm=plan.clip,
        reward_weights=[reward.weight for reward in plan.rewards],
        use_vllm=plan.vllm,
        gradient_checkpointing=False,
        log_completions=False,
        eval_strategy="steps",
        save_strategy="steps",
        eval_steps=plan.evaluate_every,
        save_steps=plan.evaluate_every,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_reward",
        greater_is_better=True,
        **common(recipe, bf16=plan.bf16),
    )
