"""The self-test on the small model: how long it takes, and which broken parts it catches."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from whichone_models.files.sidecar import Sidecar
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder
from whichone_models.trusting.selftest import SelfTest, self_test

from tests.bench.report import publish, table
from tests.spoilt_models import DAMAGES
from tests.tiny_models import prototype

RUNS = 5


def tested(sidecar: Sidecar, text: Path, tower: Path) -> SelfTest:
    client = InlineClient(NativeRuntime(), LoadOrder(str(text), str(tower), threads=1))
    try:
        result = self_test(client, sidecar)
    finally:
        client.close()
    assert result is not None
    return result


def row(name: str, result: SelfTest) -> list[object]:
    answers = [one for one in result.tried if one.picture.right]
    right = sum(one.is_right for one in answers)
    verdict = "works" if result.failing is None else f"refused: {result.failing}"
    return [name, f"{right} of {len(answers)}", verdict]


def main() -> None:
    model = prototype()
    whole = [tested(model.sidecar, model.text, model.tower) for _ in range(RUNS)]
    rows = [row("whole", whole[0])]
    with tempfile.TemporaryDirectory() as folder:
        for damage in DAMAGES:
            result = tested(model.sidecar, *damage.files(model, Path(folder)))
            rows.append(row(damage.name, result))
    seconds = [result.seconds for result in whole]
    body = (
        f"The 3.7M prototype (F16), one thread, loading included: median of {RUNS} "
        f"{statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s (target: under 30 s). "
        "Broken models have the same names, shapes and formats as the whole one, so nothing but "
        f"their answers gives them away.\n\n{table(['model', 'right', 'verdict'], rows)}"
    )
    publish("selftest", "Golden pictures", body)


if __name__ == "__main__":
    main()
