"""What an engine is asked: drawn scenes, or the pairs of an AQuA project, as picture files.

A drawn question carries what is true of its scene, so that no judge is needed; of a photo's
question only the right strategy is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from whichone_core.errors import InputError, StorageError
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.schema import PairRow
from whichone_data.project import open_project
from whichone_data.vizwiz.collect import Item as Asked

from whichone_training.drawnworld.items import Item, item
from whichone_training.drawnworld.scenes import World
from whichone_training.drawnworld.splits import Split
from whichone_training.examples import gold_text
from whichone_training.projects import Part, photos

PICTURES = "pictures"


class Question(BaseModel):
    """One question with its right strategy.

    picture: a path below the folder of pictures.  gold: what is true (`examples.gold_text`),
    empty where only a judge can tell.  things: colour and kind of everything in the scene.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str
    picture: str
    question: str
    right: Strategy
    gold: str = ""
    things: tuple[tuple[str, str], ...] = ()

    @property
    def asked(self) -> Asked:
        return Asked(item=self.item, picture=self.picture, question=self.question)


def drawn_questions(
    folder: Path, per_strategy: int, *, seed: int, side: int, world: World = World.USUAL
) -> list[Question]:
    """Items of the test split, the strategies by turns; pictures that are missing are drawn.

    side: pixels.  Raises StorageError.
    """
    found = []
    for number in range(per_strategy):
        for strategy in Strategy:
            name = f"{world}-{seed}-{side}/{number:05d}-{strategy.value}"
            made = item(seed, Split.TEST, number, strategy, world)
            _draw(folder / f"{name}.png", made, side)
            found.append(_of_item(name, made))
    return found


def project_questions(folder: Path, per_strategy: int | None) -> tuple[list[Question], Path]:
    """The test pairs of an AQuA project (all where it was not split) and the folder of its
    pictures; the first of each strategy.

    Raises InputError where it has none, StorageError.
    """
    project = open_project(folder, {"kind": "aqua"})
    pairs = [photo.row for photo in photos(folder, Part.TEST)]
    if not pairs:
        raise InputError(
            f"{folder} has no questions yet.", remedy="Run whichone-data aqua generate there."
        )
    chosen = [row for rows in _by_strategy(pairs).values() for row in rows[:per_strategy]]
    questions = [
        Question(
            item=f"{row.picture}/{row.strategy.value}",
            picture=row.file,
            question=row.question,
            right=row.strategy,
        )
        for row in chosen
    ]
    return questions, folder / project.settings.get("pictures", ".")


def _by_strategy(pairs: Iterable[PairRow]) -> dict[Strategy, Sequence[PairRow]]:
    rows = list(pairs)
    return {s: [row for row in rows if row.strategy is s] for s in Strategy}


def _of_item(name: str, made: Item) -> Question:
    return Question(
        item=name,
        picture=f"{name}.png",
        question=made.question,
        right=made.gold.strategy,
        gold=gold_text(made.gold),
        things=tuple((thing.look.colour, thing.look.kind) for thing in made.scene.things),
    )


def _draw(path: Path, made: Item, side: int) -> None:
    from PIL import Image

    if path.exists():
        return
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(made.picture(side)).save(part, "PNG")
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} can't be written.",
            remedy="Choose a folder that you may write in.",
            cause=str(error),
        ) from error
