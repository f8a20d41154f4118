"""Why a model did not answer, as one spoken sentence with a remedy.

Two things go wrong with a worker: its runtime reports a `RuntimeFault`, or the process ends.
Each cause has its own sentence (field report 74: one message for every failure helps no one);
the technical cause, with the last lines of the worker's error output, goes to the log file.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass

from whichone_core.errors import ModelError
from whichone_core.languages import N_

from whichone_models.catalogue import _
from whichone_models.llama.protocol import EXIT_NOT_INSTALLED
from whichone_models.llama.runtime import Fault, RuntimeFault
from whichone_models.llama.watchdog import End

_ILLEGAL_INSTRUCTION = {-int(signal.SIGILL), 0xC000001D, 0xC000001D - 2**32}
"""By signal, and as Windows reports it (field report 58)."""

_KILLED = {-9}
"""What nobody here sent: on Linux nearly always the kernel, as memory ran out."""

_SMALLER = N_("Close other programs, or use a smaller model.")
_AGAIN = N_("Pull or import the model again.")
_OTHER = N_("Ask again, or use another model.")

_FAULTS = {
    Fault.FILE: (N_("The model's files are missing or damaged."), _AGAIN),
    Fault.MEMORY: (N_("There is not enough memory for the model."), _SMALLER),
    Fault.CONTEXT: (
        N_("The conversation is too long for the model."),
        N_("Open the picture again."),
    ),
    Fault.PICTURE: (N_("The model cannot take this picture."), N_("Try another picture.")),
    Fault.REQUEST: (N_("The model cannot take this question."), N_("Ask it another way.")),
    Fault.BROKEN: (N_("The model failed."), _OTHER),
}
_ENDS = {
    End.BURSTING: (Fault.MEMORY, N_("The model took too much memory."), _SMALLER),
    End.HUNG: (Fault.BROKEN, N_("The model got stuck."), _OTHER),
    End.SILENT: (Fault.BROKEN, N_("The model got stuck."), _OTHER),
    End.CLOSED: (Fault.BROKEN, N_("The model was closed."), N_("Ask again.")),
}


class LocalModelError(ModelError):
    """A local model did not answer; kind says what might help."""

    def __init__(self, kind: Fault, sentence: str, *, remedy: str, cause: str) -> None:
        super().__init__(sentence, remedy=remedy, cause=cause)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Death:
    """How a worker ended.

    status: its exit status, negative for a signal; None where it could not be started.
    end: why the app ended it; None where it died by itself.
    lines: the last lines of its error output.  note: what the app noticed.
    refusal: why it was not even started.
    """

    status: int | None
    end: End | None = None
    lines: tuple[str, ...] = ()
    note: str = ""
    refusal: ModelError | None = None

    @property
    def is_illegal_instruction(self) -> bool:
        return self.status in _ILLEGAL_INSTRUCTION

    @property
    def is_hopeless(self) -> bool:
        """Whether another start cannot end differently."""
        return self.end is None and (self.status is None or self.status == EXIT_NOT_INSTALLED)

    @property
    def cause(self) -> str:
        how = f"exit status {self.status}" if self.end is None else f"ended: {self.end}"
        return "\n".join(filter(None, (how, self.note, *self.lines)))


class WorkerDied(Exception):
    """The worker ended while something was expected of it."""

    def __init__(self, death: Death) -> None:
        super().__init__(death.cause)
        self.death = death


def from_fault(fault: RuntimeFault) -> LocalModelError:
    """What is said when the runtime itself reported why."""
    sentence, remedy = _FAULTS[fault.kind]
    return LocalModelError(fault.kind, _(sentence), remedy=_(remedy), cause=fault.cause)


def from_death(death: Death) -> LocalModelError:
    """What is said when the process ended."""
    refusal = death.refusal
    if refusal is not None and death.end is None:
        sentence, remedy = refusal.sentence, refusal.remedy
        return LocalModelError(Fault.FILE, sentence, remedy=remedy, cause=death.cause)
    kind, sentence, remedy = _said_of(death)
    return LocalModelError(kind, _(sentence), remedy=_(remedy), cause=death.cause)


def _said_of(death: Death) -> tuple[Fault, str, str]:
    if death.end in _ENDS:
        return _ENDS[death.end]
    if death.is_illegal_instruction:
        return (
            Fault.BROKEN,
            N_("This computer's processor can't run the model."),
            N_("Use another model."),
        )
    if death.status == EXIT_NOT_INSTALLED:
        sentence = N_("The program that runs local models is not installed.")
        return Fault.BROKEN, sentence, N_("Run: whichone doctor.")
    if death.status is None:
        sentence = N_("The program that runs local models could not be started.")
        return Fault.BROKEN, sentence, N_("Run: whichone doctor.")
    if death.note:
        return Fault.BROKEN, N_("The model failed."), _OTHER
    if death.status in _KILLED:
        sentence = N_("The system ended the model, perhaps because memory ran out.")
        return Fault.MEMORY, sentence, _SMALLER
    return Fault.BROKEN, N_("The model crashed."), _OTHER
