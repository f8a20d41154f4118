"""One call to a server: the SDK's client, what a completion says, what a failure means."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from whichone_core.errors import ModelError, SetupError

from .answers import Status, read_answer
from .orders import Model, Order

if TYPE_CHECKING:
    from openai import AsyncOpenAI

KEYS = ("WHICHONE_SERVER_KEY", "OPENAI_API_KEY")
"""Variables of the environment that may hold the server's key; it is never written down."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Said:
    """What one completion gave."""

    status: Status
    text: str
    served: str
    tokens_in: int
    tokens_out: int


class Verdict(StrEnum):
    """What to do about a failed call."""

    AGAIN = "try again"
    SKIP = "skip the item"
    STOP = "stop the run"


def connected(model: Model, timeout_s: float) -> AsyncOpenAI:
    """A client of the model's server; what is local never goes through a proxy.

    Raises SetupError where OpenAI's own server is meant and there is no key.
    """
    import openai

    key = next((value for name in KEYS if (value := os.environ.get(name, "").strip())), "")
    if not key and model.url is None:
        raise SetupError(
            "There is no key for the server.", remedy=f"Set {KEYS[0]}, or name another --url."
        )
    is_local = urlsplit(model.url or "").hostname in LOOPBACK
    return openai.AsyncOpenAI(
        api_key=key or "none",
        base_url=model.url,
        max_retries=0,
        timeout=timeout_s,
        http_client=openai.DefaultAsyncHttpxClient(trust_env=not is_local, timeout=timeout_s),
    )


def said_in(order: Order, completion: Any, guess_in: int) -> Said:
    """What a completion says, whatever is missing in it.

    completion: chat completion as the API's JSON.  guess_in: tokens sent, where the server
    doesn't count.
    """
    choice = (completion.get("choices") or [{}])[0]
    message = choice.get("message") or {}
    text = message.get("content") or ""
    usage = completion.get("usage") or {}
    tokens_in = int(usage.get("prompt_tokens") or guess_in)
    tokens_out = int(usage.get("completion_tokens") or len(text) // 4)
    status, kept = _judged(order, choice.get("finish_reason"), message.get("refusal"), text)
    return Said(status, kept, completion.get("model") or "", tokens_in, tokens_out)


def _judged(order: Order, reason: Any, refusal: Any, text: str) -> tuple[Status, str]:
    if refusal or reason == "content_filter":
        return Status.REFUSED, str(refusal or text or "content filter")
    if read_answer(text, order.answer) is not None:
        return Status.ANSWERED, text
    return (Status.CUT if reason == "length" else Status.MALFORMED), text


def verdict_on(error: Exception) -> Verdict:
    """What to do about an error of the SDK."""
    import openai

    match error:
        case openai.APIStatusError() if "insufficient_quota" in str(error.body or ""):
            return Verdict.STOP
        case openai.APIStatusError(status_code=408 | 409 | 429):
            return Verdict.AGAIN
        case openai.APIStatusError(status_code=401 | 402 | 403 | 404 | 405):
            return Verdict.STOP
        case openai.APIStatusError():
            return Verdict.AGAIN if error.status_code >= 500 else Verdict.SKIP
        case openai.APIConnectionError() | openai.APIResponseValidationError() | ValueError():
            return Verdict.AGAIN
    return Verdict.SKIP


def asked_wait(error: Exception) -> float | None:
    """Seconds that the server wants to be left alone; None where it doesn't say."""
    import openai

    if not isinstance(error, openai.APIStatusError):
        return None
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(error.response.headers[name]) * unit)
        except (KeyError, ValueError):
            continue  # a date instead of seconds: the own, growing wait will do
    return None


def complaint(error: Exception) -> ModelError:
    """The error that ends a run, in a sentence.  What was answered is kept."""
    import openai

    status = error.status_code if isinstance(error, openai.APIStatusError) else None
    sentences = {
        401: ("The server refuses the key.", f"Set {KEYS[0]} to a key of this server."),
        402: ("The server's credit is used up.", "Pay, and run the command again."),
        403: ("The server refuses the key.", f"Set {KEYS[0]} to a key of this server."),
        404: ("The server has no such model or address.", "Check --model and --url."),
        429: ("The server's credit is used up.", "Pay, and run the command again."),
    }
    otherwise = (
        "The server fails again and again.",
        "What was answered is kept; run the command again later.",
    )
    sentence, remedy = sentences.get(status or 0, otherwise)
    return ModelError(sentence, remedy=remedy, cause=reason_of(error))


def reason_of(error: Exception) -> str:
    return " ".join(str(error).split())[:LONGEST_REASON]
