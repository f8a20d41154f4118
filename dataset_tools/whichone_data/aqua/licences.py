"""Whose pictures they are: licence and address of each, from the data sets' own files.

COCO's instances file lists licences and names one for each picture; Open Images has a CSV of
its pictures (`validation-images-with-rotation.csv`) with licence, author and address.  A
picture that neither names is "unknown", and nobody should publish it.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import InputError

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Credit:
    """licence: its name or address.  author: empty where the data set doesn't tell."""

    licence: str = UNKNOWN
    address: str = ""
    author: str = ""


def credits_of(path: Path) -> dict[str, Credit]:
    """By picture id.  path: COCO's JSON, or a CSV.  Raises InputError."""
    try:
        if path.suffix.lower() == ".csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                return dict(_of_csv(csv.DictReader(file)))
        return dict(_of_coco(json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        raise InputError(
            f"The licences in {path.name} can't be read.",
            remedy="Name COCO's instances JSON, or Open Images' CSV of pictures.",
            cause=str(error),
        ) from error


def _of_coco(content: dict[str, list[dict[str, object]]]) -> Iterable[tuple[str, Credit]]:
    names = {each["id"]: each for each in content.get("licenses", [])}
    for image in content["images"]:
        licence = names.get(image.get("license"), {})
        address = image.get("flickr_url") or image.get("coco_url") or ""
        said = licence.get("name") or licence.get("url") or UNKNOWN
        yield str(image["id"]), Credit(str(said), str(address))


def _of_csv(rows: Iterable[dict[str, str]]) -> Iterable[tuple[str, Credit]]:
    for row in rows:
        licence = row.get("License") or UNKNOWN
        address = row.get("OriginalLandingURL") or row.get("OriginalURL") or ""
        yield row["ImageID"], Credit(licence, address, row.get("Author") or "")
