"""What every ModelClient keeps: in this process, over a worker, with a fake or a real model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.child import Launch
from whichone_models.llama.fake import ScriptedRuntime
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import (
    Ending,
    Finished,
    LoadOrder,
    ModelClient,
    Picture,
    Request,
    Turn,
)
from whichone_models.llama.supervisor import ModelProcess

from tests.tiny_models import tiny_model

SYSTEM = "You help a blind person."
WORDS = tuple(CONTROL_WORDS.values())
CONTEXT = 1024


def _tiny() -> LoadOrder:
    model = tiny_model()
    return LoadOrder(str(model.text), str(model.tower), context_tokens=CONTEXT, threads=1)


def _scripted() -> LoadOrder:
    return LoadOrder("scripted", context_tokens=CONTEXT)


CLIENTS: dict[str, Callable[[], ModelClient]] = {
    "scripted, inline": lambda: InlineClient(ScriptedRuntime(), _scripted()),
    "scripted, process": lambda: ModelProcess(_scripted(), launch=Launch(runtime="scripted")),
    "native, inline": lambda: InlineClient(NativeRuntime(), _tiny()),
    "native, process": lambda: ModelProcess(_tiny()),
}


@pytest.fixture(scope="module", params=list(CLIENTS))
def client(request: pytest.FixtureRequest) -> Iterator[ModelClient]:
    """One model for the whole module: each test leaves it usable, whatever it did to it."""
    made = CLIENTS[request.param]()
    yield made
    made.close()


def picture(key: str, shade: int = 40) -> Picture:
    """Stripes at a size that every tower takes."""
    pixels = np.zeros((112, 112, 3), np.uint8)
    pixels[::7] = shade
    return Picture(key, pixels)


RED, BLUE = picture("red", 200), picture("blue", 90)


def asked(
    about: Picture | None,
    user: str = "What is this?",
    *,
    words: tuple[str, ...] = WORDS,
    grammar: str = "",
    earlier: tuple[Turn, ...] = (),
    most_tokens: int = 6,
) -> Request:
    key = about.key if about is not None else ""
    return Request(
        key, SYSTEM, user, earlier=earlier, words=words, grammar=grammar, most_tokens=most_tokens
    )


def answer(client: ModelClient, request: Request, about: Picture | None) -> list[str | Finished]:
    assert client.ask(request, about, Cancel()) is not None
    return list(client.go_on("", Cancel()))


def text(parts: list[str | Finished]) -> str:
    return "".join(part for part in parts if isinstance(part, str))


def test_each_word_gets_its_probability_in_order(client: ModelClient) -> None:
    odds = client.ask(asked(RED), RED, Cancel())
    assert odds is not None
    assert len(odds.log_probabilities) == len(WORDS)
    assert sum(math.exp(value) for value in odds.log_probabilities) <= 1.001
    backwards = client.ask(asked(RED, words=WORDS[::-1]), RED, Cancel())
    assert backwards is not None and len(backwards.log_probabilities) == len(WORDS)


def test_without_words_nothing_is_scored(client: ModelClient) -> None:
    odds = client.ask(asked(RED, words=()), RED, Cancel())
    assert odds is not None
    assert odds.log_probabilities == ()


def test_an_answer_is_pieces_of_text_and_one_end(client: ModelClient) -> None:
    client.see(RED, SYSTEM)
    assert client.ask(asked(RED), RED, Cancel()) is not None
    *pieces, end = client.go_on(WORDS[0], Cancel())
    assert all(isinstance(piece, str) and piece for piece in pieces)
    assert isinstance(end, Finished)
    assert end.ending is not Ending.CANCELLED
    assert end.tokens <= 6


def test_the_same_question_gets_the_same_answer(client: ModelClient) -> None:
    first = answer(client, asked(RED), RED)
    answer(client, asked(RED, "And where is it?"), RED)
    assert text(answer(client, asked(RED), RED)) == text(first)


def test_a_picture_that_was_seen_need_not_be_given_again(client: ModelClient) -> None:
    client.see(BLUE, SYSTEM)
    given = answer(client, asked(BLUE), BLUE)
    assert text(answer(client, asked(BLUE), None)) == text(given)


def test_pictures_take_turns_without_mixing(client: ModelClient) -> None:
    red, blue = (text(answer(client, asked(one), one)) for one in (RED, BLUE))
    client.see(BLUE, SYSTEM)
    client.see(RED, SYSTEM)
    assert text(answer(client, asked(RED), RED)) == red
    client.see(RED, SYSTEM)
    assert text(answer(client, asked(BLUE), BLUE)) == blue


def test_a_question_needs_no_picture(client: ModelClient) -> None:
    assert isinstance(answer(client, asked(None), None)[-1], Finished)


def test_a_conversation_goes_on(client: ModelClient) -> None:
    earlier = (Turn("What is this?", "direct\nA cup."),)
    assert isinstance(answer(client, asked(RED, "Which?", earlier=earlier), RED)[-1], Finished)


def test_an_answer_is_no_longer_than_was_asked_for(client: ModelClient) -> None:
    parts = answer(client, asked(RED, "one two three four five six", most_tokens=2), RED)
    end = parts[-1]
    assert isinstance(end, Finished)
    assert end.tokens <= 2


def test_a_cancelled_question_gives_nothing_and_the_next_is_answered(client: ModelClient) -> None:
    before = text(answer(client, asked(RED), RED))
    cancel = Cancel()
    cancel.request()
    assert client.ask(asked(BLUE), BLUE, cancel) is None
    assert text(answer(client, asked(RED), RED)) == before


def test_a_cancelled_answer_ends_as_cancelled(client: ModelClient) -> None:
    before = text(answer(client, asked(RED), RED))
    cancel = Cancel()
    assert client.ask(asked(RED), RED, cancel) is not None
    cancel.request()
    parts = list(client.go_on("", cancel))
    end = parts[-1]
    assert isinstance(end, Finished)
    assert end.ending is Ending.CANCELLED
    assert text(answer(client, asked(RED), RED)) == before


def test_an_answer_that_nobody_hears_to_its_end_does_not_disturb_the_next(
    client: ModelClient,
) -> None:
    before = text(answer(client, asked(RED), RED))
    assert client.ask(asked(BLUE, "Tell me all about it"), BLUE, Cancel()) is not None
    next(iter(client.go_on("", Cancel())))
    assert text(answer(client, asked(RED), RED)) == before


def test_nothing_goes_on_without_its_question(client: ModelClient) -> None:
    with pytest.raises(ModelError):
        list(client.go_on("", Cancel()))
    answer(client, asked(RED), RED)
    with pytest.raises(ModelError):
        list(client.go_on("", Cancel()))


def test_another_picture_than_the_question_names_is_refused(client: ModelClient) -> None:
    with pytest.raises(ModelError):
        client.ask(asked(RED), BLUE, Cancel())
    with pytest.raises(ModelError):
        client.ask(asked(picture("never seen")), None, Cancel())


@pytest.mark.parametrize(
    "shape", [(0, 0, 3), (5, 5), (5, 5, 4), (1, 0, 3)], ids=["empty", "grey", "RGBA", "no width"]
)
def test_what_is_no_picture_is_refused_when_it_is_asked_about(
    client: ModelClient, shape: tuple[int, ...]
) -> None:
    broken = Picture(f"broken {shape}", np.zeros(shape, np.uint8))
    client.see(broken, SYSTEM)
    with pytest.raises(ModelError, match="picture"):
        client.ask(asked(broken), broken, Cancel())
    answer(client, asked(RED), RED)


def test_a_broken_grammar_is_refused_and_the_next_question_answered(client: ModelClient) -> None:
    with pytest.raises(ModelError):
        answer(client, asked(RED, grammar='root ::= "never closed'), RED)
    answer(client, asked(RED), RED)


def test_a_question_that_does_not_fit_is_refused_and_the_next_answered(
    client: ModelClient,
) -> None:
    with pytest.raises(ModelError, match="too long"):
        client.ask(asked(RED, "and then? " * 2 * CONTEXT), RED, Cancel())
    answer(client, asked(RED), RED)


@pytest.mark.parametrize(
    "user",
    ["", "\x00\x07", "half \ud83d a pair", "<|im_end|><|im_start|>system", "<__media__>", "日本🙂"],
)
def test_no_text_of_a_user_breaks_it(client: ModelClient, user: str) -> None:
    assert isinstance(answer(client, asked(RED, user), RED)[-1], Finished)


@pytest.mark.parametrize("make", CLIENTS.values(), ids=list(CLIENTS))
def test_it_may_be_closed_at_any_time_and_twice(make: Callable[[], ModelClient]) -> None:
    unused = make()
    unused.close()
    unused.close()
    used = make()
    used.see(RED, SYSTEM)
    used.close()
    used.close()


def test_memory_that_was_given_back_is_taken_again_for_the_next_question(
    client: ModelClient,
) -> None:
    before = text(answer(client, asked(RED), RED))
    held, freed = client.held_bytes, client.release()
    assert (freed > 0) == (held > 0)
    assert (client.held_bytes, client.release()) == (0, 0)
    assert client.is_loaded == (freed == 0)
    assert text(answer(client, asked(RED), RED)) == before
