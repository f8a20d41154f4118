"""What can understand speech, by name; nothing heavy is loaded before one is chosen."""

from __future__ import annotations

from collections.abc import Callable

from whichone_core.ports import Listener
from whichone_core.registry import Registry

RECOGNISERS: Registry[Callable[[], Listener]] = Registry(
    "recogniser",
    {
        "moonshine": "whichone_app.hearing.moonshine:open_listener",
        "whisper": "whichone_app.hearing.whisper:open_listener",
    },
)
"""Each loads its model when it is first used; choosing one costs nothing."""
