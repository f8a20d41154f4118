"""Why a microphone gives nothing, and which setting to open: no permission is no silence.

macOS gives a program that may not listen exact zeros; Windows refuses to open the device with
an error of PortAudio (field report 87).  A real microphone is never exactly silent, so zeros
from the first to the last sample mean that it is muted or not allowed.
"""

from __future__ import annotations

import sys

from whichone_core.errors import DeviceError, SetupError
from whichone_core.installation import part_remedy
from whichone_core.languages import N_

from ..catalogue import _

_WINDOWS_REFUSALS = ("-9999", "unanticipated host error", "access", "0x80070005", "-2147024891")

_PERMISSION = {
    "darwin": N_(
        "Open System Settings, Privacy and Security, Microphone, and allow WhichOne, "
        "or the terminal that it runs in. Then start it again."
    ),
    "win32": N_(
        "Open Settings, Privacy and security, Microphone, and switch on: Let desktop apps "
        "access your microphone."
    ),
}
_CONNECT = N_("Connect one, or choose another in the settings; typing always works.")

_HELD = N_("Another program may hold it; close that and try again.")


def nothing_but_zeros(platform: str = sys.platform) -> DeviceError:
    """The error of a microphone whose every sample is zero."""
    if platform == "darwin":
        return DeviceError(
            _("WhichOne is not allowed to use the microphone."),
            remedy=_(_PERMISSION["darwin"]),
            cause="every sample is zero",
        )
    return DeviceError(
        _("The microphone gives no sound at all. It is probably muted."),
        remedy=_("Switch it on: at the device, and in the system's sound settings."),
        cause="every sample is zero",
    )


def would_not_open(error: Exception, name: str, platform: str = sys.platform) -> DeviceError:
    """The error of a device that PortAudio could not open."""
    said = str(error)
    if platform == "win32" and any(sign in said.lower() for sign in _WINDOWS_REFUSALS):
        return DeviceError(
            _("Windows does not let WhichOne use the microphone."),
            remedy=_(_PERMISSION["win32"]),
            cause=said,
        )
    sentence = (
        _("The microphone {name} could not be opened.", name=name)
        if name
        else _("The microphone could not be opened.")
    )
    return DeviceError(sentence, remedy=_(_PERMISSION.get(platform, _HELD)), cause=said)


def none_there(cause: str = "") -> DeviceError:
    return DeviceError(_("No microphone was found."), remedy=_(_CONNECT), cause=cause)


def no_such(name: str, names: tuple[str, ...]) -> DeviceError:
    """The chosen microphone is not connected; another one is never taken in its place."""
    there = _("There is: {names}.", names=", ".join(names)) if names else _("There is no other.")
    return DeviceError(
        _("The microphone {name} is not connected.", name=name[:60]),
        remedy=f"{there} {_(_CONNECT)}",
    )


def went_away(cause: str = "") -> DeviceError:
    return DeviceError(
        _("The microphone has stopped. It may have been unplugged."),
        remedy=_(_CONNECT),
        cause=cause,
    )


def no_library(error: Exception) -> DeviceError:
    """PortAudio, or its Python package, is not there."""
    remedy = _("What to install, says: whichone doctor.")
    if sys.platform.startswith("linux"):
        remedy = _("Install libportaudio2: sudo apt install libportaudio2.")
    return DeviceError(_("The microphone cannot be used yet."), remedy=remedy, cause=str(error))


def no_detector(error: Exception) -> SetupError:
    """What tells a voice from noise is not there."""
    return SetupError(
        _("What listens for speech is not installed."),
        remedy=part_remedy("voice"),
        cause=str(error),
    )
