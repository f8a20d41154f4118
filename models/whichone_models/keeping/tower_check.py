"""Compares what two versions of a tower see, in a child process, on one drawn picture.

A wrong kernel, a broken format or a fault in a rewritten file shows here at once, where the
model is installed, instead of in a wrong answer (field reports 67 and 12).
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError

from whichone_models.catalogue import _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SIDE = 224
_LONGEST = 600.0
"""Seconds for one small picture, loading from a slow disk included."""


def lowest_cosine(text: Path, first: Path, second: Path) -> float:
    """The lowest cosine between the two towers' embeddings, over the picture's tokens.

    text: the language model that they belong to.  Raises ModelError where either cannot be
    loaded or the child ends.
    """
    pairs = [_embedded(text, tower) for tower in (first, second)]
    if pairs[0].shape != pairs[1].shape or not all(np.isfinite(p).all() for p in pairs):
        return 0.0
    lengths = np.linalg.norm(pairs[0], axis=1) * np.linalg.norm(pairs[1], axis=1)
    return float(((pairs[0] * pairs[1]).sum(1) / np.maximum(lengths, 1e-12)).min())


def drawn_picture() -> NDArray[np.uint8]:
    """Something of everything: slopes, edges, fine noise.  uint8 RGB, 224 x 224."""
    down, right = np.mgrid[0:SIDE, 0:SIDE]
    pixels = np.stack([down, right, (down * 3 + right * 5) % 256], axis=2).astype(np.uint8)
    pixels[40:120, 60:140] = (220, 30, 30)
    pixels[100:180, 20:90] = np.random.default_rng(0).integers(0, 256, (80, 70, 3))
    return pixels


def _embedded(text: Path, tower: Path) -> NDArray[np.float32]:
    """What a tower makes of the picture: (tokens, width of the language model)."""
    import multiprocessing  # not needed to answer a question

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_embed_here, args=(str(text), str(tower), theirs))
    child.start()
    theirs.close()
    try:
        is_there = ours.poll(_LONGEST)
        found: NDArray[np.float32] | str = ours.recv() if is_there else "it never answered"
    except EOFError:
        child.join()
        found = f"the child ended with {child.exitcode}"
    finally:
        ours.close()
        child.kill()
        child.join()
    if isinstance(found, str):
        raise ModelError(
            _("The tower {name} cannot be used here.", name=tower.name),
            remedy=_("Pull or import the model again."),
            cause=found,
        )
    return found


def _embed_here(text: str, tower: str, answer: Connection) -> None:
    """What the child does; silent, as llama.cpp writes to both streams."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    import llama_cpp
    from llama_cpp import mtmd_cpp

    llama_cpp.llama_backend_init()
    order = llama_cpp.llama_model_default_params()
    model = llama_cpp.llama_model_load_from_file(os.fsencode(text), order)
    params = mtmd_cpp.mtmd_context_params_default()
    params.use_gpu, params.print_timings, params.warmup = False, False, False
    eye = model and mtmd_cpp.mtmd_init_from_file(os.fsencode(tower), model, params)
    if not eye:
        answer.send("it or its language model does not load")
    else:
        width = llama_cpp.llama_model_n_embd_inp(model)
        answer.send(_encoded(mtmd_cpp, eye, width))
    answer.close()
    os._exit(0)


def _encoded(library: Any, eye: Any, width: int) -> NDArray[np.float32] | str:
    """The first picture chunk's embeddings, through llama.cpp's low-level calls."""
    pixels = np.ascontiguousarray(drawn_picture())
    data = pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
    bitmap = library.mtmd_bitmap_init(SIDE, SIDE, data)
    prompt = library.mtmd_default_marker()
    words = library.mtmd_input_text()
    words.text, words.text_len = prompt, len(prompt)
    words.add_special, words.parse_special = False, True
    chunks = library.mtmd_input_chunks_init()
    pictures = (library.mtmd_bitmap_p_ctypes * 1)(bitmap)
    if library.mtmd_tokenize(eye, chunks, ctypes.byref(words), pictures, 1):
        return "it does not take the picture"
    for number in range(library.mtmd_input_chunks_size(chunks)):
        chunk = library.mtmd_input_chunks_get(chunks, number)
        if library.mtmd_input_chunk_get_type(chunk) != library.MTMD_INPUT_CHUNK_TYPE_IMAGE:
            continue
        if library.mtmd_encode_chunk(eye, chunk):
            return "it does not encode the picture"
        shape = library.mtmd_input_chunk_get_n_tokens(chunk), width
        values = np.ctypeslib.as_array(library.mtmd_get_output_embd(eye), shape=shape)
        return values.astype(np.float32)
    return "it makes no tokens of the picture"
