"""Which things "this" can mean at all."""

from __future__ import annotations

import pytest
from whichone_core.types.evidence import SceneObject
from whichone_models.builtin.referents import without_doubtful_support

from tests.scenes import thing

CUP, ORANGE = thing("cup", "left", saliency=0.2), thing("orange", "right", saliency=0.3)


def cloth(*, sure: bool = False, label: str = "dining table") -> SceneObject:
    return thing(label, sure=sure, saliency=0.98, size=1.0)


def test_a_cloth_that_passes_for_a_table_is_not_offered() -> None:
    kept = without_doubtful_support([cloth(), ORANGE, CUP], aspect=1.0)
    assert {one.label for one in kept} == {"cup", "orange"}


def test_what_lies_on_it_is_measured_anew() -> None:
    kept = without_doubtful_support([cloth(), ORANGE, CUP], aspect=1.0)
    assert all(one.saliency > 0.6 for one in kept)


@pytest.mark.parametrize(
    "support",
    [cloth(sure=True), cloth(label="sofa"), thing("table", "left", sure=False, size=0.3)],
    ids=["surely a table", "no support", "not under them"],
)
def test_what_may_well_be_meant_stays(support: SceneObject) -> None:
    things = [support, ORANGE, CUP]
    assert without_doubtful_support(things, aspect=1.0) == things


def test_a_table_with_one_thing_on_it_stays() -> None:
    assert len(without_doubtful_support([cloth(), CUP], aspect=1.0)) == 2
