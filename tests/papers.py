"""Paper models that are installed: true heads, hardly any weights, checksums and all."""

from __future__ import annotations

from whichone_models.files.disk import checksum
from whichone_models.files.gguf_file import read_header
from whichone_models.files.pairing import sidecar_of
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store

from tests.hub import paper_text, paper_tower


def install_paper(store: Store, name: str = "paper", seed: int = 1) -> Installed:
    """Install a paper model; another seed gives another tower of the same size."""
    with store.staging(name) as folder:
        paths = folder / "text.gguf", folder / "mmproj.gguf"
        paper_text(paths[0])
        paper_tower(paths[1], seed=seed)
        sums = {path.name: checksum(path) for path in paths}
        heads = [read_header(path) for path in paths]
        return store.install(folder, name, sidecar_of(name, heads[0], heads[1], sums))
