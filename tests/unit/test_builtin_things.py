"""What the built-in engine says about things: the five strategies, situation by situation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from whichone_core.types import (
    Box,
    ColourShare,
    Evidence,
    Flaw,
    Intent,
    LightReading,
    NameGuess,
    QualityReport,
    Question,
    Reason,
    Role,
    SceneObject,
    Strategy,
    TextEvidence,
    TextLine,
)
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, evidence, hear, poor, prompt, question, reply_to, text, thing

ENGINE = BuiltinEngine(lambda: TODAY)

ONE, TWO, MANY = (0.9, 0.08, 0.02), (0.2, 0.7, 0.1), (0.1, 0.2, 0.7)
BLUE_AND_WHITE = (ColourShare("blue", 0.5), ColourShare("white", 0.4))
MIXED = (ColourShare("red", 0.35), ColourShare("white", 0.3), ColourShare("blue", 0.2))

RED_MUG = thing("mug", "middle", "red")
PERHAPS_MUG = thing("mug", "middle", "red", sure=False)
TWO_CUPS = (thing("cup", "left", "red"), thing("cup", "right", "blue"))
THREE_CUPS = (*TWO_CUPS, thing("cup", "middle", "white"))
TABLE = (
    thing("cup", "left", "red"),
    thing("cup", "middle", "blue"),
    thing("cup", "right", "white"),
    thing("laptop", "top", "grey"),
    thing("book", "bottom right", "green", sure=False),
)

WHAT = question(Intent.IDENTIFY, "What is this?", vague=True)
COLOUR = question(Intent.COLOUR, "What colour is this?", vague=True)
WHERE_IS_IT = question(Intent.WHERE, "Where is it?", vague=True)
CUP_COLOUR = question(Intent.COLOUR, "What colour is the cup?", targets=("cup",))
THIS_CUP_COLOUR = question(Intent.COLOUR, "this cup", targets=("cup",), vague=True)
SHIRT = question(Intent.COLOUR, "What colour is this shirt?", unknown=("shirt",), vague=True)
HOW_MANY = question(Intent.COUNT, "How many are there?")
CUPS = question(Intent.COUNT, "How many cups?", targets=("cup",))
PEOPLE = question(Intent.COUNT, "How many people?", targets=("person",))
ANIMALS = question(Intent.COUNT, "How many animals?", targets=("animal",))
WHERE_CUP = question(Intent.WHERE, "Where is the cup?", targets=("cup",))
KEYS = question(Intent.WHERE, "Where are my keys?", unknown=("keys",))
IS_THERE = question(Intent.PRESENCE, "Is there a cup?", targets=("cup",))
IS_THIS = question(Intent.PRESENCE, "Is this a cup?", targets=("cup",), vague=True)
DESCRIBE = question(Intent.DESCRIBE, "What is in the picture?")
UNSURE = question(Intent.DESCRIBE, "blorb the wug", sure=False)
SOUP = question(Intent.IDENTIFY, "What kind of soup is this?", unknown=("soup",), vague=True)
LIGHT = question(Intent.LIGHT, "Is the light on?")
BEYOND = question(Intent.BEYOND, "Does this suit me?", vague=True)


@dataclass(frozen=True)
class Case:
    asked: Question
    found: Evidence
    strategy: Strategy
    said: str
    reason: Reason | None = None
    quality: QualityReport = field(default_factory=QualityReport)


DIRECT, INFER, LIST = Strategy.DIRECT, Strategy.INFER, Strategy.LIST
CLARIFY, ABSTAIN = Strategy.CLARIFY, Strategy.ABSTAIN

INFERRED = [
    Case(WHAT, evidence(RED_MUG, odds=ONE), INFER, "It is a red mug."),
    Case(WHAT, evidence(PERHAPS_MUG, odds=ONE), INFER, "It looks like a red mug."),
    Case(WHAT, evidence(RED_MUG), INFER, "It is a red mug."),
    Case(WHAT, evidence(thing("scissors", colour="black")), INFER,
         "They are a pair of black scissors."),
    Case(WHAT, evidence(thing("tv"), odds=ONE), INFER, "It is a TV."),
    Case(WHAT, evidence(thing("umbrella"), odds=ONE), INFER, "It is an umbrella."),
    Case(WHAT, evidence(thing("orange"), odds=ONE), INFER, "It looks like an orange."),
    Case(WHAT, evidence(thing("umbrella", colour="light blue")), INFER,
         "It is a light blue umbrella."),
    Case(WHAT, evidence(thing("person", colour="blue"), odds=ONE), INFER, "It is a person."),
    Case(WHAT, evidence(name=NameGuess("teapot, pot", 0.6)), INFER,
         "It might be a teapot, but I am not sure."),
    Case(COLOUR, evidence(RED_MUG, odds=ONE), INFER, "The mug is red."),
    Case(COLOUR, evidence(PERHAPS_MUG, odds=ONE), INFER, "What looks like a mug is red."),
    Case(COLOUR, evidence(RED_MUG, thing("book", "left", "blue", saliency=0.3), odds=ONE), INFER,
         "The mug is red."),
    Case(COLOUR, evidence(PERHAPS_MUG, thing("book", "left", "blue", saliency=0.3), odds=ONE),
         INFER, "What looks like a mug is red."),
    Case(COLOUR, evidence(RED_MUG, thing("book", "left", "blue", saliency=0.65), odds=ONE), INFER,
         "I think you mean the mug: it is red."),
    Case(COLOUR, evidence(thing("scissors", colour="red"),
                          thing("book", "left", "blue", saliency=0.3), odds=ONE),
         INFER, "The scissors are red."),
    Case(COLOUR, evidence(thing("mug", colour=BLUE_AND_WHITE)), INFER,
         "The mug is blue and white."),
    Case(COLOUR, evidence(thing("mug", colour=MIXED)), INFER,
         "The mug is a mix of red, white and blue."),
    Case(COLOUR, evidence(thing("mug", colour=(ColourShare("red", 0.5),
                                               ColourShare("white", 0.1)))), INFER,
         "The mug is mostly red."),
    Case(COLOUR, evidence(thing("person", colour="blue")), INFER, "The person is in blue."),
    Case(COLOUR, evidence(colours=BLUE_AND_WHITE), INFER,
         "The middle of the picture is blue and white."),
    Case(SHIRT, evidence(thing("person"), colours=BLUE_AND_WHITE), INFER,
         "I can't pick out the shirt itself, "
         "but the middle of the picture is blue and white."),
    Case(THIS_CUP_COLOUR, evidence(colours=BLUE_AND_WHITE), INFER,
         "I can't make out the cup, but the middle of the picture is blue and white."),
    Case(COLOUR, evidence(thing("person", colour="blue"), thing("dog", "left", "brown",
                                                               saliency=0.65), odds=ONE), INFER,
         "I think you mean the dog: it is brown."),
    Case(COLOUR, evidence(thing("person", colour="blue", size=0.8),
                          thing("ball", "left", "red", saliency=0.2), odds=ONE), INFER,
         "The person is in blue."),
    Case(COLOUR, evidence(thing("person", colour=(ColourShare("blue", 0.5),
                                                  ColourShare("white", 0.1)))), INFER,
         "The person is mostly in blue."),
    Case(COLOUR, evidence(thing("person", colour=MIXED)), INFER,
         "The person is in red, white and blue."),
    Case(WHERE_IS_IT, evidence(RED_MUG, odds=ONE), INFER, "The mug is in the middle."),
    Case(HOW_MANY, evidence(*TWO_CUPS), INFER, "I can see two cups."),
    Case(IS_THIS, evidence(thing("bottle")), INFER,
         "I don't see a cup: it looks like a bottle."),
]  # fmt: skip

LISTED = [
    Case(WHAT, evidence(*TWO_CUPS, odds=TWO), LIST,
         "I can see two things: a red cup on the left and a blue cup on the right."),
    Case(WHAT, evidence(*TWO_CUPS), LIST,
         "I can see two things: a red cup on the left and a blue cup on the right."),
    Case(WHAT, evidence(RED_MUG, thing("book", "right", sure=False), odds=TWO), LIST,
         "I can see two things: a red mug in the middle and what looks like a book on the right."),
    Case(COLOUR, evidence(*TWO_CUPS, odds=TWO), LIST,
         "The cup on the left is red, the one on the right is blue."),
    Case(COLOUR, evidence(thing("cup", "left", "red"), thing("book", "right", BLUE_AND_WHITE),
                          odds=TWO), LIST,
         "The cup on the left is red, the book on the right is blue and white."),
    Case(COLOUR, evidence(thing("cup", "left", "red"), thing("scissors", "right", "black"),
                          odds=TWO), LIST,
         "The cup on the left is red, the scissors on the right are black."),
    Case(COLOUR, evidence(thing("cup", "middle left", "red"), thing("cup", "middle right", "blue"),
                          odds=TWO), LIST,
         "Of the two cups, the left one is red, the right one is blue."),
    Case(COLOUR, evidence(thing("cup", "left", "red"), thing("cup", "right", "red"), odds=TWO),
         LIST, "Both cups are red."),
    Case(COLOUR, evidence(*(thing("person", p, "black") for p in ("left", "middle", "right")),
                          odds=TWO), LIST, "All three people are in black."),
    Case(WHAT, evidence(*(thing("person", p) for p in ("left", "middle", "right")), odds=TWO),
         LIST, "I can see three people: on the left, in the middle and on the right."),
    Case(WHAT, evidence(thing("person"), thing("motorcycle"), odds=TWO), LIST,
         "I can see two things: a person and a motorcycle."),
    Case(WHAT, evidence(RED_MUG, thing("book", "left", sure=False), thing("vase", sure=False),
                        odds=TWO), LIST,
         "I can see three things: a red mug in the middle, "
         "and what looks like a book on the left and a vase in the middle."),
    Case(WHERE_IS_IT, evidence(thing("person"), thing("motorcycle"), odds=TWO), LIST,
         "The person and the motorcycle are in the middle."),
    Case(WHERE_IS_IT, evidence(*(thing("person", p) for p in ("left", "right")), odds=TWO), LIST,
         "I can see two people: on the left and on the right."),
    Case(COLOUR, evidence(*THREE_CUPS, odds=TWO), LIST,
         "The cup on the left is red, the one in the middle is white, "
         "the one on the right is blue."),
]  # fmt: skip

ASKED = [
    Case(WHAT, evidence(*TABLE, odds=MANY), CLARIFY,
         "Which one do you mean: one of the three cups, the laptop, or what looks like a book?"),
    Case(COLOUR, evidence(*TABLE), CLARIFY,
         "Which one do you mean: one of the three cups, the laptop, or what looks like a book?"),
    Case(COLOUR, evidence(*(thing("cup", p, colour) for p, colour in
                            zip(("left", "right", "top", "bottom"),
                                ("red", "red", "blue", "white"), strict=True))),
         CLARIFY, "Which of the four cups do you mean?"),
    Case(COLOUR, evidence(*(thing("cup", p, "red") for p in ("left", "right", "top", "bottom"))),
         LIST, "All four cups are red."),
    Case(WHERE_IS_IT, evidence(*TABLE, odds=MANY), CLARIFY,
         "Which one do you mean: one of the three cups, the laptop, or what looks like a book?"),
    Case(WHAT, evidence(*(thing("person", p) for p in ("left", "right", "top")), thing("dog"),
                        odds=MANY), CLARIFY,
         "Which one do you mean: one of the three people or the dog?"),
]  # fmt: skip

NAMED = [
    Case(CUP_COLOUR, evidence(*TABLE, odds=MANY), DIRECT,
         "The cup on the left is red, the one in the middle is blue, "
         "the one on the right is white."),
    Case(CUP_COLOUR, evidence(RED_MUG), DIRECT, "The mug is red."),
    Case(CUP_COLOUR, evidence(PERHAPS_MUG), DIRECT, "What looks like a mug is red."),
    Case(CUP_COLOUR, evidence(thing("cup", "left", "red"), thing("cup", "right", "red"),
                              thing("cup", "top", "red"), thing("cup", "bottom", "blue")),
         DIRECT, "Of the four cups, three are red and one is blue."),
    Case(CUPS, evidence(*THREE_CUPS), DIRECT, "I can see three cups."),
    Case(CUPS, evidence(TWO_CUPS[0]), DIRECT, "I can see one cup."),
    Case(CUPS, evidence(*TWO_CUPS, thing("cup", "top", sure=False)), DIRECT,
         "I can see at least two cups, perhaps three."),
    Case(CUPS, evidence(TWO_CUPS[0], thing("cup", "top", sure=False)), DIRECT,
         "I can see at least one cup, perhaps two."),
    Case(CUPS, evidence(thing("cup", "top", sure=False)), DIRECT,
         "I may see a cup, but I am not sure."),
    Case(PEOPLE, evidence(*(thing("person", p) for p in
                            ("left", "right", "top", "bottom", "middle", "top left", "top right"))),
         DIRECT, "I can see at least seven people."),
    Case(ANIMALS, evidence(thing("dog", "left"), thing("dog", "right"), thing("cat")), DIRECT,
         "I can see two dogs and a cat."),
    Case(HOW_MANY, evidence(*TABLE), DIRECT,
         "I can see three cups, a laptop and what looks like a book."),
    Case(WHERE_CUP, evidence(RED_MUG), DIRECT, "The mug is in the middle."),
    Case(WHERE_CUP, evidence(PERHAPS_MUG), DIRECT, "What looks like a mug is in the middle."),
    Case(WHERE_CUP, evidence(*TWO_CUPS), DIRECT,
         "I can see two cups: on the left and on the right."),
    Case(IS_THERE, evidence(thing("cup", "left")), DIRECT, "Yes, there is a cup on the left."),
    Case(IS_THERE, evidence(*TWO_CUPS), DIRECT,
         "Yes, I can see two cups: on the left and on the right."),
    Case(IS_THERE, evidence(PERHAPS_MUG), DIRECT,
         "I may see a mug in the middle, but I am not sure."),
    Case(IS_THIS, evidence(thing("cup")), DIRECT, "Yes, it looks like a cup."),
    Case(KEYS, evidence(read=text("Spare keys")), DIRECT, "I can read Spare keys in the middle."),
]  # fmt: skip

DESCRIBED = [
    Case(DESCRIBE, evidence(*TABLE), DIRECT,
         "I can see three cups, a laptop and what looks like a book."),
    Case(DESCRIBE, evidence(thing("knife", "left"), thing("knife", "right"), thing("broccoli")),
         DIRECT, "I can see two knives and some broccoli."),
    Case(DESCRIBE, evidence(colours=BLUE_AND_WHITE), DIRECT,
         "I can't name anything in it, but the middle of the picture is blue and white."),
    Case(DESCRIBE, evidence(read=text("Exit")), DIRECT, "I can read: Exit."),
    Case(UNSURE, evidence(*TWO_CUPS), DIRECT, "I can see two cups."),
    Case(LIGHT, evidence(light=LightReading(55, 95, True)), DIRECT, "A light seems to be on."),
    Case(LIGHT, evidence(light=LightReading(55, 80, False)), DIRECT,
         "It looks bright here, but I see no lamp that is on."),
    Case(LIGHT, evidence(light=LightReading(8, 20, False)), DIRECT, "It looks dark here.",
         quality=poor(Flaw.DARK, lightness_95=5.0)),
    Case(LIGHT, evidence(light=LightReading(30, 60, False)), DIRECT, "It looks dim here."),
]  # fmt: skip

NOT_FOUND, BEYOND_ENGINE = Reason.NOT_FOUND, Reason.BEYOND_ENGINE
ABSTAINED = [
    Case(WHAT, evidence(), ABSTAIN, "I can't make it out in this picture.", NOT_FOUND),
    Case(WHAT, evidence(name=NameGuess("teapot", 0.1)), ABSTAIN,
         "I can't make it out in this picture.", NOT_FOUND),
    Case(COLOUR, evidence(), ABSTAIN, "I can't make out the colour.", NOT_FOUND),
    Case(CUP_COLOUR, evidence(colours=BLUE_AND_WHITE), ABSTAIN,
         "I don't see a cup, but I may have missed it.", NOT_FOUND),
    Case(CUPS, evidence(thing("book")), ABSTAIN,
         "I don't see any cups, but I may have missed some.", NOT_FOUND),
    Case(IS_THERE, evidence(thing("book")), ABSTAIN,
         "I don't see a cup, but I may have missed it.", NOT_FOUND),
    Case(WHERE_CUP, evidence(), ABSTAIN,
         "I don't see a cup, but I may have missed it.", NOT_FOUND),
    Case(KEYS, evidence(thing("book")), ABSTAIN,
         "I can't look for keys without the language model.", BEYOND_ENGINE),
    Case(SOUP, evidence(thing("bowl")), ABSTAIN,
         "I can't tell which soup it is, as I read no text on it.", Reason.NO_TEXT),
    Case(BEYOND, evidence(thing("person")), ABSTAIN,
         "I can't judge that without the language model.", BEYOND_ENGINE),
    Case(DESCRIBE, evidence(), ABSTAIN, "I can't make out anything in this picture.", NOT_FOUND),
    Case(LIGHT, Evidence(), ABSTAIN, "I couldn't measure the light.", NOT_FOUND),
    Case(WHAT, evidence(), ABSTAIN, "The picture is covered or blank, so I can't tell.",
         Reason.BAD_PICTURE, poor(Flaw.UNIFORM)),
    Case(COLOUR, evidence(PERHAPS_MUG), ABSTAIN, "The picture is too dark, so I can't tell.",
         Reason.BAD_PICTURE, poor(Flaw.DARK, lightness_95=2.0)),
    Case(DESCRIBE, evidence(), ABSTAIN, "The picture is blurred, so I can't tell.",
         Reason.BAD_PICTURE, poor(Flaw.BLURRED, sharpness=1.0, strongest_edge=1.0)),
]  # fmt: skip


@pytest.mark.parametrize(
    "case",
    INFERRED + LISTED + ASKED + NAMED + DESCRIBED + ABSTAINED,
    ids=lambda case: f"{case.strategy}: {case.asked.text} {case.said}"[:80],
)
def test_what_is_said_first(case: Case) -> None:
    said = hear(ENGINE, prompt(case.asked, case.found, case.quality))
    assert (said.strategy, said.first) == (case.strategy, case.said)
    assert said.decision.reason is case.reason
    assert len(said.retakes) == (1 if case.strategy is ABSTAIN else 0)
    assert bool(said.options) == (case.strategy is CLARIFY)


# ------------------------------------------------------------------------- what follows


def _roles(said: Said) -> list[tuple[Role, str]]:
    return [(sentence.role, sentence.text) for sentence in said.sentences]


def test_details_come_after_the_answer() -> None:
    said = hear(
        ENGINE, prompt(WHAT, evidence(RED_MUG, thing("book", "left", saliency=0.2), odds=ONE))
    )
    assert _roles(said) == [
        (Role.ANSWER, "It is a red mug."),
        (Role.AUXILIARY, "It is in the middle."),
        (Role.AUXILIARY, "I can also see a book."),
    ]


def test_another_one_of_a_kind_is_called_another() -> None:
    crowd = (thing("cup"), thing("cup", "left", saliency=0.3), thing("book", "top", saliency=0.2))
    said = hear(ENGINE, prompt(WHAT, evidence(*crowd, odds=ONE)))
    assert said.sentences[-1].text == "I can also see another cup and a book."


def test_a_description_says_places_and_colours_on_more() -> None:
    said = hear(ENGINE, prompt(DESCRIBE, evidence(*TABLE)))
    assert [text for role, text in _roles(said) if role is Role.AUXILIARY] == [
        "The three cups are on the left, in the middle and on the right.",
        "The grey laptop is at the top.",
        "What looks like a green book is at the bottom right.",
    ]


def test_a_product_is_named_by_what_is_printed_on_it() -> None:
    bottle = thing("bottle", size=0.5)
    said = hear(ENGINE, prompt(WHAT, evidence(bottle, read=text("Oatly", "Oat milk"), odds=ONE)))
    assert said.first == "It looks like a bottle that says: Oatly, Oat milk."


def test_little_print_does_not_make_a_thing_doubtful() -> None:
    found = evidence(thing("mug"), read=text("Hi", height=0.02), odds=ONE)
    assert hear(ENGINE, prompt(WHAT, found)).first == "It is a mug that says: Hi."


def test_print_before_a_refrigerator_is_a_carton_rather_than_its_name() -> None:
    found = evidence(thing("refrigerator", size=0.8), read=text("Milk", height=0.1), odds=ONE)
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.text == "It says: Milk. I can also see a refrigerator."


def test_many_of_a_kind_are_named_without_asking_which() -> None:
    grapes = [thing("orange", p) for p in ("left", "right", "top", "bottom")]
    said = hear(ENGINE, prompt(WHAT, evidence(*grapes, odds=MANY)))
    assert said.strategy is LIST
    assert said.first.startswith("I can see four oranges: on the left")


def test_print_that_was_read_badly_is_hedged() -> None:
    found = evidence(thing("bottle", size=0.5), read=text("Oatly", "Milk", score=0.6), odds=ONE)
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.first == "It looks like a bottle that seems to say: Oatly, Milk."


def test_a_person_never_says_what_is_printed_beside_them() -> None:
    found = evidence(thing("person", size=0.5), read=text("Sale"), odds=ONE)
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.first == "It is a person."
    assert (Role.AUXILIARY, "I can read: Sale.") in _roles(said)


def test_much_print_settles_what_this_is() -> None:
    """A package held up in front of a shelf: what stands on the shelf does not count."""
    label = text("Heinz", "Tomato Soup", height=0.3)
    found = evidence(*(thing("bottle", p) for p in ("left", "right", "top", "bottom")),
                     read=label, odds=MANY)  # fmt: skip
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.strategy is INFER
    assert said.first == "It says: Heinz, Tomato Soup."


def test_a_guess_by_the_classifier_stays_a_hedge() -> None:
    found = evidence(thing("vase", sure=False), name=NameGuess("teapot", 0.7), odds=ONE)
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.first == "It might be a teapot, but I am not sure."
    assert (Role.AUXILIARY, "I can also see what looks like a vase.") in _roles(said)


def test_a_name_that_is_no_likelier_stays_in_the_background() -> None:
    found = evidence(thing("vase", sure=False), name=NameGuess("teapot", 0.4), odds=ONE)
    said = hear(ENGINE, prompt(WHAT, found))
    assert said.first == "It looks like a vase."
    assert (Role.AUXILIARY, "It might be a teapot.") in _roles(said)


def test_long_lists_of_colours_are_told_shortly() -> None:
    people = [
        thing(
            "person",
            p,
            colour=(ColourShare(c, 0.45), ColourShare("pink", 0.2), ColourShare("white", 0.15)),
        )
        for p, c in (("bottom left", "blue"), ("middle", "grey"), ("top right", "black"))
    ]
    said = hear(ENGINE, prompt(COLOUR, evidence(*people, odds=TWO)))
    assert len(said.first.split()) <= 25
    mixed = [
        thing("person", "bottom left", MIXED, sure=False),
        thing("sheep", "middle", MIXED),
        thing("potted plant", "bottom right", MIXED, sure=False),
    ]
    assert hear(ENGINE, prompt(COLOUR, evidence(*mixed, odds=TWO))).first == (
        "If I see it right, the person at the bottom left is mostly in red, "
        "the sheep in the middle is mostly red, the potted plant at the bottom right is mostly red."
    )


def test_many_of_a_kind_are_counted_by_their_main_colour() -> None:
    asked = question(Intent.COLOUR, "What colour are the people?", targets=("person",))
    spots = ("left", "right", "top", "bottom", "middle")
    shares = [
        (ColourShare(c, 0.5), ColourShare("pink", 0.3))
        for c in ("black", "black", "black", "white", "blue")
    ]
    people = [thing("person", p, colour=s) for p, s in zip(spots, shares, strict=True)]
    assert hear(ENGINE, prompt(asked, evidence(*people))).first == (
        "Of the five people, three are mostly in black, one is mostly in white "
        "and one is mostly in blue."
    )


def test_no_one_is_forgotten_where_colours_are_many() -> None:
    asked = question(Intent.COLOUR, "What colour are the cups?", targets=("cup",))
    cups = [
        thing("cup", p, c)
        for p, c in zip(
            ("left", "right", "top", "bottom", "middle"),
            ("red", "red", "blue", "white", "grey"),
            strict=True,
        )
    ]
    assert hear(ENGINE, prompt(asked, evidence(*cups))).first == (
        "Of the five cups, two are red, one is blue, one is white and the rest differ."
    )


def test_people_everywhere_are_not_listed_place_by_place() -> None:
    asked = question(Intent.WHERE, "Where are the people?", targets=("person",))
    crowd = [thing("person", p) for p in ("left", "right", "top", "bottom", "middle")]
    said = hear(ENGINE, prompt(asked, evidence(*crowd)))
    assert said.first == "I can see five people: all over the picture."


HAND = replace(thing("person"), score=0.6, box=Box(0.0, 0.3, 0.6, 1.0))


def test_a_hand_that_holds_something_is_not_called_a_person() -> None:
    said = hear(ENGINE, prompt(WHAT, evidence(HAND, odds=ONE)))
    assert said.first == "It looks like a person or a hand."
    crowd = evidence(HAND, thing("cup", "left"), thing("book", "top"), thing("dog"), odds=MANY)
    asked = hear(ENGINE, prompt(WHAT, crowd))
    chosen = hear(ENGINE, prompt(WHAT, crowd, reply=reply_to(asked, WHAT, "the person")))
    assert chosen.first == "It looks like a person."
    held = hear(ENGINE, prompt(WHAT, evidence(HAND, read=text("Oatly", height=0.02), odds=ONE)))
    assert held.first == "It says: Oatly."
    holding = replace(thing("bottle", saliency=0.4), box=Box(0.3, 0.3, 0.7, 0.8))
    assert hear(ENGINE, prompt(WHAT, evidence(HAND, holding, odds=ONE))).first == "It is a bottle."


def read_at(*lines: tuple[str, float]) -> TextEvidence:
    """Lines of one size, each at its height in the picture, 0 at the top."""
    return TextEvidence(
        tuple(TextLine(line, 0.95, Box(0.4, y, 0.6, y + 0.04)) for line, y in lines), 0
    )


def test_print_on_the_shelf_is_not_what_the_thing_in_the_hand_says() -> None:
    shelf, carton = (("Alpro", 0.03), ("Soya", 0.08)), (("Oatly", 0.4), ("Oat drink", 0.45))
    said = hear(ENGINE, prompt(WHAT, evidence(HAND, read=read_at(*shelf, *carton), odds=ONE)))
    assert said.first == "It says: Oatly, Oat drink."
    assert (Role.AUXILIARY, "Around it I can read: Alpro, Soya.") in _roles(said)


def test_print_on_the_shelf_alone_is_only_said_to_be_there() -> None:
    shelf = read_at(("Alpro", 0.03), ("Soya", 0.08))
    said = hear(ENGINE, prompt(WHAT, evidence(HAND, read=shelf, odds=ONE)))
    assert said.first == "I can read: Alpro, Soya."


def test_the_head_of_a_page_is_what_it_says_where_no_hand_holds_it() -> None:
    page = read_at(("Dear Emma", 0.03), ("Thank you", 0.4), ("Best wishes", 0.45))
    assert hear(ENGINE, prompt(WHAT, evidence(read=page))).first.startswith("It says: Dear Emma")


def test_nobody_is_asked_to_choose_among_things_that_may_all_be_mistakes() -> None:
    doubtful = [
        thing(label, p, sure=False)
        for label, p in (
            ("bowl", "left"),
            ("banana", "right"),
            ("donut", "top"),
            ("apple", "bottom"),
        )
    ]
    assert hear(ENGINE, prompt(WHAT, evidence(*doubtful, odds=MANY))).strategy is LIST
    assert hear(ENGINE, prompt(WHAT, evidence(thing("cup"), *doubtful, odds=MANY))).options


def test_the_kinds_are_not_spoken_twice_where_options_follow() -> None:
    said = hear(ENGINE, prompt(WHAT, evidence(*TABLE, odds=MANY)))
    assert said.sentences[0].spoken == "Which one do you mean?"


LIKELY_CUP = replace(thing("cup", "left"), score=0.6)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (WHAT, "It looks like a cup."),
        (CUPS, "I think I can see one cup."),
        (IS_THERE, "I think so: a cup on the left."),
        (WHERE_CUP, "The cup is on the left."),
    ],
)
def test_what_is_sure_but_not_plain_is_stated_with_a_light_hedge(
    asked: Question, said: str
) -> None:
    assert hear(ENGINE, prompt(asked, evidence(LIKELY_CUP))).first == said


def test_one_plain_thing_is_enough_to_say_yes() -> None:
    both = evidence(LIKELY_CUP, thing("cup", "right"))
    assert hear(ENGINE, prompt(IS_THERE, both)).first.startswith("Yes, I can see two cups")


TV_ON = question(Intent.LIGHT, "Is the TV on?", targets=("tv",))


@pytest.mark.parametrize(
    ("colours", "said"),
    [
        ((ColourShare("blue", 0.5), ColourShare("white", 0.3)),
         "The TV seems to be on: it is blue and white."),
        ((ColourShare("black", 0.7), ColourShare("dark grey", 0.2)),
         "The TV may be off: it is black."),
    ],
)  # fmt: skip
def test_a_screen_is_told_by_what_it_shows(colours: tuple[ColourShare, ...], said: str) -> None:
    lit = LightReading(55, 95, True)
    found = evidence(thing("tv", colour=colours), light=lit)
    assert hear(ENGINE, prompt(TV_ON, found)).first == said


def test_who_it_is_is_not_told() -> None:
    asked = question(Intent.BEYOND, "Who is this?", vague=True)
    said = hear(ENGINE, prompt(asked, evidence(thing("person"))))
    assert said.first == "I can't tell who it is: I don't recognise people."
    assert said.decision.reason is BEYOND_ENGINE


@pytest.mark.parametrize(
    "doubtful",
    [thing("dining table", colour="brown", sure=False, size=0.9),
     thing("bird", "right", "black", sure=False, size=0.1)],
    ids=["what it lies on", "a speck"],
)  # fmt: skip
def test_the_colour_of_what_is_held_up_is_not_that_of_a_doubtful_thing(
    doubtful: SceneObject,
) -> None:
    said = hear(ENGINE, prompt(COLOUR, evidence(doubtful, colours=BLUE_AND_WHITE)))
    assert (said.strategy, said.first) == (INFER, "The middle of the picture is blue and white.")


def test_a_description_begins_with_what_is_likeliest() -> None:
    found = evidence(thing("vase", sure=False), name=NameGuess("teapot", 0.7))
    assert hear(ENGINE, prompt(DESCRIBE, found)).first == "It might be a teapot, but I am not sure."
    page = evidence(thing("book", sure=False), thing("cup"), read=text("Menu", height=0.2))
    assert [s.text for s in hear(ENGINE, prompt(DESCRIBE, page)).sentences[:2]] == [
        "I can read: Menu.",
        "I can see a cup.",
    ]


def test_an_option_that_is_not_sure_says_so_shortly() -> None:
    offered = hear(ENGINE, prompt(COLOUR, evidence(*TABLE, odds=MANY))).options
    assert offered[-1].text == "maybe a green book at the bottom right"


SMEAR = poor(Flaw.BLURRED, sharpness=4.0, strongest_edge=90.0)


@pytest.mark.parametrize("asked", [WHAT, CUPS, IS_THERE, WHERE_CUP, DESCRIBE])
def test_nothing_is_named_in_a_smear(asked: Question) -> None:
    """Also what both detectors agree on: there they are as sure of what is not there."""
    cup = replace(thing("cup"), score=0.6)
    said = hear(ENGINE, prompt(asked, evidence(cup, name=NameGuess("teapot", 0.6)), SMEAR))
    assert said.decision.reason is Reason.BAD_PICTURE
    assert said.first == "The picture is blurred, so I can't tell."
    assert "hold the camera still" in said.retakes[0].lower()


def test_what_is_plain_even_in_a_smear_is_told() -> None:
    assert hear(ENGINE, prompt(WHAT, evidence(RED_MUG), SMEAR)).first == "It is a red mug."


def test_odd_light_is_a_caution_about_colours_on_more_only() -> None:
    dim = hear(ENGINE, prompt(COLOUR, evidence(RED_MUG, light=LightReading(20, 50, False))))
    assert _roles(dim)[1:] == [(Role.EXPLANATION, "Colours can look different in this light.")]
    bright = hear(ENGINE, prompt(COLOUR, evidence(RED_MUG, light=LightReading(55, 80, False))))
    assert len(bright.sentences) == 1


def test_quality_is_not_mentioned_unless_it_explains_a_failure() -> None:
    blurred = poor(Flaw.BLURRED, sharpness=20.0)
    assert "blurred" not in hear(ENGINE, prompt(WHAT, evidence(RED_MUG), blurred)).text
    failed = hear(ENGINE, prompt(IS_THERE, evidence(thing("book")), blurred))
    assert (Role.EXPLANATION, "The picture is blurred.") in _roles(failed)


def test_a_named_device_is_more_than_the_light_tells() -> None:
    asked = question(Intent.LIGHT, "Is the TV on?", targets=("tv",))
    said = hear(ENGINE, prompt(asked, evidence(light=LightReading(55, 95, True))))
    assert said.sentences[1].text == (
        "I can't tell about the TV itself, only how light the picture is."
    )


def test_a_question_that_was_not_understood_is_owned_up_to() -> None:
    said = hear(ENGINE, prompt(UNSURE, evidence(*TWO_CUPS)))
    assert said.sentences[-1].role in (Role.MISCELLANEOUS, Role.AUXILIARY)
    assert "I may not have understood you, so I described the picture." in said.text


def test_two_names_for_one_thing_are_one_thing_with_the_better_name() -> None:
    twice = evidence(thing("cup", sure=False), thing("mug", colour="red"), odds=ONE)
    assert hear(ENGINE, prompt(WHAT, twice)).text == "It is a red mug. It is in the middle."


def test_a_flaw_is_no_reason_to_be_silent_about_what_was_found_anyway() -> None:
    hopeless = poor(Flaw.BLURRED, sharpness=1.0, strongest_edge=1.0)
    assert hear(ENGINE, prompt(WHAT, evidence(RED_MUG), hopeless)).strategy is INFER
    assert hear(ENGINE, prompt(WHAT, evidence(PERHAPS_MUG), hopeless)).strategy is ABSTAIN


# ----------------------------------------------------------------------- the odds, policy


def test_probabilities_come_from_the_levels_and_sum_to_one() -> None:
    said = hear(ENGINE, prompt(WHAT, evidence(*TABLE, odds=MANY)))
    assert said.decision.probabilities == pytest.approx(
        {DIRECT: 0.0, INFER: 0.1, LIST: 0.2, CLARIFY: 0.7, ABSTAIN: 0.0}
    )


def test_a_named_target_is_direct_without_a_doubt() -> None:
    said = hear(ENGINE, prompt(CUP_COLOUR, evidence(*TABLE, odds=MANY)))
    assert said.decision.probabilities is not None
    assert said.decision.probabilities[DIRECT] == 1.0


def test_without_odds_there_are_no_probabilities() -> None:
    assert hear(ENGINE, prompt(WHAT, evidence(RED_MUG))).decision.probabilities is None


def test_the_setting_moves_between_asking_and_guessing() -> None:
    doubtful = prompt(COLOUR, evidence(*TABLE, odds=(0.4, 0.25, 0.35)))
    assert hear(ENGINE, doubtful, ask_more=0.0).strategy is INFER
    assert hear(ENGINE, doubtful, ask_more=1.0).strategy is CLARIFY
    tempting = prompt(COLOUR, evidence(*TABLE, odds=(0.3, 0.1, 0.6)))
    assert hear(ENGINE, tempting, ask_more=0.0).strategy is CLARIFY
    assert hear(ENGINE, tempting, ask_more=-1.0).strategy is INFER


# ------------------------------------------------------------------------------ replies

AFTER_REPLY = [
    ("the second one", DIRECT, "The cup is blue."),
    ("1", DIRECT, "The cup is red."),
    ("left", DIRECT, "The cup is red."),
    ("the laptop", DIRECT, "The laptop is grey."),
    ("the book", DIRECT, "What looks like a book is green."),
    ("the white one", DIRECT, "The cup is white."),
    ("the cups", LIST, "The cup on the left is red, the one in the middle is blue, "
                       "the one on the right is white."),
    ("the laptop and the book", LIST, "The laptop at the top is grey, "
                                      "what looks like a book at the bottom right is green."),
    ("the pink laptop", INFER,
     "I am not sure which one you mean. If it is the laptop: it is grey."),
    ("neither", ABSTAIN, "Then I can't tell what you mean."),
    ("flibbertigibbet", ABSTAIN, "I did not understand which one you mean."),
    ("", ABSTAIN, "I did not understand which one you mean."),
]  # fmt: skip


@pytest.mark.parametrize(("words", "strategy", "answer"), AFTER_REPLY)
def test_the_reply_gets_the_final_answer(words: str, strategy: Strategy, answer: str) -> None:
    found = evidence(*TABLE, odds=MANY)
    asked = hear(ENGINE, prompt(COLOUR, found))
    said = hear(ENGINE, prompt(COLOUR, found, reply=reply_to(asked, COLOUR, words)))
    assert (said.strategy, said.first) == (strategy, answer)
    assert said.options == ()


def test_all_of_them_are_answered() -> None:
    found = evidence(*TABLE, odds=MANY)
    asked = hear(ENGINE, prompt(COLOUR, found))
    said = hear(ENGINE, prompt(COLOUR, found, reply=reply_to(asked, COLOUR, "all of them")))
    assert said.strategy is LIST
    assert all(name in said.text for name in ("red", "blue", "white", "grey", "green"))


def test_what_was_not_understood_lists_what_there_is() -> None:
    found = evidence(*TABLE, odds=MANY)
    asked = hear(ENGINE, prompt(COLOUR, found))
    said = hear(ENGINE, prompt(COLOUR, found, reply=reply_to(asked, COLOUR, "zzz")))
    assert said.decision.reason is Reason.NOT_UNDERSTOOD
    assert said.sentences[1].text == "I can see three cups, a laptop and what looks like a book."
    assert len(said.retakes) == 1


def test_asked_to_repeat_it_asks_the_same_question_again() -> None:
    found = evidence(*TABLE, odds=MANY)
    asked = hear(ENGINE, prompt(COLOUR, found))
    again = hear(ENGINE, prompt(COLOUR, found, reply=reply_to(asked, COLOUR, "say that again")))
    assert again == asked


def test_identifying_after_a_reply_tells_more_than_the_name_that_was_chosen() -> None:
    found = evidence(*TABLE, read=text("Dell"), odds=MANY)
    asked = hear(ENGINE, prompt(WHAT, found))
    said = hear(ENGINE, prompt(WHAT, found, reply=reply_to(asked, WHAT, "the blue cup")))
    assert said.first == "It is a blue cup that says: Dell."
