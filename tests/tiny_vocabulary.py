"""A small byte-level BPE vocabulary for the tiny models, trained on drawn sentences.

It is real in all that matters: Qwen's way of splitting text, the special tokens of its
family, the control words as one token each, every byte reachable.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

QWEN_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CHAT = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
QWEN = (
    *CHAT,
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|box_start|>",
    "<|box_end|>",
    "<|quad_start|>",
    "<|quad_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
INTERNVL = (*CHAT, "<img>", "</img>", "<IMG_CONTEXT>", "<video>")
SMOLVLM = (
    *CHAT,
    "<image>",
    "<fake_token_around_image>",
    "<global-img>",
    "<end_of_utterance>",
    *(f"<row_{row}_col_{column}>" for row in range(1, 5) for column in range(1, 5)),
)


def sentences() -> Iterator[str]:
    """Some thousand lines of a conversation about drawn things."""
    things = ("cup", "apple", "orange", "box", "bottle", "book", "red door", "circle", "square")
    colours = ("red", "green", "blue", "yellow", "white", "black", "grey")
    places = ("on the left", "on the right", "at the top", "at the bottom", "in the middle")
    words = ("direct", "infer", "list", "ask", "cannot", "yes", "no")
    for number, (thing, colour, place) in enumerate(product(things, colours, places)):
        yield "system\nYou are a helpful assistant."
        yield f"user\nWhat colour is the {thing} {place}?"
        yield f"assistant\n{words[number % 7]}\nIt is a {colour} {thing} {place}."
        yield f"{words[number % 7]}\nThere are {number % 9} {colour} things; which one do you mean?"
        yield "User: What is this? Assistant: I can't tell. Café, naïve, 12,50 €."
        yield "\n\n"  # SmolVLM has it before the whole picture


def make_tokenizer(special: tuple[str, ...], *, is_smollm: bool = False) -> Tokenizer:
    """Train it: 800 tokens of text and the family's special ones behind them."""
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    if is_smollm:
        splits = [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    else:
        tokenizer.normalizer = normalizers.NFC()
        splits = [
            pre_tokenizers.Split(Regex(QWEN_SPLIT), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(splits)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=800,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(sentences(), trainer)
    tokenizer.add_special_tokens(list(special))
    return tokenizer
