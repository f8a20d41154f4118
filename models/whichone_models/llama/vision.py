"""The vision tower: pixels to embeddings, once per picture, and embeddings into the context.

A picture becomes parts: tokens of text that the family puts around it (mtmd adds them by
itself) and patches, each with its own embeddings.  Encoding can be stopped: the scheduler's
eval callback is asked after every node of the tower's graph, and what was computed is
then thrown away.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError

from whichone_models.files.gguf_file import read_header
from whichone_models.llama.context import Item, Patch
from whichone_models.llama.library import Library, fill, floats
from whichone_models.llama.runtime import Fault, IsCancelled, Picture, RuntimeFault
from whichone_models.llama.watch import Watch

IMAGE = 1
"""MTMD_INPUT_CHUNK_TYPE_IMAGE."""

TILED = "idefics3"

MARKERS = 2
"""What idefics3 puts before a whole picture: <fake_token_around_image><global-img>."""

MANY = 1 << 16
"""More tokens than any picture: llama.cpp's own resizing must not touch fitted pixels."""


@dataclass(frozen=True, eq=False, slots=True)
class Encoded:
    """One encoded picture.  items: its text tokens and patches in order.

    embeddings, chunks: by the patch's index; a chunk is owned here and holds only the shape.
    """

    identity: str
    items: tuple[Item, ...]
    embeddings: tuple[NDArray[np.float32], ...]
    chunks: tuple[Any, ...]

    @property
    def bytes(self) -> int:
        return sum(part.nbytes for part in self.embeddings)


def identity_of(picture: Picture) -> str:
    """Key, size and pixels: what decides whether two pictures are the same."""
    digest = hashlib.blake2b(np.ascontiguousarray(picture.pixels).data, digest_size=16).hexdigest()
    height, width = picture.pixels.shape[:2]
    return f"{picture.key}:{width}x{height}:{digest}"


@dataclass(eq=False)
class EmbeddingCache:
    """Encoded pictures by key, the least recently used leave first; bound in bytes.

    The newest always stays, even where it is larger than the bound by itself.
    """

    bound: int
    free: Any
    _held: OrderedDict[str, Encoded] = field(default_factory=OrderedDict)

    @property
    def bytes(self) -> int:
        return sum(encoded.bytes for encoded in self._held.values())

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: str) -> Encoded | None:
        """A picture, which is then the newest."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: str, encoded: Encoded) -> None:
        """Keep a picture; drop what no longer fits."""
        replaced = self._held.pop(key, None)
        if replaced is not None:
            self.free(replaced)
        self._held[key] = encoded
        while len(self._held) > 1 and self.bytes > self.bound:
            self.free(self._held.popitem(last=False)[1])

    def clear(self) -> None:
        for encoded in self._held.values():
            self.free(encoded)
        self._held.clear()


def tile_tokens(path: Path) -> int:
    """Tokens of one tile of a tower that would cut a picture into tiles; 0 for other towers.

    SmolVLM's tower enlarges any picture to 2048 pixels and cuts it into up to 16 tiles, 1.6 s
    each (facts, llama.cpp); limited to one tile's tokens it takes the picture as it is, once as
    a tile and once as a whole (of which `Tower` drops the tile).
    Raises RuntimeFault (FILE).
    """
    try:
        header = read_header(path)
    except ModelError as error:
        raise RuntimeFault(Fault.FILE, f"{path}: {error.cause or error.sentence}") from error
    kinds = (header.text("clip.projector_type"), header.text("clip.vision.projector_type"))
    if TILED not in kinds:
        return 0
    across = header.number("clip.vision.image_size") // (
        header.number("clip.vision.patch_size", 1)
        * header.number("clip.vision.projector.scale_factor", 1)
    )
    return int(across * across)


class Tower:
    """One mmproj file, loaded for one language model."""

    def __init__(self, library: Library, path: str, model: Any, threads: int) -> None:
        self._mtmd, self._llama = library.mtmd, library.llama
        self._width = int(self._llama.llama_model_n_embd_inp(model))
        self._watch = Watch()
        self._on_node = self._llama.ggml_backend_sched_eval_callback(self._asked)
        tile = tile_tokens(Path(path))
        self._is_tiled = tile > 0
        parameters = self._parameters(threads, tile or MANY)
        self._context = self._mtmd.mtmd_init_from_file(os.fsencode(path), model, parameters)
        if not self._context:
            cause = library.last_words() or "the tower does not load"
            raise RuntimeFault(Fault.FILE, f"{path}: {cause}")
        if not self._mtmd.mtmd_support_vision(self._context):
            self.close()
            raise RuntimeFault(Fault.FILE, f"{path}: this tower takes no pictures")

    def close(self) -> None:
        if self._context:
            self._mtmd.mtmd_free(self._context)
            self._context = None

    def encode(self, picture: Picture, is_cancelled: IsCancelled) -> Encoded | None:
        """Encode a picture; None once cancelled.  Raises RuntimeFault (PICTURE)."""
        chunks = self._mtmd.mtmd_input_chunks_init()
        kept: list[Any] = []
        try:
            self._prepare(picture, chunks)
            items: list[Item] = []
            embeddings: list[NDArray[np.float32]] = []
            identity = identity_of(picture)
            for chunk in self._chunks(chunks):
                if not self._is_image(chunk):
                    items += self._tokens(chunk)
                    continue
                embedding = self._encoded(chunk, is_cancelled)
                if embedding is None:
                    return None
                tokens = int(self._mtmd.mtmd_input_chunk_get_n_tokens(chunk))
                positions = int(self._mtmd.mtmd_input_chunk_get_n_pos(chunk))
                items.append(Patch(identity, len(embeddings), tokens, positions))
                embeddings.append(embedding)
                kept.append(self._mtmd.mtmd_input_chunk_get_placeholder(chunk))
            encoded = Encoded(identity, tuple(items), tuple(embeddings), tuple(kept))
            kept = []
            return encoded
        finally:
            for chunk in kept:
                self._mtmd.mtmd_input_chunk_free(chunk)
            self._mtmd.mtmd_input_chunks_free(chunks)

    def free(self, encoded: Encoded) -> None:
        """Give back what the library holds for an encoded picture."""
        for chunk in encoded.chunks:
            self._mtmd.mtmd_input_chunk_free(chunk)

    def decode(self, encoded: Encoded, patch: Patch, context: Any, at: int, batch: int) -> int:
        """Put one patch into a context's KV cache at a position; llama_decode's result."""
        embedding = encoded.embeddings[patch.index]
        after = self._llama.llama_pos(at)
        return int(
            self._mtmd.mtmd_helper_decode_image_chunk(
                self._context,
                context,
                encoded.chunks[patch.index],
                embedding.ctypes.data_as(ctypes.POINTER(ctypes.c_float)),
                self._llama.llama_pos(at),
                self._llama.llama_seq_id(0),
                batch,
                ctypes.byref(after),
                self._mtmd.mtmd_helper_post_decode_callback(),
                None,
            )
        )

    def _parameters(self, threads: int, most_tokens: int) -> Any:
        return fill(
            self._mtmd.mtmd_context_params_default(),
            use_gpu=False,
            print_timings=False,
            warmup=False,  # it would cost as much as a large picture
            n_threads=threads,
            flash_attn_type=self._llama.LLAMA_FLASH_ATTN_TYPE_ENABLED,
            cb_eval=self._on_node,
            image_min_tokens=1,
            image_max_tokens=most_tokens,
        )

    def _prepare(self, picture: Picture, chunks: Any) -> None:
        """Pixels as a raw bitmap into chunks, without any text around them."""
        pixels = np.ascontiguousarray(picture.pixels)
        height, width = pixels.shape[:2]
        data = pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
        bitmap = self._mtmd.mtmd_bitmap_init(width, height, data)
        part = self._mtmd.mtmd_input_part(None, bitmap)
        parts = (ctypes.POINTER(self._mtmd.mtmd_input_part) * 1)(ctypes.pointer(part))
        result = self._mtmd.mtmd_tokenize_from_parts(self._context, chunks, parts, 1, False)
        self._mtmd.mtmd_bitmap_free(bitmap)
        if result:
            raise RuntimeFault(Fault.PICTURE, f"{width}x{height} pixels: preparation says {result}")

    def _chunks(self, chunks: Any) -> list[Any]:
        """Of a tower that tiles only the whole: a picture that is no larger than a tile has no
        others in training, and the same pixels are not encoded twice."""
        count = int(self._mtmd.mtmd_input_chunks_size(chunks))
        found = [self._mtmd.mtmd_input_chunks_get(chunks, index) for index in range(count)]
        images = [index for index, chunk in enumerate(found) if self._is_image(chunk)]
        return found[images[-1] - 1 :] if self._is_tiled and len(images) > 1 else found

    def _is_image(self, chunk: Any) -> bool:
        return bool(self._mtmd.mtmd_input_chunk_get_type(chunk) == IMAGE)

    def _tokens(self, chunk: Any) -> list[int]:
        count = ctypes.c_size_t()
        tokens = self._mtmd.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
        found = [int(tokens[index]) for index in range(count.value)]
        if self._is_tiled:
            found = found[-MARKERS:]  # without the line break that ends the tile
        return [token for token in found if token >= 0]  # -1: not in this vocabulary

    def _encoded(self, chunk: Any, is_cancelled: IsCancelled) -> NDArray[np.float32] | None:
        with self._watch.over(is_cancelled):
            result = self._mtmd.mtmd_encode_chunk(self._context, chunk)
            if self._watch.trips() or is_cancelled():
                return None
        if result:
            raise RuntimeFault(Fault.PICTURE, f"encoding says {result}")
        tokens = int(self._mtmd.mtmd_input_chunk_get_n_tokens(chunk))
        embedding = self._mtmd.mtmd_get_output_embd(self._context)
        return floats(embedding, tokens * self._width).copy()

    def _asked(self, tensor: Any, is_before: bool, data: Any) -> bool:
        """Before a node: stop after it to look.  After it: whether to go on.

        Measured: four microseconds a node, nothing beside a large picture, and not one bit of
        the result changes.  A single node, the longest being attention over all patches, is
        what a cancel can have to wait for.
        """
        return is_before or not self._watch.trips()
