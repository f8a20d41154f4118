"""Whether a model fits into this computer's memory, told before it is loaded.

The estimate is from above: the weights as they lie in the files, the KV cache of a full context
and what is kept of other conversations (`llama/shelf.py`), and what the largest step of tower
and language model computes with. The runtime reads files instead of mapping them, so that
weights which llama.cpp repacks for fast kernels take the place of the originals
(`llama/loading.py`). Measured for comparison, a model of Qwen2.5-VL-3B's shape in Q4_K_M with
an F16 tower: 3.67 GB resident after a picture of 256 tokens, where this estimates 4.19 GB for
one of 1,024 and a full context.

What is free is what the system would give: MemAvailable, or less where a control group (a
container, a service) allows less.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import ModelError

from whichone_models.catalogue import _
from whichone_models.files.gguf_file import GgufHeader
from whichone_models.files.sizes import gigabytes
from whichone_models.llama.shelf import MOST, MOST_BYTES

SPARE_BYTES = 300_000_000
"""Left for the window, the voice and the built-in engine."""
FIXED_BYTES = 150_000_000
"""The worker itself: Python, NumPy, the library."""
_F32, _F16 = 4, 2
_LIVE_ROWS = 8
"""Rows as wide as the model that one layer computes with at the same time."""


@dataclass(frozen=True, slots=True)
class Need:
    """Bytes by what they are for."""

    weights: int
    cache: int
    compute: int

    @property
    def whole(self) -> int:
        return self.weights + self.cache + self.compute + FIXED_BYTES


@dataclass(frozen=True, slots=True)
class Smaller:
    """A model that could be taken instead: its name, the memory it takes, whether it is here."""

    name: str
    memory_bytes: int
    is_installed: bool


def estimate(
    text: GgufHeader,
    tower: GgufHeader | None,
    *,
    context_tokens: int = 4096,
    batch_tokens: int = 512,
    picture_tokens: int = 1024,
) -> Need:
    """What a model takes when its context is full and the largest picture is encoded."""
    cache = _cache(text, context_tokens)
    towers_length = tower.length if tower is not None else 0
    return Need(
        weights=text.length + towers_length,
        cache=cache + min(MOST * cache, MOST_BYTES),
        compute=_text_compute(text, batch_tokens, context_tokens)
        + (_tower_compute(tower, picture_tokens) if tower is not None else 0),
    )


class MemoryShortError(ModelError):
    """A model does not fit into memory now; nothing is wrong with the model."""


def need_memory(need: Need, free: int | None, name: str, others: Iterable[Smaller] = ()) -> None:
    """Raises MemoryShortError where a model does not fit, naming one that does.

    free: bytes, None where that cannot be told; then it is tried.
    """
    if free is None or need.whole + SPARE_BYTES <= free:
        return
    raise MemoryShortError(
        _(
            "There is not enough memory for the model {name}: about {needed} needed, "
            "only {free} free.",
            name=name,
            needed=gigabytes(need.whole + SPARE_BYTES),
            free=gigabytes(max(0, free)),
        ),
        remedy=_remedy(free, others),
        cause=f"{need}",
    )


def free_bytes(root: Path = Path("/")) -> int | None:
    """Bytes of memory that a new program gets here; None where that cannot be told.

    root: where /proc and /sys are, for tests.
    """
    available = _available(root)
    limits = [limit for limit in _group_limits(root) if limit is not None]
    if available is None:
        return min(limits) if limits else None
    return min([available, *limits])


def _remedy(free: int, others: Iterable[Smaller]) -> str:
    fitting = [each for each in others if each.memory_bytes + SPARE_BYTES <= free]
    if not fitting:
        return _("Close other programs, then ask again.")
    best = max(fitting, key=lambda each: (each.is_installed, each.memory_bytes))
    verb = "use" if best.is_installed else "pull"
    command = f"whichone models {verb} {best.name}"
    return _("Close other programs, or take a smaller model: {command}.", command=command)


def _cache(text: GgufHeader, context_tokens: int) -> int:
    """The KV cache in F16: for each layer and token the keys and the values of all KV heads."""
    heads = text.of_architecture("attention.head_count") or 1
    kv_heads = text.of_architecture("attention.head_count_kv", heads)
    width = text.of_architecture("embedding_length")
    keys = text.of_architecture("attention.key_length", width // heads)
    values = text.of_architecture("attention.value_length", width // heads)
    layers = text.of_architecture("block_count")
    return layers * kv_heads * (keys + values) * _F16 * context_tokens


def _text_compute(text: GgufHeader, batch_tokens: int, context_tokens: int) -> int:
    """What a layer computes with, the scores of all heads, and the logits of one token."""
    scores = text.of_architecture("attention.head_count") * batch_tokens * context_tokens
    width = text.of_architecture("embedding_length")
    inner = text.of_architecture("feed_forward_length", 4 * width)
    vocabulary = next(
        (each.shape[0] for each in text.tensors if each.name == "token_embd.weight"), 0
    )
    return (batch_tokens * (_LIVE_ROWS * width + 2 * inner) + scores + vocabulary) * _F32


def _tower_compute(tower: GgufHeader, picture_tokens: int) -> int:
    merge = int(tower.number("clip.vision.spatial_merge_size", 2)) or 2
    width = int(tower.number("clip.vision.embedding_length", 0))
    inner = int(tower.number("clip.vision.feed_forward_length", 4 * width))
    patches = picture_tokens * merge * merge
    return patches * (_LIVE_ROWS * width + 2 * inner) * _F32


def _available(root: Path) -> int | None:
    file = root / "proc/meminfo"
    if not sys.platform.startswith("linux") and not file.exists():
        return _available_elsewhere()
    try:
        lines = file.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    found = (line.split() for line in lines)
    return next((int(words[1]) * 1024 for words in found if words[0] == "MemAvailable:"), None)


def _available_elsewhere() -> int | None:
    try:
        import psutil
    except ImportError:
        return None
    return int(psutil.virtual_memory().available)


def _group_limits(root: Path) -> Iterator[int | None]:
    """What is left of the limits of this process's control groups, inner to outer."""
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            names = ("memory.max", "memory.current")
            top = root / "sys/fs/cgroup"
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
            top = root / "sys/fs/cgroup/memory"
        else:
            continue
        group = top / path.lstrip("/")
        # A container may see only its own group, as the top.
        for folder in (group, *group.parents):
            if folder == top.parent:
                break
            yield _left(folder, *names)


def _left(folder: Path, limit: str, used: str) -> int | None:
    """Limit less use; pages of files do not count as used, for they are given back."""
    most, now = _number(folder / limit), _number(folder / used)
    if most is None or now is None or most >= 2**60:
        return None
    try:
        lines = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
    except OSError:
        lines = []
    pages = dict(line.split()[:2] for line in lines if len(line.split()) >= 2)
    files = int(pages.get("inactive_file", 0)) + int(pages.get("active_file", 0))
    return max(0, most - max(0, now - files))


def _number(file: Path) -> int | None:
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
