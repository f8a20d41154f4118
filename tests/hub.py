"""A hub of models on 127.0.0.1 that behaves, and misbehaves, like a real one.

HEAD and GET of /OWNER/REPOSITORY/resolve/REVISION/NAME answer as the real one does for large
files: a redirect to another host ("the CDN", here the same server called localhost) with the
length and the SHA-256 in X-Linked-* headers.  What goes wrong is queued as `faults`; each is
used up by one request for bytes.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
from whichone_models.files.gguf_types import GgufValue, TensorType, ValueType, tensor_bytes
from whichone_models.files.gguf_writer import NewTensor, write_gguf
from whichone_models.files.sidecar import Family
from whichone_models.getting.catalog import CatalogModel

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with one request for bytes.

    after: bytes that still come.  then: what happens after them: "cut" or "stall".
    status: an HTTP error instead of bytes.  wait: its Retry-After.  flips: bytes are wrong.
    ignores_range: all from the beginning.  says: a wrong Content-Length.
    first: a wrong first byte in Content-Range.
    """

    after: int = 0
    then: str = ""
    status: int = 0
    wait: str = ""
    flips: bool = False
    ignores_range: bool = False
    says: int | None = None
    first: str = ""


@dataclass
class LocalHub:
    """What it has, what it will do wrong, and what it was asked."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: deque[Fault] = field(default_factory=deque)
    head_faults: deque[Fault] = field(default_factory=deque)
    announced: dict[str, tuple[int | str, str]] = field(default_factory=dict)
    """Lies: path -> length and checksum in place of the true ones."""
    asked: list[str] = field(default_factory=list)
    """Requests for bytes: "NAME FROM" each, FROM the first byte that was wanted."""
    logins: list[tuple[str, str]] = field(default_factory=list)
    """(host, Authorization) of every request."""
    requests: list[str] = field(default_factory=list)
    """Method and path of every request."""
    released: threading.Event = field(default_factory=threading.Event)
    stalled: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def add(self, repository: str, name: str, content: bytes) -> None:
        self.files[f"{repository}/{name}"] = content


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: LocalHub

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""

    def do_HEAD(self) -> None:
        self._note()
        if self.hub.head_faults:
            self._refuse(self.hub.head_faults.popleft())
            return
        found = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", self.path)
        path = f"{found[1]}/{found[3]}" if found else ""
        if found is None or path not in self.hub.files:
            self._refuse(Fault(status=404))
            return
        content = self.hub.files[path]
        length, digest = self.hub.announced.get(
            path, (len(content), hashlib.sha256(content).hexdigest())
        )
        self.send_response(302)
        self.send_header("Location", f"http://localhost:{self.hub.port}/cdn/{path}")
        self.send_header("X-Repo-Commit", COMMIT)
        if digest:
            self.send_header("X-Linked-Etag", f'"{digest}"')
            self.send_header("X-Linked-Size", str(length))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self._note()
        path = self.path.removeprefix("/cdn/")
        fault = self.hub.faults.popleft() if self.hub.faults else Fault()
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(wanted[1]) if wanted else 0
        self.hub.asked.append(f"{path.rpartition('/')[2]} {start}")
        if fault.status or path not in self.hub.files:
            self._refuse(fault if fault.status else Fault(status=404))
            return
        self._send(self.hub.files[path], 0 if fault.ignores_range else start, fault, wanted)

    def _send(self, content: bytes, start: int, fault: Fault, wanted: re.Match[str] | None) -> None:
        if start >= len(content):
            self._refuse(Fault(status=416))
            return
        body = content[start:]
        is_partial = wanted is not None and not fault.ignores_range
        self.send_response(206 if is_partial else 200)
        if is_partial:
            first = fault.first or start
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(body) if fault.says is None else fault.says))
        self.end_headers()
        if fault.flips:
            body = bytes(byte ^ 1 for byte in body)
        self.wfile.write(body[: fault.after] if fault.then else body)
        if fault.then == "stall":
            self.wfile.flush()
            self.hub.stalled.set()
            self.hub.released.wait(60)
        if fault.then or fault.says is not None:
            self.close_connection = True

    def _refuse(self, fault: Fault) -> None:
        self.send_response(fault.status)
        if fault.wait:
            self.send_header("Retry-After", fault.wait)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _note(self) -> None:
        host = self.headers.get("Host", "").partition(":")[0]
        self.hub.logins.append((host, self.headers.get("Authorization", "")))
        self.hub.requests.append(f"{self.command} {self.path}")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away in the middle is what these tests are about."""


@contextmanager
def running_hub() -> Iterator[LocalHub]:
    """A hub that is there as long as the block runs."""
    hub = LocalHub()
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    hub.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        hub.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


# ------------------------------------------------- models of paper: a true head, few weights


def paper_text(path: Path, *, architecture: str = "qwen2vl", width: int = 64) -> bytes:
    """A file with the head of a language model; no runtime could answer with it."""
    head = {
        "embedding_length": width,
        "block_count": 2,
        "feed_forward_length": 128,
        "attention.head_count": 4,
        "attention.head_count_kv": 2,
    }
    metadata = {"general.architecture": GgufValue.of(ValueType.STRING, architecture)} | {
        f"{architecture}.{key}": GgufValue.of(ValueType.UINT32, value)
        for key, value in head.items()
    }
    names = ("token_embd.weight", "blk.0.attn_q.weight", "output.weight")
    write_gguf(path, metadata, [_weights(name, (512, width)) for name in names])
    return path.read_bytes()


def paper_tower(
    path: Path, *, projector: str = "qwen2.5vl_merger", width: int = 64, seed: int = 1
) -> bytes:
    """A file with the head of a tower (mmproj)."""
    numbers = {
        "projection_dim": width,
        "block_count": 2,
        "embedding_length": 32,
        "feed_forward_length": 64,
        "image_size": 448,
        "patch_size": 14,
    }
    metadata = {
        "general.architecture": GgufValue.of(ValueType.STRING, "clip"),
        "clip.projector_type": GgufValue.of(ValueType.STRING, projector),
    } | {
        f"clip.vision.{key}": GgufValue.of(ValueType.UINT32, value)
        for key, value in numbers.items()
    }
    write_gguf(path, metadata, [_weights(name, (256, width), seed) for name in ("v.blk", "mm.0")])
    return path.read_bytes()


def paper_entry(name: str = "paper-model") -> CatalogModel:
    """A catalogue entry for what `put_paper_model` puts on a hub."""
    return CatalogModel(
        name=name,
        spoken="Paper model",
        family=Family.QWEN2_5_VL,
        languages=("en",),
        repository="somebody/paper",
        text="paper-Q4_K_M.gguf",
        tower="mmproj-paper-f16.gguf",
        download_bytes=100_000,
        memory_bytes=1_000_000,
        licence="none",
        confirmed="made here",
    )


def put_paper_model(hub: LocalHub, folder: Path) -> CatalogModel:
    """Put both files of a paper model on a hub; gives its catalogue entry."""
    entry = paper_entry()
    folder.mkdir(exist_ok=True)
    hub.add(entry.repository, entry.text, paper_text(folder / entry.text))
    hub.add(entry.repository, entry.tower, paper_tower(folder / entry.tower))
    return entry


def _weights(name: str, shape: tuple[int, int], seed: int = 0) -> NewTensor:
    values = np.random.default_rng([seed, len(name)]).random(shape, dtype=np.float32)
    assert values.nbytes == tensor_bytes(shape, TensorType.F32)
    return NewTensor(name, shape, TensorType.F32, lambda: [values.tobytes()])
