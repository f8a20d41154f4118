"""Tiny models with random weights, one of each supported architecture, as transformers has them.

Widths are the smallest that still show what goes wrong at the real size: 256 in the text (the
K-quants need it), a tower whose MLP is no multiple of 32 (as the real one's 3420), rotations
in three sections, full attention in every second layer only.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_models.files.sidecar import Family

from tests.tiny_vocabulary import INTERNVL, QWEN, SMOLVLM, make_tokenizer

if TYPE_CHECKING:
    from transformers import PreTrainedModel

QWEN_TEMPLATE = (
    "{% for message in messages %}"
    "{% if loop.first and message['role'] != 'system' %}"
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n{% endif %}"
    "<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}<|im_end|>\n"
    "{% else %}{% for content in message['content'] %}{% if content['type'] == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in content %}{{ content['text'] }}{% endif %}{% endfor %}<|im_end|>\n"
    "{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
INTERNVL_TEMPLATE = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n'}}"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' %}"
    "{{ '<IMG_CONTEXT>\n' }}{% elif content['type'] == 'text' %}{{ content['text'] }}"
    "{% endif %}{% endfor %}{% endif %}{{'<|im_end|>\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{'<|im_start|>assistant\n' }}{% endif %}"
)
SMOLVLM_TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{message['role'] | capitalize}}"
    "{% if message['content'] is string %}: {{message['content']}}"
    "{% elif message['content'][0]['type'] == 'image' %}:{% else %}: {% endif %}"
    "{% if message['content'] is not string %}{% for line in message['content'] %}"
    "{% if line['type'] == 'text' %}{{line['text']}}{% elif line['type'] == 'image' %}"
    "{{ '<image>' }}{% endif %}{% endfor %}{% endif %}<end_of_utterance>\n{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
VOCABULARY = 896
TEXT: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 256,
    "intermediate_size": 512,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
}


def make_model(family: Family, folder: Path) -> None:
    """Write the Hugging Face folder of one family."""
    import torch

    torch.manual_seed(0)
    model, special, template, processor = _MAKERS[family]()
    _fill(model)
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    _save_tokenizer(family, special, template, folder)
    record = json.dumps(processor, indent=1)
    (folder / "preprocessor_config.json").write_text(record, encoding="utf-8")


def _fill(model: PreTrainedModel) -> None:
    """Weights that keep signals at one size, and logits with a deviation of about three."""
    import torch

    with torch.no_grad():
        for name, weights in model.named_parameters():
            if "lambda" in name:
                weights.fill_(0.5)
            elif weights.ndim >= 2:
                weights.normal_(0, weights[0].numel() ** -0.5)
            elif name.endswith("bias"):
                weights.normal_(0, 0.02)
        dict(model.named_parameters())["lm_head.weight"].mul_(3)


def _save_tokenizer(family: Family, special: tuple[str, ...], template: str, folder: Path) -> None:
    from transformers import PreTrainedTokenizerFast

    fast: Any = PreTrainedTokenizerFast
    is_smollm = family is Family.SMOLVLM
    tokenizer = fast(
        tokenizer_object=make_tokenizer(special, is_smollm=is_smollm),
        eos_token="<end_of_utterance>" if is_smollm else "<|im_end|>",
        pad_token="<|endoftext|>",
        model_max_length=8192,
    )
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)


def _ids(special: tuple[str, ...], *, is_smollm: bool = False) -> dict[str, int]:
    tokenizer = make_tokenizer(special, is_smollm=is_smollm)
    assert tokenizer.get_vocab_size() <= VOCABULARY
    vocabulary = tokenizer.get_vocab()
    return {token: vocabulary[token] for token in special}


_Made = tuple[Any, tuple[str, ...], str, dict[str, Any]]
_QWEN_PICTURES: dict[str, Any] = {
    "image_processor_type": "Qwen2VLImageProcessor",
    "merge_size": 2,
    "temporal_patch_size": 2,
    "do_convert_rgb": True,
    "resample": 3,
}


def _qwen_text(ids: dict[str, int], **more: Any) -> dict[str, Any]:
    rope = {"rope_type": "default", "rope_theta": 1e6}
    ends = {"bos_token_id": ids["<|endoftext|>"], "eos_token_id": ids["<|im_end|>"]}
    return TEXT | ends | {"rope_parameters": rope | more.pop("rope", {})} | more


def _picture_ids(ids: dict[str, int]) -> dict[str, Any]:
    return {
        "image_token_id": ids["<|image_pad|>"],
        "video_token_id": ids["<|video_pad|>"],
        "vision_start_token_id": ids["<|vision_start|>"],
        "vision_end_token_id": ids["<|vision_end|>"],
        "tie_word_embeddings": False,
    }


def _qwen2_5_vl() -> _Made:
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    ids = _ids(QWEN)
    config = Qwen2_5_VLConfig(
        text_config=_qwen_text(
            ids, model_type="qwen2_5_vl_text", rope={"mrope_section": [8, 12, 12]}
        ),
        vision_config={
            "depth": 4,
            "hidden_size": 128,
            "intermediate_size": 172,
            "num_heads": 4,
            "out_hidden_size": 256,
            "window_size": 112,
            "fullatt_block_indexes": [1, 3],
        },
        **_picture_ids(ids),
    )
    pictures = _QWEN_PICTURES | {
        "patch_size": 14,
        "image_mean": [0.48145466, 0.4578275, 0.40821073],
        "image_std": [0.26862954, 0.26130258, 0.27577711],
        "size": {"shortest_edge": 56 * 56, "longest_edge": 28 * 28 * 1280},
    }
    return Qwen2_5_VLForConditionalGeneration(config), QWEN, QWEN_TEMPLATE, pictures


def _qwen3_vl() -> _Made:
    from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration

    ids = _ids(QWEN)
    config = Qwen3VLConfig(
        text_config=_qwen_text(
            ids,
            model_type="qwen3_vl_text",
            num_hidden_layers=3,  # one more than deepstack's, or llama.cpp aborts
            head_dim=64,
            rope={"mrope_section": [12, 10, 10], "mrope_interleaved": True},
        ),
        vision_config={
            "depth": 3,
            "hidden_size": 128,
            "intermediate_size": 172,
            "num_heads": 4,
            "out_hidden_size": 256,
            "num_position_embeddings": 256,
            "deepstack_visual_indexes": [0, 1],
        },
        **_picture_ids(ids),
    )
    pictures = _QWEN_PICTURES | {
        "patch_size": 16,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
        "size": {"shortest_edge": 64 * 64, "longest_edge": 32 * 32 * 1280},
    }
    return Qwen3VLForConditionalGeneration(config), QWEN, QWEN_TEMPLATE, pictures


def _internvl3() -> _Made:
    from transformers import InternVLConfig, InternVLForConditionalGeneration

    ids = _ids(INTERNVL)
    config = InternVLConfig(
        text_config=_qwen_text(ids, model_type="qwen2", architectures=["Qwen2ForCausalLM"]),
        vision_config={
            "hidden_size": 128,
            "intermediate_size": 172,
            "num_hidden_layers": 4,
            "num_attention_heads": 4,
            "image_size": [448, 448],
            "patch_size": [14, 14],
            "attention_bias": True,
            "use_qk_norm": False,
            "norm_type": "layer_norm",
            "architectures": ["InternVisionModel"],
        },
        image_token_id=ids["<IMG_CONTEXT>"],
        downsample_ratio=0.5,
        tie_word_embeddings=False,
    )
    pictures = {
        "crop_size": 448,
        "size": 448,
        "image_mean": [0.485, 0.456, 0.406],
        "image_std": [0.229, 0.224, 0.225],
        "resample": 3,
    }
    return InternVLForConditionalGeneration(config), INTERNVL, INTERNVL_TEMPLATE, pictures


def _smolvlm() -> _Made:
    from transformers import SmolVLMConfig, SmolVLMForConditionalGeneration

    ids = _ids(SMOLVLM, is_smollm=True)
    rope = {"rope_type": "default", "rope_theta": 1e5}
    ends = {"bos_token_id": ids["<|im_start|>"], "eos_token_id": ids["<end_of_utterance>"]}
    ends["pad_token_id"] = ids["<|endoftext|>"]
    config = SmolVLMConfig(
        text_config=TEXT
        | {"model_type": "llama", "rope_parameters": rope, "head_dim": 64}
        | {"architectures": ["VLlama3ForCausalLM"]}
        | ends,
        vision_config={
            "model_type": "smolvlm_vision",
            "hidden_size": 128,
            "intermediate_size": 172,
            "num_hidden_layers": 3,
            "num_attention_heads": 4,
            "image_size": 128,
            "patch_size": 16,
        },
        image_token_id=ids["<image>"],
        scale_factor=2,
        tie_word_embeddings=False,
    )
    pictures = {
        "image_processor_type": "SmolVLMImageProcessor",
        "do_image_splitting": True,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
        "max_image_size": {"longest_edge": 128},
        "size": {"longest_edge": 512},
        "resample": 1,
    }
    return SmolVLMForConditionalGeneration(config), SMOLVLM, SMOLVLM_TEMPLATE, pictures


_MAKERS = {
    Family.QWEN2_5_VL: _qwen2_5_vl,
    Family.QWEN3_VL: _qwen3_vl,
    Family.INTERNVL3: _internvl3,
    Family.SMOLVLM: _smolvlm,
}
FAMILIES = tuple(_MAKERS)
