"""No module that loads espeak-ng as a library is inside a bundle, by what its program lists."""

from __future__ import annotations

import importlib.util
import marshal
import re
import struct
from pathlib import Path

from installers import check, inside
from installers.contents import ESPEAK_AS_LIBRARY

ROOT = Path(__file__).resolve().parents[2]


def program_with(path: Path, *modules: str) -> Path:
    """A file like a bundle's program: other bytes, the mark twice, and the list of modules."""
    head = b"\x7fELF PYZ\0 is only a word here" + b"\0" * 16
    listed = marshal.dumps([(name, (0, 17, 1)) for name in modules])
    path.write_bytes(head + struct.pack("!4s4si", b"PYZ\0", b"code", 13) + b"\0" + listed)
    return path


def test_the_modules_inside_a_program_are_read_from_its_file(tmp_path: Path) -> None:
    program = program_with(tmp_path / "whichone", "pyttsx3.drivers.sapi5", "whichone_app.cli")
    assert inside.modules_of(program) == {"pyttsx3.drivers.sapi5", "whichone_app.cli"}
    assert inside.gpl_problem(program) == ""


def test_a_module_that_loads_espeak_as_a_library_is_a_problem(tmp_path: Path) -> None:
    program = program_with(tmp_path / "whichone", "whichone_app", "pyttsx3.drivers._espeak")
    assert inside.gpl_problem(program) == "it holds pyttsx3.drivers._espeak"
    result = check.check_contents(program)
    assert result.problem


def test_a_program_that_does_not_show_its_modules_is_not_taken_for_clean(tmp_path: Path) -> None:
    (tmp_path / "whichone").write_bytes(b"PYZ\0 and nothing that can be read")
    for name in ("whichone", "no-such-file"):
        assert inside.gpl_problem(tmp_path / name)


def test_the_bundle_leaves_out_what_the_licence_check_looks_for() -> None:
    """The modules exist in pyttsx3; where they were renamed, leaving them out would do nothing."""
    text = (ROOT / "installers/whichone.spec").read_text(encoding="utf-8")
    listed = text[text.index("EXCLUDED = [") : text.index("]  # fmt")]
    assert "*ESPEAK_AS_LIBRARY," in listed
    package = importlib.util.find_spec("pyttsx3")
    assert package is not None and package.submodule_search_locations
    folder = Path(package.submodule_search_locations[0])
    loaders = {
        f"pyttsx3.drivers.{path.stem}"
        for path in (folder / "drivers").glob("*.py")
        if re.search(r"libespeak|\b_espeak\b", path.read_text(encoding="utf-8"))
    }
    assert loaders == set(ESPEAK_AS_LIBRARY)
