"""What the built-in engine says about things: what follows, what is doubtful, what stays unsaid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import (
    ColourShare,
    LightReading,
    NameGuess,
    SceneObject,
    TextEvidence,
    TextLine,
)
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Role

from tests.builtin_scenes import (
    ABSTAIN,
    BEYOND_ENGINE,
    BLUE_AND_WHITE,
    COLOUR,
    CUPS,
    DESCRIBE,
    ENGINE,
    INFER,
    IS_THERE,
    LIST,
    MANY,
    MIXED,
    ONE,
    PERHAPS_MUG,
    RED_MUG,
    TABLE,
    TWO,
    TWO_CUPS,
    UNSURE,
    WHAT,
    WHERE_CUP,
)
from tests.scenes import Said, evidence, hear, poor, prompt, question, reply_to, text, thing

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
    first = "I may not have understood you, so I describe the picture."
    assert (said.sentences[0].text, said.sentences[0].role) == (first, Role.ANSWER_FAILURE)
    assert said.sentences[1].text.startswith("I can see ")


def test_two_names_for_one_thing_are_one_thing_with_the_better_name() -> None:
    twice = evidence(thing("cup", sure=False), thing("mug", colour="red"), odds=ONE)
    assert hear(ENGINE, prompt(WHAT, twice)).text == "It is a red mug. It is in the middle."


def test_a_flaw_is_no_reason_to_be_silent_about_what_was_found_anyway() -> None:
    hopeless = poor(Flaw.BLURRED, sharpness=1.0, strongest_edge=1.0)
    assert hear(ENGINE, prompt(WHAT, evidence(RED_MUG), hopeless)).strategy is INFER
    assert hear(ENGINE, prompt(WHAT, evidence(PERHAPS_MUG), hopeless)).strategy is ABSTAIN
