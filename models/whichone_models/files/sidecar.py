"""What is stored beside a model: how it was trained to be asked, and how sure it really is.

A model is a folder: the language model (GGUF), its tower (mmproj GGUF) and this file,
`whichone.json`.  GGUF carries neither the picture processor's limits nor the control words
nor calibration (facts, llama.cpp); a model without a sidecar gets its family's defaults.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from whichone_core.errors import ModelError
from whichone_core.types.strategies import Strategy

from whichone_models.catalogue import _

from .whole_file import read_small, write_text

FILE_NAME = "whichone.json"
MOST_PIXELS = 16_000_000
"""Width times height that a worker takes (`llama/shared_pixels.py`)."""
NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,63}$"
"""Names of models are names of folders, on every system: nothing to escape, nothing to hide."""
SAFE_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.gguf$"
"""What may be the name of an installed file: in this folder and nowhere else."""
DRAWN_WORLD = "the drawn world"
"""The source, or its first part before a comma, of a model that has seen drawn scenes only."""
_WORD = r"^[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,62}[^\s\x00-\x1f\x7f])?$"
_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"


class Family(StrEnum):
    """Architectures that differ in how a picture has to be prepared."""

    QWEN2_5_VL = "qwen2.5-vl"
    QWEN3_VL = "qwen3-vl"
    INTERNVL3 = "internvl3"
    SMOLVLM = "smolvlm"
    OTHER = "other"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Processor(_Part):
    """How pixels are prepared: sides are multiples of patch times merge, in pixels.

    min_pixels, max_pixels: limits of width times height, as in training (smart_resize).
    fixed_side: for towers with one size (InternVL tiles, SmolVLM); 0 for any size.
    """

    patch: int = Field(default=14, ge=1, le=64)
    merge: int = Field(default=2, ge=1, le=8)
    min_pixels: int = Field(default=56 * 56, ge=1, le=MOST_PIXELS)
    max_pixels: int = Field(default=14 * 14 * 4 * 1280, ge=1, le=MOST_PIXELS)
    fixed_side: int = Field(default=0, ge=0, le=2048)

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.min_pixels > self.max_pixels:
            raise ValueError("min_pixels above max_pixels")
        return self


_Scale = Annotated[float, Field(ge=0.001, le=1000, allow_inf_nan=False)]
_Bias = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class Calibration(_Part):
    """Scaled log-probabilities: scale * log p + bias per strategy, then softmax.

    temperature scaling has one scale and no bias; vector scaling has five of each (Guo et
    al. 2017, sections 4.2 and 4.3).  In Strategy's order.
    """

    kind: Literal["temperature", "vector"]
    scale: tuple[_Scale, ...] = Field(min_length=5, max_length=5)
    bias: tuple[_Bias, ...] = Field(default=(0.0,) * 5, min_length=5, max_length=5)
    items: int = Field(ge=1)
    ece_before: float = Field(ge=0, le=1)
    ece_after: float = Field(ge=0, le=1)


class ModelFile(_Part):
    """One file of the folder, pinned: bytes, SHA-256 (hex) and number of tensors."""

    name: str = Field(pattern=SAFE_NAME)
    bytes: int = Field(ge=1, lt=2**50)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    tensors: int = Field(ge=1, lt=2**31)


class Prepared(_Part):
    """What was made of the tower for one kind of processor (`keeping/preparation.py`).

    has_bf16: whether that computes BF16.  file: the prepared tower; None where the original is
    as fast.  cosine: the lowest, over a picture's tokens, against the original.
    """

    has_bf16: bool
    file: ModelFile | None = None
    cosine: float = Field(ge=-1.001, le=1.001)


class Sidecar(_Part):
    """The whole file.

    words: the control word of each strategy, each one token of the model's vocabulary; empty
    for a model that was not tuned with them, which then gets a strategy prompt.
    system: the system prompt of training; empty for the project's own.
    plain_prompt: the user's turn is the bare question, as a model trained from nothing knows
    it, without strategy prompt and without evidence.
    described_by: SHA-256 (hex) of the whichone.json that came with the files from a hub; empty
    where none did.
    """

    version: Literal[1] = 1
    name: str = Field(min_length=1, max_length=200, pattern=_LINE)
    family: Family = Family.OTHER
    words: dict[Strategy, Annotated[str, Field(pattern=_WORD)]] = Field(default_factory=dict)
    system: str | None = Field(default=None, max_length=20_000)
    plain_prompt: bool = False
    processor: Processor = Field(default_factory=Processor)
    calibration: Calibration | None = None
    text: ModelFile
    tower: ModelFile | None = None
    prepared: Prepared | None = None
    licence: str = Field(default="", max_length=1000)
    source: str = Field(default="", max_length=1000)
    described_by: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")

    @property
    def is_demonstration(self) -> bool:
        """Whether it has seen drawn scenes only, so that what it says of a photo is a guess."""
        return self.source.partition(",")[0] == DRAWN_WORLD

    @model_validator(mode="after")
    def _check_parts(self) -> Self:
        words = [word.casefold() for word in self.words.values()]
        if words and set(self.words) != set(Strategy):
            raise ValueError("words for some strategies only")
        if len(set(words)) != len(words):
            raise ValueError("one word for two strategies")
        made = self.prepared.file if self.prepared is not None else None
        names = [file.name.casefold() for file in (self.text, self.tower, made) if file is not None]
        if len(set(names)) != len(names):
            raise ValueError("one file for two parts")
        return self


def read_sidecar(folder: Path) -> Sidecar | None:
    """The sidecar of a model's folder; None where there is none.

    Raises ModelError where it is there and cannot be used.
    """
    path = folder / FILE_NAME
    try:
        return Sidecar.model_validate_json(read_small(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # ValidationError is one
        raise ModelError(
            _("The description of the model in {name} cannot be read.", name=folder.name),
            remedy=_("Pull or import the model again."),
            cause=str(error),
        ) from error


def write_sidecar(folder: Path, sidecar: Sidecar) -> None:
    """Write it beside the model, whole or not at all.  Raises OSError."""
    record = json.loads(sidecar.model_dump_json(exclude_none=True))
    text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    write_text(folder / FILE_NAME, text)
