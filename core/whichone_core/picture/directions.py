"""The words and the direction of a piece of camera advice, for what the user moves.

A camera that is carried shows what is cut off on its left when it moves to the left.  Held up
to a camera that faces its owner, a thing has to go to the owner's left (the camera's right),
and down where its top is cut off.  A page under a camera that stands above it goes the other
way in both directions.
"""

from __future__ import annotations

from whichone_core.picture.guidance import Problem, Trouble
from whichone_core.settings import Moved
from whichone_core.types import Side

_WORDS = {
    Problem.DARK: "Too dark. Turn on a light, or uncover the lens.",
    Problem.COVERED: "I see only one surface. Move back.",
    Problem.BRIGHT: "Too bright. Turn away from the light.",
    Problem.MOVING: "Hold still.",
    Problem.BLURRED: "Blurred. Keep still while it focuses.",
    Problem.TOO_CLOSE: "Too close. Move back.",
    Problem.NOTHING: "Nothing found. Move slowly.",
    Problem.GLARE: "Glare. Tilt it a little.",
    Problem.GOOD: "Good, hold still.",
}
_PLACES = {
    Side.LEFT: "on the left",
    Side.RIGHT: "on the right",
    Side.TOP: "at the top",
    Side.BOTTOM: "at the bottom",
}
_OPPOSITE = {
    Side.LEFT: Side.RIGHT,
    Side.RIGHT: Side.LEFT,
    Side.TOP: Side.BOTTOM,
    Side.BOTTOM: Side.TOP,
}
_TOWARDS = {Side.LEFT: "to the left", Side.RIGHT: "to the right", Side.TOP: "up"}


def advice_words(trouble: Trouble, moved: Moved = Moved.CAMERA) -> str:
    """What is said: what is wrong, and the one thing to do."""
    if trouble.side is None:
        return _WORDS[trouble.problem]
    what = "Text is cut off" if trouble.problem is Problem.CUT_OFF else "It is at the edge"
    way = direction(trouble, moved)
    assert way is not None
    thing = "the camera" if moved is Moved.CAMERA else "it"
    towards = _TOWARDS.get(way, "down")
    if moved is Moved.PAGE and way in {Side.TOP, Side.BOTTOM}:
        towards = "away from you" if way is Side.TOP else "towards you"
    return f"{what} {_PLACES[trouble.side]}. Move {thing} {towards}."


def direction(trouble: Trouble, moved: Moved = Moved.CAMERA) -> Side | None:
    """Where the user has to move what is moved, seen from the user; None for nowhere."""
    side = trouble.side
    if side is None or moved is Moved.CAMERA:
        return side
    is_vertical = side in {Side.TOP, Side.BOTTOM}
    return _OPPOSITE[side] if is_vertical or moved is Moved.PAGE else side
