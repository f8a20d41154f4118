"""Parts of a bundle that are no Python packages, as components of CycloneDX.

Python and what it is linked to, Qt, llama.cpp, every native library by its file, and every network:
for finding things, for reading and for hearing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from .inside import modules_of
from .licences import LOADER, libraries, library_files
from .product import BUILD_ONLY, ROOT
from .steps import BuildError

Component = dict[str, Any]

LICENCES = {
    "Python": "PSF-2.0",
    "OpenSSL": "Apache-2.0",
    "SQLite": "blessing",
    "zlib": "Zlib",
    "expat": "MIT",
    "Qt": "LGPL-3.0-only",
    "ggml": "MIT",
    "llama.cpp": "MIT",
}
"""SPDX identifiers of what `versions` names; SQLite's is called "blessing" there."""

WEIGHTS = "_internal/whichone_models/builtin/weights"
READING = ("_internal/rapidocr/models", "Apache-2.0", "rapidocr")
HEARING = ("_internal/moonshine_voice/assets/tiny-en", "MIT", "moonshine-voice")
"""Folder in the bundle, licence, and the package whose version is theirs (see NOTICE)."""
_NAMED = {"Apache License 2.0": "Apache-2.0", "MIT License": "MIT"}


def normal(name: str) -> str:
    """A package's name as indexes have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def component(
    kind: str, name: str, version: str, licence: str, path: Path | None = None, place: str = ""
) -> Component:
    """One part.  path: its file, for the hash; place: where that lies in the bundle."""
    found: Component = {"type": kind, "bom-ref": f"{kind}:{place or name}", "name": name}
    if version:
        found["version"] = version
    found["licenses"] = [_licence(licence)]
    if path is not None:
        found["hashes"] = [{"alg": "SHA-256", "content": _sha256(path)}]
        found["properties"] = [{"name": "whichone:file", "value": place}]
    return found


def _licence(text: str) -> dict[str, Any]:
    """An SPDX expression as one, anything else as a name."""
    is_expression = re.fullmatch(r"[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*", text)
    return {"expression": text} if is_expression else {"license": {"name": text}}


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def interpreter_parts(versions: Mapping[str, str]) -> list[Component]:
    """Python, the libraries that it is linked to, Qt and llama.cpp."""
    return [component("library", name, at, LICENCES[name]) for name, at in versions.items()]


def library_parts(bundle: Path) -> list[Component]:
    """Every native library by its file, with the licence that `licences` knows."""
    paths = {path.name: path for path in library_files(bundle)}
    return [
        component("library", part.name, "", part.licence, paths[part.name], place)
        for part in libraries(bundle)
        if (place := paths[part.name].relative_to(bundle).as_posix())
    ]


def network_parts(bundle: Path, packages: Mapping[str, str]) -> list[Component]:
    """The networks inside, each with its hash.  packages: name to version.  Raises BuildError."""
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    found = [
        _network(bundle, path, licence_in(notice, path.name), "")
        for path in _files(bundle / WEIGHTS)
    ]
    for folder, licence, package in (READING, HEARING):
        found += [
            _network(bundle, path, licence, packages.get(package, ""))
            for path in _files(bundle / folder)
        ]
    return found


def _files(folder: Path) -> Iterator[Path]:
    found = [path for path in sorted(folder.glob("*")) if path.suffix != ".md"]
    if not found:
        raise BuildError(f"There is no network in {folder}.  Make the bundle again.")
    yield from found


def _network(bundle: Path, path: Path, licence: str, version: str) -> Component:
    place = path.relative_to(bundle).as_posix()
    return component("machine-learning-model", path.name, version, licence, path, place)


def licence_in(notice: str, name: str) -> str:
    """The licences that NOTICE names under a vendored file.  Raises BuildError without any."""
    found = re.search(rf"^  {re.escape(name)}\n((?:      .*\n)+)", notice, re.MULTILINE)
    text = " ".join(found[1].split()) if found else ""
    licences = [spdx for words, spdx in _NAMED.items() if words in text]
    if not licences:
        raise BuildError(f"NOTICE names no licence of {name}.")
    return " AND ".join(licences)


def loader_part(packages: Mapping[str, str]) -> Component:
    """What the program file begins with."""
    return component("library", LOADER.name, packages.get("pyinstaller", ""), LOADER.licence)


def left_out(site: Path, program: Path, bundle: Path) -> frozenset[str]:
    """Packages of the environment of which nothing is in the bundle, by their normal names."""
    inside = {name.partition(".")[0] for name in modules_of(program)}
    inside |= {path.name.partition(".")[0] for path in (bundle / "_internal").iterdir()}
    packages = distributions(path=[str(site)])
    without = {normal(each.name) for each in packages if not _tops(each) & inside}
    return frozenset(without | BUILD_ONLY)


def _tops(package: Distribution) -> set[str]:
    """The names that a package's files lie under: folders and single modules."""
    tops = (entry.parts[0] for entry in package.files or ())
    return {top.partition(".")[0] for top in tops if not top.endswith((".dist-info", ".."))}


def marked(components: Iterable[Component], excluded: frozenset[str]) -> list[Component]:
    """The packages, those that are not shipped with CycloneDX's scope for that."""
    return [
        each | {"scope": "excluded" if normal(each["name"]) in excluded else "required"}
        for each in components
    ]
