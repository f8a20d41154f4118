"""Installing a model of the catalogue: ask, fetch, verify, compare the pair, then install.

A description by its maker (`description.py`) comes along where the repository holds one.
Nothing is installed before everything is right; what was fetched before a failure or a cancel
stays and is gone on from.
"""

from __future__ import annotations

from pathlib import Path

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.disk import Cancelled, Progress, need_room
from whichone_models.files.gguf_file import read_header
from whichone_models.files.pairing import check_pair, sidecar_of
from whichone_models.files.sidecar import Sidecar
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store

from .catalog import CatalogModel
from .description import description
from .download import Patience, Transfer, find, part_of
from .hub import Hub, RemoteFile, session


def pull(
    entry: CatalogModel,
    store: Store,
    hub: Hub,
    progress: Progress,
    cancel: Cancel,
    patience: Patience | None = None,
) -> Installed | None:
    """Fetch and install a model; one that is installed is replaced.  None once cancelled.

    progress: bytes of both files together.  Raises ModelError, SetupError, StorageError.
    """
    patience = patience or Patience()
    try:
        with (
            store.staging(entry.name) as folder,
            session(patience.connect_s, patience.stall_s) as client,
        ):
            files = _asked(entry, hub, patience, cancel)
            _need_room(files, folder)
            known = description(hub, client, files, patience, cancel)
            transfer = Transfer(hub, client, patience, cancel)
            paths = _fetched(files, folder, transfer, progress)
            return store.install(folder, entry.name, _described(entry, files, paths, known))
    except Cancelled:
        return None


def _asked(
    entry: CatalogModel, hub: Hub, patience: Patience, cancel: Cancel
) -> tuple[RemoteFile, RemoteFile]:
    """What the hub says of both files, of one commit: it may change between two questions."""
    text = find(hub, entry.repository, entry.text, entry.revision, patience, cancel)
    return text, find(hub, entry.repository, entry.tower, text.commit, patience, cancel)


def _need_room(files: tuple[RemoteFile, ...], folder: Path) -> None:
    """Raises StorageError where what is still to come does not fit."""
    kept = [folder / each.name for each in files] + [part_of(each, folder) for each in files]
    there = sum(path.stat().st_size for path in kept if path.exists())
    need_room(folder, sum(each.bytes for each in files) - there)


def _fetched(
    files: tuple[RemoteFile, ...], folder: Path, transfer: Transfer, progress: Progress
) -> list[Path]:
    """The files, one after the other, with one progress for all."""
    whole = sum(each.bytes for each in files)
    paths: list[Path] = []
    before = 0
    for each in files:

        def report(done: int, _: int, before: int = before) -> None:
            progress(before + done, whole)

        paths.append(transfer.fetch(each, folder, report))
        before += each.bytes
    return paths


def _described(
    entry: CatalogModel, files: tuple[RemoteFile, ...], paths: list[Path], known: Sidecar | None
) -> Sidecar:
    """The sidecar of a pair that fits: its maker's, or its family's way.  Raises ModelError."""
    text, tower = (read_header(path) for path in paths)
    check_pair(text, tower)
    sums = {each.name: each.sha256 for each in files}
    plain = sidecar_of(entry.name, text, tower, sums)
    sidecar = known or plain
    if (sidecar.text, sidecar.tower) != (plain.text, plain.tower):
        raise _other(entry, f"{sidecar.text}, {sidecar.tower}")
    if not sidecar.family is plain.family is entry.family:
        raise _other(entry, f"{sidecar.family} and {plain.family} instead of {entry.family}")
    source = f"{entry.repository} at {files[0].commit}"
    return sidecar.model_copy(update={"licence": entry.licence, "source": source})


def _other(entry: CatalogModel, cause: str) -> ModelError:
    return ModelError(
        _("What the server sent is not {name}.", name=entry.spoken),
        remedy=_("Update WhichOne, or choose another model."),
        cause=cause,
    )
