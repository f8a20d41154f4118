"""The command line of training: `whichone-train pipeline RECIPE [--set key=value]`.

    base, sft, grpo   train one stage, or go on with it
    double            GRPO again with twice the items, where the recipe asks for it
    evaluate          measure every finished stage
    export            write and measure the quantized models
    data              write the drawn world's SFT set as an AQuA project
    pipeline          all of it, in order; what is finished is not done again
    publish           put the demo models, tables and logs where the repository keeps them
    plan              memory and hours on 1, 4 and 8 GPUs, counted
    show              the recipe as resolved

base, sft and grpo also run under torchrun (recipes/scale).

Exit codes are in `ending.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from whichone_core.version import __version__

from .ending import exit_code
from .pages import begin_in_large_pages
from .ranks import alone
from .recipe import Recipe, read_recipe
from .stages import best_of, run_stage, stages_of

REPORT = "report.md"


def command() -> int:
    """The console script: `main` in a program that got its memory in large pages."""
    begin_in_large_pages()
    return main()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = _parser().parse_args(argv)
    # Threads that wait must not spin: measured on two cores, before torch is imported.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("DO_NOT_TRACK", "1")  # vLLM and huggingface_hub then report to nobody
    return exit_code(
        lambda: _run(arguments),
        "whichone-train",
        "extra called training",
        is_verbose=arguments.verbose,
    )


def _run(arguments: argparse.Namespace) -> None:
    recipe = read_recipe(arguments.recipe, tuple(arguments.set))
    if arguments.output is not None:
        recipe = recipe.model_copy(update={"output": arguments.output})
    COMMANDS[arguments.command](recipe)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="whichone-train", description="Train, measure and export models that choose."
    )
    parser.add_argument("--version", action="version", version=f"WhichOne {__version__}")
    parser.add_argument("--verbose", action="store_true", help="show technical causes too")
    parser.add_argument("command", choices=[*COMMANDS])
    parser.add_argument("recipe", type=Path, help="a YAML file of training/recipes")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="replace a value"
    )
    parser.add_argument("--output", type=Path, help="where everything is written")
    return parser


def train(stage: str) -> Callable[[Recipe], None]:
    """The command that trains one stage."""

    def run(recipe: Recipe) -> None:
        _say(f"{stage}: {run_stage(recipe, stage)}")

    return run


def evaluate(recipe: Recipe) -> None:
    """Measure every trained model that was not measured yet, and write all tables and plots."""
    from .answerers import TransformersAnswerer
    from .comparisons import compared
    from .confusions import confusion_plot
    from .evaluate import evaluate as measure
    from .evaluate import write_evaluation
    from .tables import confusion_of, read_evaluation, report

    folder = recipe.output / "evaluation"
    found, plots = [], {}
    for one in compared(recipe):
        path = folder / f"evaluation-{one.name}.json"
        if not path.exists():
            plan = one.recipe.evaluate
            answerer = TransformersAnswerer(
                one.folder,
                longest=plan.longest,
                batch=plan.batch,
                system=one.system,
                name=one.name,
            )
            made = measure(answerer, one.recipe, is_base=one.is_base)
            _say(str(write_evaluation(folder, made, one.recipe)))
        found.append(read_evaluation(path))
        plots[one.name] = f"confusion-{one.name}.png"
        confusion_plot(folder / plots[one.name], one.name, confusion_of(found[-1]))
    text = report(found, plots)
    (folder / REPORT).write_text(text, encoding="utf-8")
    _say(text)


def double(recipe: Recipe) -> None:
    """Train GRPO once more with twice the items, where the recipe asks for it."""
    from .comparisons import doubled

    if recipe.evaluate.double_grpo and recipe.grpo is not None:
        train("grpo")(doubled(recipe))


def export(recipe: Recipe) -> None:
    """Write the quantized models of the last finished stage."""
    from .export import export as write
    from .export import table

    text = table(write(recipe, best_of(recipe)))
    (recipe.output / "export" / REPORT).write_text(f"{text}\n", encoding="utf-8")
    _say(text)


def publish(recipe: Recipe) -> None:
    """Copy what the recipe's part `publish` names out of the output folder."""
    from .publish import publish as write

    for path in write(recipe):
        _say(str(path))


def data(recipe: Recipe) -> None:
    """Write the SFT set of the drawn world in the AQuA tools' form."""
    from .drawnworld.items import Item
    from .drawnworld.rows import write_project
    from .examples import Set, examples

    made = examples(recipe.data, Set.SFT_TRAIN, recipe.seed)
    items = [one.picture for one in made if isinstance(one.picture, Item) and len(one.said) == 1]
    project = write_project(recipe.output / "data", items, recipe.data.side, recipe.seed)
    _say(str(project.folder))


def pipeline(recipe: Recipe) -> None:
    """Everything, in order."""
    alone("A pipeline")
    show(recipe)
    for stage in stages_of(recipe):
        train(stage)(recipe)
    double(recipe)
    evaluate(recipe)
    export(recipe)


def plan(recipe: Recipe) -> None:
    """Memory and hours on 1, 4 and 8 GPUs."""
    from .plan import count, model_of, needs, plan_text

    model = count(model_of(recipe))
    _say(plan_text(recipe, model, needs(recipe, model)))


def show(recipe: Recipe) -> None:
    """The recipe as resolved."""
    _say(json.dumps(recipe.model_dump(mode="json"), indent=1))


COMMANDS: dict[str, Callable[[Recipe], None]] = {
    "base": train("base"),
    "sft": train("sft"),
    "grpo": train("grpo"),
    "double": double,
    "evaluate": evaluate,
    "export": export,
    "data": data,
    "pipeline": pipeline,
    "publish": publish,
    "plan": plan,
    "show": show,
}


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
