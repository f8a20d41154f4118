"""What is wrong with the released files, row by row, in plain sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum


class AnomalyKind(StrEnum):
    """The kinds of fault that the loader knows."""

    LABEL_COUNT = "labels and sentences differ in number"
    LABEL_ORDER = "labels stand in another order than their sentences"
    LABEL_DRIFT = "labels stand beside the sentences of other answers"
    NO_ROLE = "a sentence without a role"
    SPELLING = "labels spelled in two ways"
    LINE_BREAK = "a question that ends in \\r\\n"
    MISSING_ROW = "a row that the file lacks"
    CROWD_COUNT = "not ten crowd answers"
    NOT_IN_PARAGRAPH = "a sentence that is not in its paragraph"
    TWO_TRUTHS = "answerability and crowd majority disagree"

    @property
    def breaks_pairing(self) -> bool:
        """The row's labels can't be trusted to belong to its sentences one by one."""
        return self in (AnomalyKind.LABEL_COUNT, AnomalyKind.LABEL_ORDER, AnomalyKind.LABEL_DRIFT)


@dataclass(frozen=True, slots=True)
class Anomaly:
    """One fault: in whose file, in which row (None: the whole file), and what it is."""

    kind: AnomalyKind
    writer: str
    row: int | None
    detail: str

    def as_row(self) -> dict[str, object]:
        """The anomaly as JSON keeps it."""
        return asdict(self)


def counted(anomalies: Iterable[Anomaly]) -> dict[tuple[str, AnomalyKind], int]:
    """How many faults of each kind each writer's file has."""
    return dict(Counter((anomaly.writer, anomaly.kind) for anomaly in anomalies))
