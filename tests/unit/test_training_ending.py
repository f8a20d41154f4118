"""Both command lines of training end alike: with one sentence, and a code that scripts can ask."""

from __future__ import annotations

import pytest
from whichone_core.errors import InputError, ModelError, SetupError
from whichone_training.ending import exit_code


def ended(error: BaseException | None, *, is_verbose: bool = False) -> int:
    def run() -> None:
        if error is not None:
            raise error

    return exit_code(run, "whichone-eval", "extra called training", is_verbose=is_verbose)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (None, 0),
        (ModelError("It broke."), 1),
        (SetupError("It is missing."), 2),
        (ModuleNotFoundError("no torch", name="torch"), 2),
        (InputError("It is no recipe."), 3),
        (KeyboardInterrupt(), 130),
    ],
)
def test_how_it_ended_is_told_by_its_code(error: BaseException | None, code: int) -> None:
    assert ended(error) == code


def test_an_error_is_one_sentence_and_its_cause_only_where_that_is_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = ModelError("It broke.", remedy="Try again.", cause="cuda 13")
    ended(error)
    assert capsys.readouterr().err == "whichone-eval: It broke. Try again.\n"
    ended(error, is_verbose=True)
    assert capsys.readouterr().err == "whichone-eval: It broke. Try again.\ncuda 13\n"
    ended(ModuleNotFoundError("no torch", name="torch"))
    assert capsys.readouterr().err == (
        "whichone-eval: torch is not installed. Install WhichOne with its extra called training.\n"
    )


def test_an_unknown_error_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        ended(ZeroDivisionError())
