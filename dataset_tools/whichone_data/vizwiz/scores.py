"""How close answers come to a reference: ROUGE-L and METEOR, against crowd and experts.

Settings that the paper leaves open were chosen by what reproduces its figures (tried: all,
answerable, answered questions; the crowd's majority, best and mean of its ten answers;
answer sentences joined or the best one; docs/vizwiz-lf.md):

- short reference: the crowd's majority answer; long reference: the expert's answer;
- over the questions that both the expert and the writer answer (a sentence with that role);
- "answer sentences": the answer-role sentence that scores best.

ROUGE-L is the F-measure of Google's `rouge-score`, METEOR is NLTK's (exact words, Porter
stems, and WordNet's synonyms where WordNet is there).  Scores go from 0 to 1.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Protocol

from whichone_core.types.strategies import Role

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .reasons import reason
from .release import Release
from .schema import Answer

COLUMNS = (Column("ROUGE-L", Unit.SCORE), Column("METEOR", Unit.SCORE))
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Reference(StrEnum):
    """What an answer is compared with."""

    SHORT = "short"
    LONG = "long"


class Part(StrEnum):
    """Which part of an answer is compared."""

    WHOLE = "whole"
    ANSWER = "answer"


class Synonyms(Protocol):
    """What METEOR asks for synonyms; see `wordnet.py`."""

    name: str

    def synsets(self, word: str) -> list[Any]: ...


@dataclass(frozen=True, slots=True)
class Score:
    """One answer against one reference."""

    writer: str
    row: int
    reference: Reference
    part: Part
    rouge: float
    meteor: float

    def as_row(self) -> dict[str, object]:
        """The score as JSON keeps it."""
        return asdict(self)


Metric = Callable[[str, str], float]
"""(reference, text) -> score from 0 to 1."""


def rouge_l() -> Metric:
    """ROUGE-L's F-measure, without stemming."""
    from rouge_score.rouge_scorer import RougeScorer  # type: ignore[import-untyped]

    scorer = RougeScorer(["rougeL"])
    return cache(lambda reference, text: float(scorer.score(reference, text)["rougeL"].fmeasure))


def meteor(synonyms: Synonyms) -> Metric:
    """METEOR with NLTK's parameters (alpha 0.9, beta 3, gamma 0.5), on lower-case words."""
    from nltk.stem.porter import PorterStemmer  # type: ignore[import-untyped]
    from nltk.translate.meteor_score import single_meteor_score  # type: ignore[import-untyped]

    stemmer = PorterStemmer()
    stemmer.stem = cache(stemmer.stem)

    def score(reference: str, text: str) -> float:
        words, others = _TOKEN.findall(reference), _TOKEN.findall(text)
        return float(single_meteor_score(words, others, stemmer=stemmer, wordnet=synonyms))

    return cache(score)


def score_answers(release: Release, rouge: Metric, meteor_of: Metric) -> list[Score]:
    """Every answer against the references that it can be compared with.

    Answers without answer sentences of their own (by role and pairing) have no score for that
    part, and the experts' are not compared with themselves.
    """
    experts = {answer.row: answer for answer in release.answers["Expert"]}
    return [
        Score(
            answer.writer,
            answer.row,
            reference,
            part,
            max(rouge(wanted, text) for text in texts),
            max(meteor_of(wanted, text) for text in texts),
        )
        for answers in release.answers.values()
        for answer in answers
        for reference, wanted in _references(answer, experts[answer.row])
        for part, texts in _parts(answer)
    ]


def _references(answer: Answer, expert: Answer) -> Iterator[tuple[Reference, str]]:
    yield Reference.SHORT, answer.crowd_majority
    if answer.writer != expert.writer:
        yield Reference.LONG, expert.paragraph


def _parts(answer: Answer) -> Iterator[tuple[Part, list[str]]]:
    yield Part.WHOLE, [answer.paragraph]
    said = [s.text for s in answer.sentences if Role.ANSWER in s.labels.roles]
    if said:
        yield Part.ANSWER, said


def score_tables(release: Release, scores: Iterable[Score], synonyms: str) -> tuple[Table, ...]:
    """The means as the paper has them, and over all questions."""
    kept = list(scores)
    answered = {
        writer: {answer.row for answer in answers if Role.ANSWER in answer.roles}
        for writer, answers in release.answers.items()
    }
    both = [s for s in kept if s.row in answered["Expert"] & answered[s.writer]]
    note = f"METEOR {synonyms}."
    return (
        _table("scores", "Answers against references, where expert and writer answer", both, note),
        _table("scores-all", "Answers against references, all questions", kept, note, False),
    )


def _table(key: str, caption: str, scores: list[Score], note: str, is_papers: bool = True) -> Table:
    sets: dict[tuple[str, str, str], list[Score]] = {}
    for score in scores:
        sets.setdefault((score.writer, score.reference, score.part), []).append(score)
    published: Mapping[tuple[str, str, str], tuple[float, float]]
    published = paper.SCORES if is_papers else {}
    rows = tuple(_row(place, some, published.get(place)) for place, some in sets.items())
    return Table(key, caption, "Writer, reference, part", COLUMNS, rows, (note,))


def _row(
    place: tuple[str, str, str], scores: list[Score], published: tuple[float, float] | None
) -> Row:
    writer, reference, part = place
    means = (statistics.mean(s.rouge for s in scores), statistics.mean(s.meteor for s in scores))
    what = "whole answer" if part == Part.WHOLE else "answer sentences"
    cells = (
        Cell(mean, public, reason("scores", *place, column.name))
        for mean, public, column in zip(means, published or (None, None), COLUMNS, strict=True)
    )
    return Row(f"{writer}, {reference} reference, {what} ({len(scores)})", tuple(cells))
