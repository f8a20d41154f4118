"""What a model's maker says of it: the whichone.json that a repository may hold beside the files.

A tuned model without it would be asked in the wrong words and believed with the wrong
probabilities.  It is small, so that the hub keeps it in git, whose digest is over a head and
the content; what it says of the two files has to be what the hub itself says of them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pydantic import ValidationError
from whichone_core.errors import ModelError
from whichone_core.languages import N_
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.sidecar import FILE_NAME, ModelFile, Sidecar
from whichone_models.files.whole_file import MOST_BYTES

from .download import Patience, login_for, patiently
from .hub import Hub, MissingFileError, RemoteFile, SmallFile, broken, refused

if TYPE_CHECKING:
    import httpx2

_REMEDY = N_("Ask who published it, or choose another model.")


def description(
    hub: Hub,
    client: httpx2.Client,
    files: tuple[RemoteFile, RemoteFile],
    patience: Patience,
    cancel: Cancel,
) -> Sidecar | None:
    """The sidecar of two files, of the same commit; None where the repository has none.

    Raises ModelError for one that is damaged, no sidecar, or of other files; Cancelled.
    """
    text, _ = files
    try:
        found = patiently(
            lambda: hub.small(text.repository, FILE_NAME, text.commit), patience, cancel
        )
    except MissingFileError:
        return None
    if found.bytes > MOST_BYTES:
        raise _refused(f"{found.bytes} bytes")
    content = patiently(lambda: _content(client, found), patience, cancel)
    if _digest(content, found.digest) != found.digest:
        raise _refused(f"{len(content)} bytes, not {found.digest}")
    return _checked(content, files)


def _content(client: httpx2.Client, found: SmallFile) -> bytes:
    """At most one byte more than was announced.  Raises Passing and ModelError."""
    import httpx2

    content = bytearray()
    try:
        with client.stream("GET", found.url, headers=login_for(found)) as response:
            if response.status_code != 200:
                raise refused(found.name, response)
            for chunk in response.iter_bytes():
                content += chunk[: found.bytes + 1 - len(content)]
                if len(content) > found.bytes:
                    break
    except httpx2.HTTPError as error:
        raise broken(error) from error
    return bytes(content)


def _digest(content: bytes, announced: str) -> str:
    """Of the kind that was announced."""
    if len(announced) == 64:
        return hashlib.sha256(content).hexdigest()
    head = f"blob {len(content)}\0".encode()
    return hashlib.sha1(head + content, usedforsecurity=False).hexdigest()


def _checked(content: bytes, files: tuple[RemoteFile, RemoteFile]) -> Sidecar:
    try:
        sidecar = Sidecar.model_validate_json(content)
    except ValidationError as error:
        raise _refused(str(error)[:500]) from error
    for described, file in zip((sidecar.text, sidecar.tower), files, strict=True):
        if described is None or not _is_of(described, file):
            raise _refused(f"{described} instead of {file.name}, {file.bytes} bytes, {file.sha256}")
    digest = hashlib.sha256(content).hexdigest()
    return sidecar.model_copy(update={"described_by": digest})


def _is_of(described: ModelFile, file: RemoteFile) -> bool:
    pinned = (described.name, described.bytes, described.sha256)
    return pinned == (file.name, file.bytes, file.sha256)


def _refused(cause: str) -> ModelError:
    return ModelError(
        _(
            "What the server says of the model in {name} does not fit its files.",
            name=FILE_NAME,
        ),
        remedy=_(_REMEDY),
        cause=cause,
    )
