"""Small programs that tests start at a display: one that owns the clipboard, one that takes.

    python -m tests.desk_programs own KIND [FILE]     copies something, says "ready", waits
    python -m tests.desk_programs show COLOUR         fills the screen, says "ready", waits
    python -m tests.desk_programs take SOURCE [CASE]  prints what it took as one JSON object

The first two end when their standard input closes.  CASE: "window" takes where an
application with a window runs already, "worker" from another thread than Qt's, "plain" where
an application without a desktop runs.
"""

from __future__ import annotations

import json
import sys
import threading

from whichone_app.sources import take
from whichone_core.errors import WhichOneError


def own(kind: str, value: str = "") -> None:
    """Put a picture, a copied file, a path, a data address or a web address on the clipboard."""
    from PySide6.QtCore import QMimeData, QUrl
    from PySide6.QtGui import QColor, QGuiApplication, QImage

    application = QGuiApplication([])
    data = QMimeData()
    if kind == "picture":
        width, _, height = value.partition("x")
        image = QImage(int(width), int(height), QImage.Format.Format_ARGB32)
        image.fill(QColor(200, 30, 30))
        image.setPixelColor(0, 0, QColor(0, 0, 0, 0))
        data.setImageData(image)
    elif kind == "file":
        data.setUrls([QUrl.fromLocalFile(value)])
    elif kind == "text":
        data.setText(value)
    QGuiApplication.clipboard().setMimeData(data)
    _serve(application)


def show(colour: str) -> None:
    """Fill the screen with a colour."""
    from PySide6.QtGui import QColor, QGuiApplication, QPainter, QRasterWindow

    application = QGuiApplication([])
    screen = application.primaryScreen()
    window = QRasterWindow()
    palette = QColor(colour)

    def paint(event: object) -> None:
        painter = QPainter(window)
        painter.fillRect(0, 0, window.width(), window.height(), palette)
        painter.end()

    window.paintEvent = paint  # type: ignore[method-assign]
    window.setGeometry(screen.geometry())
    window.show()
    middle = screen.geometry().center()
    while screen.grabWindow(0).toImage().pixelColor(middle) != palette:
        application.processEvents()
    _serve(application)


def _serve(application: object) -> None:
    from PySide6.QtCore import QMetaObject, Qt
    from PySide6.QtGui import QGuiApplication

    assert isinstance(application, QGuiApplication)

    def wait_for_the_end() -> None:
        sys.stdin.read()
        QMetaObject.invokeMethod(application, "quit", Qt.ConnectionType.QueuedConnection)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    print("ready", flush=True)
    application.exec()


def picture(source: str, case: str = "") -> None:
    """Take a picture as the case says, and print what came of it."""
    if case == "plain":
        from PySide6.QtCore import QCoreApplication

        application = QCoreApplication([])
        print(_taken(source))
        application.quit()
    elif case == "window":
        from PySide6.QtWidgets import QApplication, QWidget

        with_window = QApplication([])
        window = QWidget()
        window.show()
        print(_taken(source))
        with_window.quit()
    elif case == "worker":
        _from_another_thread(source)
    else:
        print(_taken(source))


def _from_another_thread(source: str) -> None:
    from PySide6.QtCore import QMetaObject, Qt
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([])

    def run() -> None:
        print(_taken(source))
        QMetaObject.invokeMethod(application, "quit", Qt.ConnectionType.QueuedConnection)

    threading.Thread(target=run, daemon=True).start()
    application.exec()


def _taken(source: str) -> str:
    try:
        frame = take(source)
    except WhichOneError as error:
        kind = type(error).__name__
        return json.dumps({"error": kind, "spoken": error.spoken, "cause": error.cause})
    middle = frame.pixels[frame.height // 2, frame.width // 2].tolist()
    corner = frame.pixels[0, 0].tolist()
    return json.dumps({
        "kind": frame.kind, "size": frame.full_size, "middle": middle, "corner": corner,
        "remarks": frame.remarks,
    })  # fmt: skip


def main(words: list[str]) -> None:
    name, *rest = words
    if name == "own":
        own(*rest)
    elif name == "show":
        show(*rest)
    else:
        picture(*rest)


if __name__ == "__main__":
    main(sys.argv[1:])
