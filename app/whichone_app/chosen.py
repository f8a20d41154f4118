"""The settings while the program runs: changed at once, kept in the user's file, listened to.

    change(voice="espeak") -> checked -> holds from now on -> settings.toml -> listeners

The file stays the user's own: its order, its comments and what stands there for others are
left as they are.  Where it cannot be written the change holds for this session, and that is
said.  What an environment variable or an option says still wins at the next start; that is
said too, as someone who cannot see why a setting "does not stay" looks for it in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.errors import SetupError, StorageError
from whichone_core.languages import N_, use_language
from whichone_core.settings import Settings
from whichone_core.settings_sources import PREFIX, load_settings, with_values

from .catalogue import _
from .own_file import change_file

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

HEAD = N_("Settings of WhichOne.")

Listener = Callable[[Settings, Settings], None]
"""Called with the settings before and after a change."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a change came to.

    notice: what the user should hear besides: it is not kept, or something wins over it at
    the next start; empty where there is nothing to say.
    """

    before: Settings
    after: Settings
    is_kept: bool
    notice: str = ""


class Chosen:
    """The settings as they are now; belongs to the window's thread.

    file: None where nothing is to be kept.  What `settings` says otherwise than file and
    environment do came from an option of the command line.
    """

    def __init__(
        self,
        settings: Settings,
        file: Path | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._current = settings
        self._file = file
        self._environ = environ or {}
        self._options = _options_of(settings, file, self._environ)
        self._listeners: list[Listener] = []
        self._live: set[str] = set()

    @property
    def current(self) -> Settings:
        return self._current

    @property
    def file(self) -> Path | None:
        """Where the settings are kept."""
        return self._file

    def subscribe(self, listener: Listener, *keys: str) -> None:
        """Call this after every change, once the new settings hold.

        keys: the settings that the listener puts into effect at once; a setting that nobody
        names here holds after a restart, and the user is told so.
        """
        self._listeners.append(listener)
        self._live.update(keys)

    def is_live(self, key: str) -> bool:
        """Whether a change of this setting is felt at once."""
        return key in self._live

    def change(self, **values: object) -> Change:
        """Let these values hold from now on, and keep them.

        Raises SetupError for an unknown name or a wrong value; nothing has changed then.
        """
        after = with_values(self._current, values)
        return self._hold(after, {key: getattr(after, key) for key in values})

    def reset(self, *keys: str) -> Change:
        """Give these settings, or all where none is named, their default, out of the file too.

        Raises SetupError for an unknown name.
        """
        names = keys or tuple(Settings.model_fields)
        default = Settings()
        after = with_values(self._current, {key: getattr(default, key, None) for key in names})
        return self._hold(after, dict.fromkeys(names))

    def winner(self, key: str) -> str:
        """What wins over the file at the next start, as a sentence ends; empty for nothing."""
        variable = f"{PREFIX}{key.upper()}"
        if key in self._options:
            return _("the option {option}", option=f"--{key.replace('_', '-')}")
        if self._environ.get(variable):
            return _("the environment variable {name}", name=variable)
        return ""

    def _hold(self, after: Settings, written: Mapping[str, object]) -> Change:
        """Take over the new settings; written: what goes into the file, None to take it out."""
        before, self._current = self._current, after
        if before.language != after.language:
            use_language(after.language_code)  # whatever is said of it is said in it
        trouble = self._kept(written)
        notices = [trouble] if trouble else [said for key in written if (said := self._wins(key))]
        for listener in tuple(self._listeners):
            listener(before, after)
        return Change(before, after, not trouble, " ".join(notices))

    def _wins(self, key: str) -> str:
        winner = self.winner(key)
        return _("At the next start {winner} wins over it.", winner=winner) if winner else ""

    def _kept(self, written: Mapping[str, object]) -> str:
        """Write to the file; what the user hears where that was not possible."""
        if self._file is None:
            return ""
        try:
            _write(self._file, written)
        except StorageError as error:
            return " ".join((_("It holds until WhichOne ends."), error.spoken))
        return ""


def _options_of(
    settings: Settings, file: Path | None, environ: Mapping[str, str]
) -> frozenset[str]:
    """The settings that came from options; none can be told where the file is damaged."""
    with suppress(SetupError):
        without = load_settings({}, environ, file)
        return frozenset(
            key for key in Settings.model_fields if getattr(settings, key) != getattr(without, key)
        )
    return frozenset()


def _write(file: Path, written: Mapping[str, object]) -> None:
    """Change these keys in a TOML file, whole or not at all.  Raises StorageError."""
    try:
        change_file(file, _(HEAD), lambda document: _put_all(document, written))
    except (OSError, RuntimeError) as error:
        raise StorageError(
            _("The settings file {path} could not be written.", path=file),
            remedy=_("Check that you may write there and that the disk is not full."),
            cause=str(error),
        ) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML
        raise StorageError(
            _("The settings file {path} is damaged, so nothing was written to it.", path=file),
            remedy=_("Repair it, or give it another name and start anew."),
            cause=str(error),
        ) from error


def _put_all(document: TOMLDocument, written: Mapping[str, object]) -> None:
    for key, value in written.items():
        _put(document, key, value)


def _put(document: TOMLDocument, key: str, value: object) -> None:
    if value is not None:
        document[key] = value.value if isinstance(value, Enum) else value
    elif key in document:
        document.remove(key)
