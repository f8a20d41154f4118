"""The dialog that asks for a picture file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFileDialog, QLineEdit, QMainWindow
from whichone_core.languages import N_

from .catalogue import _
from .qt_dialog import fit_file_dialog
from .window_keys import IN_WINDOW, DeadKeys

_LABELS = {
    QFileDialog.DialogLabel.LookIn: N_("Fol&der:"),
    QFileDialog.DialogLabel.FileName: N_("File &name:"),
    QFileDialog.DialogLabel.FileType: N_("Files of &type:"),
}
"""What Qt has no Spanish words for, or had none in some versions."""


def word_file_dialog(dialog: QFileDialog) -> None:
    """Set the words of Qt's own dialog in the language that is used now."""
    for label, text in _LABELS.items():
        dialog.setLabelText(label, _(text))


class PictureDialog:
    """Made once and only hidden afterwards.

    Orca goes on asking for the controls of a dialog that was destroyed, Qt answers none of
    that, and every question costs Orca seconds in which it says nothing.
    """

    def __init__(
        self,
        window: QMainWindow,
        chosen: Callable[[str], None],
        silence: Callable[[], None] = lambda: None,
        tell: Callable[[str], object] = lambda _text: None,
    ) -> None:
        """silence: called on Escape, which silences wherever it is pressed.

        tell: says a notice.
        """
        self._window = window
        self._chosen = chosen
        self._silence = silence
        self._tell = tell
        self._dialog: QFileDialog | None = None

    def open(self) -> None:
        if self._dialog is None:
            # No filter by name: a picture is told by its bytes, and any may be tried.
            self._dialog = QFileDialog(self._window)
            self._dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            self._dialog.finished.connect(self._window.activateWindow)
            self._dialog.fileSelected.connect(self._chosen)
            self._dialog.rejected.connect(self._silence)
            DeadKeys(self._dialog, self._window, lambda: self._tell(_(IN_WINDOW)))
        self._dialog.setWindowTitle(_("Open a picture"))
        word_file_dialog(self._dialog)
        for field in self._dialog.findChildren(QLineEdit):
            field.clear()  # the last path would be read out before anything else
            # A list of completions at each letter floods Orca, which then drops what comes.
            field.setCompleter(None)  # type: ignore[arg-type]
        fit_file_dialog(self._dialog)
        self._dialog.open()
