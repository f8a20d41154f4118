"""Settings, models, first steps, privacy and the doctor as one part of the window: menu Tools.

The dialogs are made when they are first asked for, and kept.  The first run opens by itself
once, where nothing else was asked for at the start; afterwards it waits in the menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QTimer
from whichone_core.languages import N_
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.types.cancelling import Cancel

from .. import device_checks, screen_reader
from ..catalogue import _
from ..doctor import LIMIT_S, Diagnosis, examine
from ..features import Desk, Offer
from ..findings import ask_child
from ..hearing.level import hear_somebody
from ..hearing.microphone import SoundDeviceMicrophone
from ..jobs import QtJobRunner
from ..menus import Command
from ..presenters.first_run import EXAMPLE, EXAMPLE_QUESTION, FirstRun, Machine
from ..presenters.model_list import ModelList
from ..presenters.privacy import PrivacyPage
from ..presenters.settings_page import SettingsPage
from ..renewing import is_renewed
from .first_run_dialog import Doings, FirstRunDialog
from .models_dialog import ModelsDialog
from .pages import DoctorDialog, PrivacyDialog
from .settings_dialog import SettingsDialog

MENU = N_("&Tools")
BEGIN_MS = 400
"""When the first run opens: the window has its focus by then, and keeps it where it was closed."""


class SettingsFeature:
    """Makes the dialogs, and puts into effect what can be changed at once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._work = QtJobRunner(desk.window)
        """Models: goes on while the dialog is closed."""
        self._looks = QtJobRunner(desk.window)
        """The doctor and the first run's looking for devices."""
        self._settings: SettingsDialog | None = None
        self._models: ModelsDialog | None = None
        self._privacy: PrivacyDialog | None = None
        self._doctor: DoctorDialog | None = None
        self._steps: FirstRunDialog | None = None
        self._privacy_page = PrivacyPage(lambda: desk.chosen.current, folders())
        self._first_run = FirstRun(
            desk.remembered, self._machine(), lambda: desk.chosen.current, desk.key_of
        )
        desk.chosen.subscribe(self._apply, "speak_through", "verbosity")
        if self._first_run.is_due:
            QTimer.singleShot(BEGIN_MS, desk.window, self._begin)

    def commands(self) -> Sequence[Offer]:
        """The menu Tools."""
        return (
            _offer("settings", N_("&Settings…"), "Ctrl+,", self.show_settings),
            _offer("models", N_("Language &models…"), "Shift+F6", self.show_models),
            _offer("first steps", N_("&First steps…"), "Shift+F4", self.show_first_steps),
            _offer("privacy", N_("&Privacy…"), "Shift+F7", self.show_privacy),
            _offer("doctor", N_("&Check this computer…"), "Shift+F8", self.show_doctor),
        )

    def close(self) -> None:
        """Give up what goes on, and wait for it."""
        self._work.close()
        self._looks.close()

    # ------------------------------------------------------------------ the dialogs

    def show_settings(self) -> None:
        if self._settings is None:
            page = SettingsPage(self._desk.chosen)
            others = {
                N_("Language models…"): self.show_models,
                N_("First steps…"): self.show_first_steps,
                N_("Privacy…"): self.show_privacy,
                N_("Check this computer…"): self.show_doctor,
            }
            window, announcer = self._desk.window, self._desk.announcer
            self._settings = SettingsDialog(window, announcer, page, others)
        self._settings.open_sheet()

    def show_models(self) -> None:
        self._models_dialog().open_sheet()

    def show_first_steps(self) -> None:
        if self._steps is None:
            doings = Doings(self._speak_through, self._get_model, self._try_example)
            self._steps = FirstRunDialog(
                self._desk.window, self._desk.announcer, self._first_run, self._looks, doings
            )
        self._steps.open_sheet()

    def show_privacy(self) -> None:
        if self._privacy is None:
            self._privacy = PrivacyDialog(
                self._desk.window, self._desk.announcer, self._privacy_page
            )
        self._privacy.open_sheet()

    def show_doctor(self) -> None:
        if self._doctor is None:
            self._doctor = DoctorDialog(
                self._desk.window, self._desk.announcer, self._looks, self._examine
            )
        self._doctor.open_sheet()

    def _models_dialog(self) -> ModelsDialog:
        if self._models is None:
            at_once = is_renewed(self._desk)
            models = ModelList(lambda: self._desk.chosen.current, is_at_once=at_once)
            self._models = ModelsDialog(
                self._desk.window, self._desk.announcer, models, self._work, self._follow_model
            )
        return self._models

    # ------------------------------------------------------------------ what they set going

    def _follow_model(self) -> None:
        """The setting `model` would go before a model that was chosen in the dialog."""
        dialog, chosen = self._models_dialog(), self._desk.chosen
        used = dialog.models.used
        if used and chosen.current.model.strip() not in ("", used):
            dialog.tell(chosen.reset("model").notice)
            dialog.refresh()

    def _begin(self) -> None:
        """Open the first run, unless the program was started to do something."""
        is_asked = self._desk.jobs.is_busy or bool(self._desk.panels.question.text())
        if not is_asked and self._desk.window.isVisible():
            self.show_first_steps()

    def _get_model(self, name: str) -> None:
        dialog = self._models_dialog()
        dialog.refresh()
        dialog.begin(dialog.models.getting(name))

    def _try_example(self) -> None:
        take = self._desk.take
        self._desk.conversation.open(lambda: take(EXAMPLE), _(EXAMPLE_QUESTION))

    def _examine(self) -> Diagnosis:
        return examine(self._desk.chosen.current, folders(), has_text=True)

    def _machine(self) -> Machine:
        return Machine(
            is_reader_running=screen_reader.is_running,
            microphone=lambda: device_checks.sound(ask_child, LIMIT_S)[1],
            camera=lambda: device_checks.camera(ask_child, LIMIT_S),
            privacy=self._privacy_page.lines,
            hear=self._hear,
        )

    def _hear(self, cancel: Cancel) -> Iterator[str]:
        microphone = SoundDeviceMicrophone(self._desk.chosen.current.microphone)
        return hear_somebody(microphone, cancel)

    def _speak_through(self, through: SpeakThrough) -> None:
        self._desk.chosen.change(speak_through=through)

    def _apply(self, before: Settings, after: Settings) -> None:
        """Put into effect at once what this part of the window can."""
        if before.verbosity is not after.verbosity:
            self._desk.conversation.speak_as(after.verbosity)
        if before.speak_through is not after.speak_through:
            self._desk.announcer.speak_through(after.speak_through)
            self._desk.remembered.keep_speak_through(after.speak_through)


_HELP = {
    "settings": N_("change settings"),
    "models": N_("fetch, test, choose or remove language models"),
    "first steps": N_("go through the first steps again"),
    "privacy": N_("see what is kept and what leaves this computer"),
    "doctor": N_("see what works here and what to install"),
}


def _offer(name: str, text: str, keys: str, run: Callable[[], object]) -> Offer:
    return Offer(MENU, Command(name, text, keys, _HELP[name]), run)
