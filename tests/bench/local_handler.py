"""llama-cpp-python's ready-made way to ask about a picture, to compare with."""

from __future__ import annotations

import base64
import io
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_models.llama.library import physical_cores


class Handler:
    """Llama with its Qwen25VLChatHandler, the tower as converted."""

    def __init__(self, text: Path, tower: Path, system: str) -> None:
        import llama_cpp
        from llama_cpp.llama_chat_format import Qwen25VLChatHandler

        self._system = system
        threads = physical_cores()
        self._llama: Any = llama_cpp.Llama(
            str(text),
            chat_handler=Qwen25VLChatHandler(clip_model_path=str(tower)),
            n_ctx=4096,
            n_batch=512,
            n_threads=threads,
            n_threads_batch=threads,
            flash_attn=True,
            verbose=False,
        )

    def asked(self, pixels: NDArray[np.uint8], question: str, next_one: str) -> tuple[float, float]:
        """Seconds to the first token of a question and of a follow-up about one picture."""
        turns: list[dict[str, Any]] = [
            {"role": "system", "content": self._system},
            {"role": "user", "content": [_as_url(pixels), _as_text(question)]},
        ]
        first = self._first_token(turns)
        turns.append({"role": "assistant", "content": "There are two people near the door."})
        turns.append({"role": "user", "content": [_as_text(next_one)]})
        return first, self._first_token(turns)

    def warm(self, pixels: NDArray[np.uint8]) -> None:
        """Have it load its tower, which it does at the first picture."""
        self._first_token([{"role": "user", "content": [_as_url(pixels)]}])

    def close(self) -> None:
        self._llama.close()

    def _first_token(self, turns: list[dict[str, Any]]) -> float:
        began = time.perf_counter()
        stream = self._llama.create_chat_completion(
            messages=turns, max_tokens=1, temperature=0.0, stream=True
        )
        for part in stream:
            choice = part["choices"][0]
            if choice["delta"].get("content") or choice["finish_reason"]:
                break
        found = time.perf_counter() - began
        list(stream)
        return found


def _as_text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _as_url(pixels: NDArray[np.uint8]) -> dict[str, Any]:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    data = base64.b64encode(buffer.getvalue()).decode()
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
