""" "Are you sure?": the question asked again in other words, and what of the answers agrees.

    wordings() -> the same question k ways -> answers (sampled) -> agree() -> Agreement

A sentence that nearly all answers bear out is said as sure; one that they don't is named
together with what was said instead.  This is VizWiz-LF's self-consistency turned into
something that a person can hear: not one more answer, but how far to trust the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whichone_core.answering.grammar import join, number
from whichone_core.prompting.cues import is_courtesy, is_failure, is_suggestion
from whichone_core.prompting.likeness import are_opposed, content_words, likeness, support
from whichone_core.prompting.sentence_stream import plain_sentence, sentences_in
from whichone_core.types.answers import Sentence
from whichone_core.types.strategies import Role

TIMES = 4
"""How often the question is asked again; with the first answer five looks."""
TEMPERATURE = 0.7

_WORDINGS = (
    "{question}",
    "Look again, carefully. {question}",
    "{question} Answer only from what can be seen in the picture.",
    "Someone asks about this picture: {question}",
    "{question} Answer in one short sentence.",
    "Without guessing: {question}",
)
_SHARE_SURE, _SUPPORTED = 0.75, 0.6
"""A sentence is sure where this share of the answers has this share of its words."""
_MOST_OTHERS = 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """What agrees and what does not; alternatives are what was said instead, at most two.

    failures: answers that could not tell; answers: how many there were in all.
    """

    sure: tuple[str, ...]
    varying: tuple[str, ...]
    alternatives: tuple[str, ...]
    failures: int
    answers: int

    @property
    def is_lost(self) -> bool:
        """Whether most looks could not tell at all."""
        return self.failures * 2 > self.answers


def wordings(question: str, times: int = TIMES) -> tuple[str, ...]:
    """The question in so many wordings, from the third round on with repeats."""
    return tuple(_WORDINGS[i % len(_WORDINGS)].format(question=question) for i in range(times))


def agree(first: str, others: Sequence[str]) -> Agreement:
    """Compare the sentences of the first answer with the other answers."""
    claims = [s for s in map(plain_sentence, sentences_in(first)) if content_words(s) and _tells(s)]
    failures = sum(_has_failed(text) for text in others)
    telling = [text for text in others if text.strip() and not _has_failed(text)]
    sure = tuple(claim for claim in claims if _is_borne_out(claim, telling, len(others)))
    varying = tuple(claim for claim in claims if claim not in sure)
    is_alike = bool(claims) and not varying
    alternatives = () if is_alike else _alternatives(varying, telling)
    return Agreement(sure, varying, alternatives, failures, len(others))


def spoken_agreement(agreement: Agreement) -> tuple[Sentence, ...]:
    """What is said: the verdict first, then what is sure, what varies, what else was said."""
    had_answer = bool(agreement.sure or agreement.varying)
    if agreement.is_lost or not (had_answer or agreement.alternatives):
        looks = f"in {number(agreement.failures)} of {number(agreement.answers)} more looks"
        verdict = (
            f"No: {looks} I could not tell." if had_answer else f"I still can't tell, {looks}."
        )
        return (Sentence(verdict, Role.ANSWER_FAILURE),)
    parts = [Sentence(_verdict(agreement), Role.ANSWER)]
    parts += [Sentence(claim, Role.ANSWER) for claim in agreement.sure]
    parts += [
        Sentence(f"I am not sure about this: {claim}", Role.ANSWER) for claim in agreement.varying
    ]
    if agreement.alternatives:
        said = join([f'"{text.rstrip(".")}"' for text in agreement.alternatives], "or")
        parts.append(Sentence(f"Other looks gave: {said}.", Role.ANSWER))
    return tuple(parts)


def _verdict(agreement: Agreement) -> str:
    looks = f"I looked {number(agreement.answers)} more times"
    if agreement.sure and not agreement.varying:
        return f"Yes, I am fairly sure: {looks} and it stayed the same."
    if agreement.sure:
        return f"Only in part: {looks}, and this stayed the same."
    if agreement.varying:
        return f"No: {looks}, and the answer changed."
    return f"No: {looks}, and not every look failed."


def _tells(sentence: str) -> bool:
    return not (is_failure(sentence) or is_suggestion(sentence) or is_courtesy(sentence))


def _has_failed(text: str) -> bool:
    """Whether an answer says that it can't tell, and nothing else."""
    told = [sentence for sentence in sentences_in(text) if not is_suggestion(sentence)]
    return bool(told) and all(is_failure(sentence) for sentence in told)


def _is_borne_out(claim: str, texts: Sequence[str], of: int) -> bool:
    """Whether enough of all answers have a claim; sentence by sentence, so that a number or a
    colour said of another thing neither supports nor contradicts it."""
    return of > 0 and sum(_bears_out(text, claim) for text in texts) >= _SHARE_SURE * of


def _bears_out(text: str, claim: str) -> bool:
    sentences = sentences_in(text)
    if any(support(claim, sentence) >= _SUPPORTED for sentence in sentences):
        return True
    return any(
        not are_opposed(sentence, claim) and support(sentence, claim) >= _SUPPORTED
        for sentence in sentences
        if content_words(sentence)
    )


def _alternatives(varying: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """The commonest first sentences of answers that do not bear out what varies."""
    told: list[tuple[str, int]] = []
    for text in texts:
        sentences = [s for s in map(plain_sentence, sentences_in(text)) if _tells(s)]
        if not sentences or (varying and _bears_out(sentences[0], varying[0])):
            continue
        same = next((i for i, (t, _) in enumerate(told) if likeness(t, sentences[0]) > 0.7), None)
        if same is None:
            told.append((sentences[0], 1))
        else:
            told[same] = (told[same][0], told[same][1] + 1)
    told.sort(key=lambda pair: -pair[1])
    return tuple(text for text, _ in told[:_MOST_OTHERS])
