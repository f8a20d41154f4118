"""Peak memory and time of the biggest pictures of each format, each in a process of its own.

python -m tests.bench.pictures          makes the pictures in a temporary folder, measures
python -m tests.bench.pictures FILE     opens one and prints what it cost (used by the first)
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from whichone_core.errors import InputError
from whichone_core.picture.pictures import MOST_MEGAPIXELS, read_file

from tests.bench.report import publish, table
from tests.pictures import large_png, scene

LIMIT_MB = 1500
SHAPE = (16320, 12240)
"""A phone's 200 megapixels."""


def measure(path: Path) -> dict[str, Any]:
    """What opening the picture costs this process: {size, kept, seconds, peak_mb} or {error}."""
    start = time.perf_counter()
    try:
        frame = read_file(path)
    except InputError as error:
        return {"error": error.spoken}
    return {
        "size": frame.full_size,
        "kept": (frame.width, frame.height),
        "seconds": time.perf_counter() - start,
        "peak_mb": peak_mb(),
    }


def peak_mb() -> int:
    """The most memory this program has held.

    Not getrusage's: that one starts at what the parent held when it started this process.
    """
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    if found is None:
        raise SystemExit("This system does not tell the peak memory of a process.")
    return int(found[1]) // 1024


def picture(mode: str = "RGB", megapixels: float = 199.7) -> Image.Image:
    """A photo-like picture of so many megapixels."""
    scale = (megapixels * 1e6 / (SHAPE[0] * SHAPE[1])) ** 0.5
    small = Image.fromarray(scene(1600, 1200)).convert(mode)
    return small.resize((int(SHAPE[0] * scale), int(SHAPE[1] * scale)))


def saved(mode: str = "RGB", megapixels: float = 199.7, **options: Any) -> Callable[[Path], None]:
    def save(path: Path) -> None:
        import pillow_heif

        pillow_heif.register_heif_opener(grid_tile_size=512)  # as phones write it
        picture(mode, megapixels).save(path, **options)

    return save


def most(format: str) -> float:
    return MOST_MEGAPIXELS[format] - 0.5


PICTURES: dict[str, Callable[[Path], None]] = {
    "photo.jpg": saved(quality=90),
    "progressive.jpg": saved(quality=90, progressive=True, subsampling=0),
    "print.jpg": saved("CMYK", quality=90),
    "flat.png": lambda path: _write(path, large_png(*SHAPE)),
    "clear.png": saved("RGBA", compress_level=1),
    "scan.tif": saved(compression="tiff_lzw"),
    "plain.bmp": saved(),
    "photo.webp": saved(megapixels=most("WEBP"), method=0),
    "lossless.webp": saved(megapixels=most("WEBP"), method=0, lossless=True),
    "photo.avif": saved(megapixels=most("AVIF"), speed=10),
    "photo.jp2": saved(megapixels=most("JPEG2000")),
    "photo.heic": saved(quality=50, enc_params={"preset": "ultrafast"}),
}


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def rows(folder: Path) -> Iterator[list[object]]:
    for name, make in PICTURES.items():
        path = folder / name
        make(path)
        command = [sys.executable, "-m", "tests.bench.pictures", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        cost = json.loads(done.stdout)
        megabytes = path.stat().st_size / 1e6
        path.unlink()
        if "error" in cost:
            yield [name, f"{megabytes:.0f}", cost["error"], "", ""]
            continue
        pixels = cost["size"][0] * cost["size"][1] / 1e6
        verdict = "" if cost["peak_mb"] <= LIMIT_MB else " (over)"
        yield [
            name, f"{megabytes:.0f}", f"{pixels:.0f}", f"{cost['seconds']:.1f}",
            f"{cost['peak_mb']}{verdict}",
        ]  # fmt: skip


def main(words: list[str]) -> None:
    if words:
        print(json.dumps(measure(Path(words[0]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        found = list(rows(Path(folder)))
    head = ["picture", "file, MB", "megapixels", "s", "peak memory, MB"]
    publish(
        "pictures",
        "The biggest pictures",
        f"Opened to a frame of 12 megapixels, one process each; the limit is {LIMIT_MB} MB.\n\n"
        + table(head, found),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
