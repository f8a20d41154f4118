"""InternVL goes through SFT, GRPO and conversion too: a tiny random one, pictures of 56 pixels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from whichone_models.files.sidecar import Family, read_sidecar
from whichone_training.export import export
from whichone_training.grpo import train_grpo
from whichone_training.processors import internvl_processor, load_processor
from whichone_training.recipe import Recipe, checked
from whichone_training.sft import train_sft

from tests.tiny_shapes import INTERNVL_TEMPLATE
from tests.tiny_training import SIDE, TINY, Trained, needs_everything, one_thread

__all__ = ["one_thread"]
pytestmark = needs_everything

PATCH = 14
TOKENS = (SIDE // PATCH) ** 2 // 4
"""Of one picture."""


@pytest.fixture(scope="module")
def internvl(tmp_path_factory: pytest.TempPathFactory, trained: Trained) -> Path:
    import torch
    from transformers import InternVLForConditionalGeneration

    folder = tmp_path_factory.mktemp("internvl")
    torch.manual_seed(0)
    processor = tiny_processor(trained.output / "untrained")
    end, pad = processor.tokenizer.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    model = InternVLForConditionalGeneration(tiny_config(processor.tokenizer, end, pad))
    assert model.generation_config is not None
    model.generation_config.eos_token_id = end
    model.generation_config.pad_token_id = pad
    model.save_pretrained(folder)
    processor.image_processor.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def tiny_processor(tokenizer_of: Path) -> Any:
    from transformers.models.got_ocr2.image_processing_pil_got_ocr2 import (
        GotOcr2ImageProcessorPil,
    )

    tokenizer = load_processor(tokenizer_of).tokenizer
    tokenizer.add_tokens(["<img>", "</img>", "<IMG_CONTEXT>", "<video>"], special_tokens=True)
    tokenizer.chat_template = INTERNVL_TEMPLATE
    pictures: Any = GotOcr2ImageProcessorPil(
        size={"height": SIDE, "width": SIDE}, crop_to_patches=False, min_patches=1, max_patches=4
    )
    return internvl_processor(pictures, tokenizer, INTERNVL_TEMPLATE, TOKENS)


def tiny_config(tokenizer: Any, end: int, pad: int) -> Any:
    from transformers import InternVLConfig

    text = {
        "model_type": "qwen2", "vocab_size": len(tokenizer), "hidden_size": 256,
        "intermediate_size": 256, "num_hidden_layers": 1, "num_attention_heads": 4,
        "num_key_value_heads": 2, "eos_token_id": end, "pad_token_id": pad, "bos_token_id": None,
        "architectures": ["Qwen2ForCausalLM"], "tie_word_embeddings": False,
    }  # fmt: skip
    vision = {
        "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4,
        "num_attention_heads": 2, "image_size": [SIDE, SIDE], "patch_size": [PATCH, PATCH],
        "attention_bias": True, "use_qk_norm": False, "norm_type": "layer_norm",
        "architectures": ["InternVisionModel"],
    }  # fmt: skip
    return InternVLConfig(
        text_config=text,
        vision_config=vision,
        image_token_id=tokenizer.convert_tokens_to_ids("<IMG_CONTEXT>"),
        image_seq_length=TOKENS,
        tie_word_embeddings=False,
    )


def recipe_for(model: Path, output: Path, **parts: Any) -> Recipe:
    kept = {name: value for name, value in TINY.items() if name not in ("shape", "base")}
    return checked({**kept, "model": str(model), "output": str(output), **parts})


def test_its_processor_loads_without_the_video_part(internvl: Path) -> None:
    assert load_processor(internvl).image_seq_length == 4


def test_a_photo_is_one_tile_as_in_the_application(internvl: Path) -> None:
    """Its processor would make up to thirteen of it, which the engine never shows."""
    from PIL import Image

    processor = load_processor(internvl)
    for size in ((SIDE, SIDE), (640, 480)):
        said = {"type": "text", "text": "What is this?"}
        content = [{"type": "image", "image": Image.new("RGB", size)}, said]
        made = processor.apply_chat_template(
            [{"role": "user", "content": content}],
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
        )
        assert made["pixel_values"].shape == (1, 3, SIDE, SIDE)
        assert int((made["input_ids"] == processor.image_token_id).sum()) == TOKENS


def test_it_is_fine_tuned_exported_and_measured(internvl: Path, tmp_path: Path) -> None:
    recipe = recipe_for(internvl, tmp_path)
    folder = train_sft(recipe, internvl)
    assert json.loads((folder / "run.json").read_text())["evaluations"]
    measured = export(recipe, folder)
    assert [one.kind for one in measured] == ["F16", "Q8_0"]
    for one in measured:
        sidecar = read_sidecar(one.folder)
        assert sidecar is not None and sidecar.family is Family.INTERNVL3
        assert sidecar.calibration is not None and one.score.strategy.of == 10


def test_it_is_optimized_by_rewards(internvl: Path, tmp_path: Path) -> None:
    folder = train_grpo(recipe_for(internvl, tmp_path), internvl)
    assert "eval_reward" in json.loads((folder / "run.json").read_text())["evaluations"][0]
