"""What is cut off, covered or out of reach in every view, measured for one screen.

    python -m tests.layout_faults 1024x768 de 100 200 300 400

Each fault is one line; nothing is printed where there is none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTextBoundaryFinder
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QListWidget,
    QMainWindow,
    QMenu,
    QMenuBar,
    QRadioButton,
    QScrollArea,
    QWidget,
)
from whichone_app.presenters.long_words import breakable
from whichone_app.wrapped_label import WrappedLabel

from tests.screenshots import LANGUAGES, full_window, use_screen
from tests.views import enlarge, views

SLACK = 2
"""Pixels that frames and rounding may take."""
LEAST_VIEWS = 48
"""So many views there are at least: without them nothing would be measured, and nothing found."""
LEAST_FACTOR = 2.0
"""Times the usual size that text of menus has at least, where all text is larger (WCAG 1.4.4)."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("screen")
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("sizes", nargs="+", type=int)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        use_screen(home, options.screen)
        found = 0
        for size, name, fault in _measured(options.language, options.sizes):
            print(f"{options.screen} {options.language} {size}% {name}: {fault}")
            found += 1
    return int(found > 0)


def _measured(language: str, sizes: list[int]) -> Iterator[tuple[int, str, str]]:
    application = QApplication(sys.argv[:1])
    usual = application.font().pointSizeF()
    for size in sizes:
        with full_window(language) as (window, log):
            enlarge(window, size / 100)
            least = usual * min(size / 100, LEAST_FACTOR)
            names = set()
            for name, view in views(window, log, with_checks=False):
                names.add(name)
                for fault in faults(view, least):
                    yield size, name, fault
            if len(names) < LEAST_VIEWS:
                yield size, "all", f"only {len(names)} views of {LEAST_VIEWS}: {sorted(names)}"


def faults(view: QWidget, least_points: float) -> list[str]:
    """All that is wrong with a view that is shown; Qt's own dialogs need only be on the screen."""
    found = list(_off_screen(view))
    if isinstance(view, QMenu):
        found += _menu_faults(view, least_points)
    elif not isinstance(view, QFileDialog):
        shown = [each for each in view.findChildren(QWidget) if _is_of(each, view)]
        found += [fault for each in shown for fault in _cut_off(each)]
        found += _covered(view, shown)
        found += _out_of_reach(view, shown)
    if isinstance(view, QMainWindow):
        found += _bar_faults(view.menuBar(), least_points)
    return found


def _is_of(widget: QWidget, view: QWidget) -> bool:
    return widget.window() is view and widget.isVisible()


def _off_screen(view: QWidget) -> Iterator[str]:
    screen = view.screen().availableSize()
    if view.width() > screen.width() or view.height() > screen.height():
        yield f"{view.width()} by {view.height()} is larger than the screen"


# ---------------------------------------------------------------------- menus


def _menu_faults(menu: QMenu, least_points: float) -> Iterator[str]:
    screen = menu.screen().availableGeometry()
    if not screen.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(menu.geometry()):
        yield f"{menu.geometry()} lies not on the screen"
    room = menu.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
    for action in menu.actions():
        if not room.contains(menu.actionGeometry(action)):
            yield f"{action.text()} is cut off"
    if menu.sizeHint().width() > menu.width():
        yield f"it needs {menu.sizeHint().width()} and has {menu.width()}"
    yield from _too_small(menu, least_points)


def _bar_faults(bar: QMenuBar, least_points: float) -> Iterator[str]:
    places = [bar.actionGeometry(action) for action in bar.actions()]
    for action, place in zip(bar.actions(), places, strict=True):
        if place.isEmpty() or not bar.rect().contains(place):
            yield f"the title {action.text()} is cut off"
    yield from _too_small(bar, least_points)


def _too_small(control: QWidget, least_points: float) -> Iterator[str]:
    points = control.font().pointSizeF()
    if points < least_points - 0.01:
        yield f"text of {points:.1f} points instead of {least_points:.1f}"


# ---------------------------------------------------------------------- texts


def _cut_off(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QListWidget) and widget.horizontalScrollBar().maximum() > 0:
        yield f"rows of {widget.accessibleName()} are wider than the list"
    text, wanted = _needed(widget)
    has = widget.size() + QSize(SLACK, SLACK)
    if text and has.expandedTo(wanted) != has:
        needs = f"{wanted.width()} by {wanted.height()}"
        yield f"{text!r} needs {needs}, has {widget.width()} by {widget.height()}"


def _needed(widget: QWidget) -> tuple[str, QSize]:
    """The words that stand in a control, and how many pixels they take."""
    letters = widget.fontMetrics()
    if isinstance(widget, QLabel):
        high = widget.heightForWidth(widget.width()) if widget.wordWrap() else letters.height()
        wide = _longest_word(widget) if widget.wordWrap() else _wide(widget, widget.text())
        return widget.text(), QSize(wide, high)
    if isinstance(widget, QRadioButton | QCheckBox):
        return widget.text(), widget.sizeHint()
    if isinstance(widget, QAbstractButton):
        wide = _wide(widget, widget.text()) + 2 * SLACK
        return widget.text(), QSize(wide, widget.sizeHint().height())
    if isinstance(widget, QGroupBox):
        return widget.title(), widget.minimumSizeHint()
    return "", QSize()


def _wide(widget: QWidget, text: str) -> int:
    return widget.fontMetrics().horizontalAdvance(text.replace("&", ""))


def _longest_word(label: QLabel) -> int:
    """Pixels of the longest part that Qt puts into one line, such as a part of a link."""
    text, begin, widest = label.text(), 0, 0
    text = breakable(text) if isinstance(label, WrappedLabel) else text
    breaks = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
    while (end := breaks.toNextBoundary()) >= 0:
        widest = max(widest, _wide(label, text[begin:end].strip()))
        begin = end
    return widest


# ---------------------------------------------------------------------- places


def _covered(view: QWidget, shown: list[QWidget]) -> Iterator[str]:
    """Controls that stand one over the other where a layout should keep them apart."""
    for parent in (view, *shown):
        if parent.layout() is None:
            continue
        parts = [each for each in shown if each.parentWidget() is parent]
        parts = [each for each in parts if each.objectName() != "focus frame"]
        for first, second in combinations(parts, 2):
            both = first.geometry().intersected(second.geometry())
            if both.width() > SLACK and both.height() > SLACK:
                yield f"{_called(first)} and {_called(second)} overlap by {both.height()}"


def _out_of_reach(view: QWidget, shown: list[QWidget]) -> Iterator[str]:
    """Controls that are not whole in sight when they have the focus."""
    before = view.focusWidget()
    for each in shown:
        if each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            each.setFocus()
            QApplication.processEvents()
            if not is_in_sight(each, SLACK):
                yield f"{_called(each)} is out of sight when it has the focus"
    if before is not None:
        before.setFocus()
        QApplication.processEvents()


def is_in_sight(widget: QWidget, slack: int = 0) -> bool:
    """Whether the whole width is inside its window, and as much height as there is room for.

    slack: pixels that may be missing.
    """
    place, area = _in_window(widget), widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    room = _in_window(area.viewport()) if isinstance(area, QScrollArea) else widget.window().rect()
    seen = place.intersected(room)
    least = min(place.height(), room.height() // 2)
    return seen.width() >= place.width() - slack and seen.height() >= least - slack


def _in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _called(widget: QWidget) -> str:
    if isinstance(widget, QLabel):
        return repr(widget.text()[:30])
    return widget.accessibleName() or type(widget).__name__


if __name__ == "__main__":
    raise SystemExit(main())
