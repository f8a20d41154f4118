"""Whole answers, from the photo to the sentence, on photos whose right answer is known.

- COCO photos with boxes: does the strategy fit the level that the boxes give?
- Photos by blind people: does it abstain where five people could not recognise a thing?
- Packages: does "what is this?" name the product or its brand?
- Receipts and scene text: are the words that are there in the answer to "what does it say"?

Every question goes through the assistant as a user's would; models are loaded beforehand,
times are medians over the photos, the peak memory is that of this process.
"""

from __future__ import annotations

import re
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import WhichOneError
from whichone_core.events import Abstained, Answered, Failed
from whichone_core.log.otherlogs import NoLog
from whichone_core.picture.pictures import read_file
from whichone_core.types.answers import Answer
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import BuiltinFinder

from tests.bench.report import publish, table
from tests.bench.truth import coco_levels, human_verdicts, product_words, receipt_words, sign_words

LEVELS = (Strategy.INFER, Strategy.LIST, Strategy.CLARIFY)


@dataclass
class Session:
    """Asks photos one question each and keeps how long each took, in seconds."""

    finder: BuiltinFinder = field(default_factory=BuiltinFinder)
    seconds: list[float] = field(default_factory=list)

    def ask(self, photo: Path, question: str) -> Answer | WhichOneError:
        assistant = Assistant(self.finder, [BuiltinEngine()], NoLog(), Policy())
        started = time.perf_counter()
        assistant.open(read_file(photo))
        last = list(assistant.ask(question, Cancel()))[-1]
        self.seconds.append(time.perf_counter() - started)
        if isinstance(last, (Answered, Abstained)):
            return last.answer
        if isinstance(last, Failed):
            return last.error
        raise AssertionError(f"a turn ended with {last}")

    def median(self) -> str:
        ordered = sorted(self.seconds)
        p95 = ordered[int(len(ordered) * 0.95)]
        text = f"{statistics.median(ordered):.2f} s, 95% under {p95:.2f} s"
        self.seconds.clear()
        return text


def words(text: str) -> set[str]:
    """The words of a text: lower case, letters and digits only."""
    return set(re.findall(r"[^\W_]+", text.casefold()))


def strategies(session: Session, levels: Mapping[Path, Strategy], question: str) -> str:
    """The confusion table of level against strategy, with accuracy and its macro average."""
    seen: Counter[tuple[Strategy, Strategy | str]] = Counter()
    for photo, level in levels.items():
        answer = session.ask(photo, question)
        seen[level, answer.strategy if isinstance(answer, Answer) else "error"] += 1
    rows: list[list[object]] = []
    recalls = []
    for level in LEVELS:
        of_level = [seen[level, choice] for choice in Strategy]
        recalls.append(seen[level, level] / sum(of_level))
        rows.append([level, *of_level, f"{recalls[-1]:.0%}"])
    right = sum(seen[level, level] for level in LEVELS) / seen.total()
    macro = statistics.mean(recalls)
    head = ["level by the boxes", *Strategy, "right"]
    return (
        f'{len(levels)} COCO photos, "{question}": **{right:.1%} right overall, '
        f"{macro:.1%} averaged over the levels** (photo to answer: {session.median()}).\n\n"
        + table(head, rows)
    )


def abstentions(session: Session, verdicts: Mapping[Path, bool]) -> str:
    """Abstaining on photos that most of five people could not recognise, and on no others."""
    rows: list[list[object]] = []
    for question in ("What is this?", "What does it say?"):
        seen: Counter[tuple[bool, bool]] = Counter()
        for photo, is_unrecognisable in verdicts.items():
            answer = session.ask(photo, question)
            abstains = isinstance(answer, Answer) and answer.strategy is Strategy.ABSTAIN
            seen[is_unrecognisable, abstains] += 1
        lost, good = (seen[is_lost, True] + seen[is_lost, False] for is_lost in (True, False))
        hedge = f"{seen[False, True]}/{good}"
        rows.append([question, f"{seen[True, True]}/{lost}", hedge, session.median()])
    head = ["question", "abstains, unrecognisable", "abstains, recognisable", "time"]
    return "Photos by blind people.\n\n" + table(head, rows)


def recall(session: Session, truth: Mapping[Path, set[str]], question: str, name: str) -> str:
    """The share of the words that are there which the answer (with 'more') holds."""
    found = total = 0
    for photo, there in truth.items():
        answer = session.ask(photo, question)
        said = words(answer.text) if isinstance(answer, Answer) else set()
        found += len(there & said)
        total += len(there)
    return f'| {name} | "{question}" | {found / total:.1%} of {total} | {session.median()} |'


def named(session: Session, truth: Mapping[Path, set[str]], question: str) -> str:
    """The share of packages of which at least one word of the product's name is said."""
    hits = 0
    for photo, names in truth.items():
        answer = session.ask(photo, question)
        hits += isinstance(answer, Answer) and bool(names & words(answer.text))
    return f'| packages | "{question}" | {hits}/{len(truth)} named | {session.median()} |'


def main(parts: Iterable[str] = ()) -> None:
    session = Session()
    session.finder.warm_up(frozenset(Look))
    body = [strategies(session, coco_levels(), "What colour is it?")]
    body.append(abstentions(session, human_verdicts()))
    lines = [
        named(session, product_words(), "What is this?"),
        recall(session, receipt_words(), "What does it say?", "receipts"),
        recall(session, sign_words(), "What does it say?", "scene text, legible words"),
    ]
    body.append("| photos | question | right | time |\n|---|---|---|---|\n" + "\n".join(lines))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    body.append(f"Peak memory of the process over all of these: {peak:.0f} MiB.")
    publish("answers", "Whole answers of the built-in engine", "\n\n".join(body))


if __name__ == "__main__":
    main()
