"""Whole chat completions, and a Batch API, for tests of the dataset tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.stub_server import Handler

Say = Callable[[dict[str, Any]], dict[str, object] | str]
"""From a request's body to the JSON that the model says, or to any text."""


def completion_of(said: dict[str, object] | str) -> dict[str, object]:
    text = said if isinstance(said, str) else json.dumps(said)
    choice = {
        "index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text},
    }  # fmt: skip
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {
        "id": "1", "object": "chat.completion", "created": 0, "model": "small-2026-11",
        "choices": [choice], "usage": usage,
    }  # fmt: skip


def saying(say: Say) -> Callable[[Handler], None]:
    """An answer for `serving` that looks at its own request."""

    def answer(handler: Handler) -> None:
        handler.send(200, json.dumps(completion_of(say(handler.asked))))

    return answer


class BatchHandler(Handler):
    """A server with files and batches: a batch is over at the second look, in reverse order."""

    speak: Say
    files: dict[str, bytes]
    batches: dict[str, dict[str, Any]]
    looks: dict[str, int]

    def do_POST(self) -> None:
        if self.path.endswith("/files"):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found = re.search(rb"\r\n\r\n(\{\"custom_id.*?)\r\n--", body, re.DOTALL)
            name = f"file-{len(self.files)}"
            self.files[name] = found.group(1) if found else b""
            self.send(200, json.dumps(self._file(name)))
        elif self.path.endswith("/batches"):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            name = f"batch-{len(self.batches)}"
            self.batches[name] = {
                "id": name, "object": "batch", "endpoint": asked["endpoint"], "created_at": 0,
                "input_file_id": asked["input_file_id"], "completion_window": "24h",
                "status": "in_progress", "metadata": asked["metadata"],
            }  # fmt: skip
            self.send(200, json.dumps(self.batches[name]))
        else:
            super().do_POST()

    def do_GET(self) -> None:
        name = self.path.split("/")[-1]
        if self.path.endswith("/content"):
            self.send(200, self.files[self.path.split("/")[-2]].decode(), "text/plain")
        elif name in self.batches:
            self.looks[name] = self.looks.get(name, 0) + 1
            if self.looks[name] == 2:
                self._finish_batch(name)
            self.send(200, json.dumps(self.batches[name]))
        elif "/batches" in self.path:
            listed = {"object": "list", "data": list(self.batches.values()), "has_more": False}
            self.send(200, json.dumps(listed))
        else:
            super().do_GET()

    def _file(self, name: str) -> dict[str, object]:
        return {"id": name, "object": "file", "bytes": len(self.files[name]), "created_at": 0,
                "filename": "orders.jsonl", "purpose": "batch", "status": "processed"}  # fmt: skip

    def _finish_batch(self, name: str) -> None:
        batch = self.batches[name]
        rows = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        lines = []
        for row in reversed(rows):
            response = {"status_code": 200, "body": completion_of(type(self).speak(row["body"]))}
            lines.append(json.dumps({"custom_id": row["custom_id"], "response": response}))
        output = f"{batch['input_file_id']}-out"
        self.files[output] = "\n".join(lines).encode()
        batch.update(status="completed", output_file_id=output)


def batching(say: Say) -> type[BatchHandler]:
    """A fresh server class with its own files and batches."""
    fields = {"speak": staticmethod(say), "files": {}, "batches": {}, "looks": {}}
    return type("Fresh", (BatchHandler,), fields)
