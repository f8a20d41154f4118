"""Which features the window has, in the order in which their commands stand in the menus."""

from __future__ import annotations

from .features import FeatureMaker
from .listening import Listening

FEATURES: tuple[FeatureMaker, ...] = (Listening,)
