"""The doctor's checks that are safe to do in its own process: Python, files, disk, memory."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from pathlib import Path

from whichone_core.decimals import decimal
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.log.logreader import LogReader
from whichone_core.log.logschema import damaged
from whichone_core.paths import Folders
from whichone_core.settings import LogConsent, Settings
from whichone_core.settings_sources import load_settings

from .catalogue import _, _n
from .findings import Check, State, nearest_folder

OLDEST_PYTHON = (3, 11)
LEAST_DISK_GB = 0.5
LEAST_MEMORY_GB = 1.0
GB = 1e9
_KEPT = {
    LogConsent.OFF: N_("Nothing is kept now."),
    LogConsent.TEXT: N_("Text is kept now."),
    LogConsent.PICTURES: N_("Pictures are kept now."),
}


def python() -> Check:
    version = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:
        return Check(
            "Python",
            State.BROKEN,
            _("Python {version} is too old.", version=version),
            _("Use Python 3.11."),
        )
    return Check(
        "Python",
        State.OK,
        _("Python {version} runs on {system}.", version=version, system=platform.system()),
    )


def settings_file(folders: Folders) -> Check:
    name = "Settings"
    file = folders.settings_file
    try:
        load_settings({}, file=file)
    except WhichOneError as error:
        return Check(name, State.BROKEN, error.sentence, error.remedy, error.cause)
    if file.exists():
        return Check(name, State.OK, _("The settings in {file} are right.", file=file))
    return Check(name, State.OK, _("There is no settings file; it would be {file}.", file=file))


def session_log(folders: Folders, settings: Settings) -> Check:
    name = "Session log"
    path = folders.log_file
    try:
        with tempfile.TemporaryFile(dir=nearest_folder(path.parent)):
            pass
        count = LogReader(path).count()
    except WhichOneError as error:
        return Check(name, State.BROKEN, error.sentence, error.remedy, error.cause)
    except OSError as error:
        return Check(
            name,
            State.BROKEN,
            _("Nothing can be written in {folder}.", folder=nearest_folder(path.parent)),
            _("Check that you may write there and that the disk is not full."),
            str(error),
        )
    said = [
        _n("The log holds {count} turn.", "The log holds {count} turns.", count),
        _(_KEPT[settings.log]),
    ]
    if aside := len(damaged(path)):
        said.append(
            _n(
                "{count} damaged file was set aside.",
                "{count} damaged files were set aside.",
                aside,
            )
        )
    return Check(name, State.OK, " ".join(said))


def disk(folders: Folders) -> Check:
    folder = nearest_folder(folders.data)
    free = shutil.disk_usage(folder).free / GB
    if free < LEAST_DISK_GB:
        return Check(
            "Disk",
            State.BROKEN,
            _(
                "Only {free} GB are free on the disk of {folder}.",
                free=decimal(free, 1),
                folder=folder,
            ),
            _("Free some space."),
        )
    return Check("Disk", State.OK, _("{free} GB are free on the disk.", free=decimal(free, 0)))


def memory() -> Check:
    free = _free_memory_gb()
    if free is None:
        return Check("Memory", State.OK, _("How much memory is free cannot be told here."))
    if free < LEAST_MEMORY_GB:
        return Check(
            "Memory",
            State.BROKEN,
            _("Only {free} GB of memory are free.", free=decimal(free, 1)),
            _("Close some programs."),
        )
    return Check("Memory", State.OK, _("{free} GB of memory are free.", free=decimal(free, 1)))


def _free_memory_gb() -> float | None:
    file = Path("/proc/meminfo")
    if not file.exists():
        return None
    found = (line.split() for line in file.read_text().splitlines())
    return next((int(words[1]) * 1024 / GB for words in found if words[0] == "MemAvailable:"), None)
