"""A language model as the judge of strategy and truth, over an OpenAI-compatible server.

The judge never sees which strategy is right: it says which one the answer's style shows, and
whether the picture supports what is said.  The reward compares (the paper's 1 / 0.7 / 0).
Verdicts are kept by a hash of model, prompt, picture and answer; a call that fails after its
retries, or that the budget no longer allows, gives None: "does not apply", never 0.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import BaseModel
from whichone_core.types.strategies import Strategy

from .drawnworld.answers import control_word
from .recipe import Judge
from .rewards import DISTORTED, answer_text

RETRIES = 5
TIMEOUT_S = 60.0
INSTRUCTIONS = """You check answers that an assistant for blind people gave about a picture.
Say two things about the answer.

style: how it responds, judged from its words alone, whether they are true or not.
- direct: it simply answers.
- infer: it says which single thing it takes the question to be about, and answers for it.
- list: it gives an answer for each of two or three things that could be meant.
- clarify: it asks one question back instead of answering.
- abstain: it says that it cannot tell, with a reason.
- unknown: none of these, or several at once.

is_grounded: true where everything it claims can be seen in the picture, false where anything
is invented, wrong or contradicted by it. A question back is grounded where what it offers is
in the picture; an abstention where its reason holds."""


class Verdict(BaseModel):
    """What the judge says."""

    style: Literal["direct", "infer", "list", "clarify", "abstain", "unknown"]
    is_grounded: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to judge; picture: the bytes of a PNG or JPEG file."""

    question: str
    answer: str
    picture: bytes


class VerdictCache(Protocol):
    """Keeps verdicts by the hash of what was judged."""

    def get(self, key: str) -> Verdict | None: ...

    def put(self, key: str, verdict: Verdict) -> None: ...


class MemoryCache:
    """Forgets at the end of the process."""

    def __init__(self) -> None:
        self._kept: dict[str, Verdict] = {}

    def get(self, key: str) -> Verdict | None:
        return self._kept.get(key)

    def put(self, key: str, verdict: Verdict) -> None:
        self._kept[key] = verdict


class FileCache:
    """One SQLite file, so that a run that goes on pays for nothing twice."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._base.execute("create table if not exists verdicts (key text primary key, verdict)")

    def get(self, key: str) -> Verdict | None:
        row = self._base.execute("select verdict from verdicts where key = ?", (key,)).fetchone()
        return None if row is None else Verdict.model_validate_json(row[0])

    def put(self, key: str, verdict: Verdict) -> None:
        record = verdict.model_dump_json()
        self._base.execute("insert or replace into verdicts values (?, ?)", (key, record))

    def close(self) -> None:
        self._base.close()


class LanguageJudge:
    """Asks the server, at most `calls` times in its life, `parallel` at once."""

    def __init__(self, settings: Judge, cache: VerdictCache, key: str = "none") -> None:
        self._settings = settings
        self._cache = cache
        self._key = key
        self._calls = 0

    @property
    def calls(self) -> int:
        """How many calls were made; a retried one counts once."""
        return self._calls

    async def verdicts(self, cases: Sequence[Case]) -> list[Verdict | None]:
        """One for each case; None where none could be had."""
        from openai import AsyncOpenAI

        gate = asyncio.Semaphore(self._settings.parallel)
        async with AsyncOpenAI(
            base_url=self._settings.url,
            api_key=self._key,
            max_retries=RETRIES,
            timeout=TIMEOUT_S,
        ) as client:
            return list(await asyncio.gather(*(self._one(client, gate, case) for case in cases)))

    async def _one(self, client: Any, gate: asyncio.Semaphore, case: Case) -> Verdict | None:
        key = _key_of(case, self._settings.model)
        kept = self._cache.get(key)
        if kept is not None or self._calls >= self._settings.calls:
            return kept
        self._calls += 1
        async with gate:
            verdict = await self._asked(client, case)
        if verdict is not None:
            self._cache.put(key, verdict)
        return verdict

    async def _asked(self, client: Any, case: Case) -> Verdict | None:
        from openai import OpenAIError
        from pydantic import ValidationError

        try:
            reply = await client.chat.completions.parse(
                model=self._settings.model,
                messages=_messages(case),
                response_format=Verdict,
                temperature=0,
            )
        except (OpenAIError, ValidationError):
            return None
        parsed = reply.choices[0].message.parsed
        return parsed if isinstance(parsed, Verdict) else None


def reward_of(verdict: Verdict | None, right: Strategy) -> float | None:
    """The paper's 1 / 0.7 / 0; None without a verdict."""
    if verdict is None:
        return None
    if verdict.style != right.value:
        return 0.0
    return 1.0 if verdict.is_grounded else DISTORTED


def judge_reward(settings: Judge) -> Callable[..., Awaitable[list[float | None]]]:
    """The reward function "judge" for trl, which runs async rewards beside others."""
    cache: VerdictCache = FileCache(settings.cache) if settings.cache else MemoryCache()
    judge = LanguageJudge(settings, cache, key_from_environment())

    async def rewarded(
        prompts: Sequence[Any],
        completions: Sequence[Any],
        strategy: Sequence[str],
        images: Sequence[Any],
        **_: Any,
    ) -> list[float | None]:
        rows = zip(prompts, completions, images, strict=True)
        cases = [
            Case(_asked_text(prompt), control_word(answer_text(answer))[1], _png(pictures[0]))
            for prompt, answer, pictures in rows
        ]
        verdicts = await judge.verdicts(cases)
        pairs = zip(verdicts, strategy, strict=True)
        return [reward_of(verdict, Strategy(right)) for verdict, right in pairs]

    rewarded.__name__ = "judge"
    return rewarded


def key_from_environment() -> str:
    """The key of the server, from OPENAI_API_KEY; "none" for servers without keys."""
    import os

    return os.environ.get("OPENAI_API_KEY", "none")


def _asked_text(prompt: Any) -> str:
    if isinstance(prompt, str):
        return prompt
    content = prompt[-1]["content"]
    if isinstance(content, str):
        return content
    return " ".join(str(part["text"]) for part in content if part.get("type") == "text")


def _png(picture: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _messages(case: Case) -> list[dict[str, Any]]:
    picture = base64.b64encode(case.picture).decode()
    kind = "jpeg" if case.picture.startswith(b"\xff\xd8") else "png"
    text = f"Question: {case.question}\n\nAnswer: {case.answer}"
    return [
        {"role": "system", "content": INSTRUCTIONS},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{picture}"}},
                {"type": "text", "text": text},
            ],
        },
    ]


def _key_of(case: Case, model: str) -> str:
    shown = hashlib.sha256(case.picture).hexdigest()
    text = json.dumps([model, INSTRUCTIONS, case.question, case.answer, shown])
    return hashlib.sha256(text.encode()).hexdigest()
