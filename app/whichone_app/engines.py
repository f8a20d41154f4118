"""The engines by name, as `bootstrap` makes them from the settings.

`local` never fails to be made where `auto` chose it: what is wrong with the model is said when
it is asked, and the next engine answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from whichone_core.errors import ModelError, WhichOneError
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, ReplyPart, VisionModel
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Question


def builtin(settings: Settings, finder: EvidenceFinder) -> VisionModel:
    """OCR, detectors, codes and colours; always there."""
    from whichone_models.builtin.engine import BuiltinEngine

    return BuiltinEngine()


def local(settings: Settings, finder: EvidenceFinder) -> VisionModel:
    """The chosen language model, in a process that starts when it is first needed.

    Raises SetupError, InputError and ModelError where there is none that can be used.
    """
    from whichone_models.language.budget import Budget
    from whichone_models.language.double_check import double_checked
    from whichone_models.llama.engine import LocalEngine, Options

    from . import local_model

    model = local_model.chosen_model(settings)
    options = Options(
        settings.language_code,
        Budget(local_model.speed_of(model)),
        notice=local_model.outdated_test(model),
    )
    client = local_model.client_for(model, settings)
    engine = LocalEngine(client, model.sidecar, finder, "local", options)
    return double_checked(engine, settings.double_check)


def server(settings: Settings, finder: EvidenceFinder) -> VisionModel:
    """A model on a server: never taken by `auto`, for pictures leave this computer.

    Raises SetupError for an address that is none, and where a part is not installed.
    """
    from whichone_models.endpoint.engine import connect
    from whichone_models.language.double_check import double_checked

    engine = connect(settings.server, settings.server_model, finder, settings.language_code)
    return double_checked(engine, settings.double_check)


class UnreadyEngine:
    """Stands for an engine that cannot be used: says why when it is asked."""

    template = ""
    is_starting = False
    held_bytes = 0

    def __init__(self, name: str, error: WhichOneError) -> None:
        self.name = name
        self._error = error

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        """Nothing: it will not answer."""
        return None

    def see(self, frame: Frame) -> None:
        """Nothing can be done early."""

    def release(self) -> int:
        """Nothing was loaded."""
        return 0

    def close(self) -> None:
        """Nothing was started."""

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Raises ModelError with the reason."""
        error = self._error
        raise ModelError(error.sentence, remedy=error.remedy, cause=error.cause) from error
