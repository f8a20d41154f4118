"""The whole way of one question with the real engine: picture, keys, answer in the ear."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app import examples

from tests.desk.desk import Desk

pytestmark = pytest.mark.desk

EXAMPLES = Path(examples.__file__).parent


def test_the_expiry_date_on_a_label_is_heard(desk: Desk) -> None:
    with desk.app("builtin", str(EXAMPLES / "label.jpg")):
        desk.wait_spoken("Photo, ")
        desk.type("What is the expiry date?")
        desk.wait_quiet(0.2)
        desk.key("Return")
        desk.wait_spoken("2027")
        desk.key("F6")
        desk.wait_spoken("14 MAR 2027")


def test_a_covered_lens_is_named_with_what_to_do(desk: Desk) -> None:
    with desk.app("builtin", str(EXAMPLES / "covered.jpg")):
        desk.wait_spoken("Photo, ")
        desk.type("What is this?")
        desk.wait_quiet(0.2)
        desk.key("Return")
        desk.wait_spoken("covered|dark|lens")
