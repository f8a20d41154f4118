"""Which Python modules are inside a bundle's program, read from the file itself.

PyInstaller keeps the modules in an archive in the program: the mark "PYZ", the number of Python's
byte code, the place of the list, and at that place the list, as `marshal` writes it.  No module is
loaded for this, and PyInstaller need not be installed.
"""

from __future__ import annotations

import marshal
import re
import struct
from pathlib import Path

from .contents import ESPEAK_AS_LIBRARY
from .steps import BuildError

_MARK = re.compile(rb"PYZ\0")
_HEAD = struct.Struct("!4s4si")


def modules_of(program: Path) -> frozenset[str]:
    """The dotted names of all modules in a program.  Raises BuildError where it has no list."""
    data = program.read_bytes()
    for mark in _MARK.finditer(data):
        found = _listed(data, mark.start())
        if found:
            return found
    raise BuildError(f"{program} holds no list of Python modules.")


def _listed(data: bytes, start: int) -> frozenset[str]:
    """The list of the archive that begins there; empty where only its mark stands there."""
    if start + _HEAD.size > len(data):
        return frozenset()
    _, _, place = _HEAD.unpack_from(data, start)
    try:
        listed = marshal.loads(data[start + place :])
    except (ValueError, EOFError, TypeError):
        return frozenset()
    pairs = listed if isinstance(listed, list) else []
    return frozenset(pair[0] for pair in pairs if isinstance(pair, tuple) and pair)


def gpl_problem(program: Path) -> str:
    """What is wrong where a program holds a module that loads GPL code; otherwise empty."""
    try:
        found = modules_of(program).intersection(ESPEAK_AS_LIBRARY)
    except (BuildError, OSError) as error:
        return str(error)
    return f"it holds {', '.join(sorted(found))}" if found else ""
