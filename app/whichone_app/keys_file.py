"""The user's keys: `keys.toml` beside the settings, one line for each command.

    open = "Ctrl+Shift+O"
    go_question = ""          # no key

A line that cannot be used is said once and costs no other line.  What the window changes is
written here too, beside the user's own lines and comments; a file that cannot be read is left
as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.errors import SetupError, StorageError
from whichone_core.languages import N_
from whichone_core.paths import folders
from whichone_models.files.whole_file import read_small

from .catalogue import _
from .own_file import change_file
from .presenters.commands import Placed, plain_name

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

HEAD = (
    N_("The keys of WhichOne.  Take away the # at the start of a line to change a key, and write"),
    N_('it for example as "Ctrl+Shift+O".  Empty quotes take a key away.'),
    N_("What is changed in this file holds from the next start."),
)


def keys_file() -> Path:
    """Where the keys of the current user lie."""
    return folders().settings_file.with_name("keys.toml")


def read_keys(path: Path) -> dict[str, str]:
    """Command name -> keys, as they stand there; none where there is no file.

    Raises SetupError for a file that cannot be read, or holds something else.
    """
    try:
        values = tomllib.loads(read_small(path).decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise SetupError(
            _("The keys file {path} cannot be read, so the usual keys hold.", path=path),
            remedy=_('Every line must read like: open = "Ctrl+Shift+O"'),
            cause=str(error),
        ) from error
    wrong = next((name for name, value in values.items() if not isinstance(value, str)), None)
    if wrong is not None:
        raise SetupError(
            _(
                "In the keys file, the key of {name} is no text, so the usual keys hold.",
                name=wrong[:60],
            ),
            remedy=_('Every line must read like: open = "Ctrl+Shift+O"'),
        )
    return values


def write_usual_keys(path: Path, commands: Iterable[Placed]) -> None:
    """Write a file in which every command stands with its key, commented out.

    One that is there already is left as it is.  Raises StorageError.
    """
    lines = [*(f"# {_(line)}" for line in HEAD), ""]
    for one in commands:
        command = one.command
        lines += [
            f"# {_(command.help)}",
            f'# {command.name.replace(" ", "_")} = "{command.keys}"',
            "",
        ]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines))
    except OSError as error:
        if path.is_file():
            return  # a file of the user's
        raise StorageError(
            _("The keys file {path} could not be written.", path=path),
            remedy=_("Check that the folder exists and that the disk is not full."),
            cause=str(error),
        ) from error


def change_keys(path: Path, changes: Mapping[str, str | None]) -> None:
    """Write the keys of these commands, None for the usual one, whose line goes.

    Comments and all other lines stay.  Raises StorageError; the file is as it was then.
    """
    try:
        read_keys(path)
        change_file(path, _(HEAD[0]), lambda document: _put(document, changes))
    except (SetupError, ValueError, RecursionError) as error:
        raise StorageError(
            _("The keys file {path} is damaged, so nothing was written to it.", path=path),
            remedy=_("Repair it, or give it another name and start anew."),
            cause=str(error),
        ) from error
    except (OSError, RuntimeError) as error:
        raise StorageError(
            _("The keys file {path} could not be written.", path=path),
            remedy=_("Check that the folder exists and that the disk is not full."),
            cause=str(error),
        ) from error


def _put(document: TOMLDocument, changes: Mapping[str, str | None]) -> None:
    """A command's line stays where it is, and spelled as it was; of two lines, one."""
    for name, keys in changes.items():
        lines = [str(key) for key in document if plain_name(str(key)) == name]
        for line in lines[:-1] if keys is not None else lines:
            document.remove(line)
        if keys is not None:
            document[lines[-1] if lines else name.replace(" ", "_")] = keys
