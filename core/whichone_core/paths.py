"""Where WhichOne keeps its things on this computer.

Settings, data (the session log, downloaded models) and cache lie where the system wants
them: `platformdirs` knows.  WHICHONE_HOME puts all of them into one folder instead, for a
portable copy on a stick, for tests, and for a second profile.  Nothing is created here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from whichone_core.catalogue import _
from whichone_core.errors import SetupError

HOME_VARIABLE = "WHICHONE_HOME"


@dataclass(frozen=True, slots=True)
class Folders:
    """The three folders of one user, and what in them everybody asks for."""

    config: Path
    data: Path
    cache: Path

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @property
    def log_file(self) -> Path:
        """The session log's database; it has a folder of its own, closed to other users."""
        return self.data / "log" / "whichone.db"

    @property
    def models(self) -> Path:
        """The installed language models, a folder each."""
        return self.data / "models"


def folders(environ: Mapping[str, str] = os.environ) -> Folders:
    """The folders of the current user, or those under WHICHONE_HOME where it is set.

    Raises SetupError where WHICHONE_HOME names no folder: "~nobody-here", or "." in a folder
    that was removed.
    """
    home = environ.get(HOME_VARIABLE)
    if home:
        try:
            root = Path(home).expanduser().absolute()
        except (RuntimeError, OSError) as error:
            raise SetupError(
                _("{variable} names no folder: {home}.", variable=HOME_VARIABLE, home=home[:60]),
                remedy=_("Give it the whole path of a folder."),
                cause=str(error),
            ) from error
        return Folders(config=root, data=root, cache=root / "cache")
    import platformdirs

    return Folders(
        config=platformdirs.user_config_path("whichone", appauthor=False),
        data=platformdirs.user_data_path("whichone", appauthor=False),
        cache=platformdirs.user_cache_path("whichone", appauthor=False),
    )


def is_there(path: Path | str) -> bool:
    """Whether there is something of this name, as far as one may look.

    False, and no error, also for a name that no file can have, and for none.
    """
    with suppress(OSError, ValueError):
        return bool(os.fspath(path)) and Path(path).exists()
    return False


def is_file(path: Path | str) -> bool:
    """Whether a file is there; never an error (see `is_there`)."""
    return is_there(path) and Path(path).is_file()


def is_folder(path: Path | str) -> bool:
    """Whether a folder is there; never an error (see `is_there`)."""
    return is_there(path) and Path(path).is_dir()
