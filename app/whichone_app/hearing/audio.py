"""The one form of sound in here: 16,000 samples a second, one channel, blocks of 30 ms.

That is what recognisers and voice activity detection work with; whatever a device gives is
brought into this form where it comes in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block = NDArray[np.int16]
    Speech = NDArray[np.float32]

RATE = 16_000
BLOCK_MS = 30
BLOCK = RATE * BLOCK_MS // 1000
"""Samples of one block."""


def as_speech(samples: Block) -> Speech:
    """16-bit samples as numbers from -1 to 1."""
    import numpy as np

    return np.asarray(samples / 32_768, dtype=np.float32)


def resampled(samples: Block, count: int) -> Block:
    """As many samples as wanted in place of those that a device gave in the same time.

    Each new sample is the mean of what it covers of the old ones, joined by straight lines:
    what is too high for the new rate mostly cancels out, which is enough for speech.
    """
    import numpy as np

    if len(samples) == count or not len(samples):
        return samples
    sums = np.concatenate([[0.0], np.cumsum(samples, dtype=np.float64)])
    edges = np.linspace(0.0, len(samples), count + 1)
    at_edges = np.interp(edges, np.arange(len(samples) + 1), sums)
    means = np.diff(at_edges) / np.diff(edges)
    return np.asarray(np.clip(np.round(means), -32_768, 32_767), dtype=np.int16)
