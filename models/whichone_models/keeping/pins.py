"""Whether a model's files are those that were pinned when it was installed.

Before each load sizes and numbers of tensors are compared with what was pinned, and where a
file changed since it was last verified, its SHA-256 too: a swapped tower of the same size is
otherwise accepted by the runtime in silence.
"""

from __future__ import annotations

import json
from pathlib import Path

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.disk import Cancelled, Progress, checksum, no_progress
from whichone_models.files.gguf_file import read_header
from whichone_models.files.pairing import check_pair, check_text
from whichone_models.files.sidecar import ModelFile
from whichone_models.files.whole_file import read_small, write_text

from .installed import AGAIN, Installed

STAMP = "verified.json"
"""File name -> [bytes, nanoseconds of the last change of its content and of anything about it,
SHA-256] as they were when that was right."""
_Marks = dict[str, list[int | str]]


def pinned(path: Path) -> ModelFile:
    """A finished file as it is to stay.  Raises OSError, ModelError."""
    header = read_header(path)
    return ModelFile(
        name=path.name, bytes=header.length, sha256=checksum(path), tensors=len(header.tensors)
    )


def check(model: Installed) -> None:
    """Refuse a model whose files are not those that were pinned.  Quick, before each load.

    Sizes and tensors always; the SHA-256 of a file only where it changed since it was last
    right.  Raises ModelError.
    """
    for file in model.files:
        _check_size(model, file)
        tensors = len(read_header(model.folder / file.name).tensors)
        if tensors != file.tensors:
            raise _changed(model, file, f"{tensors} tensors, not {file.tensors}")
    text = read_header(model.text)
    if model.tower is None:
        check_text(text)
    else:
        check_pair(text, read_header(model.tower))
    if not is_unchanged(model):
        verify(model)


def is_unchanged(model: Installed) -> bool:
    """Whether the files are as they were when their checksums were last right."""
    try:
        return _stamps(model) == _marks(model)
    except OSError:
        return False


def verify(
    model: Installed, progress: Progress = no_progress, cancel: Cancel | None = None
) -> bool:
    """Compare every file's SHA-256 with what was pinned; False once cancelled.

    Raises ModelError where one differs.
    """
    for file in model.files:
        _check_size(model, file)
    done, marks = 0, _marks(model)
    for file in model.files:
        before = done

        def report(count: int, whole: int, before: int = before) -> None:
            progress(before + count, model.bytes)

        try:
            digest = checksum(model.folder / file.name, report, cancel)
        except Cancelled:
            return False
        except OSError as error:
            raise _changed(model, file, str(error)) from error
        if digest != file.sha256:
            raise _changed(model, file, f"SHA-256 {digest}, not {file.sha256}")
        done += file.bytes
    try:
        stamp(model, marks)
    except OSError:
        return True  # a read-only folder is checked in full each time
    return True


def _check_size(model: Installed, file: ModelFile) -> None:
    try:
        size = (model.folder / file.name).stat().st_size
    except OSError as error:
        raise _changed(model, file, str(error)) from error
    if size != file.bytes:
        raise _changed(model, file, f"{size} bytes, not {file.bytes}")


def _changed(model: Installed, file: ModelFile, cause: str) -> ModelError:
    return ModelError(
        _(
            "The model {name} cannot be used, because its file {file} is not the one that was "
            "installed.",
            name=model.name,
            file=file.name,
        ),
        remedy=_(AGAIN),
        cause=cause,
    )


def _marks(model: Installed) -> _Marks:
    """What tells whether a file is still the one: a copy can be given the time of another, but
    not the time at which it was given that."""
    found = ((file, (model.folder / file.name).stat()) for file in model.files)
    return {
        file.name: [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, file.sha256]
        for file, stat in found
    }


def _stamps(model: Installed) -> object:
    try:
        return json.loads(read_small(model.folder / STAMP))
    except (OSError, ValueError, RecursionError):
        return None


def stamp(model: Installed, marks: _Marks | None = None) -> None:
    """Note that the files are right: as they are, or as they were before they were read."""
    write_text(model.folder / STAMP, json.dumps(marks or _marks(model)))
