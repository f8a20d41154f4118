"""One session from its start to its end by keyboard alone, with everything heard in its order.

The program as it is installed, its own engine, and a camera on the network for the retake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from whichone_app import examples

from tests.aimed import DARK, GOOD
from tests.desk.desk import PATIENCE_S, Desk
from tests.desk.test_program import ask, open_picture
from tests.network_camera import NetworkCamera, network_camera

pytestmark = pytest.mark.desk

EXAMPLES = Path(examples.__file__).parent
IN_ORDER = (
    "WhichOne frame",
    "Question text",
    "Photo, good quality",
    "Which one do you mean",
    "1: the grey cup",
    "2: the blue cup",
    r"It is a blue cup",
    r"It is a blue cup",
    r"\bblue\b",
    "b, l, u, e",
    "Answer copied",
    r"Photo\. .*covered",
    r"The picture is covered or blank, so I can't tell\. Uncover the lens",
    "Too dark. Turn on a light",
    "Picture taken",
    "The camera is off again",
    r"14(th of)? MAR|14th of March",
    "commands are in the list",
)
"""What has to be heard, one after the other, with anything between."""


def missing(heard: Sequence[str], wanted: Sequence[str]) -> str:
    """The first thing that is not heard in its order, or nothing."""
    text, place = "\n".join(heard), 0
    for pattern in wanted:
        found = re.compile(pattern).search(text, place)
        if found is None:
            return f"{pattern!r} is not heard after {text[max(0, place - 200) : place]!r}"
        place = found.end()
    return ""


@pytest.fixture
def camera(desk: Desk) -> Iterator[NetworkCamera]:
    """This user's camera, in the dark."""
    with network_camera(DARK, every_s=0.3) as net:
        desk.environ["WHICHONE_CAMERA"] = net.address
        try:
            yield net
        finally:
            del desk.environ["WHICHONE_CAMERA"]


def test_a_whole_session_by_keyboard_alone(desk: Desk, camera: NetworkCamera) -> None:
    before = len(desk.heard.ever)
    with desk.program() as process:
        open_picture(desk, EXAMPLES / "table.jpg")
        desk.wait_spoken("Photo, good quality.")
        clarify_and_read(desk)
        abstain_and_retake(desk, camera)
        desk.key("F1")
        desk.wait_spoken("All keys dialog")
        desk.wait_spoken("commands are in the list")
        desk.wait_quiet()
        desk.key("Escape")
        desk.wait_spoken("Question text")
        desk.wait_quiet()
        desk.key("ctrl+q")
        assert process.wait(PATIENCE_S) == 0
    heard = desk.heard.ever[before:]
    assert missing(heard, IN_ORDER) == ""


def clarify_and_read(desk: Desk) -> None:
    """Ask, reply with a digit, hear it again, spell a word of it, copy it."""
    ask(desk, "What is this?")
    desk.wait_spoken("1: .* 2: ")
    desk.wait_quiet(0.5)
    ask(desk, "2")
    desk.wait_spoken("It is a blue cup")
    desk.wait_quiet(0.5)
    desk.key("ctrl+r")
    desk.wait_spoken("It is a blue cup")
    for word in ("It", "is", "a", "blue"):
        desk.key("F5")
        desk.wait_spoken(rf"\b{word}\b")
    desk.key("F9")
    desk.wait_spoken("b, l, u, e")
    desk.key("ctrl+shift+c")
    desk.wait_spoken("Answer copied")


def abstain_and_retake(desk: Desk, camera: NetworkCamera) -> None:
    """A picture that shows nothing, what to do, and a better one with the camera."""
    open_picture(desk, EXAMPLES / "covered.jpg")
    desk.wait_spoken(r"Photo\. .*covered")
    ask(desk, "What does it say?")
    desk.wait_spoken("so I can't tell. Uncover the lens")
    desk.wait_quiet(0.5)
    desk.key("F4")
    desk.wait_spoken("Too dark. Turn on a light")
    camera.show(GOOD)
    desk.wait_spoken("Picture taken")
    desk.wait_spoken("The camera is off again")
    desk.wait_quiet()
    ask(desk, "What is the expiry date?")
    desk.wait_spoken("March|MAR")
    desk.wait_quiet(0.5)
