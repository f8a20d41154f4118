"""An installed model's tower made fast on this computer, once, and pinned beside the original.

    text.gguf  mmproj.gguf  prepared-bf16.gguf  whichone.json: which of them is for which processor

The original stays: BF16 keeps fewer bits than F16, so it could not be made of the other again
when the folder comes to another computer, and its checksum is the one that the hub gave.  That
costs a third more of disk with Qwen2.5-VL-3B; where it is not there, the original is used.
"""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

from whichone_core.errors import ModelError, StorageError
from whichone_core.types.cancelling import Cancel

from whichone_models.files.disk import ReadOnlyError, need_room
from whichone_models.files.sidecar import ModelFile, Prepared

from .installed import Installed
from .pins import check, pinned
from .store import Store
from .tower import Cpu, prepare_tower, this_cpu

log = logging.getLogger(__name__)


def is_prepared(model: Installed, cpu: Cpu | None = None) -> bool:
    """Whether nothing is left to be done for a processor; for this computer's without one."""
    made = model.sidecar.prepared
    return model.tower is None or (
        made is not None and made.has_bf16 == (cpu or this_cpu()).has_bf16
    )


def prepare(model: Installed, store: Store, cancel: Cancel, cpu: Cpu | None = None) -> Installed:
    """The model with its tower prepared for a processor, or as it was where that cannot be.

    The two towers are compared on a picture before the new one counts (`tower_check.py`).
    Where nothing may be written (a stick, another user's folder) it stays as it came.
    Raises ModelError where the model's own files are not right, StorageError.
    """
    cpu = cpu or this_cpu()
    if is_prepared(model, cpu):
        return model
    try:
        return _prepared(model, store, cancel, cpu)
    except ReadOnlyError as error:
        log.warning("the tower stays as it came: %s (%s)", error.sentence, error.cause)
        return model


def _prepared(model: Installed, store: Store, cancel: Cancel, cpu: Cpu) -> Installed:
    with store.alone(model.name):
        model = store.find(model.name)
        if is_prepared(model, cpu) or model.tower is None:
            return model
        check(model)
        try:
            made = _made(model, model.tower, cpu, cancel)
        except (ModelError, StorageError) as error:
            log.warning("the tower stays as it came: %s (%s)", error.sentence, error.cause)
            return model
        if made is None:
            return model
        changed = store.repin(model, model.sidecar.model_copy(update={"prepared": made}))
        _remove_others(changed)
        return changed


def _made(model: Installed, tower: Path, cpu: Cpu, cancel: Cancel) -> Prepared | None:
    """The file, or the note that there is nothing to gain; None once cancelled."""
    need_room(model.folder, tower.stat().st_size * 11 // 10)
    target = model.folder / _name(model, cpu)
    try:
        report = prepare_tower(
            tower, target, cpu, text=model.text, should_stop=lambda: cancel.is_requested
        )
        if report is None:
            return None
        file: ModelFile | None = pinned(target) if report.is_changed else None
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    if file is None:
        target.unlink()
    return Prepared(has_bf16=cpu.has_bf16, file=file, cosine=report.cosine or 0.0)


def _name(model: Installed, cpu: Cpu) -> str:
    """Another than that of any file that counts."""
    plain = f"prepared-{'bf16' if cpu.has_bf16 else 'f16'}"
    taken = {file.name.casefold() for file in model.files}
    return next(
        name for end in ("", "-2", "-3", "-4") if (name := f"{plain}{end}.gguf") not in taken
    )


def _remove_others(model: Installed) -> None:
    """What was prepared for another processor; a file in use waits for the next time."""
    wanted = {file.name for file in model.files}
    for path in model.folder.glob("prepared-*.gguf"):
        if path.name not in wanted:
            with contextlib.suppress(OSError):
                path.unlink()
