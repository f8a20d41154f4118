"""Trains the upper layers of an encoder along with the labels of sentences.

Answers are read whole, so a sentence is read between its question and its neighbours.  All
labels are learned at once, each as yes or no (binary cross-entropy), from the sentence's vector
(`tuned.py`), place and cues.  The first layers and the words' vectors stay as they came; what
they make of every window is computed once.  Seeds name the order of windows and what is dropped
out, so that the same computer finds the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.strategies import Role

from .encoded import LocalSentences, Window
from .reading import by_answer
from .roles import LABELS
from .training import Example, labels_of
from .tuned import TRAINED, Spans, layers_of, read_on
from .wording import place_and_cues

READ_AT_ONCE = 24
"""Windows of about the same length, where nothing is learned."""
SORTED_AT_ONCE = 24
"""Steps whose windows are sorted by length together, which saves most of the padding."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How layers are trained, as chosen on held-out thirds of the training side.

    rate: the uppermost layer's at its highest; each layer below has `falling` times that of
    the one above.  It rises over a twelfth of the steps and falls to nothing.  windows: in a
    step.  roles: what a role's error counts beside a source's.  members: trainings from other
    beginnings (two of them: sources 0.883 instead of 0.882 and 0.881 on one third).
    """

    members: int = 1
    epochs: int = 3
    rate: float = 2e-4
    falling: float = 0.8
    head_rate: float = 2e-3
    windows: int = 12
    dropout: float = 0.1
    roles: float = 0.5


@dataclass(frozen=True)
class Lesson:
    """What is learned from.  The sentences of a window are rows one after the other.

    hidden, spans, firsts: for each window, its tokens after the kept layers, its sentences'
    tokens, its first row.  beside: place and cues, scaled; shape (rows, places and cues).
    truth, known: shape (rows, labels).
    """

    hidden: Sequence[NDArray[np.float16]]
    spans: Sequence[Spans]
    firsts: Sequence[int]
    beside: NDArray[np.float32]
    truth: NDArray[np.bool_]
    known: NDArray[np.bool_]

    def rows(self, some: Sequence[int]) -> list[int]:
        """The rows of some windows, in their order."""
        return [
            self.firsts[each] + place for each in some for place in range(len(self.spans[each]))
        ]


@dataclass(frozen=True)
class Member:
    """One training: the layers, and weights and offsets of labels over vectors and the rest."""

    upper: Any
    weights: NDArray[np.float64]
    offsets: NDArray[np.float64]

    def scores(self, lesson: Lesson, some: Sequence[int]) -> NDArray[np.float64]:
        """The log odds of each label for the rows of these windows; (rows, labels)."""
        import torch

        found = np.zeros((len(lesson.truth), len(LABELS)))
        with torch.inference_mode():
            for batch in _alike(lesson, some, READ_AT_ONCE):
                rows = lesson.rows(batch)
                vectors = _read(self.upper, lesson, batch).numpy()
                columns = np.hstack([vectors, lesson.beside[rows]])
                found[rows] = columns @ self.weights + self.offsets
        return found[lesson.rows(some)]


def lesson_of(base: LocalSentences, some: Sequence[Example]) -> Lesson:
    """The examples as the kept layers read them; an answer's stand one after the other."""
    windows: list[Window] = []
    for answer in by_answer([example.sentence for example in some]):
        windows += base.windows(answer[0].question, [sentence.text for sentence in answer])
    hidden: dict[int, NDArray[np.float16]] = {}
    order = sorted(range(len(windows)), key=lambda place: len(windows[place].tokens))
    for start in range(0, len(order), READ_AT_ONCE):
        places = order[start : start + READ_AT_ONCE]
        made = base.hidden([windows[place] for place in places])
        hidden |= {place: row.astype(np.float16) for place, row in zip(places, made, strict=True)}
    ends = np.cumsum([0, *(len(window.spans) for window in windows)])
    beside = np.array([place_and_cues(example.sentence) for example in some], dtype=np.float32)
    return Lesson(
        [hidden[place] for place in range(len(windows))],
        [window.spans for window in windows],
        ends[:-1].tolist(),
        beside,
        *labels_of(some),
    )


def train_member(
    base: LocalSentences,
    lesson: Lesson,
    some: Sequence[int],
    plan: Plan,
    seed: int,
    told: Callable[[], None],
) -> Member:
    """Train copies of the layers on some windows; told after each epoch."""
    import torch

    torch.manual_seed(seed)
    middle, spread = _spread(lesson.beside[lesson.rows(some)])
    training = _Training(base.above(TRAINED), lesson, middle, spread, plan)
    training.begin(some)
    order = np.random.default_rng(seed)
    steps = plan.epochs * -(-len(some) // plan.windows)
    done = 0
    for _ in range(plan.epochs):
        training.upper.train()
        for batch in _shuffled(lesson, some, plan.windows, order):
            done += 1
            training.step(batch, min(1.0, 12 * done / steps) * (1 - (done - 1) / steps))
        told()
    return training.member()


class _Training:
    """The layers and the labels' weights while they are trained."""

    def __init__(
        self,
        upper: Any,
        lesson: Lesson,
        middle: NDArray[np.float32],
        spread: NDArray[np.float32],
        plan: Plan,
    ) -> None:
        import torch

        self.upper, self._lesson, self._plan = upper, lesson, plan
        self._middle, self._spread = middle, spread
        self._beside = torch.from_numpy((lesson.beside - middle) / spread)
        self._truth = torch.from_numpy(lesson.truth.astype(np.float32))
        is_role = np.array([isinstance(label, Role) for label in LABELS])
        counts = lesson.known * np.where(is_role, plan.roles, 1.0)
        self._counts = torch.from_numpy(counts.astype(np.float32))
        self._size = lesson.hidden[0].shape[1]
        self._head = torch.nn.Linear(self._size + lesson.beside.shape[1], len(LABELS))
        self._optimizer = torch.optim.AdamW(self._groups(), weight_decay=0.01)
        self._rates = [group["lr"] for group in self._optimizer.param_groups]

    def _groups(self) -> list[dict[str, Any]]:
        plan, top = self._plan, len(self.upper) - 1
        layers: list[dict[str, Any]] = [
            {"params": list(layer.parameters()), "lr": plan.rate * plan.falling ** (top - place)}
            for place, layer in enumerate(self.upper)
        ]
        return [*layers, {"params": list(self._head.parameters()), "lr": plan.head_rate}]

    def begin(self, some: Sequence[int]) -> None:
        """Say of every sentence how often labels are there, before anything is learned."""
        import torch

        rows = self._lesson.rows(some)
        truth, known = self._lesson.truth[rows], self._lesson.known[rows]
        # One yes and one no are added, so that a label which is never there has odds too.
        share = ((truth & known).sum(axis=0) + 1) / (known.sum(axis=0) + 2)
        with torch.no_grad():
            self._head.weight.zero_()
            self._head.bias.copy_(torch.from_numpy(np.log(share / (1 - share))))

    def step(self, batch: Sequence[int], rate: float) -> None:
        """Learn from some windows at a share of the highest rates."""
        import torch

        for group, highest in zip(self._optimizer.param_groups, self._rates, strict=True):
            group["lr"] = highest * rate
        rows = self._lesson.rows(batch)
        vectors = _read(self.upper, self._lesson, batch)
        kept = torch.nn.functional.dropout(vectors, self._plan.dropout)
        scores = self._head(torch.cat([kept, self._beside[rows]], dim=1))
        wrong: Any = torch.nn.functional.binary_cross_entropy_with_logits(
            scores, self._truth[rows], weight=self._counts[rows], reduction="sum"
        )
        self._optimizer.zero_grad()
        (wrong / len(rows)).backward()
        parameters = [*self.upper.parameters(), *self._head.parameters()]
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        self._optimizer.step()

    def member(self) -> Member:
        """What was learned: layers rounded as they are kept, weights for columns as they are."""
        import torch

        rounded = {
            name: torch.from_numpy(array.astype(np.float32))
            for name, array in layers_of(self.upper).items()
        }
        self.upper.load_state_dict(rounded)
        weights = self._head.weight.detach().numpy().T.astype(np.float64)
        offsets = self._head.bias.detach().numpy().astype(np.float64)
        weights[self._size :] /= self._spread[:, None]
        offsets -= self._middle @ weights[self._size :]
        return Member(self.upper.eval(), weights, offsets)


def _spread(columns: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean and spread of columns; the spread of one that is always the same is 1."""
    spread = columns.std(axis=0)
    return columns.mean(axis=0), np.where(spread > 0, spread, 1).astype(np.float32)


def _read(upper: Any, lesson: Lesson, batch: Sequence[int]) -> Any:
    return read_on(upper, [lesson.hidden[i] for i in batch], [lesson.spans[i] for i in batch])


def _shuffled(
    lesson: Lesson, some: Sequence[int], size: int, order: np.random.Generator
) -> Iterator[Sequence[int]]:
    """All windows once, in steps of windows of about the same length, by chance."""
    mixed = order.permutation(np.array(some)).tolist()
    for start in range(0, len(mixed), size * SORTED_AT_ONCE):
        steps = list(_alike(lesson, mixed[start : start + size * SORTED_AT_ONCE], size))
        for place in order.permutation(len(steps)).tolist():
            yield steps[place]


def _alike(lesson: Lesson, some: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Windows by length, so many at a time."""
    ordered = sorted(some, key=lambda place: len(lesson.hidden[place]))
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]
