"""A vision-language model in transformers as an engine for `collect`, from a folder, offline.

Any folder that transformers loads for pictures and text: weights, config, processor with a
chat template.  Nothing is fetched, and no code that lies in the folder is run.  Answers are
greedy but where the prompting asks for samples, and each sample has its own seed.

Under the prompting "strategy" a model whose vocabulary has a token for each control word
gives the chance of each strategy too: the shares of those five tokens among what it could
begin its answer with.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError, ModelError, SetupError
from whichone_core.picture.pictures import read_file
from whichone_core.prompting.study import Ask, Prompting, answer_by
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.pictures import Frame
from whichone_core.types.strategies import Strategy

from .collect import Told
from .kept_calls import Through, straight

LONGEST = 256
"""Tokens of one answer, at most."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A text, and the chances of the strategies where its beginning gives them."""

    text: str
    chances: dict[Strategy, float] | None = None


class HuggingFaceTeller:
    """One model.  It knows the paper's promptings; no policy or evidence is around it."""

    promptings = frozenset(str(way) for way in Prompting)

    def __init__(self, model: Any, processor: Any, name: str) -> None:
        self.name = name
        self._model, self._processor = model, processor
        tokens = [_tokens(processor.tokenizer, word) for word in CONTROL_WORDS.values()]
        self._words = [one[0] for one in tokens] if all(len(one) == 1 for one in tokens) else None

    def tell(
        self, picture: Path, question: str, prompting: str, through: Through = straight
    ) -> Told:
        """Ask once.  Raises ModelError, InputError for a broken picture."""
        frame, way = read_file(picture), Prompting(prompting)
        said: list[_Said] = []

        def say(ask: Ask) -> str:
            said.append(self._say(frame, ask))
            return said[-1].text

        found = answer_by(way, question, through(say))
        told = Told(found.text, found.strategy, None, found.drafts)
        return replace(told, probabilities=said[0].chances) if way is Prompting.STRATEGY else told

    def close(self) -> None:
        """Let go of the weights."""
        self._model = None

    def _say(self, frame: Frame, ask: Ask) -> _Said:
        import torch

        torch.manual_seed(ask.seed)
        try:
            made = self._processor.apply_chat_template(
                [_messages(frame, ask)],
                tokenize=True,
                return_dict=True,
                return_tensors="pt",
                add_generation_prompt=True,
            ).to(self._model.device)
            with torch.no_grad():
                found = self._model.generate(
                    **made,
                    **_sampling(ask),
                    max_new_tokens=LONGEST,
                    output_logits=True,
                    return_dict_in_generate=True,
                )
        except (RuntimeError, ValueError, IndexError, TypeError) as error:
            raise ModelError(f"The model {self.name} can't answer.", cause=str(error)) from error
        written = found.sequences[0, made["input_ids"].shape[1] :]
        text = str(self._processor.tokenizer.decode(written, skip_special_tokens=True)).strip()
        return _Said(text, self._chances(found.logits[0][0]))

    def _chances(self, first: Any) -> dict[Strategy, float] | None:
        """first: the logits of the answer's first token."""
        if self._words is None:
            return None
        shares = first[self._words].double().softmax(dim=-1).tolist()
        return dict(zip(CONTROL_WORDS, shares, strict=True))


def open_huggingface(where: str, model: str) -> HuggingFaceTeller:
    """The model in a folder.  model: its name in tables; without one the folder's.

    Raises InputError where there is none that sees, SetupError where a library is missing.
    """
    import torch
    from transformers import AutoModelForImageTextToText

    folder = Path(where)
    if not where or not (folder / "config.json").is_file():
        raise InputError(
            f"There is no Hugging Face model in '{where}'.",
            remedy="Name a folder with config.json and its weights with --at.",
        )
    on_gpu = torch.cuda.is_available()
    processor = load_processor(folder)
    try:
        weights: Any = AutoModelForImageTextToText.from_pretrained(
            folder, dtype="auto" if on_gpu else torch.float32, local_files_only=True
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise _unfit(folder, error) from error
    placed = weights.to("cuda" if on_gpu else "cpu").eval()
    return HuggingFaceTeller(placed, processor, model.strip() or f"huggingface {folder.name}")


def load_processor(folder: Path) -> Any:
    """The processor of a folder, with its chat template.  Raises InputError, SetupError.

    Some build only together with a part for videos, which needs torchvision.  Those of the
    kinds that are trained here are built without that part.
    """
    from transformers import AutoProcessor

    kind: Any = AutoProcessor
    try:
        found: Any = kind.from_pretrained(folder, local_files_only=True)
    except ImportError as error:
        found = _without_videos(folder, error)
    except (OSError, ValueError, KeyError) as error:
        raise _unfit(folder, error) from error
    if getattr(found, "tokenizer", None) is None or not found.chat_template:
        raise InputError(
            f"The model in {folder} has no processor with a chat template.",
            remedy="Put processor_config.json and chat_template.jinja into the folder.",
        )
    return found


def _without_videos(folder: Path, error: ImportError) -> Any:
    # By name, as the engines are: these tools don't import what trains models.
    try:
        loader = importlib.import_module("whichone_training.processors")
        return loader.load_processor(folder)
    except (ImportError, InputError):
        raise SetupError(
            f"The processor of the model in {folder} needs a library that is not installed.",
            remedy="Install torchvision and try again.",
            cause=str(error),
        ) from error


def _unfit(folder: Path, error: Exception) -> InputError:
    return InputError(
        f"The model in {folder} is none that transformers can load for pictures and text.",
        remedy="Name a folder that holds a whole vision-language model.",
        cause=str(error),
    )


def _tokens(tokenizer: Any, word: str) -> list[int]:
    return list(tokenizer(word, add_special_tokens=False)["input_ids"])


def _sampling(ask: Ask) -> dict[str, Any]:
    if ask.temperature > 0:
        return {"do_sample": True, "temperature": ask.temperature, "top_k": 0}
    return {"do_sample": False}


def _messages(frame: Frame, ask: Ask) -> list[dict[str, Any]]:
    """The conversation as chat templates take it; the picture stands in the first turn."""
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
