"""A smaller copy of an installed model: its language model quantized, its tower as it is.

The copy is a model of its own, with its own checksums.  The calibration of its probabilities
does not come along: it was measured on the other weights.
"""

from __future__ import annotations

from pathlib import Path

from whichone_core.types.cancelling import Cancel

from whichone_models.files.disk import (
    Cancelled,
    Progress,
    copied,
    emptied,
    need_room,
    no_progress,
    refusal,
)
from whichone_models.files.sidecar import ModelFile

from .installed import Installed
from .pins import pinned
from .quantize import Kind, quantize
from .store import Store


def make_smaller(
    model: Installed,
    store: Store,
    name: str,
    kind: Kind,
    imatrix: Path | None,
    progress: Progress,
    cancel: Cancel,
) -> Installed | None:
    """Install a quantized copy under another name; None once cancelled.

    progress: thousandths of the quantization.  Raises ModelError, StorageError.
    """
    try:
        with store.staging(name) as folder, emptied(folder):
            target = folder / f"{folder.name}-{kind.value}.gguf"
            made = quantize(
                model.text,
                target,
                kind,
                imatrix=imatrix,
                on_progress=lambda share: progress(int(share * 1000), 1000),
                should_stop=lambda: cancel.is_requested,
            )
            if made is None:
                return None
            tower = _copied_tower(model, folder, cancel)
            text = pinned(target)
            changes = {"name": folder.name, "text": text, "tower": tower, "calibration": None}
            return store.install(folder, name, model.sidecar.model_copy(update=changes))
    except Cancelled:
        return None


def _copied_tower(model: Installed, folder: Path, cancel: Cancel) -> ModelFile | None:
    if model.tower is None:
        return None
    target = folder / model.tower.name
    try:
        size = model.tower.stat().st_size
        need_room(folder, size)
        with model.tower.open("rb") as stream:
            copied(stream, target, size, no_progress, cancel)
        return pinned(target)
    except OSError as error:
        raise refusal(error, folder) from error
