"""The user guide by ear."""

from __future__ import annotations

import pytest

from tests.desk.desk import Desk

pytestmark = pytest.mark.desk


def test_enter_on_a_heading_reads_on_from_it(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.wait_quiet()
        desk.key("ctrl+shift+F1")
        desk.wait_spoken("F3 reads the next sentence")
        for heading in ("How to read this guide", "The three most important keys"):
            desk.wait_quiet()
            desk.key("Down")
            desk.wait_spoken(heading)
            desk.wait_quiet()
            desk.key("Return")
            desk.wait_spoken(f"Heading: {heading}")
            desk.wait_quiet()
            desk.key("shift+Tab")
            desk.wait_spoken("Headings")
