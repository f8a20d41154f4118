"""Sentences as vectors of a small encoder, each read between its question and its neighbours.

An answer is read in windows: its question, then as many of its sentences as fit.  A sentence's
vector is the mean of its tokens' after the encoder's third layer.  Of all-MiniLM-L6-v2's six
layers the third and fourth tell sources best (weighted F1 beside the words, held-out thirds of
the training side: 0.856, 0.866, 0.863, 0.862 and 0.854 after two to six); the last ones are
made for comparing whole sentences.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError

from .bertscore import encoder_folder, encoder_name, open_encoder

PACKAGED = "package"
"""What `--encoder` is given to take the encoder of the package that carries one."""
LAYERS = 3
LONGEST_WINDOW = 128
LONGEST_QUESTION = 40
LONGEST_SENTENCE = 80
LONGEST_BEFORE = 40
"""Tokens; the last is of the sentence before a window's first, which is read but not kept."""

SentenceVectors = NDArray[np.float32]
"""Shape (sentences, size)."""
TokenVectors = NDArray[np.floating[Any]]
"""Shape (tokens of a window, size)."""


class SentenceEncoder(Protocol):
    """Reads an answer and gives a vector for each of its sentences."""

    name: str
    size: int

    def vectors(self, question: str, sentences: Sequence[str]) -> SentenceVectors:
        """One row for each sentence."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens that are read together; spans are those of its sentences, from and up to."""

    tokens: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def windows(head: Sequence[int], sentences: Sequence[Sequence[int]], end: int) -> Iterator[Window]:
    """All sentences in order, each in one window after the head; end stands after each."""
    tokens = list(head)
    spans: list[tuple[int, int]] = []
    for sentence in sentences:
        if spans and len(tokens) + len(sentence) + 1 > LONGEST_WINDOW:
            yield Window(tuple(tokens), tuple(spans))
            before = tokens[slice(*spans[-1])][-LONGEST_BEFORE:]
            tokens, spans = [*head, *before, end], []
        spans.append((len(tokens), len(tokens) + len(sentence)))
        tokens += [*sentence, end]
    if spans:
        yield Window(tuple(tokens), tuple(spans))


class LocalSentences:
    """The first layers of an encoder in a Hugging Face folder.  Raises SetupError, InputError."""

    def __init__(self, folder: Path, layers: int = LAYERS) -> None:
        self.name = encoder_name(folder)
        self._tokenizer, self._model = open_encoder(folder)
        self.size = int(self._model.config.hidden_size)
        found = getattr(getattr(self._model, "encoder", None), "layer", None)
        marks = (self._tokenizer.cls_token_id, self._tokenizer.sep_token_id)
        if found is None or None in marks:
            raise InputError(
                f"{folder} holds an encoder of another kind.", remedy="Name one of BERT's kind."
            )
        self._model.encoder.layer, self._above = found[:layers], found[layers:]

    def above(self, count: int) -> Any:
        """Copies of so many layers after the last that is read: a ModuleList.  InputError."""
        if len(self._above) < count:
            raise InputError(
                f"The encoder {self.name} has too few layers.",
                remedy=f"Name one with {len(self._model.encoder.layer) + count} layers or more.",
            )
        return copy.deepcopy(self._above[:count])

    def vectors(self, question: str, sentences: Sequence[str]) -> SentenceVectors:
        """The windows of one answer go together."""
        read = self.windows(question, sentences)
        if not read:
            return np.zeros((0, self.size), dtype=np.float32)
        rows = [
            hidden[begin:stop].mean(axis=0)
            for hidden, window in zip(self.hidden(read), read, strict=True)
            for begin, stop in window.spans
        ]
        return np.asarray(rows, dtype=np.float32)

    def windows(self, question: str, sentences: Sequence[str]) -> list[Window]:
        """What is read together: all sentences of an answer, in order."""
        first, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        head = [first, *self._tokens(question)[:LONGEST_QUESTION], end]
        # A sentence without tokens is one unknown token, so that it has a vector.
        texts = [
            self._tokens(sentence)[:LONGEST_SENTENCE] or [self._tokenizer.unk_token_id]
            for sentence in sentences
        ]
        return list(windows(head, texts, end))

    def _tokens(self, text: str) -> list[int]:
        found: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return found

    def hidden(self, read: Sequence[Window]) -> list[TokenVectors]:
        """The tokens of each window after the last layer that is read."""
        import torch

        longest = max(len(window.tokens) for window in read)
        tokens = torch.zeros((len(read), longest), dtype=torch.long)
        there = torch.zeros_like(tokens)
        for place, window in enumerate(read):
            tokens[place, : len(window.tokens)] = torch.tensor(window.tokens)
            there[place, : len(window.tokens)] = 1
        with torch.inference_mode():
            found = self._model(input_ids=tokens, attention_mask=there)
        vectors = found.last_hidden_state.numpy()
        return [row[: len(window.tokens)] for row, window in zip(vectors, read, strict=True)]


class HashedSentences:
    """An encoder for tests: a sentence is the mean of its words, each at a place of its own."""

    name = "hashed words"
    size = 64

    def vectors(self, question: str, sentences: Sequence[str]) -> SentenceVectors:
        """The question's words count a tenth."""
        asked = self._mean(question)
        rows = [self._mean(sentence) + asked / 10 for sentence in sentences]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.size)

    def _mean(self, text: str) -> SentenceVectors:
        found = np.zeros(self.size, dtype=np.float32)
        words = text.lower().split()
        for word in words:
            found[zlib.crc32(word.encode()) % self.size] += 1 / len(words)
        return found


def open_sentences(named: str, layers: int = LAYERS) -> LocalSentences:
    """The encoder in the folder that is named, or the package's.  SetupError, InputError."""
    return LocalSentences(encoder_folder(None if named == PACKAGED else Path(named)), layers)
