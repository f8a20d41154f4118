"""The words and the direction of a piece of camera advice, for what the user moves.

A camera that is carried shows what is cut off on its left when it moves to the left.  Held up
to a camera that faces its owner, a thing has to go to the owner's left (the camera's right),
and down where its top is cut off.  A page under a camera that stands above it goes the other
way in both directions.
"""

from __future__ import annotations

from whichone_core.catalogue import _
from whichone_core.languages import N_
from whichone_core.picture.guidance import Problem, Trouble
from whichone_core.settings import Moved
from whichone_core.types.quality import Side

_WORDS = {
    Problem.DARK: N_("Too dark. Turn on a light, or uncover the lens."),
    Problem.COVERED: N_("I see only one surface. Move back."),
    Problem.BRIGHT: N_("Too bright. Turn away from the light."),
    Problem.MOVING: N_("Hold still."),
    Problem.BLURRED: N_("Blurred. Keep still while it focuses."),
    Problem.TOO_CLOSE: N_("Too close. Move back."),
    Problem.NOTHING: N_("Nothing found. Move slowly."),
    Problem.GLARE: N_("Glare. Tilt it a little."),
    Problem.GOOD: N_("Good, hold still."),
}
_OPPOSITE = {
    Side.LEFT: Side.RIGHT,
    Side.RIGHT: Side.LEFT,
    Side.TOP: Side.BOTTOM,
    Side.BOTTOM: Side.TOP,
}
_MOVE_CAMERA = {
    Side.LEFT: N_("Move the camera left. {why}"),
    Side.RIGHT: N_("Move the camera right. {why}"),
    Side.TOP: N_("Move the camera up. {why}"),
    Side.BOTTOM: N_("Move the camera down. {why}"),
}
_MOVE_IT = {
    Side.LEFT: N_("Move it left. {why}"),
    Side.RIGHT: N_("Move it right. {why}"),
    Side.TOP: N_("Move it up. {why}"),
    Side.BOTTOM: N_("Move it down. {why}"),
}
_MOVE_PAGE = {
    **_MOVE_IT,
    Side.TOP: N_("Move it away from you. {why}"),
    Side.BOTTOM: N_("Move it towards you. {why}"),
}

CHARACTERS_S, BEGIN_S = 20.0, 0.3
"""How fast advice is spoken, and how long a voice takes to begin."""


def advice_words(trouble: Trouble, moved: Moved = Moved.CAMERA) -> str:
    """What is said: what to do first, as it can be done while the rest is still heard."""
    way = direction(trouble, moved)
    if way is None:
        return _(_WORDS[trouble.problem])
    is_cut_off = trouble.problem is Problem.CUT_OFF
    why = _("Text is cut off.") if is_cut_off else _("It is at the edge.")
    if moved is Moved.CAMERA:
        return _(_MOVE_CAMERA[way], why=why)
    return _((_MOVE_PAGE if moved is Moved.PAGE else _MOVE_IT)[way], why=why)


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
