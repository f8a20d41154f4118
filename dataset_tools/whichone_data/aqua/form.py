"""A local web form for human tasks that works by keyboard and with a screen reader.

One task a page, plain HTML without scripts: a heading, the picture with its marked things in
words as its text alternative (so that somebody who can't see it can judge wording and
strategy), the question, a group of radio buttons, one button.  After sending, the next page
begins at its heading, and its title says how many are left.  It listens on 127.0.0.1 only;
each verdict is on the disk before the next page comes.
"""

from __future__ import annotations

import json
import mimetypes
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from whichone_core.errors import StorageError

from ..page import STYLE
from .giving_out import choices_of, title_of, words_of
from .tasks import Study, Task

LONGEST_BODY = 10_000
MORE_STYLE = """
fieldset { margin: 1rem 0; } label { display: block; padding: 0.4rem 0; }
input[type=radio] { width: 1.2rem; height: 1.2rem; } button { font: inherit; padding: 0.5rem 1rem; }
:focus-visible { outline: 0.2rem solid; outline-offset: 0.1rem; }
"""


@dataclass(frozen=True)
class Desk:
    """What the form works on.

    alternatives: for each picture what is marked on it, in words.  file: where verdicts are
    added, one JSON object a line.  token: part of the address, so that no other page of the
    browser can send anything.
    """

    tasks: Sequence[Task]
    worker: str
    pictures: Path
    file: Path
    alternatives: Mapping[str, str]
    token: str

    def done(self) -> set[str]:
        """Tasks that this worker judged."""
        if not self.file.exists():
            return set()
        rows = map(json.loads, self.file.read_text(encoding="utf-8").splitlines())
        return {row["task"] for row in rows if row["worker"] == self.worker}

    def keep(self, task: str, choice: str) -> None:
        """Add a verdict.  Raises StorageError."""
        row = {"worker": self.worker, "task": task, "choice": choice}
        try:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        except OSError as error:
            raise StorageError(f"{self.file} can't be written.", cause=str(error)) from error


def page_of(task: Task, left: int, alternative: str, token: str, fault: str = "") -> str:
    """One task as a page."""
    study = task.study
    answer = f"<h2>Answer</h2>\n<p>{escape(task.answer)}</p>\n" if study is Study.CHECK else ""
    choices = "\n".join(
        f'<label><input type="radio" name="choice" value="{value}" required> '
        f"{escape(label)}</label>"
        for value, label in choices_of(study)
    )
    alert = f'<p role="alert">{escape(fault)}</p>\n' if fault else ""
    return _document(
        f"{title_of(study)}, {left} left",
        f"{alert}<p>{escape(words_of(study))}</p>\n"
        f'<img src="/{token}/picture/{task.id}" alt="{escape(alternative)}">\n'
        f"<h2>Question</h2>\n<p>{escape(task.question)}</p>\n{answer}"
        f'<form method="post" action="/{token}/">\n'
        f'<input type="hidden" name="task" value="{task.id}">\n'
        f"<fieldset><legend>Your judgement</legend>\n{choices}\n</fieldset>\n"
        '<button type="submit">Send and go on</button>\n</form>',
    )


def _document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{MORE_STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


class _Handler(BaseHTTPRequestHandler):
    desk: Desk
    lock: Lock

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal is for the person who works there."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        start = f"/{self.desk.token}/"
        if path.startswith(f"{start}picture/"):
            self._picture(path.removeprefix(f"{start}picture/"))
        elif path == start:
            self._send(200, self._next())
        else:
            self._send(404, _document("There is nothing here", "<p>Use the whole address.</p>"))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if urlsplit(self.path).path != f"/{self.desk.token}/" or length > LONGEST_BODY:
            self._send(404, _document("There is nothing here", "<p>Use the whole address.</p>"))
            return
        said = parse_qs(self.rfile.read(length).decode("utf-8", "replace"))
        name, choice = (said.get(key, [""])[0] for key in ("task", "choice"))
        task = next((each for each in self.desk.tasks if each.id == name), None)
        if task is None or choice not in {value for value, _ in choices_of(task.study)}:
            self._send(200, self._next("Choose one of the answers first."))
            return
        with self.lock:
            self.desk.keep(name, choice)
        # A redirect, so that reloading the next page sends nothing twice.
        self.send_response(303)
        self.send_header("Location", f"/{self.desk.token}/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _next(self, fault: str = "") -> str:
        done = self.desk.done()
        waiting = [task for task in self.desk.tasks if task.id not in done]
        if not waiting:
            return _document("All done", "<p>Thank you. You can close this page.</p>")
        task = waiting[0]
        alternative = self.desk.alternatives.get(task.picture, "The picture that is asked about")
        return page_of(task, len(waiting), alternative, self.desk.token, fault)

    def _picture(self, name: str) -> None:
        task = next((each for each in self.desk.tasks if each.id == name), None)
        path = self.desk.pictures / task.file if task else None
        if path is None or not path.is_file():
            self._send(404, "no such picture", "text/plain")
            return
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._send(200, path.read_bytes(), kind)

    def _send(self, status: int, body: str | bytes, kind: str = "text/html; charset=utf-8") -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)


def form_server(desk: Desk, port: int = 0) -> ThreadingHTTPServer:
    """The server, not yet serving; port 0 takes a free one.  127.0.0.1 only."""
    kind = type("Bound", (_Handler,), {"desk": desk, "lock": Lock()})
    return ThreadingHTTPServer(("127.0.0.1", port), kind)


def serve(desk: Desk, port: int, told: Callable[[str], None]) -> None:
    """Serve until it is interrupted; told gets the address."""
    with form_server(desk, port) as server:
        told(f"http://127.0.0.1:{server.server_address[1]}/{desk.token}/")
        server.serve_forever()


def new_token() -> str:
    return secrets.token_urlsafe(8)
