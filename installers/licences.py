"""The licence report of a bundle; it refuses what may not be linked to an Apache program.

Two things are looked at: what each Python package says of itself, and what each native library
in the bundle is known to be.  GPL code is refused, and so is a library that nobody has looked
up.  espeak-ng (GPL) is no part of a bundle: it is a program of its own that is started, and
the modules of pyttsx3 that would load it as a library are left out (`contents`, `inside`).
Qt, libheif, libde265 and FFmpeg are LGPL: they lie in the bundle as files of their own, unchanged,
and anybody may put another build of them in their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from .bundle import BUNDLE, site_packages
from .product import BUILD_ONLY, PROGRAM

FAMILIES = (
    (r"Qt6|pyside6|shiboken6", "LGPL-3.0-only"),
    (r"heif", "LGPL-3.0-or-later"),
    (r"de265", "LGPL-3.0-or-later"),
    (r"avcodec|avformat|avutil|swresample|swscale", "LGPL-2.1-or-later"),
    (r"gfortran|quadmath|gcc_s|stdc\+\+|gomp", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    (r"ssl|crypto", "Apache-2.0 (OpenSSL 3) or OpenSSL (1.1)"),
    (r"openblasp|openblas|scipy_openblas|vpx|aom|sharpyuv|webp|webpdemux|webpmux|lcms2|openjp2|jpeg|turbojpeg"
     r"|tiff|avif|zstd|uuid|geos|geos_c", "BSD, MIT or IJG; geos LGPL-2.1-or-later"),
    (r"png16|png|z|bz2|freetype|harfbuzz", "zlib, libpng, bzip2, FreeType or MIT"),
    (r"brotlicommon|brotlidec|ffi|expat|xcb|Xau|drm|llama|mtmd|ggml", "MIT"),
    (r"icudata|icui18n|icuuc", "Unicode-3.0"),
    (r"lzma|sqlite3", "0BSD or public domain"),
    (r"python3", "PSF-2.0"),
    (r"onnxruntime|moonshine", "MIT"),
)  # fmt: skip
"""What each native library is: the start of its name after "lib", and its licence."""

FORBIDDEN = r"readline|gdbm|x264|x265|espeak|fftw3|gsl|sox|mp3lame|cdio|dvdread|poppler"
"""Libraries that are GPL and that Python, OpenCV or Qt can be linked to."""

_GPL = re.compile(r"(?<!L)GPL|General Public Licen[cs]e", re.IGNORECASE)
_WEAK = re.compile(r"LGPL|Lesser General|WITH (?:GCC|Bootloader)-exception", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """A package or library and its licence.  problem: empty where it may be in a bundle."""

    name: str
    licence: str
    problem: str = ""


LOADER = Part("PyInstaller's loader", "GPL-2.0-or-later WITH Bootloader-exception")
"""What the program file begins with; the exception lets it stand before any program."""


def licence_of(package: Distribution) -> str:
    """What a package says of itself: the expression, else the classifiers, else the field."""
    about = package.metadata
    expression = about.json.get("license_expression")
    if expression:
        return str(expression)
    said = str(about.json.get("license") or "").strip().splitlines()
    if said and len(said[0]) < 80:
        return said[0]
    classifiers = [str(line) for line in about.get_all("Classifier") or []]
    words = [line.rpartition("::")[2].strip() for line in classifiers if "License ::" in line]
    return " or ".join(words)


def is_gpl_only(licence: str) -> bool:
    """Whether every choice that a licence text gives is the GPL (the LGPL is another)."""
    choices = re.split(r"\s+OR\s+|\s+or\s+(?!later)", licence)
    return all(_GPL.search(choice) and not _WEAK.search(choice) for choice in choices)


def judged(name: str, licence: str) -> Part:
    """A package with what is wrong with it, if anything."""
    if not licence:
        return Part(name, "not said", "says nothing of its licence")
    if is_gpl_only(licence):
        return Part(name, licence, "is GPL code")
    return Part(name, licence)


def packages(site: Path) -> list[Part]:
    """The Python packages that a bundle is made of."""
    found = {}
    for package in distributions(path=[str(site)]):
        name = str(package.metadata["Name"]).lower().replace("_", "-")
        if name not in BUILD_ONLY:
            found[name] = judged(name, licence_of(package))
    return [found[name] for name in sorted(found)]


def library(name: str) -> Part:
    """A native library by its file name."""
    bare = re.sub(r"^lib", "", name)
    if re.match(rf"(?:{FORBIDDEN})\b", bare):
        return Part(name, "GPL", "is GPL code")
    for pattern, licence in FAMILIES:
        if re.match(rf"(?:{pattern})(?![a-z])", bare):
            return Part(name, licence)
    return Part(name, "unknown", "is a library whose licence nobody has looked up")


def libraries(bundle: Path) -> list[Part]:
    """The native libraries in a bundle, each once; Qt's plug-ins are Qt's."""
    paths = {path.name: path for path in library_files(bundle)}
    return [_built_with_gpl(paths[name]) or library(name) for name in sorted(paths)]


def _built_with_gpl(path: Path) -> Part | None:
    """FFmpeg is LGPL or GPL by how it was configured, which its libraries tell."""
    if not path.name.startswith(("libavutil", "libavcodec", "libavformat")):
        return None
    content = path.read_bytes()
    bad = [option for option in (b"--enable-gpl", b"--enable-nonfree") if option in content]
    return Part(path.name, "GPL", f"was built with {bad[0].decode()}") if bad else None


def library_files(bundle: Path) -> Iterator[Path]:
    """Every native library of a bundle but Qt's plug-ins and Python's own modules."""
    for path in bundle.rglob("lib*"):
        is_library = re.search(r"\.so(\.|$)|\.dylib$", path.name) and ".cpython-" not in path.name
        if is_library and path.is_file() and "/plugins/" not in path.as_posix():
            yield path


def report(parts: list[Part]) -> str:
    """The report as Markdown, one line a part."""
    lines = [f"# Licences of what is in a bundle of {PROGRAM}", ""]
    lines += [f"- {part.name}: {part.licence}" for part in parts]
    return "\n".join(lines) + "\n"


def main(target: Path) -> int:
    """Write LICENCES.md; 1 where something may not be in a bundle, each named."""
    parts = [LOADER, *packages(site_packages()), *libraries(BUNDLE)]
    target.mkdir(parents=True, exist_ok=True)
    (target / "LICENCES.md").write_text(report(parts), encoding="utf-8")
    bad = [part for part in parts if part.problem]
    for part in bad:
        print(f"{part.name} {part.problem}: {part.licence}")
    print(f"{len(parts)} parts, {len(bad)} of them refused; the list is {target / 'LICENCES.md'}")
    return int(bool(bad))
