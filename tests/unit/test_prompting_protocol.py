"""The strategy is read from a text's first word, else from its style."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.prompting.protocol import OpeningReader, read_opening, read_strategy
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.style import is_several, reason_of, role_of, strategy_of
from whichone_core.types.answers import Reason
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy

D, I, L, C, A = Strategy  # noqa: E741


@pytest.mark.parametrize(
    ("text", "strategy", "rest"),
    [
        ("direct\nIt is red.", D, "It is red."),
        ("Direct\nIt is red.", D, "It is red."),
        ("DIRECT:\nIt is red.", D, "It is red."),
        ("**direct**\n\nIt is red.", D, "It is red."),
        ("`infer`\nI think so.", I, "I think so."),
        ('"ask"\nWhich one?', C, "Which one?"),
        ("ask: Which one?", C, "Which one?"),
        ("- list\nThe mug is red, the book is blue.", L, "The mug is red, the book is blue."),
        ("1. cannot\nIt is too dark.", None, "1. cannot\nIt is too dark."),
        ("[cannot]\nIt is too dark.", A, "It is too dark."),
        ("<cannot>\nIt is too dark.", A, "It is too dark."),
        ("cannot.\nIt is too dark.", A, "It is too dark."),
        ("Strategy: direct\nIt is red.", D, "It is red."),
        ("The strategy is: clarify\nWhich one?", C, "Which one?"),
        ("Rule: abstain\nToo dark.", A, "Too dark."),
        ("clarify - Which one?", C, "Which one?"),
        ("infer — I think so.", I, "I think so."),
        ("direct", D, ""),
        ("\n\n direct \n It is red.", D, "It is red."),
        ("<think>Hmm, list?</think>\ndirect\nIt is red.", D, "It is red."),
        ("It is red.", None, "It is red."),
        ("List of ingredients: milk", None, "List of ingredients: milk"),
        ("Ask your doctor.", None, "Ask your doctor."),
        ("Cannot read it.", None, "Cannot read it."),
        ("Direct sunlight falls in.", None, "Direct sunlight falls in."),
        ("Answer: a mug", D, "a mug"),
        ("directory\nfoo", None, "directory\nfoo"),
        ("", None, ""),
        ("Can't\nToo dark", A, "Too dark"),
        ("unanswerable\r\nToo dark", A, "Too dark"),
    ],
)
def test_the_word_on_the_first_line(text: str, strategy: Strategy | None, rest: str) -> None:
    opening = read_opening(text)
    assert (opening.strategy, opening.text) == (strategy, rest)


@pytest.mark.parametrize("size", [1, 2, 5, 100])
@pytest.mark.parametrize(
    "text",
    ["direct\nIt is red.", "It is red.", "Strategy: ask\nWhich one do you mean?", "cannot",
     "<think>is it\nthis?</think>list\nThe mug is red, and the book is blue.",
     "The picture shows a long shelf with many jars. All are closed."],
)  # fmt: skip
def test_a_stream_opens_as_the_whole_text_does(text: str, size: int) -> None:
    reader = OpeningReader()
    said = "".join(reader.feed(text[i : i + size]) for i in range(0, len(text), size))
    said += reader.end()
    opening = read_opening(text)
    assert (reader.strategy, said) == (opening.strategy, opening.text)


@given(st.text())
def test_any_text_has_a_strategy(text: str) -> None:
    strategy, rest = read_strategy(text)
    assert strategy in Strategy
    assert len(rest) <= len(text)


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("It is a red mug.", D),
        ("Red.", D),
        ("Yes, the light is on.", D),
        ("The label says Tomato Soup.", D),
        ("The clock shows half past three.", D),
        ("There are two cups on the table.", D),
        ("The mug is red. Would you like to know more?", D),
        ("No, there is no dog in it.", D),
        ("The shirt is blue and has a white collar.", D),
        ("I think you mean the mug on the left. It is red.", I),
        ("It is probably a remote control, because it has many buttons.", I),
        ("It looks like a can of soup.", I),
        ("Assuming you mean the jacket, it is green.", I),
        ("This appears to be a bottle of shampoo.", I),
        ("It might be a television remote.", I),
        ("You probably mean the cat. It is black.", I),
        ("The mug is red, and the book is blue.", L),
        ("The shirt is white, the trousers are black, and the shoes are brown.", L),
        ("If you mean the mug, it is red. If you mean the book, it is blue.", L),
        ("It could be the milk or the juice.", L),
        ("One is red and the other is blue.", L),
        ("1. The mug is red.\n2. The book is blue.", L),
        ("- The mug is red\n- The book is blue", L),
        ("As for the cup, it is white. As for the plate, it is blue.", L),
        ("There are two rings. From left to right they are red and black.", L),
        ("I see three mugs. They are red, blue and green.", L),
        ("There are two cups on the table.", D),
        ("Which one do you mean?", C),
        ("Which one do you mean: the red mug or the blue one?", C),
        ("Do you mean the laptop or the phone?", C),
        ("There are several items. Which one are you asking about?", C),
        ("Could you please specify which object you mean?", C),
        ("I see many bottles. Please clarify which one you mean.", C),
        ("The red one or the blue one?", C),
        ("¿Cuál de las dos?", C),
        ("哪一个？", C),
        ("I'm not sure what you mean. Are you asking about the stove?", C),
        ("I can't tell what it says.", A),
        ("I cannot read the label because the picture is too blurry.", A),
        ("Sorry, I can't help with that.", A),
        ("The image is too dark to see anything.", A),
        ("It is not visible in the picture. Please take another photo.", A),
        ("The label is not readable.", A),
        ("Unanswerable.", A),
        ("There is no text visible. Hold the camera closer.", A),
        ("I am unable to determine the colour.", A),
        ("The photo is too blurry. Could you take another picture?", A),
        ("I can't see the brand, but it is a red mug.", D),
        ("I can't read it, but you could take another picture.", A),
        ("I don't see a dog in this picture.", A),
        ("I can't read the label. It stands on a table.", A),
        ("It is not possible to tell which side it is.", A),
        ("The photo is blurry and the text is out of focus.", A),
        ("The image does not show the stove.", A),
        ("I am unsure what the question is.", A),
        ("", A),
        ("Let me know if you need anything else!", A),
    ],
)
def test_the_style_of_an_answer_tells_its_strategy(text: str, strategy: Strategy) -> None:
    assert strategy_of(sentences_in(text)) is strategy


@pytest.mark.parametrize(
    ("sentence", "strategy", "place", "intent", "role"),
    [
        ("It is red.", D, 0, Intent.COLOUR, Role.ANSWER),
        ("It stands on a table.", D, 1, Intent.COLOUR, Role.AUXILIARY),
        ("It also says low fat.", D, 1, Intent.READ, Role.ANSWER),
        ("There is a window behind it.", D, 1, Intent.DESCRIBE, Role.ANSWER),
        ("The wall is white.", D, 2, Intent.DESCRIBE, Role.AUXILIARY),
        ("I think you mean the mug.", I, 0, Intent.COLOUR, Role.ANSWER),
        ("It is red.", I, 1, Intent.COLOUR, Role.ANSWER),
        ("I can tell by its handle.", I, 1, Intent.COLOUR, Role.EXPLANATION),
        ("The book is blue.", L, 5, Intent.COLOUR, Role.ANSWER),
        ("I can't read the brand.", D, 1, Intent.IDENTIFY, Role.AUXILIARY_FAILURE),
        ("I can't read it.", D, 0, Intent.READ, Role.ANSWER_FAILURE),
        ("Take another picture from closer.", D, 1, Intent.READ, Role.SUGGESTION),
        ("Move the camera to the left.", A, 0, Intent.READ, Role.SUGGESTION),
    ],
)
def test_what_a_sentence_does(
    sentence: str, strategy: Strategy, place: int, intent: Intent, role: Role
) -> None:
    assert role_of(sentence, strategy, place, intent) is role


@pytest.mark.parametrize(
    ("text", "intent", "reason"),
    [
        ("The picture is too blurry.", Intent.IDENTIFY, Reason.BAD_PICTURE),
        ("It is too dark to see.", Intent.READ, Reason.BAD_PICTURE),
        ("I can't read any text.", Intent.READ, Reason.NO_TEXT),
        ("I can't read any text.", Intent.COLOUR, Reason.NOT_FOUND),
        ("There is no dog in it.", Intent.PRESENCE, Reason.NOT_FOUND),
    ],
)
def test_why_it_can_not_be_told(text: str, intent: Intent, reason: Reason) -> None:
    assert reason_of(text, intent) is reason


def test_one_thing_with_two_features_is_not_several_things() -> None:
    assert not is_several(["The shirt is blue.", "The shirt has a white collar."])
