"""Codes read: drawn bar codes and QR codes, upright, leaning and blurred.

Each code is printed on a card of 960 x 720 pixels, turned by the named angles, softened by
a Gaussian whose sigma is a share of the width of its narrowest bar (or module), and noisy.
"Plain" is one call of zxing-cpp on the picture; "with retries" is the product's reader within
its usual time.  False codes are looked for in COCO and grocery photos, which show none.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from whichone_core.picture.pictures import read_file
from whichone_models.builtin.codes import BUDGET_S, read_codes

from tests import labels
from tests.bench.report import publish, table
from tests.labels import Pixels
from tests.research import measured_folder

KINDS = {
    "EAN13": "4006381333931",
    "EAN8": "96385074",
    "Code128": "LOT-2231",
    "QRCode": "https://example.org/tea",
    "DataMatrix": "PZN 1234",
}
ANGLES = {"upright": (0, 90, 180), "leaning 5 to 33": (5, 20, 33), "45 to 75": (45, 60, 75)}
BLURS = (0.0, 0.5, 0.8)
SCALES = (2, 3)


@dataclass(frozen=True, slots=True)
class Tried:
    is_plain: bool
    is_read: bool
    is_wrong: bool
    seconds: float


def tried(pixels: Pixels, text: str) -> Tried:
    start = time.perf_counter()
    codes = read_codes(pixels)
    seconds = time.perf_counter() - start
    plain = read_codes(pixels, budget_s=0)
    return Tried(
        any(code.text == text for code in plain),
        any(code.text == text for code in codes),
        any(code.text != text for code in codes),
        seconds,
    )


def group(angles: tuple[int, ...], blur: float) -> list[Tried]:
    results = []
    for kind, text in KINDS.items():
        for scale in SCALES:
            wide = scale * (2 if kind in ("QRCode", "DataMatrix") else 1)
            card = labels.barcode(text, kind, wide)
            for seed, angle in enumerate(angles):
                leaning = labels.tilted(card, angle, (200, 200, 200))
                results.append(tried(labels.worn(leaning, blur * wide, 5.0, seed), text))
    return results


def main() -> None:
    rows: list[list[object]] = []
    wrong = 0
    for name, angles in ANGLES.items():
        for blur in BLURS:
            results = group(angles, blur)
            times = sorted(one.seconds for one in results)
            wrong += sum(one.is_wrong for one in results)
            rows.append(
                [
                    name,
                    f"{blur:g}",
                    len(results),
                    sum(one.is_plain for one in results),
                    sum(one.is_read for one in results),
                    f"{statistics.median(times):.2f}",
                    f"{times[int(0.95 * (len(times) - 1))]:.2f}",
                ]
            )
    photos = sorted((measured_folder("coco") / "images").iterdir())[::4]
    photos += sorted(measured_folder("grocery").glob("*.jpg"))[::2]
    false = sum(bool(read_codes(read_file(path).pixels)) for path in photos)
    head = ["angle", "blur", "codes", "plain", "with retries", "median s", "95th percentile s"]
    publish(
        "codes",
        "Codes read",
        f"{table(head, rows)}\n\nBlur is in widths of the narrowest bar. {wrong} codes were read "
        f"wrong. In {len(photos)} photos without codes {false} were claimed. The processor time "
        f"allowed is {BUDGET_S:g} s.",
    )


if __name__ == "__main__":
    main()
