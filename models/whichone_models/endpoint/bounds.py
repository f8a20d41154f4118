"""How much a server may send: a broken or hostile one can write for ever.

Counted are bytes as they come.  Compression is not asked for, and what is compressed all the
same is refused: a few thousand bytes of it can fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 16_000_000
"""Of one answer: with the candidates of each token 512 tokens take some 1.5 million."""
CHARACTERS_PER_TOKEN = 40
"""More than any token has; a server that was told how many tokens are wanted stays far below."""


class FloodError(ValueError):
    """A server sent more than any answer has."""


def bound(response: httpx2.Response) -> None:
    """Hook for every response: have it end where it becomes too long.

    Raises FloodError at once for a compressed one, and when too much was read.
    """
    packed = response.headers.get("content-encoding", "").strip().lower()
    if packed not in ("", "identity"):
        raise FloodError(f"content encoding {packed[:40]}")
    response.stream = _counted()(response.stream)


@cache
def _counted() -> type:
    """The class of a counted stream; the library behind it is only loaded when it is used."""
    import httpx2

    class Counted(httpx2.SyncByteStream):
        def __init__(self, stream: httpx2.SyncByteStream) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            left = MOST_BYTES
            for part in self._stream:
                left -= len(part)
                if left < 0:
                    raise FloodError(f"more than {MOST_BYTES} bytes")
                yield part

        def close(self) -> None:
            self._stream.close()

    return Counted
