"""Loads the processor of a model: pictures and text in, tensors out, without torchvision.

transformers 5.24 builds Qwen2.5-VL's and InternVL's processors only together with their video
part, which alone needs torchvision.  Nothing here is about video, so the same processors are
made without that part; saved, they carry the usual class name and load anywhere.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError


def load_processor(folder: Path) -> Any:
    """The processor of a Hugging Face folder, padding on the left as generation needs.

    Raises InputError for a folder without config or of an architecture not trained here.
    """
    maker = _MAKERS.get(architecture(folder))
    if maker is None:
        raise InputError(
            f"The model in {folder.name} is of a kind that is not trained here.",
            remedy=f"Trained are: {', '.join(sorted(_MAKERS))}.",
        )
    processor = maker(folder)
    processor.tokenizer.padding_side = "left"
    return processor


def architecture(folder: Path) -> str:
    """The model_type of a Hugging Face folder ("qwen2_5_vl").  Raises InputError."""
    try:
        record = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"There is no model in {folder}.",
            remedy="Name a folder with a config.json, as transformers saves it.",
            cause=str(error),
        ) from error
    return str(record.get("model_type", ""))


def tower_of(model: Any) -> Any:
    """The part of a model that sees: its vision tower."""
    inner = getattr(model, "model", model)
    return getattr(inner, "visual", None) or inner.vision_tower


def qwen_processor(pictures: Any, tokenizer: Any, template: str) -> Any:
    """A Qwen2.5-VL processor of a picture processor and a tokenizer."""
    return _qwen_class()(image_processor=pictures, tokenizer=tokenizer, chat_template=template)


def _qwen_class() -> Any:
    from transformers import Qwen2_5_VLProcessor as Whole
    from transformers.processing_utils import ProcessorMixin

    mixin: Any = ProcessorMixin

    def begin(
        self: Any, image_processor: Any = None, tokenizer: Any = None, chat_template: Any = None
    ) -> None:
        self.image_token, self.video_token = "<|image_pad|>", "<|video_pad|>"
        self.image_token_id = tokenizer.convert_tokens_to_ids(self.image_token)
        self.video_token_id = tokenizer.convert_tokens_to_ids(self.video_token)
        self.video_processor = None
        mixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)

    return type("Qwen2_5_VLProcessor", (Whole,), {"__init__": begin})


def _qwen(folder: Path) -> Any:
    return _qwen_class().from_pretrained(folder)


def _internvl_class() -> Any:
    import re

    from transformers import InternVLProcessor as Whole
    from transformers.processing_utils import ProcessorMixin

    mixin: Any = ProcessorMixin

    def begin(
        self: Any,
        image_processor: Any = None,
        tokenizer: Any = None,
        image_seq_length: int = 256,
        chat_template: Any = None,
    ) -> None:
        self.image_seq_length = image_seq_length
        self.start_image_token, self.end_image_token = "<img>", "</img>"
        self.image_token, self.video_token = "<IMG_CONTEXT>", "<video>"
        for name in ("start_image_token", "end_image_token", "image_token"):
            setattr(self, f"{name}_id", tokenizer.convert_tokens_to_ids(getattr(self, name)))
        pattern = f"(?P<image>{re.escape(self.image_token)})|(?P<video>{self.video_token})"
        self.multimodal_pattern = re.compile(pattern)
        self.video_processor = None
        mixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)

    def call(self: Any, images: Any = None, text: Any = None, **more: Any) -> Any:
        # The application's engine shows a picture as one tile (facts, llama.cpp); the library
        # would train on up to twelve and an overview.
        more.setdefault("crop_to_patches", False)
        return Whole.__call__(self, images, text, **more)

    return type("InternVLProcessor", (Whole,), {"__init__": begin, "__call__": call})


def internvl_processor(pictures: Any, tokenizer: Any, template: str, tokens: int) -> Any:
    """An InternVL processor; tokens: how many a tile of the picture becomes."""
    return _internvl_class()(
        image_processor=pictures,
        tokenizer=tokenizer,
        image_seq_length=tokens,
        chat_template=template,
    )


def _internvl(folder: Path) -> Any:
    return _internvl_class().from_pretrained(folder)


_MAKERS = {"qwen2_5_vl": _qwen, "internvl": _internvl}
