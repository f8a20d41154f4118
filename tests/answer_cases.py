"""Questions and what was found in the picture, for the exact sentences of each language."""

from __future__ import annotations

from whichone_core.languages import language_used, use_language
from whichone_core.ports import Prompt
from whichone_core.types.evidence import ColourShare, Evidence, LightReading, NameGuess
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent, Question, Stakes, TextField
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, evidence, hear, poor, prompt, question, reply_to, text, thing

ENGINE = BuiltinEngine(lambda: TODAY)

RED_AND_WHITE = [ColourShare("red", 0.5), ColourShare("white", 0.4)]
OF_THREE_COLOURS = [ColourShare("red", 0.35), ColourShare("white", 0.24), ColourShare("blue", 0.2)]
MOSTLY_DARK_BLUE = [ColourShare("dark blue", 0.5), ColourShare("white", 0.2)]

INFER, LIST, ASK = (0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8)
_WHAT = question(Intent.IDENTIFY, vague=True)
_COLOUR = question(Intent.COLOUR, vague=True)
_WHERE = question(Intent.WHERE, vague=True)
_DESCRIBE = question(Intent.DESCRIBE)
_CUPS = evidence(
    thing("cup", "left", "grey"),
    thing("cup", "right", "blue"),
    thing("apple", "middle", "green", sure=False),
    thing("orange", "top"),
    thing("orange", "bottom"),
    odds=ASK,
)
_MUGS = evidence(
    thing("mug", "left", "grey"),
    thing("mug", "right", "blue"),
    thing("mug", "middle", "green"),
    thing("mug", "top", "red"),
    odds=ASK,
)
_IN_A_ROW = evidence(
    thing("knife", "middle left", "red"),
    thing("knife", "middle", "red"),
    thing("knife", "middle right", "red"),
    thing("knife", "top", "red"),
    odds=ASK,
)


def _colour_of(label: str) -> Question:
    return question(Intent.COLOUR, targets=(label,))


def _count(*labels: str) -> Question:
    return question(Intent.COUNT, targets=labels)


def _where(label: str) -> Question:
    return question(Intent.WHERE, targets=(label,))


def _is_there(*labels: str, vague: bool = False) -> Question:
    return question(Intent.PRESENCE, targets=labels, vague=vague)


CASES: dict[str, tuple[Question, Evidence]] = {
    # direct and inferred: what it is
    "a red cup": (_WHAT, evidence(thing("cup", "left", "red"))),
    "orange scissors": (_WHAT, evidence(thing("scissors", "left", "orange"))),
    "an unsure elephant": (_WHAT, evidence(thing("elephant", "right", "grey", sure=False))),
    "a bear beside a bottle": (
        _WHAT,
        evidence(thing("bottle", "middle"), thing("bear", "right", "brown", sure=False)),
    ),
    "a bottle with print": (
        _WHAT,
        evidence(thing("bottle", "middle", "green"), read=text("ACME SOAP")),
    ),
    "a box with faint print": (
        _WHAT,
        evidence(thing("box", "middle", "blue"), read=text("TEA", score=0.6)),
    ),
    "a person or a hand": (
        _WHAT,
        evidence(thing("person", "bottom", size=0.4, sure=False)),
    ),
    "broccoli": (_WHAT, evidence(thing("broccoli", "middle", "green"))),
    "a guess": (_WHAT, evidence(name=NameGuess("teapot", 0.4))),
    "sunglasses as a guess": (_DESCRIBE, evidence(name=NameGuess("sunglasses", 0.6))),
    "print alone": (_WHAT, evidence(read=text("ORGANIC TOMATO SOUP", height=0.1))),
    "another and a third": (
        _WHAT,
        evidence(
            thing("cup", "middle", "red", saliency=0.9),
            thing("cup", "left", saliency=0.2),
            thing("book", "right", saliency=0.2),
            odds=INFER,
        ),
    ),
    "two more chairs": (
        _WHAT,
        evidence(
            thing("chair", "middle", saliency=0.9),
            thing("chair", "left", saliency=0.2),
            thing("chair", "right", saliency=0.2),
            odds=INFER,
        ),
    ),
    # listed
    "three things": (
        _WHAT,
        evidence(
            thing("cup", "left", "red"),
            thing("fork", "right", "light blue"),
            thing("apple", "middle", sure=False),
            odds=LIST,
        ),
    ),
    "two unsure things": (
        _WHAT,
        evidence(
            thing("dog", "left", "black"),
            thing("cat", "right", "white", sure=False),
            thing("sheep", "middle", "grey", sure=False),
            odds=LIST,
        ),
    ),
    "where two things are": (
        _WHERE,
        evidence(thing("cup", "left"), thing("book", "right"), odds=LIST),
    ),
    "where two unsure things are": (
        _WHERE,
        evidence(thing("cup", "left", sure=False), thing("book", "right", sure=False), odds=LIST),
    ),
    "the labels of two": (
        _WHAT,
        evidence(
            thing("bottle", "left", "red"),
            thing("book", "right", "blue"),
            read=text("ALPHA", left=0.0),
            odds=LIST,
        ),
    ),
    # asked back
    "which of several kinds": (_WHAT, _CUPS),
    "which of four mugs": (_COLOUR, _MUGS),
    "which of a row": (_WHERE, _IN_A_ROW),
    # colours
    "two cups of two colours": (
        _colour_of("cup"),
        evidence(thing("cup", "left", "red"), thing("cup", "right", "blue")),
    ),
    "two cups in one place": (
        _colour_of("cup"),
        evidence(thing("cup", "middle left", "red"), thing("cup", "middle right", "blue")),
    ),
    "five bottles": (
        _colour_of("bottle"),
        evidence(
            *(
                thing("bottle", place, colour)
                for place, colour in (
                    ("left", "red"),
                    ("right", "red"),
                    ("top", "blue"),
                    ("bottom", "green"),
                    ("middle", "blue"),
                )
            )
        ),
    ),
    "people's clothes": (
        _colour_of("person"),
        evidence(
            thing("person", "left", "red"),
            thing("person", "middle", MOSTLY_DARK_BLUE),
            thing("person", "right", OF_THREE_COLOURS),
        ),
    ),
    "one person's clothes": (_colour_of("person"), evidence(thing("person", "left", "blue"))),
    "both alike": (
        _colour_of("cup"),
        evidence(thing("cup", "left", "red"), thing("cup", "right", "red")),
    ),
    "all books alike": (
        _COLOUR,
        evidence(
            *(thing("book", p, "yellow") for p in ("left", "right", "top", "bottom")), odds=ASK
        ),
    ),
    "two colours": (_COLOUR, evidence(thing("chair", "left", RED_AND_WHITE))),
    "three colours": (_COLOUR, evidence(thing("couch", "left", OF_THREE_COLOURS))),
    "mostly one colour": (_COLOUR, evidence(thing("handbag", "left", MOSTLY_DARK_BLUE))),
    "red scissors": (_COLOUR, evidence(thing("scissors", "left", "red"))),
    "an unsure thing's colour": (_COLOUR, evidence(thing("vase", "left", "pink", sure=False))),
    "no thing but colour": (_COLOUR, evidence(colours=OF_THREE_COLOURS)),
    "a missing thing's colour": (
        question(Intent.COLOUR, targets=("elephant",), vague=True),
        evidence(colours=RED_AND_WHITE),
    ),
    "odd light": (
        _COLOUR,
        evidence(thing("tie", "left", "purple"), light=LightReading(10, 40, False)),
    ),
    "no colour": (_COLOUR, evidence()),
    # counts
    "two or three": (
        _count("cup"),
        evidence(thing("cup", "left"), thing("cup", "right"), thing("cup", "middle", sure=False)),
    ),
    "exactly one": (_count("fork"), evidence(thing("fork", "left"))),
    "perhaps one": (_count("knife"), evidence(thing("knife", "left", sure=False))),
    "none of two kinds": (_count("dog", "cat"), evidence()),
    "at least eight": (_count("person"), evidence(*(thing("person", "left") for _ in range(8)))),
    "several kinds": (
        question(Intent.COUNT),
        evidence(
            thing("cup", "left"),
            thing("scissors"),
            thing("broccoli"),
            thing("elephant", sure=False),
        ),
    ),
    # places
    "where one is": (_where("clock"), evidence(thing("clock", "left"))),
    "where a large one is": (_where("cup"), evidence(thing("cup", "left", size=0.8))),
    "where a small unsure one is": (
        _where("mug"),
        evidence(thing("mug", "top right", sure=False, size=0.1)),
    ),
    "where two are": (_where("cup"), evidence(thing("cup", "left"), thing("cup", "top"))),
    "where scissors are": (_where("scissors"), evidence(thing("scissors", "bottom left"))),
    # presence
    "yes, one": (_is_there("cat"), evidence(thing("cat", "top"))),
    "yes, two": (_is_there("dog"), evidence(thing("dog", "top"), thing("dog", "left"))),
    "perhaps": (_is_there("dog"), evidence(thing("dog", "top", sure=False))),
    "neither": (_is_there("cat", "fork"), evidence(thing("dog", "top"))),
    "rather another": (_is_there("cat", vague=True), evidence(thing("dog", "top"))),
    "yes, it is": (_is_there("dog", vague=True), evidence(thing("dog", "top"))),
    # descriptions
    "a scene": (
        _DESCRIBE,
        evidence(
            thing("cup", "left", "red"),
            thing("cup", "right", "blue"),
            thing("laptop", "middle", RED_AND_WHITE),
            thing("vase", "top", sure=False),
        ),
    ),
    "a scene in colours": (
        _DESCRIBE,
        evidence(name=NameGuess("teapot", 0.4), colours=RED_AND_WHITE),
    ),
    "not understood": (question(Intent.DESCRIBE, sure=False), evidence(thing("bed", "middle"))),
    "nothing": (_DESCRIBE, evidence()),
    # light
    "a lamp": (question(Intent.LIGHT), evidence(light=LightReading(50, 90, True))),
    "bright": (question(Intent.LIGHT), evidence(light=LightReading(60, 90, False))),
    "dim": (question(Intent.LIGHT), evidence(light=LightReading(30, 50, False))),
    "dark": (question(Intent.LIGHT), evidence(light=LightReading(10, 20, False))),
    "a dark screen": (
        question(Intent.LIGHT, targets=("tv",)),
        evidence(thing("tv", "left", "black")),
    ),
    "a lit screen": (
        question(Intent.LIGHT, targets=("laptop",)),
        evidence(thing("laptop", "left", "blue")),
    ),
    "an oven's lamp": (
        question(Intent.LIGHT, targets=("oven",)),
        evidence(light=LightReading(60, 90, False)),
    ),
    # text and codes
    "read": (question(Intent.READ), evidence(read=text("Push", "Fire exit"))),
    "read badly": (question(Intent.READ), evidence(read=text("Pu5h", score=0.6))),
    "read turned": (question(Intent.READ), evidence(read=text("Push", turned=90))),
    "nothing to read": (question(Intent.READ), evidence()),
    "no expiry date": (
        question(Intent.FIELD, field=TextField.EXPIRY),
        evidence(read=text("Hello")),
    ),
    "no instructions": (
        question(Intent.FIELD, field=TextField.INSTRUCTIONS),
        evidence(read=text("Hello")),
    ),
    "a price": (question(Intent.FIELD, field=TextField.PRICE), evidence(read=text("TOTAL $1.50"))),
    "no code": (question(Intent.CODE), evidence()),
    # high stakes
    "an expiry date": (
        question(Intent.FIELD, field=TextField.EXPIRY, stakes=Stakes.DATES),
        evidence(read=text("Best before: 14 MAR 2027")),
    ),
    "no mention of nuts": (
        question(
            Intent.FIELD,
            "Does it contain nuts or milk?",
            field=TextField.INGREDIENTS,
            stakes=Stakes.ALLERGENS,
        ),
        evidence(read=text("Water")),
    ),
    # can't tell
    "who": (question(Intent.BEYOND, "Who is it?"), evidence()),
    "beyond": (question(Intent.BEYOND), evidence(thing("cup"), thing("person"))),
}


def answered(language: str, name: str) -> str:
    """All that is said in a case: sentences, then options with " / " between, then the advice."""
    asked, found = CASES[name]
    return _said(language, prompt(asked, found))


POOR = (Flaw.DARK, Flaw.UNIFORM, Flaw.TILTED, Flaw.SMALL)
REPLIES = ("the blue one", "all of them", "the apple", "neither", "banana")


def answered_poorly(language: str, flaw: Flaw) -> str:
    """What is said of a picture with a flaw that hides everything."""
    hopeless = {Flaw.DARK: {"lightness_95": 1.0}, Flaw.BLURRED: {"strongest_edge": 1.0}}
    bad = poor(flaw, 0.0, **hopeless.get(flaw, {}))
    return _said(language, prompt(_WHAT, evidence(), bad))


def replied(language: str, words: str) -> str:
    """What is said after a reply to the question about cups, an apple and oranges."""
    before = language_used()
    use_language(language)
    try:
        first = hear(ENGINE, prompt(_WHAT, _CUPS))
        reply = reply_to(first, _WHAT, words)
        return _said(language, prompt(_WHAT, _CUPS, reply=reply))
    finally:
        use_language(before)


def _said(language: str, given: Prompt) -> str:
    before = language_used()
    use_language(language)
    try:
        said = hear(ENGINE, given)
    finally:
        use_language(before)
    options = " / ".join(option.text for option in said.options)
    return " ".join([said.text, *([options] if options else []), *said.retakes])
