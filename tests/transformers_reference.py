"""What transformers computes for a conversation: the measure of the local runtime.

Each family's processor is followed without torchvision (which is not there): sizes and
pixels from the PIL processor or from the published recipe, placeholders widened as the
family's own processor does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_models.files.sidecar import Family


@dataclass(frozen=True)
class Reference:
    """One model as transformers loads it, float32."""

    family: Family
    folder: Path

    @cached_property
    def tokenizer(self) -> Any:
        from transformers import AutoTokenizer

        return AutoTokenizer.from_pretrained(self.folder)

    @cached_property
    def model(self) -> Any:
        import torch
        from transformers import AutoModelForImageTextToText

        loaded: Any = AutoModelForImageTextToText.from_pretrained(
            self.folder, dtype=torch.float32, attn_implementation="eager"
        )
        return loaded.eval()

    def rendered(self, system: str, user: str, *, has_picture: bool) -> str:
        """The chat template's text, ready for the answer."""
        text = {"type": "text", "text": user}
        content: list[dict[str, str]] = [{"type": "image"}, text] if has_picture else [text]
        messages = [
            {"role": "system", "content": [{"type": "text", "text": system}]},
            {"role": "user", "content": content},
        ]
        rendered: str = self.tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True
        )
        return rendered

    def logits(
        self, system: str, user: str, pixels: NDArray[np.uint8] | None
    ) -> tuple[list[int], NDArray[np.float32]]:
        """Token ids as the model gets them, and the logits after the last one."""
        import torch

        prompt = self.rendered(system, user, has_picture=pixels is not None)
        seen: dict[str, Any] = {}
        if pixels is not None:
            place, widened, seen = self._seen(pixels)
            assert prompt.count(place) == 1
            prompt = prompt.replace(place, widened)
        ids = self.tokenizer(prompt, return_tensors="pt", add_special_tokens=False)["input_ids"]
        if "image_grid_thw" in seen:
            seen["mm_token_type_ids"] = (ids == self.model.config.image_token_id).long()
        with torch.inference_mode():
            found = self.model(input_ids=ids, attention_mask=torch.ones_like(ids), **seen)
        last: NDArray[np.float32] = found.logits[0, -1].numpy()
        return [int(token) for token in ids[0]], last

    def _seen(self, pixels: NDArray[np.uint8]) -> tuple[str, str, dict[str, Any]]:
        """Placeholder in the template, what it becomes, and the model's picture inputs.

        SmolVLM: the whole picture alone, as its processor has one that needs no tiles.
        """
        if self.family in (Family.QWEN2_5_VL, Family.QWEN3_VL):
            return self._qwen(pixels)
        if self.family is Family.INTERNVL3:
            mean, deviation = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
            values = _square(pixels, 448, mean, deviation)
            widened = "<img>" + "<IMG_CONTEXT>" * 256 + "</img>"
            return "<IMG_CONTEXT>", widened, {"pixel_values": values[None]}
        side = self.model.config.vision_config.image_size
        values = _square(pixels, side, (0.5, 0.5, 0.5), (0.5, 0.5, 0.5))
        count = (side // 16 // self.model.config.scale_factor) ** 2
        around = "<fake_token_around_image>"
        widened = f"{around}<global-img>{'<image>' * count}{around}"
        return "<image>", widened, {"pixel_values": values[None, None]}

    def _qwen(self, pixels: NDArray[np.uint8]) -> tuple[str, str, dict[str, Any]]:
        from PIL import Image
        from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import (
            Qwen2VLImageProcessorPil,
        )

        processor: Any = Qwen2VLImageProcessorPil.from_pretrained(self.folder)
        found = processor(images=[Image.fromarray(pixels)], return_tensors="pt")
        count = int(found["image_grid_thw"].prod() // 4)
        seen = {key: found[key] for key in ("pixel_values", "image_grid_thw")}
        return "<|image_pad|>", "<|image_pad|>" * count, seen


def _square(
    pixels: NDArray[np.uint8], side: int, mean: tuple[float, ...], deviation: tuple[float, ...]
) -> Any:
    """One tile, normalized: (3, side, side)."""
    import torch
    from PIL import Image

    resized = Image.fromarray(pixels).resize((side, side), Image.Resampling.BICUBIC)
    values = torch.from_numpy(np.array(resized, np.float32)) / 255
    return ((values - torch.tensor(mean)) / torch.tensor(deviation)).permute(2, 0, 1)
