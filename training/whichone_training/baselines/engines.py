"""The engines that can be asked: by name, by a model's folder, or by a server's address.

What a folder holds decides how it is run: whichone.json with GGUF files through the app's own
runtime, config.json with safetensors through transformers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError
from whichone_core.picture.pictures import read_file
from whichone_core.prompting.study import Ask, Prompting, answer_by
from whichone_core.types import Frame
from whichone_data.vizwiz.collect import ENGINES, Teller, Told
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
LONGEST = 256


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
        return TransformersTeller(model, name or model.name)
    raise InputError(
        f"There is no model in {model}.",
        remedy=f"Name a folder with {FILE_NAME} or with config.json.",
    )


class TransformersTeller:
    """A Hugging Face folder, as it was trained; bare words only, as no policy is around it."""

    promptings = frozenset(str(way) for way in Prompting)

    def __init__(self, folder: Path, name: str) -> None:
        import torch
        from transformers import AutoModelForImageTextToText

        from whichone_training.processors import load_processor

        self.name = name
        self._processor = load_processor(folder)
        model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32)
        self._model = model.to("cuda" if torch.cuda.is_available() else "cpu").eval()

    def tell(self, picture: Path, question: str, prompting: str) -> Told:
        """Ask once.  Raises InputError for a broken picture."""
        frame = read_file(picture)
        found = answer_by(Prompting(prompting), question, lambda ask: self._say(frame, ask))
        return Told(found.text, found.strategy, None, found.drafts)

    def close(self) -> None:
        """Let go of the weights."""
        self._model = None

    def _say(self, frame: Frame, ask: Ask) -> str:
        import torch

        made = self._processor.apply_chat_template(
            [_messages(frame, ask)],
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            add_generation_prompt=True,
        ).to(self._model.device)
        torch.manual_seed(ask.seed)
        sampling: dict[str, Any] = {"do_sample": False}
        if ask.temperature > 0:
            sampling = {"do_sample": True, "temperature": ask.temperature, "top_k": 0}
        with torch.no_grad():
            found = self._model.generate(**made, max_new_tokens=LONGEST, **sampling)
        written = found[0, made["input_ids"].shape[1] :]
        return str(self._processor.tokenizer.decode(written, skip_special_tokens=True)).strip()


def _messages(frame: Frame, ask: Ask) -> list[dict[str, Any]]:
    from PIL import Image

    said = [text for turn in ask.earlier for text in turn] + [ask.user]
    turns: list[dict[str, Any]] = [
        {
            "role": "assistant" if place % 2 else "user",
            "content": [{"type": "text", "text": text}],
        }
        for place, text in enumerate(said)
    ]
    turns[0]["content"].insert(0, {"type": "image", "image": Image.fromarray(frame.pixels)})
    if ask.system:
        turns.insert(0, {"role": "system", "content": [{"type": "text", "text": ask.system}]})
    return turns
