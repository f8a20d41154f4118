"""What can be done in a dialog, in a few sentences: for "what can I do here?" asked in one.

What matters comes first, as whoever has heard enough silences the rest: where the focus is, what
the dialog is for, how it is left.  Then what Tab comes to, from the focus on.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QGroupBox, QRadioButton, QWidget

from .catalogue import _
from .settings_window.sheet import Sheet


def what_here(dialog: Sheet) -> str:
    """Which dialog it is and where in it, its own keys, the way out, and what Tab comes to."""
    here = _name_of(dialog.focusWidget())
    names = dict.fromkeys(name for name in _names(dialog) if name != here)
    sentences = (
        _("You are in {title}, at {control}.", title=dialog.windowTitle(), control=here)
        if here
        else _("You are in {title}.", title=dialog.windowTitle()),
        _(dialog.keys_here) if dialog.keys_here else "",
        dialog.way_out,
        _("Tab goes to: {names}.", names=", ".join(names)),
    )
    return " ".join(filter(None, sentences))


def _names(dialog: Sheet) -> Iterator[str]:
    """What the controls are called, from behind the focus on and round."""
    first: QWidget = dialog.focusWidget() or dialog
    widget = first.nextInFocusChain()
    while widget is not None and widget is not first:
        if _is_reached(widget, dialog):
            yield _name_of(widget)
        widget = widget.nextInFocusChain()


def _is_reached(widget: QWidget, dialog: QWidget) -> bool:
    is_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return is_tab and widget.isEnabled() and widget.isVisibleTo(dialog) and _name_of(widget) != ""


def _name_of(widget: QWidget | None) -> str:
    """What a control is called; radio buttons are one stop, which their box names."""
    if widget is None:
        return ""
    box = widget.parentWidget()
    if isinstance(widget, QRadioButton) and isinstance(box, QGroupBox):
        return box.title()
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text.replace("&", "")
