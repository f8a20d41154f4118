"""Opens the real window, and tells how long it took until a user can type into it.

    python -m tests.bench.opening BEGAN -> one line of JSON, then the window closes

BEGAN is when the process was started, by `time.perf_counter` of whoever started it (one clock
for the whole machine under Linux).  It is a program of its own, so that each start is cold.
"""

from __future__ import annotations

import json
import sys
import time

LETTER = "a"


class Stamps:
    """Seconds since the process was started, and its processor seconds, at each step."""

    def __init__(self, began: float) -> None:
        self._began = began
        self.seen: dict[str, tuple[float, float]] = {}

    def put(self, step: str) -> None:
        self.seen.setdefault(step, (time.perf_counter() - self._began, time.process_time()))


def main() -> int:
    stamps = Stamps(float(sys.argv[1]))
    from whichone_app import gui
    from whichone_app.cli import main as command
    from whichone_app.cli import run as _loaded  # noqa: F401  (as `whichone run` loads it)

    stamps.put("command")
    begin, application = gui._begin, gui._application

    def stamped() -> object:
        stamps.put("assistant")
        return application()

    def watched(window: object, *rest: object) -> None:
        begin(window, *rest)  # type: ignore[arg-type]
        stamps.put("shown")
        _watch(window, stamps)

    gui._application = stamped  # type: ignore[assignment]
    gui._begin = watched  # type: ignore[assignment]
    return command(["run"])


def _watch(window: object, stamps: Stamps) -> None:
    """Type a letter once the question has the focus; close when it has arrived there."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from whichone_app.window import MainWindow

    assert isinstance(window, MainWindow)
    timer = QTimer(window, interval=0)

    def look() -> None:
        if not window.question.hasFocus():
            return
        if not window.question.text():
            QTest.keyClick(window.question, Qt.Key.Key_A)
        if window.question.text() == LETTER:
            timer.stop()
            stamps.put("usable")
            print(json.dumps(stamps.seen), flush=True)
            window.close()

    timer.timeout.connect(look)
    timer.start()


if __name__ == "__main__":
    raise SystemExit(main())
