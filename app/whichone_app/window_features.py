"""Which features the window has, in the order in which their commands stand in the menus."""

from __future__ import annotations

from .aiming.feature import AimFeature
from .asking import Asking
from .earcons import Earcons
from .features import FeatureMaker
from .global_shortcut import FromAnywhere
from .guide.feature import Guide
from .listening import Listening
from .model_memory import ModelMemoryFeature
from .more_pictures import MorePictures
from .neighbours import Neighbours
from .new_version import NewVersionFeature
from .reading import ReadingKeys
from .renewing import Renewing
from .settings_window.feature import SettingsFeature
from .speaking import Speaking
from .study.feature import study

FEATURES: tuple[FeatureMaker, ...] = (
    Neighbours,
    MorePictures,
    AimFeature,
    FromAnywhere,
    Earcons,
    Listening,
    Asking,
    ReadingKeys,
    Speaking,
    Renewing,
    SettingsFeature,
    ModelMemoryFeature,
    NewVersionFeature,
    study,
    Guide,
)
