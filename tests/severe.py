"""Pictures with a severe flaw, as they are measured, and how bold an answer is."""

from __future__ import annotations

from whichone_core.types.quality import Flaw
from whichone_core.types.strategies import Strategy

from tests.scenes import evidence, poor, text, thing

SMEAR = poor(Flaw.BLURRED, sharpness=7.4, strongest_edge=33.9)
"""As VizWiz_val_00001273 is measured, which five of five people could not recognise; the mini
model was sure of "a yellow heart" in it."""

FLAWS = (
    SMEAR,
    poor(Flaw.UNIFORM, strongest_edge=1.0),
    poor(Flaw.DARK, lightness_95=6.0),
    poor(Flaw.BRIGHT, clipped=0.97),
    poor(Flaw.BLURRED, sharpness=12.0, strongest_edge=4.3),
)
"""A smear, a covered lens, night, glare, and a blur without edges."""

CROWD = evidence(
    *(thing(label, place, "red") for label, place in zip(
        ("cup", "cup", "book", "laptop", "vase"), ("left", "right", "middle", "top", "bottom"),
        strict=True)),
    odds=(0.1, 0.2, 0.7),
    read=text("TOMATO SOUP"),
)  # fmt: skip
"""What detectors may be sure of in any picture."""


def is_bolder(one: Strategy, other: Strategy) -> bool:
    """Whether a strategy claims more than another; abstaining claims nothing."""
    order = list(Strategy)
    return order.index(one) < order.index(other)
