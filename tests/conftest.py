"""Fixtures that any test may ask for by name."""

from tests.sound import _one_sound_server as _one_sound_server
from tests.sound import null_sink as null_sink
