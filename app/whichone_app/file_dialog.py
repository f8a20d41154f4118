"""The dialog that asks for a picture file, and what dialogs for files have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QMainWindow
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


def say_what_is_missing(dialog: QFileDialog, tell: Callable[[str], object]) -> None:
    """Tell of a path that was typed and does not exist; called once for each dialog.

    Qt has a message box for it, after which the keyboard was nowhere and nothing was heard,
    and says nothing at all of a file where a folder is wanted.  A desktop's own dialog has no
    such box and checks by itself.
    """
    field, box = dialog.findChild(QLineEdit, "fileNameEdit"), dialog.findChild(QDialogButtonBox)
    if not isinstance(field, QLineEdit) or not isinstance(box, QDialogButtonBox):
        return

    def accept() -> None:
        for file in dialog.selectedFiles():
            if words := _why_not(Path(file), dialog.fileMode()):
                tell(words)
                field.setFocus()
                return
        dialog.accept()

    for signal in (field.returnPressed, box.accepted):
        signal.disconnect()
        signal.connect(accept)


def _why_not(path: Path, mode: QFileDialog.FileMode) -> str:
    """Why a path cannot be taken; empty where it can, or where the dialog goes into it."""
    near = path
    while not _exists(near) and near != near.parent:
        near, missing = near.parent, near.name
    if near != path:
        return _(
            "In {folder} there is no {name}. Correct it and press Enter.", folder=near, name=missing
        )
    if mode is QFileDialog.FileMode.Directory and not path.is_dir():
        return _("{name} is a file, not a folder.", name=path.name)
    return ""


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or in a folder that is closed to us
        return False


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
            say_what_is_missing(self._dialog, self._tell)
        self._dialog.setWindowTitle(_("Open a picture"))
        word_file_dialog(self._dialog)
        for field in self._dialog.findChildren(QLineEdit):
            field.clear()  # the last path would be read out before anything else
            # A list of completions at each letter floods Orca, which then drops what comes.
            field.setCompleter(None)  # type: ignore[arg-type]
        fit_file_dialog(self._dialog)
        self._dialog.open()
