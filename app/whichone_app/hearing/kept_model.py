"""A model that recognises speech: loaded when it is first needed, and kept until it is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whichone_core.errors import ModelError

from ..catalogue import _


class KeptModel:
    """One model.  load: makes it; what it raises is raised where the model was needed."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._model: Any = None
        self._is_closed = False

    def needed(self) -> Any:
        """The model, loaded now where it was not yet.  Raises ModelError once it was let go."""
        if self._is_closed:
            raise ModelError(_("What understands speech was already closed."))
        if self._model is None:
            self._model = self._load()
        return self._model

    def let_go(self) -> Any:
        """Keep it no longer, for good; None where it was never loaded, or let go before."""
        self._is_closed = True
        model, self._model = self._model, None
        return model


def not_understood(error: Exception) -> ModelError:
    """What is said where a model that is there fails."""
    return ModelError(
        _("The speech could not be understood."),
        remedy=_("Please try again, or type."),
        cause=str(error),
    )
