"""What is stored beside a model: how it was trained to be asked, and how sure it really is.

A model is a folder: the language model (GGUF), its tower (mmproj GGUF) and this file,
`whichone.json`.  GGUF carries neither the picture processor's limits nor the control words
nor calibration (facts, llama.cpp); a model without a sidecar gets its family's defaults.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from whichone_core.errors import ModelError
from whichone_core.types import Strategy

FILE_NAME = "whichone.json"


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

    patch: int = Field(default=14, ge=1)
    merge: int = Field(default=2, ge=1)
    min_pixels: int = Field(default=56 * 56, ge=1)
    max_pixels: int = Field(default=14 * 14 * 4 * 1280, ge=1)
    fixed_side: int = Field(default=0, ge=0)


class Calibration(_Part):
    """Scaled log-probabilities: scale * log p + bias per strategy, then softmax.

    temperature scaling has one scale and no bias; vector scaling has five of each (Guo et
    al. 2017, sections 4.2 and 4.3).  In Strategy's order.
    """

    kind: Literal["temperature", "vector"]
    scale: tuple[float, ...] = Field(min_length=5, max_length=5)
    bias: tuple[float, ...] = Field(default=(0.0,) * 5, min_length=5, max_length=5)
    items: int = Field(ge=1)
    ece_before: float = Field(ge=0, le=1)
    ece_after: float = Field(ge=0, le=1)


class ModelFile(_Part):
    """One file of the folder, pinned: bytes, SHA-256 (hex) and number of tensors."""

    name: str
    bytes: int = Field(ge=1)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    tensors: int = Field(ge=1)


class Sidecar(_Part):
    """The whole file.

    words: the control word of each strategy, each one token of the model's vocabulary; empty
    for a model that was not tuned with them, which then gets a strategy prompt.
    system: the system prompt of training; empty for the project's own.
    plain_prompt: the user's turn is the bare question, as a model trained from nothing knows
    it, without strategy prompt and without evidence.
    """

    version: Literal[1] = 1
    name: str = Field(min_length=1)
    family: Family = Family.OTHER
    words: dict[Strategy, str] = Field(default_factory=dict)
    system: str | None = None
    plain_prompt: bool = False
    processor: Processor = Field(default_factory=Processor)
    calibration: Calibration | None = None
    text: ModelFile
    tower: ModelFile | None = None
    licence: str = ""
    source: str = ""


def read_sidecar(folder: Path) -> Sidecar | None:
    """The sidecar of a model's folder; None where there is none.

    Raises ModelError where it is there and cannot be used.
    """
    path = folder / FILE_NAME
    try:
        return Sidecar.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise ModelError(
            f"The description of the model in {folder.name} cannot be read.",
            remedy="Pull or import the model again.",
            cause=str(error),
        ) from error


def write_sidecar(folder: Path, sidecar: Sidecar) -> None:
    """Write it beside the model, whole or not at all.  Raises OSError."""
    path = folder / FILE_NAME
    part = path.with_suffix(".part")
    record = json.loads(sidecar.model_dump_json(exclude_none=True))
    part.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    part.replace(path)
