"""What llama.cpp is asked to do with the weights of a model."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from whichone_models.llama.library import Library
from whichone_models.llama.loading import _model


class Parameters:
    """As llama.cpp's own: a field that it has not can't be set."""

    _fields_ = (("n_gpu_layers", int), ("load_mode", int), ("use_extra_bufts", bool))
    n_gpu_layers = -1
    load_mode = 1
    use_extra_bufts = True


def loaded_with(system: bytes, path: Path) -> Parameters:
    """The parameters with which a model's file is loaded by a llama.cpp built so."""
    given: list[Any] = []

    def load(_path: bytes, parameters: Any) -> object:
        given.append(parameters)
        return object()

    calls = SimpleNamespace(
        LLAMA_LOAD_MODE_NONE=0,
        llama_model_default_params=Parameters,
        llama_model_load_from_file=load,
        llama_print_system_info=lambda: system,
    )
    _model(Library(calls, None), str(path))
    (parameters,) = given
    assert isinstance(parameters, Parameters)
    return parameters


@pytest.mark.parametrize(
    ("system", "packs"),
    [
        (b"CPU : AVX512 = 1 | AMX_INT8 = 1 | REPACK = 1 | ", False),
        (b"CPU : AVX512 = 1 | REPACK = 1 | ", True),
        (b"CPU : NEON = 1 | REPACK = 1 | ", True),
    ],
    ids=["with AMX", "without", "ARM"],
)
def test_weights_are_packed_anew_but_never_for_amx(
    system: bytes, packs: bool, tmp_path: Path
) -> None:
    path = tmp_path / "text.gguf"
    path.touch()
    assert loaded_with(system, path).use_extra_bufts is packs
