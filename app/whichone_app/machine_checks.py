"""The doctor's checks that are safe to do in its own process: Python, files, disk, memory."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from pathlib import Path

from whichone_core.errors import WhichOneError
from whichone_core.log.logreader import LogReader
from whichone_core.log.logschema import damaged
from whichone_core.paths import Folders
from whichone_core.settings import LogConsent, Settings, load_settings

from .findings import Check, State, nearest_folder

OLDEST_PYTHON = (3, 11)
LEAST_DISK_GB = 0.5
LEAST_MEMORY_GB = 1.0
GB = 1e9


def python() -> Check:
    version = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:
        return Check("Python", State.BROKEN, f"Python {version} is too old.", "Use Python 3.11.")
    return Check("Python", State.OK, f"Python {version} runs on {platform.system()}.")


def settings_file(folders: Folders) -> Check:
    name = "Settings"
    file = folders.settings_file
    try:
        load_settings({}, file=file)
    except WhichOneError as error:
        return Check(name, State.BROKEN, error.sentence, error.remedy, error.cause)
    if file.exists():
        return Check(name, State.OK, f"The settings in {file} are right.")
    return Check(name, State.OK, f"There is no settings file; it would be {file}.")


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
            name, State.BROKEN, f"Nothing can be written in {nearest_folder(path.parent)}.",
            "Check that you may write there and that the disk is not full.", str(error),
        )  # fmt: skip
    kept = "nothing is kept" if settings.log is LogConsent.OFF else f"{settings.log} is kept"
    aside = f"; {len(damaged(path))} damaged files were set aside" if damaged(path) else ""
    return Check(name, State.OK, f"The log holds {count} turns; {kept} now{aside}.")


def disk(folders: Folders) -> Check:
    folder = nearest_folder(folders.data)
    free = shutil.disk_usage(folder).free / GB
    if free < LEAST_DISK_GB:
        return Check(
            "Disk", State.BROKEN, f"Only {free:.1f} GB are free on the disk of {folder}.",
            "Free some space.",
        )  # fmt: skip
    return Check("Disk", State.OK, f"{free:.0f} GB are free on the disk.")


def memory() -> Check:
    free = _free_memory_gb()
    if free is None:
        return Check("Memory", State.OK, "How much memory is free cannot be told here.")
    if free < LEAST_MEMORY_GB:
        return Check(
            "Memory", State.BROKEN, f"Only {free:.1f} GB of memory are free.",
            "Close some programs.",
        )  # fmt: skip
    return Check("Memory", State.OK, f"{free:.1f} GB of memory are free.")


def _free_memory_gb() -> float | None:
    file = Path("/proc/meminfo")
    if not file.exists():
        return None
    found = (line.split() for line in file.read_text().splitlines())
    return next((int(words[1]) * 1024 / GB for words in found if words[0] == "MemAvailable:"), None)
