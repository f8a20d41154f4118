"""A camera on the network, as MJPEG over HTTP on 127.0.0.1, that does what a test tells it to."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.pictures import encoded

Shot = NDArray[np.uint8]


class NetworkCamera:
    """Sends the picture it holds every few hundredths of a second, until told otherwise."""

    def __init__(self, *shots: Shot, every_s: float = 0.04) -> None:
        self.address = ""
        self.over = threading.Event()
        """Set at the end of the test: whoever waits may go."""
        self.cut = threading.Event()
        """Set to close every connection."""
        self.is_stalled = False
        self.garbage = b""
        """Sent in place of pictures, where there is any."""
        self.every_s = every_s
        self.sent = 0
        self.readers = 0
        """How many are connected now."""
        self._parts: list[bytes] = []
        self.show(*shots)

    def show(self, *shots: Shot) -> None:
        """Send these in turn from now on."""
        self._parts = [encoded(Image.fromarray(shot), "JPEG", quality=92) for shot in shots]

    def parts(self) -> Iterator[bytes]:
        """What goes over the wire, piece by piece."""
        step = 0
        while not self.over.is_set() and not self.cut.is_set():
            if not self.is_stalled:
                parts: Sequence[bytes] = [self.garbage] if self.garbage else self._parts
                part = parts[step % len(parts)]
                head = f"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n"
                yield head.encode() + b"\r\n" + part + b"\r\n"
                step += 1
                self.sent += 1
            self.over.wait(self.every_s)


@contextlib.contextmanager
def network_camera(*shots: Shot, every_s: float = 0.04) -> Iterator[NetworkCamera]:
    """A running camera; its connections end with the block."""
    camera = NetworkCamera(*shots, every_s=every_s)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
            self.end_headers()
            camera.readers += 1
            try:
                with contextlib.suppress(ConnectionError):
                    for part in camera.parts():
                        self.wfile.write(part)
            finally:
                camera.readers -= 1

        def log_message(self, format: str, *words: object) -> None:
            """Nothing: tests print what they mean to."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    camera.address = f"http://127.0.0.1:{server.server_address[1]}/live.mjpg"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield camera
    finally:
        camera.over.set()
        server.shutdown()
        server.server_close()
