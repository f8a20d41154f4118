"""Which features the window has, in the order in which their commands stand in the menus."""

from __future__ import annotations

from .asking import Asking
from .features import FeatureMaker
from .listening import Listening
from .reading import ReadingKeys
from .settings_window.feature import SettingsFeature
from .speaking import Speaking

FEATURES: tuple[FeatureMaker, ...] = (
    Listening,
    Asking,
    ReadingKeys,
    Speaking,
    SettingsFeature,
)
