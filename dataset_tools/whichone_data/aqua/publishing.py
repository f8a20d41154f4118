"""A split data set as a folder that Hugging Face's `load_dataset` opens offline.

    data/train.jsonl, data/test.jsonl   one pair a line; pictures by name, licence and address
    README.md                           the data card, with the configuration that is read
    croissant.json                      Croissant 1.0 metadata (JSON-LD)
    images/                             copies of the pictures, only where asked for

Pictures stay where they are, as most may not be given on; each row says under which licence
its picture stands.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import StorageError
from whichone_core.version import __version__

from ..page import markdown_table
from ..project import Project
from ..tables import Table
from .licences import Credit
from .schema import BoxRow, LevelRow
from .splits import SPLITS, Dealt

FIELDS: dict[str, str] = {
    "id": "sc:Text", "source": "sc:Text", "picture": "sc:Text", "file": "sc:Text",
    "picture_licence": "sc:Text", "picture_address": "sc:Text", "picture_author": "sc:Text",
    "level": "sc:Integer", "strategy": "sc:Text", "kind": "sc:Text", "question": "sc:Text",
    "answer": "sc:Text", "generator": "sc:Text",
}  # fmt: skip
"""Fields of plain values, with their types in Croissant; `referents` are boxes besides."""

OPENING = """# {title}

Questions and answers about photos at AQuA's four levels of ambiguity: answer directly (0), infer
what "this" means (1), list two or three possibilities (2), ask one question back (3). Made by
WhichOne {version} with `whichone-data aqua`, after "AQuA: Toward Strategic Response Generation for
Ambiguous Visual Questions" (arXiv 2603.07394). It is not the authors' data set.

    from datasets import load_dataset
    data = load_dataset("PATH TO THIS FOLDER")

## How it was made

Levels: rule {rule}, crowds {crowds}, confusable {confusable}, seed {seed}, annotations with SHA-256
{annotations}. Written by: {generators}.
No picture is in two splits, nor one that two perceptual hashes take for the same.

## What it holds

{table}

## Licences

Texts: made from the annotations' categories and boxes; COCO's and Open Images' annotations are
CC BY 4.0. Pictures belong to their authors; each row names licence and address. By licence:

{licences}

## Limits

Answers hold as far as the annotations do. Persons are called what the annotators called them. What
no box shows is not asked about by templates. English only.
"""


def published_rows(
    some: Sequence[Dealt], rows: Sequence[LevelRow], credits: Mapping[str, Credit]
) -> dict[str, list[dict[str, Any]]]:
    """The lines of each split."""
    row_of = {(row.picture, row.level): row for row in rows}
    found: dict[str, list[dict[str, Any]]] = {split: [] for split in SPLITS}
    for each in some:
        if each.split is not None:
            row = row_of[each.pair.picture, each.pair.level]
            credit = credits.get(each.pair.picture, Credit())
            found[each.split].append(_line(each, row, credit))
    return found


def _line(each: Dealt, row: LevelRow, credit: Credit) -> dict[str, Any]:
    pair = each.pair
    referents = [_box(box) for box in row.boxes if box.id in pair.referents]
    return {
        "id": f"{pair.source}-{pair.picture}-{pair.level}",
        "source": pair.source,
        "picture": pair.picture,
        "file": pair.file,
        "picture_licence": credit.licence,
        "picture_address": credit.address,
        "picture_author": credit.author,
        "level": pair.level,
        "strategy": pair.strategy.value,
        "kind": pair.kind.value,
        "question": pair.question,
        "answer": pair.answer,
        "generator": pair.generator,
        "referents": referents,
    }


def _box(box: BoxRow) -> dict[str, object]:
    return box.model_dump(include={"category", "left", "top", "right", "bottom"})


def write_folder(
    project: Project,
    title: str,
    splits: Mapping[str, Sequence[dict[str, Any]]],
    rows: Sequence[LevelRow],
    table: Table,
    pictures: Path | None = None,
) -> Path:
    """Write the folder `published`; pictures: copy them from there.  Raises StorageError."""
    for split, lines in splits.items():
        project.write_rows(f"published/data/{split}", lines)
    every = [line for lines in splits.values() for line in lines]
    project.write_text("published/README.md", _card(title, every, rows, table))
    folder = project.folder / "published"
    metadata = json.dumps(croissant(title, folder, every), indent=2, ensure_ascii=False)
    project.write_text("published/croissant.json", f"{metadata}\n")
    if pictures is not None:
        _copy(every, pictures, folder / "images")
    return folder


def _copy(lines: Sequence[dict[str, Any]], source: Path, target: Path) -> None:
    try:
        for name in dict.fromkeys(line["file"] for line in lines):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, target / name)
    except OSError as error:
        raise StorageError("The pictures can't be copied.", cause=str(error)) from error


def _card(
    title: str, lines: Sequence[dict[str, Any]], rows: Sequence[LevelRow], table: Table
) -> str:
    reading, first = rows[0].reading, rows[0]
    licences = Counter(line["picture_licence"] for line in lines)
    text = OPENING.format(
        title=title,
        version=__version__,
        rule=reading.rule.value,
        crowds=reading.crowds.value,
        confusable=reading.confusable.value,
        seed=first.seed,
        annotations=first.annotations,
        generators=", ".join(sorted({line["generator"] for line in lines})) or "nobody",
        table=markdown_table(table),
        licences="\n".join(f"- {name}: {count} rows" for name, count in licences.most_common()),
    )
    return f"{_front(lines)}\n{text}"


def _front(lines: Sequence[dict[str, Any]]) -> str:
    """The card's head, which `load_dataset` reads."""
    files = "".join(f"  - split: {split}\n    path: data/{split}.jsonl\n" for split in SPLITS)
    size = "n<1K" if len(lines) < 1000 else "1K<n<10K" if len(lines) < 10_000 else "10K<n<100K"
    return (
        "---\nlanguage:\n- en\nlicense: other\ntask_categories:\n- visual-question-answering\n"
        f"size_categories:\n- {size}\nconfigs:\n- config_name: default\n  data_files:\n{files}---\n"
    )


def croissant(title: str, folder: Path, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Croissant 1.0 metadata of the written files (https://docs.mlcommons.org/croissant)."""
    licences = sorted({line["picture_licence"] for line in lines})
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": title,
        "description": "Questions and answers about photos at four levels of ambiguity.",
        "version": __version__,
        "url": "https://arxiv.org/abs/2603.07394",
        "license": [f"Pictures: {name}" for name in licences] or ["none"],
        "citeAs": "After AQuA, arXiv 2603.07394; made by WhichOne.",
        "distribution": [_file(split, folder) for split in SPLITS],
        "recordSet": [_records(split) for split in SPLITS],
    }


def _file(split: str, folder: Path) -> dict[str, Any]:
    data = (folder / "data" / f"{split}.jsonl").read_bytes()
    return {
        "@type": "cr:FileObject",
        "@id": f"{split}-file",
        "name": f"{split}-file",
        "contentUrl": f"data/{split}.jsonl",
        "encodingFormat": "application/jsonlines",
        "contentSize": f"{len(data)} B",
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _records(split: str) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{split}/{name}",
            "name": f"{split}/{name}",
            "dataType": kind,
            "source": {"fileObject": {"@id": f"{split}-file"}, "extract": {"column": name}},
        }
        for name, kind in FIELDS.items()
    ]
    return {"@type": "cr:RecordSet", "@id": split, "name": split, "field": fields}


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
