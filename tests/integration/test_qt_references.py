"""The Qt binding must give back what it borrows: a wrong release of it kills the app.

PySide6 6.12.0 on Python 3.11 drops a reference to True with every emitted signal and one to
None with every QTimer.singleShot; after some 600 signals Python aborts ("deallocating True or
False").  6.8.3, 6.10.1 and 6.11.2 do not (measured), nor is there any harm from Python 3.12
on, where these objects are immortal.
"""

from __future__ import annotations

import sys

import pytest
from pytestqt.qtbot import QtBot

ROUNDS = 100


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="True and None are immortal here")
def test_a_signal_costs_no_reference(qtbot: QtBot) -> None:
    from PySide6.QtCore import QObject, QTimer, Signal

    class Sender(QObject):
        sent = Signal()

    sender = Sender()
    before = sys.getrefcount(True), sys.getrefcount(None)
    for _ in range(ROUNDS):
        sender.sent.emit()
        QTimer.singleShot(0, sender.sent.emit)
    after = sys.getrefcount(True), sys.getrefcount(None)
    assert after[0] > before[0] - ROUNDS // 2, "this PySide6 aborts Python 3.11: use 6.11.2"
    assert after[1] > before[1] - ROUNDS // 2, "this PySide6 aborts Python 3.11: use 6.11.2"
