"""What others' users reported and no other test here protects (docs/field-reports.md).

Some of it is a way of doing things that must not come back anywhere: these tests read the source.
"""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from whichone_models.builtin.cutting import content

ROOT = Path(__file__).resolve().parents[2]
AREAS = ("core", "models", "app")
WHERE_PICTURES_ARE_OPENED = "core/whichone_core/picture/pictures.py"


def nodes(names: set[str], *areas: str) -> Iterator[tuple[str, ast.AST]]:
    """Everything in the modules where one of these names stands at all, with its module."""
    for area in areas:
        for path in sorted((ROOT / area).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(name in text for name in names):
                place = path.relative_to(ROOT).as_posix()
                yield from ((place, node) for node in ast.walk(ast.parse(text)))


def words_of(node: ast.AST) -> list[str]:
    """The names that a piece of code uses, imported or looked up."""
    if isinstance(node, ast.ImportFrom):
        return [alias.name for alias in node.names]
    return [getattr(node, "id", "") or getattr(node, "attr", "")]


def users_of(names: set[str], *areas: str) -> list[str]:
    return [path for path, node in nodes(names, *areas) if names & set(words_of(node))]


def is_opening(node: ast.AST) -> bool:
    """Whether it is a call of Pillow's open."""
    called = getattr(node, "func", None)
    of = getattr(getattr(called, "value", None), "id", "")
    return getattr(called, "attr", "") == "open" and of in {"Image", "Pillow"}


def test_pictures_are_decoded_in_one_place() -> None:
    """Field reports 4 and 9: OpenCV and Qt open fewer kinds, and not under every path."""
    assert users_of({"imread", "QImageReader", "QMovie"}, *AREAS) == []
    opens = {path for path, node in nodes({".open("}, *AREAS) if is_opening(node)}
    assert opens == {WHERE_PICTURES_ARE_OPENED}


def test_a_notice_is_never_a_box_of_its_own() -> None:
    """Field report 45: readers say Qt's message boxes twice."""
    boxes = {"QMessageBox", "QErrorMessage", "QProgressDialog", "QInputDialog"}
    assert users_of(boxes, "app") == []


def test_no_line_of_a_list_is_ticked_and_no_choice_drops_down() -> None:
    """Field reports 47 and 49: a line that is unticked stays silent, a combo box is not read."""
    assert users_of({"setCheckState", "ItemIsUserCheckable", "QFontComboBox"}, "app") == []
    calls = [(p, n.func) for p, n in nodes({"QComboBox"}, "app") if isinstance(n, ast.Call)]
    assert [path for path, called in calls if "QComboBox" in words_of(called)] == []
    # Those of Qt's dialog for files are framed there, where the desktop has none of its own.
    assert {*users_of({"QComboBox"}, "app")} == {"app/whichone_app/qt_dialog.py"}


def test_no_name_for_a_reader_depends_on_a_guess() -> None:
    """Field report 55: 31 names were given only where a method had a name that it never had."""
    assert users_of({"hasattr"}, "app") == []


def test_a_small_thing_on_a_large_empty_ground_is_looked_at_alone() -> None:
    """Field report 21: a little content in a tall frame was read as a kaleidoscope."""
    frame = np.full((4000, 1000, 3), 200, np.uint8)
    frame[3000:3100:10, 400:600] = 0
    left, top, right, bottom = content(frame)
    assert left <= 400 and right >= 600 and top <= 3000 and bottom >= 3091
    assert (right - left) * (bottom - top) < frame.shape[0] * frame.shape[1] / 5


@pytest.mark.parametrize("fill", ["nothing", "everything"])
def test_a_picture_without_such_a_thing_is_looked_at_whole(fill: str) -> None:
    frame = np.full((400, 300, 3), 200, np.uint8)
    if fill == "everything":
        frame[::8] = 0
    assert content(frame) == (0, 0, 300, 400)


def test_opencv_is_told_how_to_open_cameras_before_it_is_there() -> None:
    """Field report 26: the variable is read once, while the library is loaded."""
    program = """
import os, sys
class Seen:
    def find_spec(self, name, path=None, target=None):
        if name == "cv2":
            print(os.environ.get("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS"))
            raise SystemExit
sys.meta_path.insert(0, Seen())
os.environ.pop("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", None)
from whichone_app.camera import quiet_opencv
quiet_opencv()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "0\n"


def test_models_are_fetched_with_the_certificates_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Field report 93: an employer's own certificate stands nowhere else."""
    import httpx2
    import huggingface_hub  # before it finds another client than its own
    import truststore
    from whichone_models.getting.hub import session

    asked: list[object] = []

    class Client(httpx2.Client):
        def __init__(self, **settings: Any) -> None:
            asked.append(settings["verify"])
            super().__init__(**settings)

    assert huggingface_hub
    monkeypatch.setattr(httpx2, "Client", Client)
    with session(connect_s=1.0, stall_s=1.0):
        pass
    assert [type(context) for context in asked] == [truststore.SSLContext]


def test_training_never_cuts_a_prompt() -> None:
    """Field report 96: what is cut loses picture tokens, and the picture its place."""
    limits = {"max_length", "max_prompt_length", "truncation"}
    cut = [
        (path, keyword.arg)
        for path, node in nodes(limits, "training")
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg in limits and ast.unparse(keyword.value) not in {"None", "False"}
    ]
    assert cut == []
    sft = (ROOT / "training/whichone_training/sft.py").read_text(encoding="utf-8")
    assert "max_length=None" in sft  # TRL's own default would cut


def test_what_is_tried_in_training_holds_no_picture_token() -> None:
    """Field report 97: TRL suppresses the token, but only for somebody who gives the processor."""
    found = importlib.util.find_spec("trl")
    if found is None or found.origin is None:
        pytest.skip("TRL is not installed")
    theirs = (Path(found.origin).parent / "trainer" / "grpo_trainer.py").read_text("utf-8")
    assert 'generation_kwargs["suppress_tokens"] = [model.config.image_token_id]' in theirs
    ours = (ROOT / "training/whichone_training/grpo.py").read_text(encoding="utf-8")
    assert "processing_class=processor" in ours and "generation_kwargs" not in ours
