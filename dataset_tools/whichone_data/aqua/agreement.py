"""How far people agree: per cent, Cohen's kappa for two, Fleiss' kappa for any fixed number.

Kappa is the agreement beyond what chance would give: (seen - by chance) / (1 - by chance).
Cohen 1960; Fleiss 1971.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations


def percent_agreement(items: Sequence[Sequence[Hashable]]) -> float | None:
    """Share of pairs of raters that say the same, over all items; None without any pair.

    items: for each item what its raters said.
    """
    same = total = 0
    for said in items:
        for one, other in combinations(said, 2):
            same += one == other
            total += 1
    return same / total if total else None


def cohens_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """For two raters; None without items, or where both always say one and the same."""
    if not pairs:
        return None
    first, second = (Counter(side) for side in zip(*pairs, strict=True))
    by_chance = sum(first[word] * second[word] for word in first) / len(pairs) ** 2
    seen = sum(one == other for one, other in pairs) / len(pairs)
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)


def fleiss_kappa(items: Sequence[Sequence[Hashable]]) -> float | None:
    """For as many raters on every item; None without items or without any variety.

    Raises ValueError where items have different numbers of raters, or fewer than two.
    """
    if not items:
        return None
    raters = len(items[0])
    if raters < 2 or any(len(said) != raters for said in items):
        raise ValueError("every item needs the same number of raters, at least two")
    seen = percent_agreement(items) or 0.0
    totals = Counter(word for said in items for word in said)
    by_chance = sum((count / (raters * len(items))) ** 2 for count in totals.values())
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)
