"""Loads a pair of files into llama.cpp; every failure becomes a RuntimeFault with its cause."""

from __future__ import annotations

import ctypes
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_models.llama.context import Context
from whichone_models.llama.library import Library, fill, physical_cores, resident_bytes
from whichone_models.llama.runtime import Facts, Fault, LoadOrder, RuntimeFault
from whichone_models.llama.template import CHATML, ChatTemplate, Message
from whichone_models.llama.vision import EmbeddingCache, Tower
from whichone_models.llama.vocabulary import Vocabulary

MEMORY_WORDS = ("allocate", "out of memory", "bad_alloc")
"""What llama.cpp writes where memory was missing; it returns nothing for every failure."""


@dataclass(eq=False)
class Loaded:
    """A model with all its parts; close() frees them in the order that they need."""

    library: Library
    model: Any
    vocabulary: Vocabulary
    template: ChatTemplate
    context: Context
    tower: Tower | None
    pictures: EmbeddingCache
    facts: Facts

    def close(self) -> None:
        self.pictures.clear()
        if self.tower:
            self.tower.close()
        self.context.close()
        self.library.llama.llama_model_free(self.model)


def load(library: Library, order: LoadOrder) -> Loaded:
    """Load the files of an order.  Raises RuntimeFault (FILE, MEMORY)."""
    began = time.monotonic()
    threads = order.threads or physical_cores()
    model = _model(library, order.text)
    opened: list[Any] = []
    try:
        vocabulary = Vocabulary(library, model)
        template = _template(library, model, vocabulary, has_tower=bool(order.tower))
        context = Context(library, model, order.context_tokens, order.batch_tokens, threads)
        opened.append(context)
        tower = Tower(library, order.tower, model, threads) if order.tower else None
    except RuntimeFault:
        for part in opened:
            part.close()
        library.llama.llama_model_free(model)
        raise
    pictures = EmbeddingCache(order.cache_bytes, tower.free if tower else None)
    facts = Facts(
        description=_description(library, model),
        vocabulary=vocabulary.size,
        context_tokens=context.size,
        embedding=int(library.llama.llama_model_n_embd(model)),
        has_vision=tower is not None,
        load_ms=1000 * (time.monotonic() - began),
        resident_bytes=resident_bytes(),
    )
    return Loaded(library, model, vocabulary, template, context, tower, pictures, facts)


def _model(library: Library, path: str) -> Any:
    if not Path(path).is_file():
        raise RuntimeFault(Fault.FILE, f"{path}: there is no such file")
    parameters = fill(
        library.llama.llama_model_default_params(),
        n_gpu_layers=0,
        # Mapped, the weights stay in memory beside their repacked copy: 3.35 instead of
        # 2.09 GB for 3B (facts, llama.cpp).
        load_mode=library.llama.LLAMA_LOAD_MODE_NONE,
        use_extra_bufts=not _has_amx(library),
    )
    library.complaints.clear()
    model = library.llama.llama_model_load_from_file(os.fsencode(path), parameters)
    if not model:
        cause = library.last_words()
        is_memory = any(word in cause.lower() for word in MEMORY_WORDS)
        raise RuntimeFault(Fault.MEMORY if is_memory else Fault.FILE, f"{path}: {cause}")
    return model


def _has_amx(library: Library) -> bool:
    """Whether llama.cpp was built for a processor with AMX, whose products may not be run.

    GCC 12 takes the sizes of the tiles for never read and leaves them out, so the first product
    of weights that were packed for AMX is an illegal instruction (llama-cpp-python 0.3.36, built
    by GCC 12.2 on a Xeon: every answer ended so).  How it was built can't be told from outside;
    weights that are not packed anew are multiplied without AMX.
    """
    return b"AMX_INT8 = 1" in library.llama.llama_print_system_info()


def _template(
    library: Library, model: Any, vocabulary: Vocabulary, *, has_tower: bool
) -> ChatTemplate:
    """The model's own template, tried once: a broken one is noticed now."""
    stored = library.llama.llama_model_chat_template(model, None)
    if not stored and not vocabulary.knows("<|im_start|>"):
        raise RuntimeFault(Fault.FILE, "the model has no chat template")
    source = stored.decode("utf-8", "replace") if stored else CHATML
    template = ChatTemplate(
        source, bos=vocabulary.bos, eos=vocabulary.eos, openings=vocabulary.openings
    )
    template.render([Message("user", "x", has_picture=has_tower)])
    return template


def _description(library: Library, model: Any) -> str:
    text = ctypes.create_string_buffer(256)
    library.llama.llama_model_desc(model, text, len(text))
    return text.value.decode("utf-8", "replace")
