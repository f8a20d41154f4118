"""Drawn labels, signs, receipts and pages are read by the real reader, whichever way up."""

from __future__ import annotations

import logging
import shutil
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import TextEvidence
from whichone_models.builtin.text import TextReader

from tests import labels

SOUP = labels.label(
    [
        ("GOLDEN VALLEY", 64),
        ("Tomato Soup", 48),
        ("Ingredients: tomatoes, water, cream,", 26),
        ("sugar, salt, basil. Contains milk.", 26),
        ("BEST BEFORE 31/12/2027", 30),
        ("400 g", 36),
    ]
)


@pytest.fixture(scope="module")
def reader() -> TextReader:
    return TextReader()


def read(reader: TextReader, pixels: labels.Pixels) -> TextEvidence:
    return reader.read(pixels, Cancel())


def words(text: str) -> list[str]:
    return text.casefold().split()


def test_a_label_is_read_line_by_line(reader: TextReader) -> None:
    evidence = read(reader, SOUP.pixels)
    assert evidence.text.casefold() == SOUP.text.casefold()
    assert evidence.turned == 0
    assert all(line.score > 0.9 for line in evidence.lines)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_label_is_read_and_its_turn_told(reader: TextReader, quarters: int) -> None:
    evidence = read(reader, labels.turned(SOUP.pixels, quarters))
    assert words(evidence.text) == words(SOUP.text)
    assert evidence.turned == (360 - 90 * quarters) % 360


@pytest.mark.parametrize("degrees", [-15, 12])
def test_a_leaning_label_is_read_in_order(reader: TextReader, degrees: float) -> None:
    evidence = read(reader, labels.tilted(SOUP.pixels, degrees))
    assert words(evidence.text) == words(SOUP.text)
    assert evidence.lines[0].angle == pytest.approx(degrees, abs=3)


def test_a_receipt_is_read_row_by_row(reader: TextReader) -> None:
    rows = [("Whole milk 1L", "1.29"), ("Rye bread", "2.45"), ("TOTAL", "3.74")]
    receipt = labels.receipt(rows)
    assert [line.text for line in read(reader, receipt.pixels).lines] == list(receipt.lines)


def test_columns_are_read_one_after_the_other(reader: TextReader) -> None:
    page = labels.columns(
        ["The garden opens in spring", "and closes when the first", "snow falls on the hills."],
        ["Visitors may bring a dog", "on a short lead, but not", "into the tea room itself."],
        title="The Garden News",
    )
    assert read(reader, page.pixels).text == page.text


def test_a_sign_is_read(reader: TextReader) -> None:
    sign = labels.sign(["WAY OUT", "PLATFORM 4"])
    assert read(reader, sign.pixels).text == sign.text


def test_small_text_in_a_large_picture_is_read(reader: TextReader) -> None:
    large = np.full((3000, 4000, 3), 150, dtype=np.uint8)
    small = labels.label([("Store below 25 degrees", 30), ("Keep out of reach", 30)])
    height, width = small.pixels.shape[:2]
    large[1200 : 1200 + height, 1500 : 1500 + width] = small.pixels
    assert words(read(reader, large).text) == words(small.text)


def test_boxes_are_fractions_around_the_words(reader: TextReader) -> None:
    line = read(reader, labels.sign(["EXIT"]).pixels).lines[0]
    assert line.box.centre == pytest.approx((0.5, 130 / 290), abs=0.03)
    assert 0.2 < line.box.width < 0.4


@pytest.mark.parametrize("shape", [(1, 1), (8, 600), (600, 8), (480, 640)])
def test_nothing_is_read_where_nothing_is_written(
    reader: TextReader, shape: tuple[int, int]
) -> None:
    assert read(reader, np.full((*shape, 3), 128, dtype=np.uint8)).lines == ()


def test_a_reading_that_was_cancelled_before_reads_nothing(reader: TextReader) -> None:
    cancel = Cancel()
    cancel.request()
    assert reader.read(SOUP.pixels, cancel) == TextEvidence()


class Session:
    """Stands before one of the reader's networks; tells what it is about to do and has done."""

    def __init__(self, network: Any, name: str, told: Callable[[str], None]) -> None:
        self._stoppable = network.session.session
        self._real = self._stoppable._session
        self._name, self._told = name, told

    def run(self, names: Any, inputs: Any, options: Any) -> Any:
        self._told(f"{self._name} begins")
        result = self._real.run(names, inputs, options)
        self._told(f"{self._name} is done")
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __enter__(self) -> None:
        self._stoppable._session = self

    def __exit__(self, *error: object) -> None:
        self._stoppable._session = self._real


class EndlessSession(Session):
    """A network that runs until it is told to end."""

    def run(self, names: Any, inputs: Any, options: Any) -> Any:
        self._told(f"{self._name} begins")
        waiting = threading.Event()
        while not options.terminate:
            waiting.wait(0.01)
        return self._real.run(names, inputs, options)


def networks(reader: TextReader) -> tuple[Any, Any]:
    reader.warm_up()
    return reader._engine.text_det, reader._engine.text_rec


def test_a_network_that_runs_is_ended_by_a_cancel(reader: TextReader) -> None:
    cancel = Cancel()
    finding, _ = networks(reader)
    with EndlessSession(finding, "finding", lambda _: cancel.request()):
        assert reader.read(SOUP.pixels, cancel) == TextEvidence()
    assert words(read(reader, SOUP.pixels).text) == words(SOUP.text), "the next one is whole"


@pytest.mark.parametrize("event", ["finding is done", "reading begins", "reading is done"])
def test_after_a_cancel_no_network_is_run_to_its_end(reader: TextReader, event: str) -> None:
    cancel, after = Cancel(), list[str]()

    def told(what: str) -> None:
        if cancel.is_requested:
            after.append(what)
        elif what == event:
            cancel.request()

    finding, reading = networks(reader)
    with Session(finding, "finding", told), Session(reading, "reading", told):
        assert reader.read(SOUP.pixels, cancel) == TextEvidence()
    begun = 1 if event == "reading begins" else 0  # its watcher may look just too late
    assert after.count("reading is done") + after.count("finding is done") <= begun


def test_the_next_question_is_read_after_a_reading_without_end_was_cancelled(
    reader: TextReader,
) -> None:
    cancel, begun = Cancel(), threading.Event()
    finding, _ = networks(reader)
    with ThreadPoolExecutor(1) as pool:
        with EndlessSession(finding, "finding", lambda _: begun.set()):
            first = pool.submit(reader.read, SOUP.pixels, cancel)
            assert begun.wait(60)
            cancel.request()
            assert first.result(timeout=60) == TextEvidence()
        assert read(reader, SOUP.pixels).lines


def test_one_reader_serves_many_threads(reader: TextReader) -> None:
    sign = labels.sign(["PLATFORM 4"])
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: read(reader, sign.pixels).text, range(6)))
    assert set(results) == {"PLATFORM 4"}


def test_a_missing_model_is_told_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import rapidocr

    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(ModelError) as failure:
        TextReader().warm_up()
    assert failure.value.spoken.startswith("The text reader could not be loaded.")


def test_loading_asks_no_network_and_prints_nothing(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the text reader went online")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with caplog.at_level(logging.DEBUG):
        read(TextReader(), labels.sign(["EXIT"]).pixels)
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""


@pytest.mark.parametrize("network", ["PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"])
@pytest.mark.parametrize("content", [None, b"", b"no network" * 1000])
def test_a_network_that_is_missing_or_damaged_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str, content: bytes | None
) -> None:
    import rapidocr

    models = tmp_path / "rapidocr" / "models"
    shutil.copytree(Path(rapidocr.__file__).parent / "models", models)
    (models / network).unlink()
    if content is not None:
        (models / network).write_bytes(content)
    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "rapidocr" / "__init__.py"))
    with pytest.raises(ModelError) as caught:
        TextReader().warm_up()
    assert caught.value.spoken == (
        "The text reader could not be loaded. Reinstall the package rapidocr."
    )
