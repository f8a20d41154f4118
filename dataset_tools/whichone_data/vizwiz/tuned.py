"""An encoder whose upper layers were trained along with the labels: vectors of its sentences.

The first layers stay as they came.  Those above them were trained once or several times from
other beginnings (`tuning.py`); a sentence's vector is what each of these members makes of it,
side by side: the mean of its tokens, scaled to mean 0 and spread 1.  The file holds the trained
layers alone and is refused beside another encoder.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError, StorageError

from .encoded import LocalSentences, SentenceVectors, TokenVectors, open_sentences

FORMAT = "whichone-tuned-1"
TUNED = "tuned.npz"
"""The file of the trained layers in a project folder."""
KEPT = 2
"""Layers that stay as they came."""
TRAINED = 2
"""Layers above them that are trained; those above these are not read."""

Spans = Sequence[tuple[int, int]]
"""The tokens of each sentence of a window, from and up to."""
Layers = Mapping[str, NDArray[np.float16]]
"""One member: its arrays by name."""


class TunedSentences:
    """A `SentenceEncoder` of one or more members.  Raises InputError where layers don't fit."""

    def __init__(self, base: LocalSentences, members: Sequence[Layers]) -> None:
        self._base = base
        self.members = tuple(members)
        self._uppers = [_filled(base.above(TRAINED), member) for member in members]
        self.name = f"{base.name}, tuned {_digest(self.members)[:16]}"
        self.size = base.size * len(members)

    def vectors(self, question: str, sentences: Sequence[str]) -> SentenceVectors:
        """One row for each sentence, the members' vectors side by side."""
        import torch

        read = self._base.windows(question, sentences)
        if not read:
            return np.zeros((0, self.size), dtype=np.float32)
        hidden, spans = self._base.hidden(read), [window.spans for window in read]
        with torch.inference_mode():
            parts = [read_on(upper, hidden, spans).numpy() for upper in self._uppers]
        return np.asarray(np.hstack(parts), dtype=np.float32)


def read_on(upper: Any, hidden: Sequence[TokenVectors], spans: Sequence[Spans]) -> Any:
    """Windows through the upper layers: a tensor with a row for each of their sentences."""
    import torch

    longest, size = max(map(len, hidden)), hidden[0].shape[1]
    tokens = torch.zeros(len(hidden), longest, size)
    # Added to what attention finds: nothing for tokens, the least number for padding.
    mask = torch.full((len(hidden), 1, 1, longest), torch.finfo(torch.float32).min)
    means = torch.zeros(sum(map(len, spans)), len(hidden) * longest)
    row = 0
    for place, (vectors, some) in enumerate(zip(hidden, spans, strict=True)):
        tokens[place, : len(vectors)] = torch.from_numpy(vectors.astype(np.float32))
        mask[place, ..., : len(vectors)] = 0
        for begin, stop in some:
            means[row, place * longest + begin : place * longest + stop] = 1 / (stop - begin)
            row += 1
    for layer in upper:
        made = layer(tokens, attention_mask=mask)
        tokens = made[0] if isinstance(made, tuple) else made
    return torch.nn.functional.layer_norm(means @ tokens.reshape(-1, size), (size,))


def layers_of(upper: Any) -> Layers:
    """The arrays of trained layers, as they are kept: half precision."""
    return {
        name: np.asarray(array.detach().numpy(), dtype=np.float16)
        for name, array in upper.state_dict().items()
    }


def _filled(upper: Any, layers: Layers) -> Any:
    import torch

    arrays = {name: torch.from_numpy(array.astype(np.float32)) for name, array in layers.items()}
    try:
        upper.load_state_dict(arrays)
    except RuntimeError as error:
        raise InputError(
            "The trained layers are those of another encoder.",
            remedy="Train again with whichone-data vizwiz train --encoder --fine-tune.",
            cause=str(error),
        ) from error
    return upper.eval()


def save_tuned(encoder: TunedSentences, path: Path) -> None:
    """Write the trained layers, without pickles.  Raises StorageError."""
    part = path.with_name(f"part-{path.name}")
    arrays = {
        f"{number} {name}": array
        for number, member in enumerate(encoder.members)
        for name, array in member.items()
    }
    try:
        np.savez(part, allow_pickle=False, format=np.array(FORMAT), **arrays)
        part.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def load_tuned(path: Path, base: LocalSentences) -> TunedSentences:
    """Read what `save_tuned` wrote; base keeps KEPT layers.  Raises InputError."""
    members: dict[str, dict[str, NDArray[np.float16]]] = {}
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise ValueError(f"format {file['format']}")
            for kept in file.files:
                number, _, name = kept.partition(" ")
                if name:
                    members.setdefault(number, {})[name] = file[kept]
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(
            f"{path} holds no trained layers.",
            remedy="Train them with whichone-data vizwiz train --encoder --fine-tune.",
            cause=str(error),
        ) from error
    return TunedSentences(base, list(members.values()))


def trained_encoder(folder: Path, named: str) -> LocalSentences | TunedSentences:
    """The encoder that a project's classifier was trained with, its own layers where it has any.

    Raises SetupError, InputError.
    """
    path = folder / TUNED
    if path.exists():
        return load_tuned(path, open_sentences(named, KEPT))
    return open_sentences(named)


def _digest(members: Sequence[Layers]) -> str:
    """Tells trained layers from others."""
    digest = hashlib.sha256()
    for member in members:
        for name, array in sorted(member.items()):
            digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
