"""Fixtures that any test may ask for by name, and what all tests have in common.

Qt draws on no screen.  Hypothesis tries the same examples in every run and has no time limit
for one: a test that fails says something about the change, not about chance or a busy
machine.  `pytest --hypothesis-profile default` searches for new examples.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from whichone_core.languages import use_language

from tests.sound import null_sink as null_sink
from tests.sound import sound_card as sound_card

settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def pytest_configure() -> None:
    """In-process tests draw nowhere; those at a desk start the app with a platform of their own.

    What is said is English, whatever the computer of whoever runs them speaks.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["LANGUAGE"] = "en"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """The language is the process's: a test that changed it leaves English behind."""
    yield
    use_language("en")
