from __future__ import annotations

import pytest
from whichone_core.types.evidence import Evidence, Look, TextEvidence
from whichone_core.types.pictures import Box


def test_overlap_is_intersection_over_union() -> None:
    assert Box(0, 0, 0.5, 1).overlap(Box(0.25, 0, 0.75, 1)) == pytest.approx(1 / 3)


def test_boxes_apart_do_not_overlap() -> None:
    assert Box(0, 0, 0.2, 0.2).overlap(Box(0.5, 0.5, 1, 1)) == 0


def test_looked_tells_nothing_found_from_not_looked_for() -> None:
    assert Evidence(text=TextEvidence(), objects=None).looked == {Look.TEXT}
