"""What a user typed, or a picture shows, as words that no model takes for anything else.

Chat models mark turns, pictures and tools with control tokens ("<|im_end|>", "[INST]").  In
a question, or in print that was read from a picture, such a token would end the question and
put words into the assistant's mouth; a media marker would ask for a picture that is not
there.  The runtime never parses user text for control tokens; this is the second lock, and
the only one where a server builds the prompt.

Look-alikes in full width, and tokens cut apart by invisible characters or put together by
taking another one out, count as well: the text is folded first and cleaned until nothing
changes.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2_000
"""Characters of a question that are kept; more is dictation gone astray."""

_NAMES = (
    "s|bos|eos|pad|unk|mask|sep|cls|system|user|assistant|human|bot|image|images|img|video|audio|"
    "media|think|tool_call|tool_response|tools|tool|function|functions|box|ref|quad|point|"
    "start_of_turn|end_of_turn|start_of_image|end_of_image|image_soft_token|end_of_utterance|"
    "fake_token_around_image|global-img|im_start|im_end|img_context|image_placeholder|"
    r"row_\d+_col_\d+|unused\d+|reserved_special_token_\d+|image_\d+|img_\d+|loc\d+|extra_id_\d+"
)
_TOKENS = re.compile(
    r"<\s*[|｜](?:[^<>]{0,60}?)[|｜]\s*>"  # <|im_end|>, <|image_pad|>, DeepSeek's full-width bars
    r"|<\s*__[^<>]{0,40}?__\s*>"  # llama.cpp's media marker
    rf"|<\s*/?\s*(?:{_NAMES})\s*/?\s*>"
    r"|<<\s*/?\s*sys\s*>>"
    r"|\[\s*/?\s*(?:inst|img|img_break|img_end|system_prompt|available_tools|tool_calls|"
    r"tool_results)\s*\]"
    r"|<\s*[|｜](?=\s*(?:im|end|start|eot|eom|vision|image|begin|reserved|assistant|user|system))",
    re.IGNORECASE,
)
_ROLE_HEADS = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?(?:system|assistant)[ \t]*:[ \t]*", re.IGNORECASE | re.MULTILINE
)
""" "assistant:" at the beginning of a line, which plain templates end turns with."""
_SPACES = re.compile(r"[ \t]{2,}")
_FOLDED = str.maketrans(
    {"＜": "<", "＞": ">", "［": "[", "］": "]", "＿": "_", "﹤": "<", "﹥": ">"}
)
_MARKS = frozenset({"Mn", "Me"})
_MOST_MARKS = 3
"""Combining marks after one character: more is noise that costs tokens."""


def as_words(text: str, longest: int = LONGEST) -> str:
    """The words of a text on one line, without control tokens; for any text at all.

    Applying it twice is the same as once.
    """
    line = " ".join(_visible(text[: 4 * longest]).split())
    return " ".join(_without_tokens(line).split())[:longest].strip()


def as_lines(text: str, longest: int = LONGEST) -> str:
    """The same with line ends kept; blank lines go."""
    kept = _without_tokens(_visible(text[: 4 * longest]))
    lines = (" ".join(line.split()) for line in kept.split("\n"))
    return "\n".join(line for line in lines if line)[:longest].strip()


def holds_tokens(text: str) -> bool:
    """Whether a text holds anything that a chat model may take for a control token."""
    return bool(_TOKENS.search(_visible(text)))


def _without_tokens(text: str) -> str:
    before = None
    while before != text:
        before = text
        text = _ROLE_HEADS.sub("", _SPACES.sub(" ", _TOKENS.sub("", text)))
    return text


def _visible(text: str) -> str:
    """Without controls, bidi overrides, joiners, surrogates and private characters."""
    text = re.sub(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]", "\n", text.translate(_FOLDED))
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "C" and character not in "\n\t":
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)
