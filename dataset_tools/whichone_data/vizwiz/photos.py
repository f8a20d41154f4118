"""Photos of blind people with what five others said of them (VizWiz quality issues, 2020).

index.json beside the photos lists, for each file, how many of five people saw each flaw and
how many could not recognise what it shows; null where nobody was asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from whichone_core.errors import InputError

INDEX = "index.json"
MOST, FEWEST = 3, 0
"""Of five people, from how many on a photo counts as unrecognisable, and up to how many as
recognisable; where one or two could not tell, people disagree and the photo is left out."""


class Photo(BaseModel):
    """One photo of the index."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    file: str
    flaws: Mapping[str, int] | None
    unrecognizable: int | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """File name -> whether the photo is unrecognisable, and how many photos have no verdict."""

    is_lost: Mapping[str, bool]
    left_out: int


def read_photos(folder: Path) -> list[Photo]:
    """The photos of a folder's index.  Raises InputError."""
    path = folder / INDEX
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return TypeAdapter(list[Photo]).validate_python(rows)
    except (OSError, ValueError, ValidationError) as error:
        raise InputError(
            f"{path} can't be read as an index of photos.",
            remedy="Each photo needs file, flaws and unrecognizable.",
            cause=str(error),
        ) from error


def read_verdicts(folder: Path) -> Verdicts:
    """What people said of a folder's photos.  Raises InputError."""
    photos = read_photos(folder)
    lost = {
        photo.file: photo.unrecognizable >= MOST
        for photo in photos
        if photo.unrecognizable is not None
        and (photo.unrecognizable >= MOST or photo.unrecognizable <= FEWEST)
    }
    if not lost:
        raise InputError(f"{folder / INDEX} has no photo that people agree about.")
    return Verdicts(lost, len(photos) - len(lost))
