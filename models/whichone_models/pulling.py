"""Installing a model of the catalogue: ask, fetch, verify, compare the pair, then install.

Nothing is installed before everything is right; what was fetched before a failure or a cancel
stays and is gone on from.
"""

from __future__ import annotations

from whichone_core.errors import ModelError
from whichone_core.types import Cancel

from .catalog import CatalogModel
from .disk import Cancelled, Progress, need_room
from .download import Patience, Transfer, find, part_of
from .gguf_file import read_header
from .hub import Hub, session
from .pairing import check_pair, sidecar_of
from .store import Installed, Store


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
            text = find(hub, entry.repository, entry.text, entry.revision, patience, cancel)
            # Both files of one commit: a repository may be changed between the two questions.
            tower = find(hub, entry.repository, entry.tower, text.commit, patience, cancel)
            whole = text.bytes + tower.bytes
            kept = [folder / each.name for each in (text, tower)]
            kept += [part_of(each, folder) for each in (text, tower)]
            need_room(folder, whole - sum(path.stat().st_size for path in kept if path.exists()))
            transfer = Transfer(hub, client, patience, cancel)
            first = transfer.fetch(text, folder, lambda done, _: progress(done, whole))
            second = transfer.fetch(
                tower, folder, lambda done, _: progress(text.bytes + done, whole)
            )
            heads = read_header(first), read_header(second)
            check_pair(*heads)
            sidecar = sidecar_of(
                entry.name,
                *heads,
                {each.name: each.sha256 for each in (text, tower)},
                licence=entry.licence,
                source=f"{entry.repository} at {text.commit}",
            )
            if sidecar.family is not entry.family:
                raise ModelError(
                    f"What the server sent is not {entry.spoken}.",
                    remedy="Update WhichOne, or choose another model.",
                    cause=f"{sidecar.family} instead of {entry.family}",
                )
            return store.install(folder, entry.name, sidecar)
    except Cancelled:
        return None
