"""What Qt does inside a control while it does something else is not told to screen readers.

A line that Tab comes to, and a number that an arrow changes, are selected by Qt.  Orca 43 reads
what was selected and then the same once more, as the focus came there or the value is another one
("0.10", "selected", "0.10"); where the number became a digit longer it read the digit ("0",
"selected", "10.00").  Readers are told of the focus or the value, and that is heard once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QAccessible


@contextmanager
def untold() -> Iterator[None]:
    """Nothing that happens within it is told to a reader; what it asks is answered as ever."""
    was_active = QAccessible.isActive()
    QAccessible.setActive(False)
    try:
        yield
    finally:
        QAccessible.setActive(was_active)
