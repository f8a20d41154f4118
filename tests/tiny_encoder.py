"""An encoder of BERT's kind that is small enough to be trained in a test: random weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def tiny_encoder(folder: Path, words: set[str], *, layers: int = 6, size: int = 32) -> Path:
    """Write it as transformers loads it; each of the words is one token, as are . and ?."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    names = [*MARKS, ".", "?", *sorted(words)]
    known = Tokenizer(models.WordLevel({n: i for i, n in enumerate(names)}, unk_token="[UNK]"))
    known.normalizer = normalizers.Lowercase()
    known.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    pad, unk, first, end = MARKS
    fast: Any = PreTrainedTokenizerFast
    tokenizer = fast(
        tokenizer_object=known, pad_token=pad, unk_token=unk, cls_token=first, sep_token=end
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(names),
        hidden_size=size,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=2 * size,
        max_position_embeddings=160,
    )
    BertModel(config).save_pretrained(folder)
    return folder
