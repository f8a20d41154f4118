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
_OPPOSITE = {
    Side.LEFT: Side.RIGHT,
    Side.RIGHT: Side.LEFT,
    Side.TOP: Side.BOTTOM,
    Side.BOTTOM: Side.TOP,
}
_TOWARDS = {Side.LEFT: "left", Side.RIGHT: "right", Side.TOP: "up", Side.BOTTOM: "down"}

CHARACTERS_S, BEGIN_S = 20.0, 0.3
"""How fast advice is spoken, and how long a voice takes to begin."""


def advice_words(trouble: Trouble, moved: Moved = Moved.CAMERA) -> str:
    """What is said: what to do first, as it can be done while the rest is still heard."""
    way = direction(trouble, moved)
    if way is None:
        return _WORDS[trouble.problem]
    why = "Text is cut off" if trouble.problem is Problem.CUT_OFF else "It is at the edge"
    thing = "the camera" if moved is Moved.CAMERA else "it"
    towards = _TOWARDS[way]
    if moved is Moved.PAGE and way in {Side.TOP, Side.BOTTOM}:
        towards = "away from you" if way is Side.TOP else "towards you"
    return f"Move {thing} {towards}. {why}."


def speaking_s(text: str) -> float:
    """About how many seconds it takes to say a text."""
    return BEGIN_S + len(text) / CHARACTERS_S


def direction(trouble: Trouble, moved: Moved = Moved.CAMERA) -> Side | None:
    """Where the user has to move what is moved, seen from the user; None for nowhere."""
    side = trouble.side
    if side is None or moved is Moved.CAMERA:
        return side
    is_vertical = side in {Side.TOP, Side.BOTTOM}
    return _OPPOSITE[side] if is_vertical or moved is Moved.PAGE else side
