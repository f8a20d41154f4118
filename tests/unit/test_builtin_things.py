"""What the built-in engine says about things: the five strategies, situation by situation."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import ColourShare, Evidence, LightReading, NameGuess
from whichone_core.types.quality import Flaw, QualityReport
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Strategy

from tests.builtin_scenes import (
    ABSTAIN,
    BEYOND_ENGINE,
    BLUE_AND_WHITE,
    CLARIFY,
    COLOUR,
    CUPS,
    DESCRIBE,
    DIRECT,
    ENGINE,
    INFER,
    IS_THERE,
    LIST,
    MANY,
    MIXED,
    NOT_FOUND,
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
from tests.scenes import evidence, hear, poor, prompt, question, reply_to, text, thing

THREE_CUPS = (*TWO_CUPS, thing("cup", "middle", "white"))
WHERE_IS_IT = question(Intent.WHERE, "Where is it?", vague=True)
CUP_COLOUR = question(Intent.COLOUR, "What colour is the cup?", targets=("cup",))
THIS_CUP_COLOUR = question(Intent.COLOUR, "this cup", targets=("cup",), vague=True)
SHIRT = question(Intent.COLOUR, "What colour is this shirt?", unknown=("shirt",), vague=True)
HOW_MANY = question(Intent.COUNT, "How many are there?")
PEOPLE = question(Intent.COUNT, "How many people?", targets=("person",))
ANIMALS = question(Intent.COUNT, "How many animals?", targets=("animal",))
KEYS = question(Intent.WHERE, "Where are my keys?", unknown=("keys",))
IS_THIS = question(Intent.PRESENCE, "Is this a cup?", targets=("cup",), vague=True)
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
    Case(UNSURE, evidence(*TWO_CUPS), DIRECT,
         "I may not have understood you, so I describe the picture."),
    Case(LIGHT, evidence(light=LightReading(55, 95, True)), DIRECT, "A light seems to be on."),
    Case(LIGHT, evidence(light=LightReading(55, 80, False)), DIRECT,
         "It looks bright here, but I see no lamp that is on."),
    Case(LIGHT, evidence(light=LightReading(8, 20, False)), DIRECT, "It looks dark here.",
         quality=poor(Flaw.DARK, lightness_95=5.0)),
    Case(LIGHT, evidence(light=LightReading(3, 4, False)), DIRECT,
         "It looks dark here, or the lens is covered.", quality=poor(Flaw.UNIFORM)),
    Case(LIGHT, evidence(light=LightReading(25, 27, False)), DIRECT,  # a finger
         "It looks dark here, or the lens is covered.", quality=poor(Flaw.UNIFORM)),
    Case(LIGHT, evidence(light=LightReading(60, 64, False)), DIRECT,
         "It looks bright here, but I see no lamp that is on.", quality=poor(Flaw.UNIFORM)),
    Case(LIGHT, evidence(light=LightReading(30, 60, False)), DIRECT, "It looks dim here."),
]  # fmt: skip
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
