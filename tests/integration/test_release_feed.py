"""Asking for a newer version, with servers that answer well, badly, for ever, or not at all."""

from __future__ import annotations

import gzip
import json
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from whichone_app.cli import main
from whichone_app.presenters.new_version import NewVersion
from whichone_app.release_feed import LIMIT_S, MOST_BYTES, MOST_REDIRECTS, feed_of, fetch_release
from whichone_core.errors import InputError, SetupError, WhichOneError
from whichone_core.release import Release
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel

PAGE = "https://example.org/whichone"
GOOD = json.dumps({"version": "99.1", "page": PAGE, "news": ["Reads Braille."]}).encode()
Answer = Callable[[BaseHTTPRequestHandler], None]
asked: list[dict[str, str]] = []
"""The headers of each request."""


def send(content: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


@contextmanager
def serving(answer: Answer, certificate: Path | None = None) -> Iterator[str]:
    """A server of one answer on this computer; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append({name.lower(): value for name, value in self.headers.items()})
            try:
                answer(self)
            except OSError:
                self.close_connection = True  # the client hung up, as it should

        def log_message(self, format: str, *args: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            return  # a client that does not trust the certificate

    server = Server(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"{scheme}://127.0.0.1:{server.server_port}/feed.json"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    asked.clear()


def failure(answer: Answer, limit_s: float = LIMIT_S) -> WhichOneError:
    with serving(answer) as feed, pytest.raises(WhichOneError) as caught:
        fetch_release(feed, limit_s=limit_s)
    return caught.value


# ------------------------------------------------------------------ what is asked


def test_a_feed_is_read_and_nothing_is_told_about_the_user() -> None:
    with serving(send(GOOD)) as feed:
        assert fetch_release(feed) == Release("99.1", PAGE, ("Reads Braille.",))
    (headers,) = asked
    assert headers["user-agent"] == "WhichOne"
    assert {"cookie", "authorization", "referer", "accept-language"}.isdisjoint(headers)


def test_looking_at_the_page_contacts_nobody() -> None:
    with serving(send(GOOD)) as feed:
        page = NewVersion(lambda: Settings(release_feed=feed))
        page.before()
        page.asking()
        assert asked == []
        (said,) = page.work(Cancel())
    assert said[0].startswith("WhichOne 99.1 is there.") and len(asked) == 1


def test_the_setting_names_another_site() -> None:
    assert feed_of(Settings(release_feed=" https://a.example/feed ")) == "https://a.example/feed"


def test_the_command_says_whom_it_asks_and_prints_the_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    with serving(send(GOOD)) as feed:
        monkeypatch.setenv("WHICHONE_RELEASE_FEED", feed)
        assert main(["doctor", "--updates"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("Asking 127.0.0.1:")
    assert said.out.splitlines()[0].startswith("WhichOne 99.1 is there.")


def test_the_command_without_a_site_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    monkeypatch.delenv("WHICHONE_RELEASE_FEED", raising=False)
    assert main(["doctor", "--updates"]) != 0
    assert "knows no site that announces new versions" in capsys.readouterr().err


def test_an_older_feed_is_not_offered() -> None:
    old = json.dumps({"version": "0.0.1", "page": PAGE}).encode()
    with serving(send(old)) as feed:
        (said,) = NewVersion(lambda: Settings(release_feed=feed)).work(Cancel())
    assert len(said) == 1 and "is older: 0.0.1" in said[0] and PAGE not in said[0]


# ------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize(
    "answer",
    [
        send(b"<html>Log in to the network</html>"),
        send(GOOD, 404), send(GOOD, 500), send(GOOD, 204),
        send(gzip.compress(GOOD), Content_Encoding="gzip"),
        send(b" " * (MOST_BYTES + 1)),
        send(b"", 302), send(b"", 302, Location="http://[/"),
    ],
    ids=["login page", "404", "500", "204", "packed", "huge", "no target", "broken target"],
)  # fmt: skip
def test_an_unusable_answer_is_one_sentence(answer: Answer) -> None:
    error = failure(answer)
    assert isinstance(error, (InputError, SetupError))
    assert error.sentence.endswith(".") and error.remedy.endswith(".")


def test_an_endless_answer_is_cut_off() -> None:
    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b" " * 10_000)

    assert f"more than {MOST_BYTES} bytes" in failure(flood).cause


def test_a_byte_now_and_then_does_not_hold_the_user_up() -> None:
    wait = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            wait.wait(0.01)

    error = failure(drip, limit_s=0.2)
    assert error.sentence == "The site for new versions cannot be reached."


def test_a_silent_server_is_given_up() -> None:
    silent = threading.Event()

    def wait(handler: BaseHTTPRequestHandler) -> None:
        silent.wait(20)

    try:
        with serving(wait) as feed, pytest.raises(WhichOneError, match="cannot be reached"):
            try:
                fetch_release(feed, stall_s=0.2)
            finally:
                silent.set()
    finally:
        silent.set()


def test_a_cancel_ends_a_slow_answer() -> None:
    cancel, wait = Cancel(), threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        cancel.request()
        while True:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            wait.wait(0.01)

    with serving(drip) as feed, pytest.raises(WhichOneError):
        fetch_release(feed, cancel)


def test_nobody_there_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(WhichOneError, match="cannot be reached"):
            fetch_release(f"http://127.0.0.1:{port}/feed.json")


# ------------------------------------------------------------------ redirects and trust


def test_a_redirect_is_followed() -> None:
    with serving(send(GOOD)) as target, serving(send(b"", 302, Location=target)) as feed:
        assert fetch_release(feed).version == "99.1"


def test_a_redirect_to_where_nothing_is_encrypted_is_not_followed() -> None:
    error = failure(send(b"", 302, Location="http://example.org/feed.json"))
    assert error.sentence == "New versions are only asked for over HTTPS."
    assert len(asked) == 1


def test_redirects_without_end_are_given_up() -> None:
    error = failure(send(b"", 302, Location="/feed.json"))
    assert isinstance(error, InputError) and len(asked) == MOST_REDIRECTS + 1


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(tmp_path: Path) -> None:
    with (
        serving(send(GOOD), self_signed(tmp_path)) as feed,
        pytest.raises(WhichOneError, match="cannot be reached") as caught,
    ):
        fetch_release(feed)
    assert "certificate" in caught.value.cause.lower() and asked == []


def self_signed(folder: Path) -> Path:
    """A key and a certificate for 127.0.0.1 in one file."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed")
    key, certificate, both = folder / "key.pem", folder / "cert.pem", folder / "both.pem"
    command = [program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    return both
