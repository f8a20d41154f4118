"""A camera aimed by somebody who hears Orca and sees nothing, with the real eyes."""

from __future__ import annotations

import pytest

from tests.aimed import CUT_OFF, DARK, GOOD, waved
from tests.desk.desk import Desk
from tests.network_camera import network_camera

pytestmark = pytest.mark.desk


def test_from_the_dark_to_an_answer(desk: Desk) -> None:
    """The person does what is advised: light, stillness, then the way to move."""
    with network_camera(DARK, every_s=0.3) as net, desk.app("scripted", "--camera", net.address):
        desk.type("what is this")
        desk.wait_quiet(1.0)
        desk.key("F4")
        desk.wait_spoken("Camera starting")
        desk.wait_spoken("Too dark. Turn on a light")
        net.show(*[waved(step) for step in range(3)])
        desk.wait_spoken("Hold still")
        net.show(CUT_OFF)
        desk.wait_spoken("Move the camera left. Text is cut off")
        net.show(GOOD)
        desk.wait_spoken("Picture taken")
        desk.wait_spoken("The camera is off again. Nothing is stored")
        desk.wait_quiet()
        desk.key("Return")  # the question stands where it was typed, and so does the focus
        desk.wait_spoken("It is a tin of tomato soup")
        while net.readers:
            net.over.wait(0.01)


def test_leaving_is_heard_and_the_focus_is_back(desk: Desk) -> None:
    """In the dark, where no picture is taken by itself meanwhile."""
    with network_camera(DARK, every_s=0.3) as net, desk.app("scripted", "--camera", net.address):
        desk.key("F4")
        desk.wait_focus("Take the picture", "push button")
        desk.wait_spoken("Camera starting")
        desk.key("Escape")
        desk.wait_spoken("You have left the camera")
        desk.wait_spoken("The camera is off again")
        desk.wait_spoken("Question text")
