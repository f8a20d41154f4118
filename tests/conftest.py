"""Fixtures that any test may ask for by name, and a Qt without a screen for all of them."""

import os

from tests.sound import null_sink as null_sink
from tests.sound import sound_card as sound_card


def pytest_configure() -> None:
    """In-process tests draw nowhere; those at a desk start the app with a platform of their own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
