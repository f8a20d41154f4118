"""The camera as a part of the window: a key, a dialog, and the picture that goes to the talk."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.errors import DeviceError
from whichone_core.languages import N_
from whichone_core.settings import CameraGuidance, Moved, Settings
from whichone_core.types.pictures import Frame
from whichone_models.builtin.glimpses import Glimpser

from ..camera import is_recording
from ..catalogue import _
from ..features import Desk, Offer
from ..menus import PICTURE_MENU, Command
from ..presenters.advice import USE_PICTURE, press
from ..presenters.aiming import Aim
from ..presenters.situation import Moment
from .dialog import AimDialog
from .eyes import Eyes, QuickEyes
from .session import CameraSession, Devices
from .tones import SoundedTones

LIVE = ("camera", "guidance", "moved", "countdown")
"""Settings that hold at once, wherever they are changed."""


class AimFeature:
    """Makes the dialog when it is first asked for; devices: where cameras come from."""

    def __init__(self, desk: Desk, devices: Devices | None = None) -> None:
        self._desk = desk
        glimpser = Glimpser()

        def make_eyes() -> Eyes:
            return QuickEyes(glimpser.look)

        self._devices = devices or Devices(make_eyes)
        self._tones = SoundedTones()
        self._session = CameraSession(self._devices, lambda: desk.chosen.current, desk.window)
        self._dialog: AimDialog | None = None
        self._aim: Aim | None = None
        desk.chosen.subscribe(self._hear_of_settings, *LIVE)
        desk.conversation.on_moment.append(self._propose)

    def commands(self) -> Sequence[Offer]:
        """The camera, in the menu of pictures."""
        help_line = N_("aim the camera with advice, and take a picture")
        return (Offer(PICTURE_MENU, Command("camera", N_("Ca&mera…"), "F4", help_line), self.show),)

    def show(self) -> None:
        """Open the camera; while it is open this takes the picture."""
        dialog, aim = self._made()
        if aim.is_on:
            dialog.open_sheet()
            return
        self._desk.conversation.stop()
        names = self._names()
        dialog.open_camera(names, self._desk.chosen.current)
        aim.begin(self._desk.conversation.retake, is_there=bool(names))

    def close(self) -> None:
        """Switch the camera and the tones off."""
        self._session.close()
        self._tones.close()

    # ------------------------------------------------------------------ making it

    def _made(self) -> tuple[AimDialog, Aim]:
        if self._dialog is None or self._aim is None:
            desk = self._desk
            dialog = AimDialog(desk.window, desk.announcer)
            aim = Aim(
                dialog,
                self._session,
                self._tones,
                lambda: desk.chosen.current,
                dialog.tell,
                desk.conversation.tell,
                self._give,
                lambda: desk.announcer.is_speaking,
            )
            self._session.connect_to(aim.hear, aim.fail, aim.off)
            self._connect(dialog, aim)
            self._dialog, self._aim = dialog, aim
        return self._dialog, self._aim

    def _connect(self, dialog: AimDialog, aim: Aim) -> None:
        dialog.capture_wanted.connect(aim.capture)
        dialog.countdown_wanted.connect(aim.count_down)
        dialog.second_passed.connect(aim.tick)
        dialog.leave_wanted.connect(aim.leave)
        dialog.camera_chosen.connect(self._use_camera)
        dialog.guidance_chosen.connect(self._use_guidance)
        dialog.moved_chosen.connect(self._use_moved)

    # ------------------------------------------------------------------ what it sets going

    def _give(self, frame: Frame) -> None:
        self._desk.conversation.open(lambda: frame)

    def _propose(self, moment: Moment) -> None:
        """After an answer that could not be given, the camera is offered."""
        if moment is Moment.ANSWERED and self._desk.conversation.retake:
            how = press("camera", self._desk.key_of, USE_PICTURE)
            self._desk.conversation.tell(_("To take it with the camera, {press}.", press=how))

    def _names(self) -> list[str]:
        """The cameras by name; one that is a file or on the network too, where it is set."""
        try:
            names = [camera.name for camera in self._devices.listed()]
        except DeviceError:
            names = []
        camera = self._desk.chosen.current.camera
        return [camera, *names] if is_recording(camera) else names

    def _use_camera(self, name: str) -> None:
        self._change(camera=name)

    def _use_guidance(self, guidance: CameraGuidance) -> None:
        self._change(guidance=guidance)

    def _use_moved(self, moved: Moved) -> None:
        self._change(moved=moved)

    def _hear_of_settings(self, before: Settings, after: Settings) -> None:
        """Start anew where another camera, or other advice, was chosen while aiming."""
        is_new = any(getattr(before, key) != getattr(after, key) for key in LIVE[:3])
        if is_new and self._aim is not None and self._aim.is_on:
            self._aim.change_camera()

    def _change(self, **values: object) -> None:
        """Let it hold from now on, for the next times too."""
        change = self._desk.chosen.change(**values)
        dialog, _aim = self._made()
        dialog.tell(change.notice)
