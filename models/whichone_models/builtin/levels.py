"""The chance of each AQuA level, given how unsure the detectors are of what they found.

AQuA's level is a count of salient boxes (`saliency.py`), and the largest box sets the scale.
Thresholding detections first and counting then throws away that a second thing was nearly
seen.  Here each possible thing exists with its own chance, independently, and the count's
distribution is worked out exactly: over which existing thing is the largest, and for the
smaller ones, each salient with a chance that rises around the threshold (boxes are not
exact), by adding up one at a time (a Poisson binomial distribution).  O(n^2) for n things.

Accepted: things are taken as independent, and things that no detector saw at all are not
counted (a further chance for them, tried with 5% and 10%, made the odds no likelier).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from whichone_core.picture.saliency import (
    AREA_WEIGHT,
    NEARNESS_WEIGHT,
    SALIENT_ABOVE,
    areas,
    distances,
)
from whichone_core.types.strategies import Strategy

from .objects import Thing, corners_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOFTNESS = 0.05
"""Width of the step at the salience threshold, on saliency's scale, as found boxes are not
exact; of 0.03, 0.05 and 0.07 this made the levels of COCO photos likeliest, held out."""

MOST_COUNTED = 5
LEVELS = (Strategy.INFER, Strategy.LIST, Strategy.CLARIFY)

EMPHASIS: Mapping[Strategy, float] = {
    Strategy.INFER: 1.0,
    Strategy.LIST: 1.2,
    Strategy.CLARIFY: 4.0,
}
"""How much likelier than among COCO photos each level is taken to be.  There the levels
stand 69 to 30 to 1; a benchmark with equal levels and a user who needs to be asked see
them far more evenly.  A mild step in that direction, not the whole way (1, 2, 80)."""


def count_odds(things: Sequence[Thing], aspect: float) -> NDArray[np.float64]:
    """Chance of 0, 1, ... MOST_COUNTED (and more) salient things, shape (MOST_COUNTED + 1,).

    aspect: width / height of the picture in pixels.  Saliency is by the default rule.
    """
    boxes = corners_of(things)
    area = areas(boxes)
    order = np.argsort(-area, kind="stable")
    area, chance = area[order], np.array([things[i].chance for i in order])
    nearness = NEARNESS_WEIGHT * (1.0 - distances(boxes[order], aspect))
    odds = np.zeros(MOST_COUNTED + 1)
    none_larger = 1.0
    for largest in np.flatnonzero(area > 0):
        rest = slice(largest + 1, None)
        score = AREA_WEIGHT * area[rest] / area[largest] + nearness[rest]
        is_salient = 1.0 / (1.0 + np.exp((SALIENT_ABOVE - score) / SOFTNESS))
        odds += none_larger * chance[largest] * _one_and(chance[rest] * is_salient)
        none_larger *= 1.0 - chance[largest]
    odds[0] += none_larger
    return odds


def _one_and(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distribution of one plus how many of independent events happen; the last entry: or more."""
    odds = np.zeros(MOST_COUNTED + 1)
    odds[1] = 1.0
    for chance in chances:
        more = odds * chance
        odds = odds - more
        odds[1:] += more[:-1]
        odds[-1] += more[-1]
    return odds


def level_odds(
    things: Sequence[Thing], aspect: float, emphasis: Mapping[Strategy, float] = EMPHASIS
) -> Mapping[Strategy, float] | None:
    """Chance of INFER (one salient thing), LIST (two or three) and CLARIFY (more); None
    where there is no thing at all.

    Four count as CLARIFY: AQuA leaves them out, a user cannot.  No salient thing goes with
    one: whatever is there is then what "this" means.
    """
    if not things:
        return None
    odds = count_odds(things, aspect)
    plain = (odds[0] + odds[1], odds[2] + odds[3], odds[4:].sum())
    weighted = {level: emphasis[level] * p for level, p in zip(LEVELS, plain, strict=True)}
    total = sum(weighted.values())
    return {level: float(weight / total) for level, weight in weighted.items()}
