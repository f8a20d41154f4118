"""The catalogue of models that can be pulled by name (`catalog.toml`), checked when it is read.

It holds what a person needs to choose: languages, size, memory, licence; and where the files
are.  It holds no checksums: these come from the hub when a file is fetched (`hub.py`) and are
then pinned beside the installed model (`keeping/store.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from whichone_core.errors import InputError
from whichone_core.registry import suggestion

from whichone_models.catalogue import _
from whichone_models.files.sidecar import NAME_PATTERN, Family

_FILE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]*\.gguf$"


class CatalogModel(BaseModel):
    """One model: how it is called, what it costs, where its two files are.

    download_bytes, memory_bytes: approximate, to say beforehand what it costs.
    confirmed: where repository, names and sizes were seen.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=NAME_PATTERN)
    spoken: str = Field(min_length=1)
    family: Family
    languages: tuple[str, ...] = Field(min_length=1)
    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    revision: str = "main"
    text: str = Field(pattern=_FILE_PATTERN)
    tower: str = Field(pattern=_FILE_PATTERN)
    download_bytes: int = Field(ge=1)
    memory_bytes: int = Field(ge=1)
    licence: str = Field(min_length=1)
    licence_note: str = ""
    confirmed: str = Field(min_length=1)


_MODELS = TypeAdapter(tuple[CatalogModel, ...])


def catalogue() -> tuple[CatalogModel, ...]:
    """All models, the recommended one first."""
    text = resources.files(__package__).joinpath("catalog.toml").read_text(encoding="utf-8")
    return parsed(text)


def parsed(text: str) -> tuple[CatalogModel, ...]:
    """A catalogue's models.  Raises ValueError where it is no catalogue."""
    tables = tomllib.loads(text)["models"]
    return _MODELS.validate_python([{"name": name, **table} for name, table in tables.items()])


def entry(name: str, models: Iterable[CatalogModel]) -> CatalogModel:
    """The model of a name, in any case.  Raises InputError, naming the nearest."""
    known: Mapping[str, CatalogModel] = {model.name: model for model in models}
    found = known.get(name.strip().casefold())
    if found is None:
        raise InputError(
            _("There is no model called {name} to pull.", name=repr(name[:60])),
            remedy=suggestion(name, known),
        )
    return found
