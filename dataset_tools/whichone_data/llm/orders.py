"""What is asked of a language model, as values, and the request that it becomes.

An order's key is the SHA-256 of all that is sent (model, prompts, parameters, the answer's
shape, the picture's file and the size that it is sent at) and of where: the same order is
never paid for twice, and any change makes it another one.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from whichone_core.errors import InputError

SIDE = 768
"""Pixels of the longer side that a picture is sent at."""
QUALITY = 90
"""Of the JPEG that is sent."""
MOST_TOKENS = 2000
"""Of an answer; models that think first need room for it."""


@dataclass(frozen=True, slots=True)
class Model:
    """Which model at which server.

    url: up to "/v1"; None for OpenAI's own.  is_strict: the server keeps to a JSON schema;
    else the schema stands in the prompt.  temperature: None where the server's own is used
    (some models take no other).
    """

    name: str
    url: str | None = None
    is_strict: bool = True
    temperature: float | None = None
    most_tokens: int = MOST_TOKENS


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told first, and its version, which goes up with every change."""

    name: str
    version: int
    text: str

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class Order:
    """One question to a model about one item.

    item: whose row it is, for the records.  answer: the shape that the answer must have.
    picture: its file, sent with the text; None for none.
    """

    item: str
    prompt: Prompt
    text: str
    answer: type[BaseModel]
    picture: Path | None = None
    side: int = SIDE

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The answer's JSON schema, as strict servers want it: every field required."""
        return _closed(self.answer.model_json_schema())

    @cached_property
    def picture_digest(self) -> str:
        """SHA-256 of the picture's file.  Raises InputError."""
        return hashlib.sha256(_bytes(self.picture)).hexdigest() if self.picture else ""


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    for part in (schema, *schema.get("$defs", {}).values()):
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["required"] = list(part.get("properties", {}))
    return schema


def key_of(order: Order, model: Model) -> str:
    """What the order is known by; see the module's docstring."""
    sent = [_body(order, model, f"{order.picture_digest} {order.side} {QUALITY}"), model.url]
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


def body_of(order: Order, model: Model) -> dict[str, Any]:
    """The request as JSON.  Raises InputError where the picture can't be read."""
    return _body(order, model, _sent(order.picture, order.side) if order.picture else "")


def _body(order: Order, model: Model, picture: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": order.text}]
    if picture:
        content.append({"type": "image_url", "image_url": {"url": picture}})
    system = order.prompt.text
    if not model.is_strict:
        system += f"\n\nAnswer with one JSON object of this schema:\n{json.dumps(order.schema)}"
    body: dict[str, Any] = {
        "model": model.name,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": content}],
        "response_format": _format(order) if model.is_strict else {"type": "json_object"},
        "max_completion_tokens": model.most_tokens,
    }
    if model.temperature is not None:
        body["temperature"] = model.temperature
    return body


def _format(order: Order) -> dict[str, Any]:
    named = {"name": order.answer.__name__, "strict": True, "schema": order.schema}
    return {"type": "json_schema", "json_schema": named}


def _sent(path: Path | None, side: int) -> str:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(_bytes(path))) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, Image.DecompressionBombError, ValueError) as error:
        raise _unreadable(path, error) from error
    picture.thumbnail((side, side))
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=QUALITY)
    return f"data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}"


def _bytes(path: Path | None) -> bytes:
    try:
        return path.read_bytes() if path else b""
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path | None, error: Exception) -> InputError:
    return InputError(f"The picture {path} can't be read.", cause=str(error))
