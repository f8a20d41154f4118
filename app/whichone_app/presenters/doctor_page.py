"""What the doctor found, as lines to be heard, read and copied.

The command line prints the same lines (`whichone doctor`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from whichone_core.languages import N_
from whichone_core.types.cancelling import Cancel

from ..catalogue import _
from ..doctor import Diagnosis
from ..findings import Check

CHECKING = N_("Checking this computer. It takes up to ten seconds.")

Examine = Callable[[], Diagnosis]


def lines(diagnosis: Diagnosis) -> tuple[str, ...]:
    """The sentence that matters most, then a line a check, what is broken first."""
    return (diagnosis.summary, *(line(check) for check in diagnosis.checks))


def line(check: Check) -> str:
    """A check as it is heard: "Missing: Camera. No camera was found. Connect one." """
    parts = [check.heading, check.sentence, check.remedy]
    if check.cause and not check.is_ok:
        parts.append(f"({' '.join(check.cause.split())})")
    return " ".join(part for part in parts if part)


def spoken(diagnosis: Diagnosis) -> str:
    """What is said once it is done: the summary, and how much there is to read."""
    bad = sum(not check.is_ok for check in diagnosis.checks)
    more = (
        _("{bad} of {count} need a look.", bad=bad, count=len(diagnosis.checks))
        if bad
        else _("Everything works.")
    )
    return f"{diagnosis.summary} {more}"


def work(examine: Examine) -> Callable[[Cancel], Iterator[Diagnosis]]:
    """The checks, to be run in a worker."""

    def run(cancel: Cancel) -> Iterator[Diagnosis]:
        if not cancel.is_requested:
            yield examine()

    return run
