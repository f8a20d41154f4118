"""The Qt binding must give back what it borrows: a wrong release of it kills the app.

PySide6 6.12.0 on Python 3.11 drops a reference to True with every emitted signal and one to
None with every QTimer.singleShot; after some 600 signals Python aborts ("deallocating True or
False").  6.8.3, 6.10.1 and 6.11.2 do not (measured), nor is there any harm from Python 3.12
on, where these objects are immortal.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

# In a process of its own: with a faulty binding this one would not live to tell.
PROGRAM = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

class Sender(QObject):
    sent = Signal()

application = QCoreApplication([])
sender = Sender()
before = sys.getrefcount(True), sys.getrefcount(None)
for _ in range(100):
    sender.sent.emit()
    QTimer.singleShot(0, sender.sent.emit)
after = sys.getrefcount(True), sys.getrefcount(None)
print("lost" if min(a - b for a, b in zip(after, before)) < -50 else "kept", flush=True)
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="True and None are immortal here")
def test_a_signal_costs_no_reference() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert ran.stdout.strip() == "kept", "this PySide6 aborts Python 3.11: install 6.11.2"
