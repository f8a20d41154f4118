"""What leaves this computer, and what is kept on it: sentences made from the actual settings.

The first sentence is the rule; every exception that the settings make is named after it, and
where each thing lies.  What is here is what the program does, not what it promises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from whichone_core.errors import SetupError
from whichone_core.languages import N_
from whichone_core.log.logedit import since
from whichone_core.log.logreader import LogReader
from whichone_core.paths import Folders
from whichone_core.settings import LogConsent, Settings
from whichone_models.endpoint.address import read_address
from whichone_models.files.sizes import gigabytes
from whichone_models.keeping.store import Store

from ..catalogue import _, _n

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
NOTHING = N_("Nothing leaves this computer.")
_LOG = {
    LogConsent.OFF: N_("Nothing of what you ask is kept."),
    LogConsent.TEXT: N_("Questions and answers are kept on this computer; pictures are not."),
    LogConsent.PICTURES: N_("Questions, answers and pictures are kept on this computer."),
}

_STUDY = (
    N_(
        "Study mode is on. Only study sessions that somebody agreed to are kept on this computer: "
        "questions, answers, what was read in pictures, ratings, and who took part, by a code."
    ),
    N_(
        "Pictures are kept only of who agreed to that too, with faces covered as far as they are "
        "found. The bottom line of the window says whether a session records now."
    ),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing that is stored: what it is in words, where, and whether it is there."""

    words: str
    path: Path
    bytes: int | None

    @property
    def line(self) -> str:
        if self.bytes is None:
            return _("{what}: none yet. It would be {path}", what=self.words, path=self.path)
        return _(
            "{what}: {size}, {path}", what=self.words, size=gigabytes(self.bytes), path=self.path
        )


class PrivacyPage:
    """The page as lines.  settings: those that hold now.  folders: where things lie."""

    def __init__(self, settings: Callable[[], Settings], folders: Folders) -> None:
        self._settings = settings
        self._folders = folders

    def lines(self) -> tuple[str, ...]:
        """What leaves, what would, what is kept, and where; one sentence a line."""
        settings = self._settings()
        leaving = _leaving(settings)
        first = leaving or (_(NOTHING),)
        return (
            *first,
            _(
                "Without your yes nothing is fetched. When you fetch a language model, the server "
                "that has it, huggingface.co or the mirror that you set, sees your address on the "
                "network and which model it is; no picture and no question."
            ),
            _(
                "Nobody is asked for a newer WhichOne unless you press Ask now under New version "
                "in the menu Help; the site that announces versions then sees your address on "
                "the network."
            ),
            *_camera(settings),
            _("There is no account, and nothing is counted or reported."),
            *_keeping(settings),
            *(each.line for each in self.kept()),
        )

    def kept(self) -> tuple[Kept, ...]:
        """What is stored, whether it is there or not."""
        folders = self._folders
        return (
            _kept(_("The log of questions"), folders.log_file.parent),
            _kept(_("Settings"), folders.settings_file),
            _kept(_("What the window remembers"), folders.settings_file.with_name("window.json")),
            _kept(_("Language models"), Store(folders.models).root),
            _kept(_("Messages about faults, without questions or pictures"), folders.cache),
        )

    @property
    def folder(self) -> Path:
        """The folder to open: where the log and the models lie."""
        return self._folders.data

    @property
    def has_kept(self) -> bool:
        """Whether any question is kept.  Raises StorageError."""
        return LogReader(self._folders.log_file).count() > 0

    def delete_log(self) -> str:
        """Delete all that was kept of questions, answers and pictures.  Raises StorageError."""
        gone = LogReader(self._folders.log_file).erase(since(_BEGINNING))
        if not gone.turns and not gone.pictures:
            return _("Nothing was kept, so there is nothing to delete.")
        said = _(
            "Deleted: {turns}, {pictures}.",
            turns=_n("{count} turn", "{count} turns", gone.turns),
            pictures=_n("{count} picture", "{count} pictures", gone.pictures),
        )
        if gone.is_wiped:
            return said
        return " ".join((said, _("Traces may be left on the disk until it is used again.")))


def _leaving(settings: Settings) -> tuple[str, ...]:
    """What the settings let out, where they do."""
    if settings.engine != "server":
        return ()
    try:
        notice = read_address(settings.server).notice
    except SetupError as error:
        chosen = _("A server is chosen, but nothing can be sent to it.")
        return (f"{chosen} {error.spoken}", _(NOTHING))
    return (notice, _("Apart from that nothing leaves this computer."))


def _keeping(settings: Settings) -> tuple[str, ...]:
    """What is kept of questions; in a study the setting `log` has no effect."""
    return tuple(map(_, _STUDY if settings.study else (_LOG[settings.log],)))


def _camera(settings: Settings) -> tuple[str, ...]:
    """A camera that is reached over a network."""
    camera = str(getattr(settings, "camera", ""))
    return (
        (_("The camera is on the network: {address}", address=camera),) if "://" in camera else ()
    )


def _kept(words: str, path: Path) -> Kept:
    return Kept(words, path, _size(path))


def _size(path: Path) -> int | None:
    """Bytes of a file or a folder; None where there is nothing, or nothing that can be read."""
    try:
        if path.is_file():
            return path.stat().st_size
        files = [each for each in path.rglob("*") if each.is_file()]
        return sum(each.stat().st_size for each in files) if files else None
    except OSError:
        return None
