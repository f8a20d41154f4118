"""The dialog that asks for a picture file, and what dialogs for files have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QMainWindow
from whichone_core.languages import N_

from .catalogue import _, _n
from .qt_dialog import fit_file_dialog
from .window_keys import IN_WINDOW, DeadKeys

_LABELS = {
    QFileDialog.DialogLabel.LookIn: N_("Fol&der:"),
    QFileDialog.DialogLabel.FileName: N_("File &name:"),
    QFileDialog.DialogLabel.FileType: N_("Files of &type:"),
}
"""What Qt has no Spanish words for, or had none in some versions."""


NO_NAME = N_("Type a name first, or choose one in the list of files: Shift Tab.")
HELP = N_(
    "Type a name or a path and press Enter, or go to the list of files with Shift Tab. Escape "
    "closes this."
)


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
        files = [Path(file) for file in dialog.selectedFiles()]
        words = next(filter(None, (_why_not(file, dialog.fileMode()) for file in files)), "")
        if words or not files:
            tell(words or _(NO_NAME))
            field.setFocus()
            return
        dialog.accept()
        if dialog.isVisible():  # it has gone into a folder
            tell(_contents(files[0]))

    for signal in (field.returnPressed, box.accepted):
        signal.disconnect()
        signal.connect(accept)


def what_here(dialog: QFileDialog) -> str:
    """Which dialog it is, where it stands, and what can be done."""
    here = _("You are in {title}.", title=dialog.windowTitle())
    return " ".join((here, _contents(Path(dialog.directory().absolutePath())), _(HELP)))


def _contents(folder: Path) -> str:
    """What is in a folder, hidden files left out as the dialog does."""
    try:
        names = [each.is_dir() for each in folder.iterdir() if not each.name.startswith(".")]
    except OSError:
        return _("{folder} cannot be looked into.", folder=folder)
    return _(
        "In {folder}: {files}, {folders}.",
        folder=folder,
        files=_n("{count} file", "{count} files", names.count(False)),
        folders=_n("{count} folder", "{count} folders", names.count(True)),
    )


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
            tells_where = partial(self._tell_where, self._dialog)
            DeadKeys(self._dialog, self._window, lambda: self._tell(_(IN_WINDOW)), tells_where)
            say_what_is_missing(self._dialog, self._tell)
        self._dialog.setWindowTitle(_("Open a picture"))
        word_file_dialog(self._dialog)
        for field in self._dialog.findChildren(QLineEdit):
            field.clear()  # the last path would be read out before anything else
            # A list of completions at each letter floods Orca, which then drops what comes.
            field.setCompleter(None)  # type: ignore[arg-type]
        fit_file_dialog(self._dialog)
        self._dialog.open()

    def _tell_where(self, dialog: QFileDialog) -> None:
        self._silence()
        self._tell(what_here(dialog))
