"""The chat template of a model, rendered byte for byte as transformers renders it.

What a person wrote is data: it can neither open a control token nor place a picture.  Before
it goes into the template, a guard character is put after every character that could begin a
control token; control tokens are then looked for in the rendered text, where only the
template's own can match, and the guards are taken out of what is left (`vocabulary.py`).
Harmless text passes unchanged and is tokenised together with the template's text around it,
as transformers does.
"""

from __future__ import annotations

import json
import re
import sys
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from whichone_models.llama.runtime import Fault, RuntimeFault

if TYPE_CHECKING:
    from jinja2 import Template

GUARD = "\ue000"
PICTURE = "\ue001"
"""Private-use characters: taken out of what a person wrote, so only ours are left."""

LONGEST = 200_000
"""Characters of a template; the longest of the families here has 8,000."""
MOST_S = 2.0
"""Seconds of the processor for one conversation, which takes some thousandths."""
_FAILURES = (TypeError, ValueError, ArithmeticError, LookupError, RecursionError, MemoryError)

PLACES = re.compile(
    r"<\|vision_start\|><\|image_pad\|><\|vision_end\|>"  # Qwen2-VL to Qwen3-VL
    r"|<IMG_CONTEXT>|<start_of_image>|<image_soft_token>|<image>|<__media__>"
)
"""Where templates put a picture; mtmd adds the tokens around it by itself."""

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""For a file without a template of its own whose vocabulary knows these tokens."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message; has_picture puts the picture before its text."""

    role: str
    text: str
    has_picture: bool = False


def guarded(text: str, openings: frozenset[str]) -> str:
    """Text that cannot open a control token: composed (NFC, as Qwen's tokenizer does)."""
    bare = unicodedata.normalize("NFC", text).replace(GUARD, "").replace(PICTURE, "")
    return "".join(letter + GUARD if letter in openings else letter for letter in bare)


class ChatTemplate:
    """One model's template.  openings: first characters of its control tokens."""

    def __init__(self, source: str, *, bos: str, eos: str, openings: frozenset[str]) -> None:
        self._template = _compiled(source)
        self._bos, self._eos = bos, eos
        self._openings = openings | {"<"}

    def render(self, messages: Sequence[Message], *, opens_answer: bool = True) -> str:
        """The conversation with GUARD and PICTURE characters in it.

        Raises RuntimeFault (FILE) where the template fails or places no picture.
        """
        rendered = self._rendered(messages, self._takes_parts, opens_answer)
        wanted = sum(message.has_picture for message in messages)
        if rendered.count(PICTURE) != wanted:
            raise RuntimeFault(Fault.FILE, "the chat template does not place the picture")
        return rendered

    @cached_property
    def gap(self) -> str:
        """What the template writes between the opened answer and its first word.

        Empty for Qwen; one space for SmolVLM, whose answers begin "Assistant: word".
        """
        asked = [Message("user", "x")]
        opened = self.render(asked)
        answered = self.render([*asked, Message("assistant", "word")], opens_answer=False)
        if not answered.startswith(opened) or "word" not in answered[len(opened) :]:
            return ""
        return answered[len(opened) :].partition("word")[0]

    @cached_property
    def _takes_parts(self) -> bool:
        """Whether contents are lists of parts (vision models) or plain strings."""
        try:
            rendered = self._rendered([Message("user", "probe", has_picture=True)], True, True)
        except RuntimeFault:
            return False
        return rendered.count(PICTURE) == 1 and "probe" in rendered and "'type'" not in rendered

    def _rendered(self, messages: Sequence[Message], as_parts: bool, opens_answer: bool) -> str:
        from jinja2 import TemplateError

        chat = [self._parts(m) if as_parts else self._plain(m) for m in messages]
        try:
            with _in_time():
                rendered = self._template.render(
                    messages=chat,
                    tools=None,
                    documents=None,
                    add_generation_prompt=opens_answer,
                    bos_token=self._bos,
                    eos_token=self._eos,
                )
        except (TemplateError, *_FAILURES) as error:
            raise RuntimeFault(Fault.FILE, f"chat template: {error!r}") from error
        return PLACES.sub(PICTURE, rendered)

    def _parts(self, message: Message) -> dict[str, Any]:
        text = {"type": "text", "text": guarded(message.text, self._openings)}
        picture = [{"type": "image"}] if message.has_picture else []
        return {"role": message.role, "content": [*picture, text]}

    def _plain(self, message: Message) -> dict[str, Any]:
        text = guarded(message.text, self._openings)
        # InternVL's own order for templates that know only strings: the picture, a line break.
        return {
            "role": message.role,
            "content": f"{PICTURE}\n{text}" if message.has_picture else text,
        }


@contextmanager
def _in_time() -> Iterator[None]:
    """Raises RuntimeFault (FILE) for a template that has no end.

    It looks at every line of it; processor time is counted, as the machine may be busy.
    """
    until = time.thread_time() + MOST_S

    def look(*_: object) -> Any:
        if time.thread_time() > until:
            raise RuntimeFault(Fault.FILE, "the chat template has no end")
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)


def _compiled(source: str) -> Template:
    """transformers' environment: sandboxed, block lines leave no trace, loop controls."""
    from jinja2 import TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    if len(source) > LONGEST:
        raise RuntimeFault(Fault.FILE, f"a chat template of {len(source)} characters")
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.filters["tojson"] = _json
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
    # Marks what the assistant said, for training; it writes nothing.
    unmarked = re.sub(
        r"\{%(-?)\s*(?:end)?generation\s*(-?)%\}", r"{%\1 if true %}{% endif \2%}", source
    )
    try:
        return environment.from_string(unmarked)
    except (TemplateError, *_FAILURES) as error:
        raise RuntimeFault(Fault.FILE, f"chat template: {error!r}") from error


def _json(value: Any, indent: int | None = None, **options: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent, **options)


def _refuse(message: str) -> NoReturn:
    from jinja2 import TemplateError

    raise TemplateError(message)
