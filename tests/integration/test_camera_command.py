"""`whichone camera` as it is typed, with a camera on the network and the real finders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from whichone_app import cli
from whichone_app.cli import camera as command
from whichone_app.presenters import aiming
from whichone_core.picture.directions import advice_words

from tests.aimed import CUT_OFF, GOOD
from tests.network_camera import network_camera


@pytest.fixture
def lines(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Settings of nobody in particular, and a home of their own for the messages about faults."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("WHICHONE_VOICE", "none")
    monkeypatch.setenv("WHICHONE_CAMERA", "")


@pytest.mark.usefixtures("lines")
def test_a_good_picture_is_taken_and_kept_only_where_that_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with network_camera(GOOD) as net:
        assert cli.main(["camera", "aim", net.address]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[:2] == [aiming.STARTING, aiming.READY]
        assert said[-2:] == [aiming.TAKEN, aiming.OFF]
        assert list(tmp_path.iterdir()) == []
        assert cli.main(["camera", "aim", net.address, "--save", "label.png"]) == 0
    saved = np.asarray(Image.open(tmp_path / "label.png"))
    assert np.abs(saved.astype(int) - GOOD.astype(int)).mean() < 8


@pytest.mark.usefixtures("lines")
def test_the_advice_of_a_cut_off_label_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = advice_words

    with network_camera(CUT_OFF) as net:

        def turn(*arguments: object) -> str:
            """The user follows the advice."""
            said = words(*arguments)  # type: ignore[arg-type]
            if "Text is cut off" in said:
                net.show(GOOD)
            return said

        monkeypatch.setattr(command, "advice_words", turn)
        assert cli.main(["camera", "aim", net.address, "--moved", "thing"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "Move it left. Text is cut off." in said
    assert said[-2:] == [aiming.TAKEN, aiming.OFF]


@pytest.mark.usefixtures("lines")
def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "mine.png"
    kept.write_text("mine")
    assert cli.main(["camera", "aim", "http://127.0.0.1:9/", "--save", str(kept)]) != 0
    assert "There already is a file" in capsys.readouterr().err
    assert kept.read_text() == "mine"


@pytest.mark.usefixtures("lines")
def test_a_camera_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["camera", "aim", "http://127.0.0.1:9/live.mjpg"]) != 0
    assert "The camera gives no picture." in capsys.readouterr().err


@pytest.mark.usefixtures("lines")
def test_cameras_are_listed_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from whichone_app.camera import CameraInfo

    monkeypatch.setattr(command, "list_cameras", lambda: (CameraInfo("Desk", "/dev/video0"),))
    assert cli.main(["camera", "list"]) == 0
    assert capsys.readouterr().out == "Desk\n"
    monkeypatch.setattr(command, "list_cameras", tuple)
    assert cli.main(["camera", "list"]) == 0
    assert capsys.readouterr().out == f"{command.NONE_FOUND}\n"


@pytest.mark.parametrize("name", ["x" * 300 + ".png", "a/" * 3000 + "b.png"])
@pytest.mark.usefixtures("lines")
def test_a_name_that_no_file_can_have_is_said_once_the_picture_is_taken(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with network_camera(GOOD) as net:
        assert cli.main(["camera", "aim", net.address, "--save", name]) == 1
    assert "could not be written" in capsys.readouterr().err


@pytest.mark.usefixtures("lines")
def test_a_camera_called_like_no_file_is_no_camera(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["camera", "aim", "x" * 300]) == 1
    assert "went wrong" not in capsys.readouterr().err
