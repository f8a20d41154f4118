"""The engines that can be asked: by name, by a model's folder, or by a server's address.

What a folder holds decides how it is run: whichone.json with GGUF files through the app's own
runtime, config.json with safetensors through transformers, in the bare words of a prompting, as
no policy is around it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.prompting.study import Prompting
from whichone_data.vizwiz.collect import ENGINES, Teller
from whichone_data.vizwiz.collected import AS_IN_THE_APP
from whichone_models.files.sidecar import FILE_NAME

PROMPTINGS: Mapping[str, str] = {
    "vanilla": Prompting.VANILLA,
    "cot": Prompting.CHAIN_OF_THOUGHT,
    "strategy": Prompting.STRATEGY,
    "abstention": Prompting.ABSTENTION,
    "self-correction": Prompting.SELF_CORRECTION,
    "self-consistency": Prompting.SELF_CONSISTENCY,
    "app": AS_IN_THE_APP,
}
"""How they are named on the command line; app: policy, evidence and guards included."""


def open_engine(engine: str, model: Path | None, server: str, name: str) -> Teller:
    """The engine that was chosen.  name: of the model on a server, or for the tables.

    Raises InputError where the folder holds no model, SetupError.
    """
    if server:
        return ENGINES.load("server")(server, name)
    if model is None:
        return ENGINES.load(engine)("", name)
    if (model / FILE_NAME).is_file():
        return ENGINES.load("local")(str(model), name)
    if (model / "config.json").is_file():
        return ENGINES.load("huggingface")(str(model), name or model.name)
    raise InputError(
        f"There is no model in {model}.",
        remedy=f"Name a folder with {FILE_NAME} or with config.json.",
    )
