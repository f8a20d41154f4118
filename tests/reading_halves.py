"""What the encoder's half of the VizWiz-LF classifier tells where the words' half says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from whichone_data.vizwiz.reading import ReadingClassifier
from whichone_data.vizwiz.roles import LABELS
from whichone_data.vizwiz.training import Example, held_out_tables


def encoder_alone(classifier: ReadingClassifier, some: Sequence[Example]) -> dict[str, float]:
    """F1 by row of the table on the held-out questions among these, from 0 to 1.

    Every threshold is a half, since the classifier's own are those of both halves together.
    """
    mute = replace(
        classifier.words,
        weights=np.zeros_like(classifier.words.weights),
        offsets=np.zeros_like(classifier.words.offsets),
    )
    alone = replace(classifier, words=mute, thresholds=np.full(len(LABELS), 0.5, np.float32))
    by_label, _ = held_out_tables(alone, [one for one in some if not one.is_for_training])
    return {row.name: row.cells[0].measured or 0 for row in by_label.rows}
