"""Training so small that all of it is done in seconds: one whole run, shared by all tests.

The architecture is the real one; widths and numbers of steps are the least that the libraries
take.  What is trained answers nonsense, the way to it is what is tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from whichone_training.cli import main
from whichone_training.recipe import Recipe, checked

RECIPE = Path(__file__).resolve().parents[1] / "training/recipes/tiny/tiny.yaml"
TINY: dict[str, Any] = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))
SIDE: int = TINY["shape"]["side"]

needs_trl = [
    pytest.mark.skipif(not all(map(find_spec, ("torch", "trl"))), reason="trl is not installed"),
    # The libraries warn about versions to come; what they warn of is pinned.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(900),
]
needs_everything = [
    *needs_trl,
    pytest.mark.skipif(find_spec("llama_cpp") is None, reason="llama_cpp is not installed"),
]


@dataclass(frozen=True, slots=True)
class Trained:
    """A finished pipeline: its recipe and the file that it stands in."""

    recipe: Recipe
    path: Path

    @property
    def output(self) -> Path:
        return self.recipe.output

    def elsewhere(self, folder: Path, **parts: Any) -> Recipe:
        """The same recipe with another output, the untrained model already there."""
        import shutil

        shutil.copytree(self.output / "untrained", folder / "untrained", dirs_exist_ok=True)
        return checked({**TINY, "output": str(folder), **parts})


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """What `whichone-train pipeline` writes, from nothing to quantized folders."""
    import torch

    folder = tmp_path_factory.mktemp("training")
    path = folder / "tiny.yaml"
    record = {**TINY, "output": str(folder / "out")}
    path.write_text(yaml.safe_dump(record), encoding="utf-8")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    assert main(["pipeline", str(path)]) == 0
    torch.set_num_threads(before)
    return Trained(checked(record), path)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model is fastest with one."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
