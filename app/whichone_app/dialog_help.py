"""What can be done in a dialog, in a few sentences: for "what can I do here?" asked in one."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QGroupBox, QRadioButton, QWidget
from whichone_core.languages import N_

from .catalogue import _
from .settings_window.sheet import Sheet

WAY_OUT = N_("Escape silences, and closes when it is silent.")


def what_here(dialog: Sheet) -> str:
    """Which dialog it is, its own keys, what Tab comes to in its order, and the way out."""
    return " ".join(
        filter(
            None,
            (
                _("You are in {title}.", title=dialog.windowTitle()),
                _(dialog.keys_here) if dialog.keys_here else "",
                _("Tab goes to: {names}.", names=", ".join(dict.fromkeys(_names(dialog)))),
                _(WAY_OUT),
            ),
        )
    )


def _names(dialog: Sheet) -> Iterator[str]:
    """What the controls are called; radio buttons are one stop, which their box names."""
    widget: QWidget | None = dialog.nextInFocusChain()
    while widget is not None and widget is not dialog:
        if _is_reached(widget, dialog):
            yield _name(widget)
        widget = widget.nextInFocusChain()


def _is_reached(widget: QWidget, dialog: QWidget) -> bool:
    is_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return is_tab and widget.isEnabled() and widget.isVisibleTo(dialog) and _name(widget) != ""


def _name(widget: QWidget) -> str:
    box = widget.parentWidget()
    if isinstance(widget, QRadioButton) and isinstance(box, QGroupBox):
        return box.title()
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text.replace("&", "")
