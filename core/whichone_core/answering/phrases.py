"""Every fixed sentence of the built-in engine, in one place, so that it can be translated.

`tongue.phrases()` gives those of the language that is spoken.  A translation may use every value
that a sentence is given, also those that English needs not ({group} beside {kind}).

Rules for what stands here: the answer first and short; no "as you can see"; a hedge exactly
where the evidence is weak; not seeing something is never a flat no; nothing about picture
quality unless it explains a failure.  Names in braces are filled in by the engine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Phrases:
    """English.  A translation is another value of this class (see `grammars.py`)."""

    # which one
    which_one: str = "Which one do you mean: {choices}?"
    which_of_a_kind: str = "Which of the {count} {kind} do you mean?"
    which_one_spoken: str = "Which one do you mean?"
    maybe: str = "maybe {thing}"
    you_mean: str = "I think you mean {thing}: {fact}"
    perhaps_you_mean: str = "I am not sure which one you mean. If it is {thing}: {fact}"

    # what it is
    says: str = "{thing} that says: {text}"
    seems_to_say: str = "{thing} that seems to say: {text}"
    person_or_hand: str = "a person or a hand"
    might_be: str = "It might be {name}"
    might_be_alone: str = "It might be {name}, but I am not sure"
    if_right: str = "If I see it right, {facts}"
    things: str = "I can see {count} things: {things}"
    also: str = "I can also see {things}"

    # colour
    picture_colour: str = "The middle of the picture is {colour}"
    colour_of_unknown: str = (
        "I can't pick out the {name} itself, but the middle of the picture is {colour}"
    )
    colour_of_missing: str = "I can't make out {name}, but the middle of the picture is {colour}"
    of_the: str = "Of the {count} {kind}, {shares}"
    from_left: str = "the {count} {kind}, from the left, are {colours}"
    others_vary: str = "the rest differ"
    colour_light: str = "Colours can look different in this light"
    no_colour: str = "I can't make out the colour"

    # scenes
    see: str = "I can see {things}"
    count_think: str = "I think I can see {things}"
    count_at_least: str = "I can see at least {things}"
    count_perhaps: str = "I can see at least {things}, perhaps {more}"
    count_unsure: str = "I may see {things}, but I am not sure"
    see_at: str = "I can see {things}: {places}"
    yes_one: str = "Yes, there is {things} {place}"
    yes_think: str = "I think so: {things} {place}"
    yes_several: str = "Yes, I can see {things}: {places}"
    yes_perhaps: str = "I may see {things} {place}, but I am not sure"
    yes_it_is: str = "Yes, it looks like {thing}"
    rather: str = "I don't see {missing}: it looks like {thing}"
    no_name: str = "I can't name anything in it, but the middle of the picture is {colour}"
    not_understood_question: str = "I may not have understood you, so I describe the picture"
    screen_on: str = "{thing} seems to be on: it is {colour}"
    screen_dark: str = "{thing} may be off: it is {colour}"
    no_state: str = "I can't tell about {thing} itself, only how light the picture is"

    # light
    light_on: str = "A light seems to be on"
    light_bright: str = "It looks bright here, but I see no lamp that is on"
    light_dim: str = "It looks dim here"
    light_dark: str = "It looks dark here"
    light_covered: str = "It looks dark here, or the lens is covered"

    # text and codes
    text_says: str = "It says: {text}"
    text_seems: str = "I can read it only in part. It seems to say: {text}"
    text_named: str = "{name} says: {text}"
    more_text: str = "There is more text"
    goes_on: str = "It goes on: {text}"
    turned: str = "I turned the picture to read it"
    read_too: str = "I can read: {text}"
    read_around: str = "Around it I can read: {text}"
    field_is: str = "The {field} is {value}"
    field_reads: str = "The {field}: {value}"
    field_may_be: str = "The {field} may be {value}"
    field_also: str = "I also found {value}"
    number_unnamed: str = "I found no number that is called so, only {value}"
    word_found: str = "I can read {text} {place}"

    # high stakes
    label_says: str = "The label says: {text}"
    label_seems: str = "I can read it only in part: {text}"
    label_also: str = "It also says: {text}"
    only_read: str = "I only repeat what I read and can't judge it"
    second_picture: str = "To be sure, take a second picture and ask again"
    no_mention: str = (
        "I found no mention of {what} in the text that I could read, but that is no proof"
    )

    # can't
    bad_picture: str = "The picture is {flaws}, so I can't tell"
    bad_picture_plain: str = "The picture is too poor, so I can't tell"
    because: str = "The picture is {flaws}"
    no_name_read: str = "I can't tell which {name} it is, as I read no text on it"
    no_text: str = "I can't read any text here"
    not_found: str = "I can't make it out in this picture"
    nothing: str = "I can't make out anything in this picture"
    no_target: str = "I don't see {missing}, but I may have missed it"
    no_target_many: str = "I don't see any {missing}, but I may have missed some"
    no_field: str = "I found no {field} in the text that I could read"
    no_line: str = "I found nothing about that in the text that I could read"
    no_writer: str = "I found no signature and no sender in the text that I could read"
    no_code: str = "I found no bar code or QR code"
    no_light: str = "I couldn't measure the light"
    who: str = "I can't tell who it is: I don't recognise people"
    beyond: str = "I can't judge that without the language model"
    cant_look_for: str = "I can't look for {name} without the language model"
    not_understood: str = "I did not understand which one you mean"
    none_of_them: str = "Then I can't tell what you mean"
    offered: str = "I can see {things}"

    # one thing to do with the camera
    do_text: str = "Hold the text flat, a forearm from the camera, and take a new picture"
    do_other_side: str = "Turn it to another side and take a new picture"
    do_code: str = "Turn it slowly until the code faces the camera and take a new picture"
    do_search: str = "Take one step back, or turn a little, and take a new picture"
    do_closer: str = "Hold the camera closer to it, with it in the middle, and take a new picture"
    same_again: str = "I can't check it any further: from this picture I would say the same again"
    do_compare: str = "Take a second picture, then compare it with the last one"
    do_label: str = "If there is print on it, take a picture of that; I can read it"
    do_name: str = "If a name is written there, take a picture of that; I can read it"
    do_single: str = "Reply with its number, or take a picture of only that one"


ENGLISH = Phrases()

_HOLES = re.compile(r"{\w+}")


def words_of(phrases: Phrases) -> frozenset[str]:
    """All words that stand in some sentences, in lower case."""
    texts = (str(getattr(phrases, entry.name)) for entry in fields(Phrases))
    return frozenset(
        word for text in texts for word in re.findall(r"[\w']+", _HOLES.sub(" ", text).lower())
    )
