"""One desk for all tests that use a screen reader; starting it takes about two seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desk.desk import Desk, missing_packages, open_desk


@pytest.fixture(scope="session")
def desk() -> Iterator[Desk]:
    """A running desk with Orca; skipped, with what to install, where a part is missing."""
    _need_programs()
    with open_desk() as running:
        yield running


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
