"""Puts the licence texts of everything inside a bundle into it, in a folder `licences`.

MIT, BSD and Apache ask for their text in every copy; the LGPL asks to be named and for a way to
put in another build.  Each package brings its own texts; they are copied as they are.
"""

from __future__ import annotations

import re
import shutil
from importlib.metadata import Distribution, distributions
from pathlib import Path

from .product import NAME, ROOT

FOLDER = "licences"
_TEXT = re.compile(r"^(licen[cs]e|copying|notice|copyright|authors)", re.IGNORECASE)
_CODE = frozenset({".py", ".pyc", ".so", ".pyd"})

README = f"""\
Licences of what {NAME} is made of

The folders here are named after packages and hold their licence texts, as the packages bring them.
{NAME}'s own licence and what it holds of others are in LICENSE and NOTICE, beside this folder.

Qt and PySide6, libheif, libde265, GEOS and FFmpeg (in Qt and in OpenCV) are under the LGPL. They
lie in the folder _internal, unchanged, as files of their own: put another build of the same
interface in their place, and it is used. Their source is that of the named versions at their
makers': download.qt.io, github.com/strukturag, libgeos.org and ffmpeg.org.

The program file whichone begins with PyInstaller's loader, under the GPL 2 or later with the
exception that lets programs of any licence be bundled by it.

espeak-ng, which speaks on Linux, is under the GPL 3. It is not inside: it is a program of its own.
Nothing inside loads it as a library; the modules of pyttsx3 that would are left out.
"""


def copy_licences(packages: Path, bundle: Path, left_out: frozenset[str]) -> int:
    """Copy the licence texts of the packages in a folder into a bundle; how many packages.

    left_out: packages, by their normal name, that are no part of it.
    """
    target = bundle / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    (target / "README.txt").write_text(README, encoding="utf-8")
    count = 0
    for package in sorted(distributions(path=[str(packages)]), key=_name):
        if _name(package) not in left_out:
            count += bool(_copy(package, target / _name(package)))
    return count


def _name(package: Distribution) -> str:
    return str(package.metadata["Name"]).lower().replace("_", "-")


def _copy(package: Distribution, folder: Path) -> int:
    """Copy the texts of one package; how many.  Two of one name get their folders' names too."""
    copied = 0
    for entry in package.files or ():
        source = Path(str(package.locate_file(entry)))
        if not _TEXT.match(entry.name) or entry.suffix in _CODE or not source.is_file():
            continue
        folder.mkdir(exist_ok=True)
        place = folder / entry.name
        if place.exists():
            place = folder / f"{entry.parent.name}-{entry.name}"
        shutil.copy(source, place)
        copied += 1
    return copied


def add_notices(packages: Path, bundle: Path, left_out: frozenset[str]) -> None:
    """Put everything that has to be said about licences into a bundle."""
    for name in ("LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, bundle / name)
    copy_licences(packages, bundle, left_out)
