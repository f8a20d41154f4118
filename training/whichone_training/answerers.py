"""What can be asked about many pictures: a model in transformers, or the app's own engine.

All give the raw answer with its control word, and the log-probabilities of the five words
where the model is tuned with them, so that one evaluation measures them alike.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import Processor
from whichone_models.llama.geometry import fitted
from whichone_models.llama.runtime import Finished, ModelClient, Picture, Request, Turn

from .batches import Sample


@dataclass(frozen=True, slots=True)
class Replied:
    """A raw answer.  logs: natural log-probabilities of the words in Strategy's order."""

    text: str
    logs: tuple[float, ...] | None = None


class Answerer(Protocol):
    """Answers a batch of conversations, each about its picture."""

    @property
    def name(self) -> str: ...

    def answers(self, samples: Sequence[Sample]) -> list[Replied]: ...


class TransformersAnswerer:
    """A Hugging Face folder, greedily.  system: a prompt before everything ("" for none)."""

    def __init__(
        self, folder: Path, *, longest: int, batch: int, system: str = "", name: str = ""
    ) -> None:
        import torch
        from transformers import AutoModelForImageTextToText

        from .processors import load_processor

        self.name = name or folder.name
        self._longest, self._batch, self._system = longest, batch, system
        self._processor = load_processor(folder)
        model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32)
        self._model = model.to("cuda" if torch.cuda.is_available() else "cpu").eval()
        tokenizer = self._processor.tokenizer
        ids = [tokenizer(word, add_special_tokens=False)["input_ids"] for word in _WORDS]
        self._words = [one[0] for one in ids] if all(len(one) == 1 for one in ids) else None

    def answers(self, samples: Sequence[Sample]) -> list[Replied]:
        starts = range(0, len(samples), self._batch)
        return [
            reply for start in starts for reply in self._some(samples[start : start + self._batch])
        ]

    def _some(self, samples: Sequence[Sample]) -> list[Replied]:
        import torch

        made = self._processor.apply_chat_template(
            [self._messages(sample) for sample in samples],
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            add_generation_prompt=True,
            processor_kwargs={"padding": True},
        ).to(self._model.device)
        with torch.no_grad():
            found = self._model.generate(
                **made,
                max_new_tokens=self._longest,
                do_sample=False,
                output_logits=True,
                return_dict_in_generate=True,
            )
        start = made["input_ids"].shape[1]
        texts = self._processor.tokenizer.batch_decode(
            found.sequences[:, start:], skip_special_tokens=True
        )
        logs = torch.log_softmax(found.logits[0].float(), dim=-1)
        return [Replied(text, self._logs(row)) for text, row in zip(texts, logs, strict=True)]

    def _logs(self, row: Any) -> tuple[float, ...] | None:
        if self._words is None:
            return None
        return tuple(float(row[token]) for token in self._words)

    def _messages(self, sample: Sample) -> list[dict[str, Any]]:
        from PIL import Image

        first = [
            {"type": "image", "image": Image.fromarray(sample.picture)},
            {"type": "text", "text": sample.said[0]},
        ]
        turns: list[dict[str, Any]] = [{"role": "user", "content": first}]
        for place, text in enumerate(sample.said[1:], 1):
            role = "assistant" if place % 2 else "user"
            turns.append({"role": role, "content": [{"type": "text", "text": text}]})
        if self._system:
            told = [{"type": "text", "text": self._system}]
            return [{"role": "system", "content": told}, *turns]
        return turns


class ClientAnswerer:
    """The app's own way to a model (llama.cpp): see, ask for the odds, go on with the best.

    words: the control words it was trained with; a model without them just answers.
    processor: the size at which it sees, None for pictures as they are.
    """

    def __init__(
        self,
        client: ModelClient,
        name: str,
        *,
        longest: int,
        words: Mapping[Strategy, str] = CONTROL_WORDS,
        processor: Processor | None = None,
    ) -> None:
        self.name = name
        self._client, self._longest, self._processor = client, longest, processor
        self._words = tuple(words[strategy] for strategy in Strategy) if words else ()

    def answers(self, samples: Sequence[Sample]) -> list[Replied]:
        return [self._one(sample) for sample in samples]

    def _one(self, sample: Sample) -> Replied:
        shown = sample.picture
        if self._processor is not None:
            shown = fitted(shown, self._processor)
        key = f"{hashlib.sha256(shown.tobytes()).hexdigest()}:{shown.shape[1]}x{shown.shape[0]}"
        picture = Picture(key, shown)
        cancel = Cancel()
        said = sample.said
        earlier = tuple(Turn(said[n], said[n + 1]) for n in range(0, len(said) - 1, 2))
        self._client.see(picture, "")
        request = Request(
            picture=key,
            system="",
            user=said[-1],
            earlier=earlier,
            words=self._words,
            most_tokens=self._longest,
        )
        odds = self._client.ask(request, picture, cancel)
        if not self._words:
            return Replied("".join(_texts(self._client.go_on("", cancel))).strip())
        logs = odds.log_probabilities if odds is not None else (-math.inf,) * len(self._words)
        word = self._words[max(range(len(logs)), key=lambda place: logs[place])]
        text = "".join(_texts(self._client.go_on(word, cancel)))
        return Replied(f"{word}\n{text.strip()}", tuple(logs))


def _texts(pieces: Iterator[str | Finished]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield piece


_WORDS = tuple(CONTROL_WORDS[strategy] for strategy in Strategy)
