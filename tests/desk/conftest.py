"""One desk for all tests that use a screen reader; starting it takes about two seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.desk import Desk, missing_packages, open_desk


@pytest.fixture(scope="session")
def shared_desk() -> Iterator[Desk]:
    _need_programs()
    with open_desk() as running:
        yield running


@pytest.fixture
def desk(shared_desk: Desk) -> Iterator[Desk]:
    """A running desk with Orca; skipped, with what to install, where a part is missing.

    What a test chose (signs that are named, how much is said) does not last to the next.
    """
    yield shared_desk
    home = Path(shared_desk.environ["XDG_CONFIG_HOME"])
    (home / "whichone" / "settings.toml").unlink(missing_ok=True)


@pytest.fixture
def quiet_desk() -> Iterator[Desk]:
    """A running desk on which no screen reader runs."""
    _need_programs()
    with open_desk(has_reader=False) as running:
        yield running


def _need_programs() -> None:
    missing = missing_packages()
    if missing:
        pytest.skip(f"no screen reader to test with: apt-get install {' '.join(missing)}")
