"""The local engine where its model fails, goes in circles, doubts print, or the stakes are high."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.ports import Exchange
from whichone_core.types.answers import Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look, TextEvidence
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent, Question, Stakes, TextField
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.runtime import Ending, Fault, Odds, Picture, Request

from tests.local_turns import BOX, COLOUR, CUPS, IDENTIFY, A, C, D, I, L, engine, say
from tests.model_client import ScriptedClient, Text, sidecar
from tests.scenes import evidence, hear, poor, prompt, question, thing
from tests.scenes import text as printed

READ = question(Intent.READ, "What does it say?")
SOUP = evidence(thing("bottle", "middle"), read=printed("TOMATO SOUP", "Best before 14 MAR 2027"))


# ------------------------------------------------------------------ failures


@pytest.mark.parametrize(
    ("text", "reason", "retake"),
    [
        ("It is too dark to tell. Turn on the light.", Reason.BAD_PICTURE, "Turn on the light."),
        ("I can't see a dog. Take another picture. Move closer with the camera.",
         Reason.NOT_FOUND, "Take another picture."),
        ("I can't tell.", Reason.NOT_FOUND,
         "Hold the camera closer to it, with it in the middle, and take a new picture."),
    ],
)  # fmt: skip
def test_abstaining_gives_a_reason_and_one_thing_to_do(
    text: str, reason: Reason, retake: str
) -> None:
    said = say(text, strategy=A)
    assert (said.decision.reason, said.retakes) == (reason, (retake,))
    assert said.sentences[0].role is Role.ANSWER_FAILURE


def test_a_picture_that_shows_nothing_is_not_put_into_the_models_words() -> None:
    client = ScriptedClient(["It is a lovely beach."], {A: 0.9})
    given = prompt(COLOUR, Evidence(text=TextEvidence()), poor(Flaw.UNIFORM))
    said = hear(engine(client), given)
    assert (said.strategy, said.decision.reason) == (A, Reason.BAD_PICTURE)
    assert client.said == []


# ------------------------------------------------------------------ circles and silence


@pytest.mark.parametrize(
    ("texts", "spoken", "tries"),
    [
        ([Text("? ? ? ? ?", Ending.LOOP), "It is red."], "It is red.", 2),
        ([Text("????????", Ending.LOOP)] * 2, "I could not make sense of this picture.", 2),
        (["", "It is red."], "It is red.", 2),
        (["", ""], "I have no answer to that.", 2),
        (["\n\n", " "], "I have no answer to that.", 2),
        (["<|im_end|>", "..."], "I have no answer to that.", 2),
        (["direct", "direct\n"], "I have no answer to that.", 2),
        ([Text("It is red. Ha ha ha ha", Ending.LOOP)], "It is red.", 1),
        ([Text("It is red. It stands on", Ending.LENGTH)], "It is red.", 1),
        ([Text("It stands on a very", Ending.LENGTH)], "It stands on a very…", 1),
        ([Text("ha ha ha ha ha", Ending.LOOP), Text("", Ending.END)],
         "I have no answer to that.", 2),
    ],
)  # fmt: skip
def test_what_gives_nothing_is_tried_once_more(
    texts: Sequence[Text | str], spoken: str, tries: int
) -> None:
    client = ScriptedClient(texts)
    said = hear(engine(client), prompt(COLOUR, CUPS))
    assert said.first == spoken
    assert len(client.said) == tries
    assert (said.strategy is A) == ("I " in spoken)
    assert len(said.retakes) == (said.strategy is A)


def test_a_second_try_after_circles_has_a_smaller_picture() -> None:
    client = ScriptedClient([Text("?????", Ending.LOOP), "It is red."])
    given = prompt(COLOUR, CUPS)
    pixels = np.zeros((600, 800, 3), np.uint8)
    hear(engine(client), replace(given, frame=replace(given.frame, pixels=pixels)))
    first, second = client.pictures
    assert first is not None and second is not None
    assert second.pixels.size < first.pixels.size
    assert second.key != first.key


def test_a_second_try_after_silence_samples() -> None:
    client = ScriptedClient(["", "It is red."])
    hear(engine(client), prompt(COLOUR, CUPS))
    first, second = client.requests
    assert first.sampling.temperature == 0
    assert second.sampling.temperature > 0
    assert first.picture == second.picture


@pytest.mark.parametrize("plain", [False, True])
def test_a_plain_model_is_tried_once_more_too(plain: bool) -> None:
    client = ScriptedClient([Text("??????", Ending.LOOP), ""])
    said = hear(engine(client, words=not plain, plain=plain), prompt(COLOUR, CUPS))
    assert said.first == "I have no answer to that."
    assert len(client.said) == 2


def test_a_cancel_in_the_text_leaves_nothing_more() -> None:
    for piece, parts in ((1, 0), (6, 2), (50, 4)):
        client = ScriptedClient(["It is red. It is big. It is old."], cancel_at=piece)
        given = prompt(COLOUR, CUPS)
        stream = engine(client).reply(given, lambda proposal: proposal.decision, Cancel())
        assert len(list(stream)) == parts
        assert client.said == ["direct\n"]


def test_a_failing_model_is_a_model_error() -> None:
    client = ScriptedClient(error=ModelError("The model stopped."))
    with pytest.raises(ModelError):
        hear(engine(client), prompt(COLOUR, CUPS))


def test_a_conversation_that_does_not_fit_goes_on_without_what_was_before() -> None:
    class Full(ScriptedClient):
        def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
            if request.earlier or "Measured" in request.user:
                self.requests.append(request)
                raise LocalModelError(Fault.CONTEXT, "It is too long.", remedy="", cause="")
            return super().ask(request, picture, cancel)

    client = Full()
    earlier = (Exchange("What is it?", D, "A mug."),)
    said = hear(engine(client), replace(prompt(READ, SOUP), earlier=earlier))
    assert said.first == "It is red."
    assert [bool(request.earlier) for request in client.requests] == [True, False]
    assert client.requests[-1].user == READ.text


# ------------------------------------------------------------------ print


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It says Tomato Soup.", "It says Tomato Soup."),
        ("It is best before 14 March 2027.", "It is best before 14 March 2027."),
        ("It says Chicken Soup.", "I think it says Chicken Soup, but I could not read it for "
                                  "certain."),
        ("It is best before 15 March 2027.",
         "I think it says 15 March 2027, but I could not read it for certain."),
        ("The price is $3.99.", "I think it says $3.99, but I could not read it for certain."),
        ("It is a red bottle.", "It is a red bottle."),
    ],
)  # fmt: skip
def test_what_was_not_read_is_hedged(text: str, first: str) -> None:
    assert say(text, asked=IDENTIFY, found=SOUP).first == first


def test_print_is_looked_at_when_an_answer_claims_it() -> None:
    finder = FixedFinder(SOUP)
    local = LocalEngine(ScriptedClient(["The sign says Tomato Soup."]), sidecar(), finder)
    assert hear(local, prompt(COLOUR, evidence())).first == "The sign says Tomato Soup."
    assert finder.asked == [frozenset({Look.TEXT})]
    local = LocalEngine(ScriptedClient(["It is red."]), sidecar(), finder)
    hear(local, prompt(COLOUR, evidence()))
    assert len(finder.asked) == 1


def test_without_a_reader_nothing_is_doubted() -> None:
    local = LocalEngine(ScriptedClient(["It says 12."]), sidecar())
    assert local.looks_for(READ) is None
    assert hear(local, prompt(COLOUR, Evidence())).first == "It says 12."


@pytest.mark.parametrize(
    ("second", "first"),
    [
        ("It is 17 euros.", "The price is 17 euros."),
        (
            "It is 12 euros.",
            "I think it says 17 euros, but it may be 12 euros; I could not read it for certain.",
        ),
        ("I can't read it.", "I think it says 17 euros, but I could not read it for certain."),
    ],
)
def test_a_closer_look_settles_a_doubt(second: str, first: str) -> None:
    read = printed("l7,OO", score=0.6)
    client = ScriptedClient(["The price is 17 euros. It is a tag. It is red.", second])
    given = prompt(IDENTIFY, evidence(read=read))
    pixels = np.zeros((200, 300, 3), np.uint8)
    given = replace(given, frame=replace(given.frame, pixels=pixels))
    said = hear(engine(client, given.evidence), given)
    assert said.first == first
    assert [sentence.text for sentence in said.sentences[1:]] == ["It is a tag.", "It is red."]
    assert len(client.requests) == 2
    assert "@" in client.requests[1].picture


WHO = question(Intent.BEYOND, "Who is this?")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("This is Barack Obama. He wears a dark suit.",
         ["I can't tell who it is: I don't recognise people.", "He wears a dark suit."]),
        ("It is Madonna.", ["I can't tell who it is: I don't recognise people."]),
        ("The badge says Anna Smith.", ["The badge says Anna Smith."]),
        ("This is Anna Smith, by the badge.", ["This is Anna Smith, by the badge."]),
        ("It is a man with a grey beard.", ["It is a man with a grey beard."]),
    ],
)  # fmt: skip
def test_nobody_is_named_by_their_face(text: str, spoken: list[str]) -> None:
    found = evidence(thing("person"), read=printed("ANNA SMITH", "Visitor"))
    said = say(text, asked=WHO, found=found)
    assert [sentence.text for sentence in said.sentences] == spoken


def test_a_long_conversation_is_told_only_as_far_as_it_fits() -> None:
    client = ScriptedClient()
    earlier = tuple(Exchange("Why?" * 200, D, "Because. " * 100) for _ in range(9))
    hear(engine(client), replace(prompt(COLOUR, CUPS), earlier=earlier))
    told = sum(len(turn.user) + len(turn.assistant) for turn in client.requests[0].earlier)
    assert 1_000 < told <= 4_000


# ------------------------------------------------------------------ high stakes

PILL = question(
    Intent.FIELD, "How much may I take?", field=TextField.DOSAGE, stakes=Stakes.MEDICINE
)
SAFE = question(Intent.BEYOND, "Are these pills safe for me?", stakes=Stakes.MEDICINE)


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        (D, "Take two tablets every two hours."),
        (I, "I think it is aspirin, 500 mg."),
        (L, "It is aspirin or paracetamol."),
        (D, "Yes, they are safe. Take as many as you like."),
        (D, "It says IBUPROFEN 400 mg."),
        (D, ""),
        (C, "Do you mean the aspirin or the morphine?"),
    ],
)
@pytest.mark.parametrize("asked", [PILL, SAFE])
def test_at_high_stakes_only_print_is_spoken(
    asked: Question, strategy: Strategy, text: str
) -> None:
    said = say(text, strategy=strategy, asked=asked, found=BOX)
    spoken = said.text.lower()
    for made_up in ("two", "aspirin", "500", "400", "safe", "paracetamol", "morphine", "many"):
        assert made_up not in spoken
    assert any("second picture" in s.text for s in said.sentences) or said.strategy is A


def test_at_high_stakes_the_model_points_at_the_lines_to_quote() -> None:
    asked = question(Intent.IDENTIFY, "Which medicine is this?", stakes=Stakes.MEDICINE)
    said = say("It is ibuprofen, 200 mg.", asked=asked, found=BOX)
    assert said.first == "The label says: IBUPROFEN 200 mg."
    assert "2 0 0" in said.sentences[0].spoken


def test_at_high_stakes_without_print_it_abstains() -> None:
    asked = question(Intent.IDENTIFY, "Which medicine is this?", stakes=Stakes.MEDICINE)
    said = say("It is aspirin.", asked=asked, found=evidence(read=TextEvidence()))
    assert (said.strategy, said.decision.reason) == (A, Reason.NO_TEXT)
    assert "aspirin" not in said.text
