"""Scenes and questions about the things in them, for what the built-in engine says."""

from __future__ import annotations

from whichone_core.types.answers import Reason
from whichone_core.types.evidence import ColourShare
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, question, thing

ENGINE = BuiltinEngine(lambda: TODAY)
ONE, TWO, MANY = (0.9, 0.08, 0.02), (0.2, 0.7, 0.1), (0.1, 0.2, 0.7)
BLUE_AND_WHITE = (ColourShare("blue", 0.5), ColourShare("white", 0.4))
MIXED = (ColourShare("red", 0.35), ColourShare("white", 0.3), ColourShare("blue", 0.2))
RED_MUG = thing("mug", "middle", "red")
PERHAPS_MUG = thing("mug", "middle", "red", sure=False)
TWO_CUPS = (thing("cup", "left", "red"), thing("cup", "right", "blue"))
TABLE = (
    thing("cup", "left", "red"),
    thing("cup", "middle", "blue"),
    thing("cup", "right", "white"),
    thing("laptop", "top", "grey"),
    thing("book", "bottom right", "green", sure=False),
)
WHAT = question(Intent.IDENTIFY, "What is this?", vague=True)
COLOUR = question(Intent.COLOUR, "What colour is this?", vague=True)
CUPS = question(Intent.COUNT, "How many cups?", targets=("cup",))
WHERE_CUP = question(Intent.WHERE, "Where is the cup?", targets=("cup",))
IS_THERE = question(Intent.PRESENCE, "Is there a cup?", targets=("cup",))
DESCRIBE = question(Intent.DESCRIBE, "What is in the picture?")
UNSURE = question(Intent.DESCRIBE, "blorb the wug", sure=False)
DIRECT, INFER, LIST = Strategy.DIRECT, Strategy.INFER, Strategy.LIST
CLARIFY, ABSTAIN = Strategy.CLARIFY, Strategy.ABSTAIN
NOT_FOUND, BEYOND_ENGINE = Reason.NOT_FOUND, Reason.BEYOND_ENGINE
