"""Which of the files that PyInstaller finds go into a bundle.

On Linux a bundle holds what comes from the pinned packages, and of the system's libraries only
the few that Python itself is linked to.  All others belong to services of the computer (sound,
speech, the screen, GLib) and have to match them: packages depend on them instead, and copyleft
libraries that one of them happens to be linked to stay where they are.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

SYSTEM_FOLDERS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")

PYTHON_NEEDS = (
    "libssl", "libcrypto", "libsqlite3", "libffi", "libbz2", "liblzma", "libz", "libuuid",
    "libexpat", "libpython3",
)  # fmt: skip
"""All of them under licences that ask for no source: OpenSSL, zlib, BSD, MIT, public domain."""

ESPEAK_AS_LIBRARY = ("pyttsx3.drivers.espeak", "pyttsx3.drivers._espeak")
"""Modules that would load espeak-ng, which is GPL, into a process of WhichOne.  espeak-ng is a
program that is started; Windows and macOS have drivers for their own voices."""

UNUSED_PARTS = (
    "/qml/", "/qmltooling/", "Qt6WebEngine", "Qt6Pdf", "Qt6VirtualKeyboard",
    "qtvirtualkeyboard", "QtPdf.framework", "/egldeviceintegrations/", "Qt6Egl",
    "/plugins/generic/", "/networkinformation/", "platformthemes/libqgtk3",
    "platforms/libqeglfs", "platforms/libqlinuxfb", "platforms/libqvkkhrdisplay",
    "platforms/libqvnc", "platforms/libqminimalegl", "imageformats/libqpdf", "imageformats/qpdf",
)  # fmt: skip
"""Parts of Qt that no window here uses; pictures are opened by Pillow, not by Qt.

QML's two libraries stay, though no window is made with it: the plug-in that finds cameras is
linked to them (Qt 6.11.2; seen by looking for what is missing in a bare system)."""

UNUSED_WORDS = re.compile(r"/translations/(?!qtbase_(de|es)\.qm$)|\.po$")
"""Qt's words in languages that WhichOne does not speak; and catalogues before they are compiled."""

UNUSED_COPIES = re.compile(
    r"/llama_cpp/lib/(libllama-common\.|\S+\.so(\.\d+){3}$|libggml-cpu-\w+\.so\.)"
)
"""A wheel has no links: each library of llama.cpp is in it three times.  Python opens libllama.so,
libraries ask each other for libggml.so.0, and kinds of arithmetic are found by the end ".so"."""

UNUSED_SOUNDS = re.compile(r"/moonshine_voice/assets/(?!tiny-en/)")
"""What its package shows itself with: recordings, and vectors for another task."""


def is_bundled(name: str, source: str = "", kind: str = "") -> bool:
    """Whether a file is part of the bundle.

    name: where it would lie in the bundle; source: where it is now; kind: PyInstaller's word.
    """
    path = name.replace("\\", "/")
    if any(part in f"/{path}" for part in UNUSED_PARTS):
        return False
    if any(unused.search(f"/{path}") for unused in (UNUSED_WORDS, UNUSED_COPIES, UNUSED_SOUNDS)):
        return False
    if not source.startswith(SYSTEM_FOLDERS) or "/python3" in source:
        return True
    return PurePosixPath(path).name.startswith(tuple(f"{name}." for name in PYTHON_NEEDS))
