"""A small Qwen2.5-VL model from nothing: its own vocabulary, its configuration, random weights.

The architecture is the real one, so that conversion, quantization and the local engine treat
it as they treat the 3B.  Its vocabulary is a byte-level BPE trained on the drawn world's
sentences, split as Qwen splits text, with each control word one token.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy

from .drawnworld.items import item
from .drawnworld.seeing import seen
from .drawnworld.splits import Split
from .processors import qwen_processor
from .recipe import Shape

SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>",
    "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>",
)  # fmt: skip
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}"
    "{% else %}{% for content in message['content'] %}{% if content['type'] == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in content %}{{ content['text'] }}{% endif %}{% endfor %}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""ChatML as Qwen has it, without the system prompt that Qwen adds by itself."""

PATCH, MERGE = 14, 2
WINDOW = 112
CONTEXT = 1024


def build(shape: Shape, folder: Path, seed: int) -> None:
    """Write the untrained model with its processor to a folder.

    Raises ModelError where a control word is no single token of the vocabulary.
    """
    import torch
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    torch.manual_seed(seed)
    tokenizer = make_tokenizer(shape.vocabulary, shape.sentences)
    model = Qwen2_5_VLForConditionalGeneration(Qwen2_5_VLConfig(**_configuration(shape, tokenizer)))
    ends = [tokenizer.convert_tokens_to_ids(token) for token in ("<|im_end|>", "<|endoftext|>")]
    model.generation_config.eos_token_id = ends
    model.generation_config.pad_token_id = ends[1]
    model.save_pretrained(folder)
    pictures = _picture_processor(shape.side)
    pictures.save_pretrained(folder)
    qwen_processor(pictures, tokenizer, TEMPLATE).save_pretrained(folder)


def make_tokenizer(vocabulary: int, sentences: int = 3000) -> Any:
    """Qwen's tokenizer over a vocabulary trained on the drawn world's sentences."""
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
    from transformers import AddedToken, Qwen2Tokenizer
    from transformers.models.qwen2.tokenization_qwen2 import PRETOKENIZE_REGEX

    whole = Tokenizer(models.BPE())
    whole.normalizer = normalizers.NFC()
    split = pre_tokenizers.Split(Regex(PRETOKENIZE_REGEX), behavior="isolated")
    to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    whole.pre_tokenizer = pre_tokenizers.Sequence([split, to_bytes])
    whole.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary - len(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[],
        show_progress=False,
    )
    whole.train_from_iterator(_sentences(sentences), trainer)
    learnt = json.loads(whole.to_str())["model"]
    pairs: Any = [tuple(pair) for pair in learnt["merges"]]
    tokenizer = Qwen2Tokenizer(
        vocab=learnt["vocab"],
        merges=pairs,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        unk_token="<|endoftext|>",
        model_max_length=CONTEXT,
    )
    special = [AddedToken(token, special=True, normalized=False) for token in SPECIAL]
    tokenizer.add_tokens(special, special_tokens=True)
    tokenizer.chat_template = TEMPLATE
    _check_words(tokenizer)
    return tokenizer


def _check_words(tokenizer: Any) -> None:
    for word in CONTROL_WORDS.values():
        ids = tokenizer(f"{word}\n", add_special_tokens=False)["input_ids"]
        if len(ids) != 2:
            raise ModelError(
                f"The control word {word} is {len(ids) - 1} tokens.",
                remedy="Choose a larger vocabulary.",
            )


def _sentences(count: int) -> Iterator[str]:
    """What the vocabulary is trained on: sentences of the training split only."""
    for number in range(count // 2):
        sample = seen(0, number)
        yield f"{sample.question}\n{sample.answer}"
    for number in range(count // 10):
        for strategy in Strategy:
            sample_of = item(0, Split.TRAIN, number, strategy)
            yield f"user\n{sample_of.question}\nassistant\n"
            yield f"{CONTROL_WORDS[strategy]}\n{sample_of.answer}"
            if sample_of.second is not None:
                yield sample_of.second.hint


def _picture_processor(side: int) -> Any:
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import (
        Qwen2VLImageProcessorPil,
    )

    return Qwen2VLImageProcessorPil(min_pixels=side * side, max_pixels=side * side)


def _configuration(shape: Shape, tokenizer: Any) -> dict[str, Any]:
    ids = {token: tokenizer.convert_tokens_to_ids(token) for token in SPECIAL}
    return {
        "text_config": _text(shape, ids, len(tokenizer)),
        "vision_config": _tower(shape),
        "image_token_id": ids["<|image_pad|>"],
        "video_token_id": ids["<|video_pad|>"],
        "vision_start_token_id": ids["<|vision_start|>"],
        "vision_end_token_id": ids["<|vision_end|>"],
        "tie_word_embeddings": True,
    }


def _text(shape: Shape, ids: dict[str, int], vocabulary: int) -> dict[str, Any]:
    half = shape.hidden // shape.heads // 2
    usual = half - 2 * (half * 3 // 8), half * 3 // 8, half * 3 // 8
    return {
        "vocab_size": vocabulary,
        "hidden_size": shape.hidden,
        "intermediate_size": shape.feed_forward,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.heads,
        "max_position_embeddings": CONTEXT,
        "rms_norm_eps": 1e-6,
        "rope_parameters": {
            "rope_type": "default",
            "mrope_section": [*(shape.sections or usual)],
            "rope_theta": shape.theta,
        },
        "bos_token_id": None,
        "eos_token_id": ids["<|im_end|>"],
        "pad_token_id": ids["<|endoftext|>"],
    }


def _tower(shape: Shape) -> dict[str, Any]:
    return {
        "depth": shape.tower_depth,
        "hidden_size": shape.tower_hidden,
        "intermediate_size": shape.tower_feed_forward,
        "num_heads": shape.tower_heads,
        "out_hidden_size": shape.hidden,
        # Every second layer sees the whole picture: llama.cpp wants a regular pattern.
        "fullatt_block_indexes": list(range(1, shape.tower_depth, 2)),
        "window_size": WINDOW,
        "patch_size": PATCH,
        "spatial_merge_size": MERGE,
        "temporal_patch_size": 2,
    }
