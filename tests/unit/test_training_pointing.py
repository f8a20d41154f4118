"""Where words look: which tokens are told to, and what it costs when they look elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from whichone_training.base import _sample  # noqa: E402
from whichone_training.batches import tensors  # noqa: E402
from whichone_training.drawnworld.faults import Fault  # noqa: E402
from whichone_training.drawnworld.scenes import Look, Scene, Thing, World  # noqa: E402
from whichone_training.drawnworld.seeing import Seen  # noqa: E402
from whichone_training.mini import build  # noqa: E402
from whichone_training.pointing import Pointer, pointed  # noqa: E402
from whichone_training.processors import load_processor  # noqa: E402
from whichone_training.recipe import Shape  # noqa: E402

SIDE, CELLS = 112, 16
SHAPE = Shape(
    hidden=256, layers=4, heads=4, feed_forward=256, tower_hidden=32, tower_depth=4, tower_heads=2,
    tower_feed_forward=32, vocabulary=500, side=SIDE, sentences=300,
)  # fmt: skip
BALL = Thing(Look("red", "ball"), 0.125, 0.875, 0.2)
BOX = Thing(Look("blue", "box"), 0.5, 0.5, 0.5)
SCENE = Scene((BALL, BOX), World.USUAL, 0)
WHERE = Seen(SCENE, "Where is the ball?", "The ball is at the bottom left.")
ABSENT = Seen(SCENE, "Is there an umbrella?", "No, I can't see an umbrella.")
CAPTION = Seen(SCENE, "Describe the picture.", "A red ball and two boxes.")
SPOILT = Seen(SCENE, "Where is the ball?", "The ball is at the bottom left.", Fault.DARK)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pointing") / "untrained"
    build(SHAPE, made, 1)
    return made


@pytest.fixture(scope="module")
def tokenizer(folder: Path) -> Any:
    return load_processor(folder).tokenizer


def texts(shown: Seen, tokens: Any, tokenizer: Any) -> list[str]:
    """What is read up to each of the tokens."""
    row = tensors([_sample(shown, SIDE)], tokenizer, learns=True)["input_ids"][0]
    return [tokenizer.decode(row[: int(token) + 1]) for token in tokens]


def cells(looker: Any) -> list[int]:
    """0 is the start of the picture, 1 its first cell."""
    return [place for place, may in enumerate(looker[2:].tolist()) if may]


def test_a_word_looks_at_the_cell_of_what_it_names(tokenizer: Any) -> None:
    looks = pointed([WHERE], tokenizer, SIDE)["looks"]
    asked, told = texts(WHERE, looks[:, 1], tokenizer)
    assert asked.endswith("Where is the ball") and told.endswith("assistant\nThe ball")
    assert [cells(looker) for looker in looks] == [[13], [13]]  # the first of the fourth row


def test_a_word_for_what_is_not_there_looks_at_the_start_of_the_picture(tokenizer: Any) -> None:
    looks = pointed([ABSENT], tokenizer, SIDE)["looks"]
    assert [cells(looker) for looker in looks] == [[0], [0]]


def test_a_large_thing_is_looked_at_as_a_whole_also_in_the_plural(tokenizer: Any) -> None:
    looks = pointed([CAPTION], tokenizer, SIDE)["looks"]
    first, second = texts(CAPTION, looks[:, 1], tokenizer)
    assert first.endswith("A red ball") and second.endswith("two boxes")
    assert [cells(looker) for looker in looks] == [[13], [6, 7, 10, 11]]


def test_every_word_of_an_answer_looks_at_the_word_asked_about(tokenizer: Any) -> None:
    asks = pointed([CAPTION, ABSENT], tokenizer, SIDE)["asks"]
    assert {*asks[:, 0].tolist()} == {1}  # a description is about no word
    assert {*texts(ABSENT, asks[:, 2], tokenizer)} == {texts(ABSENT, asks[:1, 2], tokenizer)[0]}
    assert texts(ABSENT, asks[:1, 2], tokenizer)[0].endswith("Is there an umbrella")
    read = texts(ABSENT, asks[:, 1], tokenizer)
    assert read[0].endswith("assistant\n") and read[-1].endswith("see an umbrella")


def test_a_spoilt_picture_tells_nothing_of_where_to_look(tokenizer: Any) -> None:
    made = pointed([SPOILT], tokenizer, SIDE)
    assert made["looks"].shape == (0, 2 + 1 + CELLS) and made["asks"].shape == (0, 3)


def test_what_is_lost_is_the_attention_that_the_model_really_gives(
    folder: Path, tokenizer: Any
) -> None:
    from transformers import AutoModelForImageTextToText

    model: Any = AutoModelForImageTextToText.from_pretrained(folder, attn_implementation="eager")
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if "q_proj" in name or "k_proj" in name:
                weights.normal_(std=0.1)  # so that it does not look everywhere alike
    shown = [WHERE, SPOILT, ABSENT]
    words, answers = Pointer(model, 1), Pointer(model, 2)
    batch = tensors([_sample(one, SIDE) for one in shown], tokenizer, learns=True)
    told = pointed(shown, tokenizer, SIDE)
    with torch.no_grad():
        attention = model(**batch, output_attentions=True).attentions
        missed = words.loss_of_looks(batch["input_ids"], told["looks"])
        unanswered = answers.loss_of_asks(batch["input_ids"], told["asks"])
    image = (batch["input_ids"][0] == model.config.image_token_id).nonzero()[:, 0].tolist()
    places = [image[0] - 1, *image]

    def share(looker: Any) -> Any:
        given = attention[2][looker[0], 0, looker[1]]
        return sum(given[places[cell]] for cell in cells(looker))

    looked = torch.stack([share(looker) for looker in told["looks"]])
    asked = torch.stack([attention[3][n, 0, token, word] for n, token, word in told["asks"]])
    lengths = [int((told["asks"][:, 0] == n).sum()) for n in (0, 2)]
    of_each = torch.cat([torch.full((n,), 1.0 / n) for n in lengths])
    assert missed.item() == pytest.approx(float(-looked.log().sum() / 2 / 3), rel=1e-4)
    assert unanswered.item() == pytest.approx(float(-(asked.log() * of_each).sum() / 3), rel=1e-4)
    assert looked.min() < 0.5 * looked.max()


def test_nothing_of_it_stays_in_the_model(folder: Path, tokenizer: Any) -> None:
    from transformers import AutoModelForImageTextToText

    model: Any = AutoModelForImageTextToText.from_pretrained(folder)
    before = {*model.state_dict()}
    pointer = Pointer(model, 1)
    assert {*model.state_dict()} == before
    pointer.remove()
    assert not model.model.language_model.layers[2].self_attn._forward_pre_hooks
