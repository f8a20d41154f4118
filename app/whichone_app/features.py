"""How a part of the window that stands on its own (camera, study, settings) joins it.

    run_window(features=ALL) -> MainWindow -> feature(Desk) -> commands() -> menus, keys, F1

A feature is made once, with the window; it keeps its own dialogs, offers commands, and is
closed before the window is.  The window knows no feature by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QMainWindow
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.types.pictures import Frame

from .announcer import Announcer
from .chosen import Chosen
from .menus import Command
from .presenters.advice import KeyOf
from .presenters.conversation import Conversation
from .presenters.opened_paths import OpenedPaths
from .presenters.quiet import Quiet
from .presenters.view import Jobs, Partner
from .remembered import Remembered

if TYPE_CHECKING:
    from .panels import Panels


@dataclass(frozen=True, slots=True)
class Desk:
    """What features work with; everything belongs to the window's thread.

    settings: as the program began; chosen: as they are now, to be changed and listened to.
    jobs: the one worker of the conversation; take: opens a picture by its path, in a worker.
    opened: the files of this session.  quiet: whether sounds have to wait.
    capture: takes a picture of the screen without the window, and comes back.
    speak_through: changes who speaks, for the next windows too.
    key_of: a command's key as it is said and as the user chose it; known once the window stands.
    keys_of: the same as Qt writes it.
    key_listeners: what is called whenever keys have changed; features add theirs when made.
    changed_keys: commands with a key of the user's own, as they came and as they are now.
    """

    window: QMainWindow
    panels: Panels
    conversation: Conversation
    announcer: Announcer
    assistant: Partner
    jobs: Jobs
    settings: Settings
    remembered: Remembered
    take: Callable[[str], Frame]
    chosen: Chosen
    opened: OpenedPaths = field(default_factory=OpenedPaths)
    quiet: Quiet = field(default_factory=Quiet)
    capture: Callable[[], None] = field(default=lambda: None)
    speak_through: Callable[[SpeakThrough], None] = field(default=lambda _through: None)
    key_of: KeyOf = field(default=lambda _name: "")
    keys_of: KeyOf = field(default=lambda _name: "")
    key_listeners: list[Callable[[], object]] = field(default_factory=list)
    changed_keys: Callable[[], Sequence[tuple[Command, Command]]] = field(default=lambda: ())


@dataclass(frozen=True, slots=True)
class Offer:
    """A command of a feature, and the menu (by its title) that it stands in."""

    menu: str
    command: Command
    run: Callable[[], object]


class Feature(Protocol):
    """A part of the window with commands of its own."""

    def commands(self) -> Sequence[Offer]:
        """What the user can do with it; asked once, when the window is made."""
        ...

    def close(self) -> None:
        """Let go of devices, threads and dialogs; the window is closing."""
        ...


FeatureMaker = Callable[[Desk], Feature]
