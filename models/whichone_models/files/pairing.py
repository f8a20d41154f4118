"""What two GGUF files are, whether they belong together, and how pictures must be prepared.

A tower (mmproj) of the same width as another is accepted by the runtime in silence and then
sees nonsense (facts, llama.cpp), so a pair is checked here by what its heads say before it is
installed, and by its checksums ever after (`keeping/store.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import ValidationError
from whichone_core.errors import ModelError
from whichone_core.languages import N_

from whichone_models.catalogue import _

from .gguf_file import GgufHeader, damaged
from .sidecar import Family, ModelFile, Processor, Sidecar

TOWER_ARCHITECTURE = "clip"
_WEIGHTS_OF_TEXT = ("token_embd.weight",)
OTHER_REMEDY = N_("Give the language model and the mmproj file of one and the same model.")


@dataclass(frozen=True, slots=True)
class Kind:
    """A family: the tower's projector and the language models that it is made for."""

    family: Family
    projector: str
    architectures: frozenset[str]


KINDS = (
    Kind(Family.QWEN2_5_VL, "qwen2.5vl_merger", frozenset({"qwen2vl"})),
    Kind(Family.QWEN3_VL, "qwen3vl_merger", frozenset({"qwen3vl", "qwen3vlmoe"})),
    Kind(Family.INTERNVL3, "internvl", frozenset({"qwen2", "qwen3", "llama", "internlm2"})),
    Kind(Family.SMOLVLM, "idefics3", frozenset({"llama"})),
)
"""By the names that llama.cpp's converter writes (clip.projector_type)."""

_PIXELS: Mapping[Family, tuple[int, int]] = MappingProxyType(
    {
        Family.QWEN2_5_VL: (56 * 56, 28 * 28 * 1280),
        Family.QWEN3_VL: (64 * 64, 32 * 32 * 1280),
    }
)
"""Least and most pixels of families that take pictures of any size."""
_FIXED = frozenset({Family.INTERNVL3, Family.SMOLVLM})


def is_tower(header: GgufHeader) -> bool:
    """Whether this is a tower and not a language model."""
    return header.architecture == TOWER_ARCHITECTURE


def projector_of(tower: GgufHeader) -> str:
    """The projector's name; some converters give it for pictures apart from sound."""
    return tower.text("clip.vision.projector_type") or tower.text("clip.projector_type")


def family_of(tower: GgufHeader | None) -> Family:
    """The family that a tower belongs to; OTHER for one we know nothing of, or none."""
    projector = projector_of(tower) if tower is not None else ""
    return next((kind.family for kind in KINDS if kind.projector == projector), Family.OTHER)


def processor_of(tower: GgufHeader | None) -> Processor:
    """How pictures are prepared for a tower: its own patch and side, its family's limits.

    Raises ModelError where its head says what no tower can be.
    """
    if tower is None:
        return Processor()
    try:
        return _read_processor(tower)
    except ValidationError as error:
        raise damaged(tower.path, str(error)) from error


def _read_processor(tower: GgufHeader) -> Processor:
    family = family_of(tower)
    patch = int(tower.number("clip.vision.patch_size", 14))
    merge = int(tower.number("clip.vision.spatial_merge_size", 2)) or 2
    if family in _FIXED:
        side = int(tower.number("clip.vision.image_size", 0))
        return Processor(patch=patch, merge=merge, fixed_side=side)
    least, most = _PIXELS.get(family, (patch * patch * 16, patch * patch * 4 * 1280))
    least = int(tower.number("clip.vision.image_min_pixels", least))
    most = int(tower.number("clip.vision.image_max_pixels", most))
    return Processor(patch=patch, merge=merge, min_pixels=least, max_pixels=most)


def check_text(text: GgufHeader) -> None:
    """Refuse what is no language model.  Raises ModelError."""
    if is_tower(text):
        raise ModelError(
            _(
                "{name} is the part of a model that sees, not its language model.",
                name=text.path.name,
            ),
            remedy=_(OTHER_REMEDY),
        )
    if not text.of_architecture("embedding_length") or not all(
        text.tensor(name) for name in _WEIGHTS_OF_TEXT
    ):
        raise ModelError(
            _("{name} is not a language model.", name=text.path.name),
            remedy=_(OTHER_REMEDY),
            cause=f"architecture {text.architecture!r}",
        )


def check_pair(text: GgufHeader, tower: GgufHeader) -> None:
    """Refuse a tower that was not made for this language model.  Raises ModelError."""
    check_text(text)
    if not is_tower(tower):
        raise ModelError(
            _("{name} is not the part of a model that sees.", name=tower.path.name),
            remedy=_(OTHER_REMEDY),
            cause=f"architecture {tower.architecture!r}",
        )
    if not tower.number("clip.vision.block_count", 0):
        raise ModelError(
            _("{name} cannot see pictures.", name=tower.path.name),
            remedy=_(OTHER_REMEDY),
            cause=f"projector {projector_of(tower)!r}, no picture tower",
        )
    wide, given = text.of_architecture("embedding_length"), _width(tower)
    kind = next((kind for kind in KINDS if kind.projector == projector_of(tower)), None)
    is_strange = kind is not None and text.architecture not in kind.architectures
    if is_strange or given not in (0, wide):
        raise ModelError(
            _("{tower} does not belong to {name}.", tower=tower.path.name, name=text.path.name),
            remedy=_(OTHER_REMEDY),
            cause=f"{projector_of(tower)} of width {given}, {text.architecture} of width {wide}",
        )


def sidecar_of(
    name: str, text: GgufHeader, tower: GgufHeader | None, sums: Mapping[str, str], **more: str
) -> Sidecar:
    """The sidecar of a model that came without one: its family's way, its files pinned.

    sums: SHA-256 (hex) by file name.  more: licence, source.
    """
    return Sidecar(
        name=name,
        family=family_of(tower),
        processor=processor_of(tower),
        text=_pinned(text, sums),
        tower=_pinned(tower, sums) if tower is not None else None,
        licence=more.get("licence", ""),
        source=more.get("source", ""),
    )


def _pinned(header: GgufHeader, sums: Mapping[str, str]) -> ModelFile:
    return ModelFile(
        name=header.path.name,
        bytes=header.length,
        sha256=sums[header.path.name],
        tensors=len(header.tensors),
    )


def _width(tower: GgufHeader) -> int:
    """The width of what the tower hands on; 0 where its head does not say."""
    return int(tower.number("clip.vision.projection_dim", 0))
