"""The real runtime: llama.cpp through llama-cpp-python's low-level calls, never its handlers.

The ready-made chat handlers clear the KV cache and encode the picture again on every turn and
change the template (facts, llama.cpp).  Here the cache keeps all that a new conversation
shares with the last one, whichever call put it there: after `see` a question evaluates only
its own words, and so does a follow-up, a reply, or the same question after a cancel.

A control word is given as it was trained: `go_on("direct\\n")` where the model says the word
and a line break, `go_on("direct")` to let the model write the line break itself.  White space
before an answer's first letter is never passed on.
"""

from __future__ import annotations

import codecs
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from whichone_models.llama.context import Item, Patch, tokens_in
from whichone_models.llama.library import library
from whichone_models.llama.loading import Loaded, load
from whichone_models.llama.loops import LoopDetector
from whichone_models.llama.runtime import (
    Ending,
    Facts,
    Fault,
    Finished,
    IsCancelled,
    LoadOrder,
    Odds,
    Picture,
    Request,
    RuntimeFault,
    Seen,
    Turn,
)
from whichone_models.llama.sampling import Sampler
from whichone_models.llama.scoring import score
from whichone_models.llama.template import PICTURE, Message
from whichone_models.llama.vision import Encoded, identity_of

ANSWER_SHARE = 4
"""At least one in so many tokens of the context is kept free for the answer."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The request that `go_on` continues.  tail: its text after the last control token."""

    request: Request
    items: tuple[Item, ...]
    tail: str


class NativeRuntime:
    """One loaded model (`Runtime`)."""

    def __init__(self) -> None:
        self._loaded: Loaded | None = None
        self._asked: _Asked | None = None

    def load(self, order: LoadOrder) -> Facts:
        """Load the files; raises RuntimeFault (FILE, MEMORY, BROKEN)."""
        self.close()
        try:
            native = library()
        except (OSError, RuntimeError) as error:
            raise RuntimeFault(Fault.BROKEN, f"llama.cpp: {error}") from error
        self._loaded = load(native, order)
        return self._loaded.facts

    def see(self, picture: Picture, system: str, is_cancelled: IsCancelled) -> Seen | None:
        """Encode a picture where it is new; prefill the system prompt and it."""
        began = time.monotonic()
        known = self._parts.pictures.get(picture.key)
        was_cached = known is not None and known.identity == identity_of(picture)
        encoded = known if was_cached else self._encode(picture, is_cancelled)
        if encoded is None:
            return None
        encoded_at = time.monotonic()
        wanted = self._beginning(system, encoded)
        is_there = self._parts.context.recall(wanted) == len(wanted)
        if not is_there and not self._reach(wanted, is_cancelled):
            return None
        prefilled_at = time.monotonic()
        return Seen(
            key=picture.key,
            tokens=tokens_in(encoded.items),
            encode_ms=1000 * (encoded_at - began),
            prefill_ms=1000 * (prefilled_at - encoded_at),
            was_cached=was_cached,
        )

    def start(self, request: Request, is_cancelled: IsCancelled) -> Odds | None:
        """Prefill the question, dropping the oldest turns where they do not fit, and score."""
        began = time.monotonic()
        self._asked = None
        asked = self._fitting(request)
        context = self._parts.context
        evaluated = context.reach(asked.items, self._put, is_cancelled, remembers=True)
        if evaluated is None:
            return None
        words = [self._word(asked, word) for word in request.words]
        scores = score(context, words) if words else ()
        if scores is None or is_cancelled():
            return None
        self._asked = asked
        return Odds(
            log_probabilities=scores,
            evaluated=evaluated.evaluated,
            reused=evaluated.reused,
            prefill_ms=1000 * (time.monotonic() - began),
        )

    def go_on(self, word: str, is_cancelled: IsCancelled) -> Iterator[str | Finished]:
        """Text after the forced word, then Finished; raises RuntimeFault (REQUEST)."""
        asked = self._asked
        if asked is None:
            raise RuntimeFault(Fault.REQUEST, "nothing was asked")
        request = asked.request
        parts = self._parts
        sampler = Sampler(parts.library, parts.vocabulary, request.sampling, request.grammar)
        began = time.monotonic()
        try:
            forced = (*asked.items, *self._word(asked, word))
            tokens, ending = 0, Ending.CANCELLED
            if self._reach(forced, is_cancelled):
                began = time.monotonic()  # the forced word is no decoding
                tokens, ending = yield from self._text(sampler, request.most_tokens, is_cancelled)
        finally:
            sampler.close()
        yield Finished(ending, tokens, 1000 * (time.monotonic() - began))

    def forget(self) -> None:
        """Drop pictures and conversation."""
        self._asked = None
        if self._loaded:
            self._loaded.context.clear()
            self._loaded.pictures.clear()

    def close(self) -> None:
        """Free everything.  May be called twice."""
        self._asked = None
        if self._loaded:
            self._loaded.close()
            self._loaded = None

    @property
    def _parts(self) -> Loaded:
        if self._loaded is None:
            raise RuntimeFault(Fault.BROKEN, "no model is loaded")
        return self._loaded

    # ----------------------------------------------------------------- pictures

    def _encode(self, picture: Picture, is_cancelled: IsCancelled) -> Encoded | None:
        if self._parts.tower is None:
            raise RuntimeFault(Fault.PICTURE, "this model was loaded without a tower")
        encoded = self._parts.tower.encode(picture, is_cancelled)
        if encoded is not None:
            self._parts.pictures.put(picture.key, encoded)
            if tokens_in(encoded.items) >= self._parts.context.size:
                raise RuntimeFault(Fault.CONTEXT, "the picture alone fills the context")
        return encoded

    def _picture(self, key: str) -> Encoded | None:
        if not key:
            return None
        encoded = self._parts.pictures.get(key)
        if encoded is None:
            raise RuntimeFault(Fault.PICTURE, f"the picture {key} was not seen")
        return encoded

    def _put(self, patch: Patch, at: int) -> int:
        key = patch.identity.rpartition(":")[0].rpartition(":")[0]
        encoded = self._picture(key)
        parts = self._parts
        if parts.tower is None or encoded is None or encoded.identity != patch.identity:
            raise RuntimeFault(Fault.PICTURE, f"the picture {key} was not seen")
        return parts.tower.decode(
            encoded, patch, parts.context.pointer, at, parts.context.batch_tokens
        )

    # ------------------------------------------------------------- conversations

    def _reach(self, items: Sequence[Item], is_cancelled: IsCancelled) -> bool:
        return self._parts.context.reach(items, self._put, is_cancelled) is not None

    def _beginning(self, system: str, encoded: Encoded) -> tuple[Item, ...]:
        """What every conversation about a picture begins with, to the picture's end."""
        rendered = self._parts.template.render(_messages(system, (), "", has_picture=True))
        before = rendered.partition(PICTURE)[0]
        return (*self._parts.vocabulary.tokens(before), *encoded.items)

    def _fitting(self, request: Request) -> _Asked:
        context = self._parts.context
        free = min(request.most_tokens, context.size // ANSWER_SHARE)
        for dropped in range(len(request.earlier) + 1):
            asked = self._conversation(request, request.earlier[dropped:])
            if tokens_in(asked.items) + free <= context.size:
                return asked
        raise RuntimeFault(
            Fault.CONTEXT,
            f"{tokens_in(asked.items)} tokens and an answer do not fit into {context.size}",
        )

    def _conversation(self, request: Request, earlier: Sequence[Turn]) -> _Asked:
        encoded = self._picture(request.picture)
        messages = _messages(request.system, earlier, request.user, has_picture=encoded is not None)
        rendered = self._parts.template.render(messages)
        before, _, after = rendered.partition(PICTURE)
        vocabulary = self._parts.vocabulary
        picture = encoded.items if encoded else ()
        items = (*vocabulary.tokens(before), *picture, *vocabulary.tokens(after))
        return _Asked(request, items, vocabulary.tail(after if encoded else rendered))

    def _word(self, asked: _Asked, word: str) -> list[int]:
        """A word's tokens where the answer begins."""
        if not word:
            return []
        return self._parts.vocabulary.continued(asked.tail, self._parts.template.gap + word)

    # -------------------------------------------------------------------- answers

    def _text(
        self, sampler: Sampler, most: int, is_cancelled: IsCancelled
    ) -> Generator[str, None, tuple[int, Ending]]:
        """Pieces of text; returns the number of tokens and why it ended."""
        context, vocabulary = self._parts.context, self._parts.vocabulary
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        loops, has_begun = LoopDetector(), False
        for tokens in range(most):
            if is_cancelled():
                return tokens, Ending.CANCELLED
            token = sampler.choose(context.logits())
            if token in vocabulary.ends:
                return tokens + 1, Ending.END
            piece = decoder.decode(vocabulary.piece(token))
            shown = piece if has_begun else piece.lstrip()
            if shown:
                has_begun = True
                yield shown
            if loops.feed(piece):
                return tokens + 1, Ending.LOOP
            if tokens + 1 == most or context.used >= context.size:
                return tokens + 1, Ending.LENGTH  # nothing is evaluated for no further word
            if not context.step(token, is_cancelled):
                return tokens + 1, Ending.CANCELLED
        return most, Ending.LENGTH


def _messages(
    system: str, earlier: Sequence[Turn], user: str, *, has_picture: bool
) -> list[Message]:
    """The conversation; the picture stands in the first thing that the user said."""
    said = [Message("system", system)] if system else []
    for turn in earlier:
        said += [Message("user", turn.user), Message("assistant", turn.assistant)]
    said.append(Message("user", user))
    first = next(index for index, message in enumerate(said) if message.role == "user")
    said[first] = Message("user", said[first].text, has_picture)
    return said
