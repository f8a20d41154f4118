"""The parts list (SBOM) of a bundle: made of a real environment, and valid CycloneDX."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import platform
import sqlite3
import ssl
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import qVersion

from installers import parts, sbom
from installers.check import program_of
from installers.product import ROOT, version
from installers.steps import BuildError
from tests.unit.test_packaging_inside import program_with

WEIGHTS = ROOT / "models/whichone_models/builtin/weights"


def package_folder(name: str) -> Path:
    """Where a package of this environment lies; nothing of it is imported."""
    found = importlib.util.find_spec(name)
    assert found is not None and found.origin is not None
    return Path(found.origin).parent


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like a bundle's, with the real networks by links, and two modules inside."""
    folder = tmp_path_factory.mktemp("bundle")
    inside = folder / "_internal"
    networks = {
        parts.WEIGHTS: WEIGHTS,
        parts.READING[0]: package_folder("rapidocr") / "models",
        parts.HEARING[0]: package_folder("moonshine_voice") / "assets/tiny-en",
    }
    for place, source in networks.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).symlink_to(source)
    (inside / "libssl.so.3").write_bytes(b"a library")
    program_with(program_of(folder), "requests.api", "yaml", "whichone_core")
    return folder


@pytest.fixture(scope="module")
def listed(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Name to component, of the parts list of a real environment, that of the tools."""
    if not (sbom.TOOLS / "bin").is_dir():
        pytest.skip(f"what validates it is not installed: {sbom.TOOLS}")
    target = tmp_path_factory.mktemp("parts")
    assert sbom.main(target, sbom.TOOLS, bundle) == 0
    told = json.loads((target / f"whichone-{version()}.cdx.json").read_text(encoding="utf-8"))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    return {each["name"]: each for each in told["components"]}


def test_what_python_is_linked_to_is_in_the_list(listed: dict[str, dict[str, Any]]) -> None:
    found = {name: listed[name]["version"] for name in ("Python", "OpenSSL", "SQLite")}
    assert found == {
        "Python": platform.python_version(),
        "OpenSSL": ssl.OPENSSL_VERSION.split()[1],
        "SQLite": sqlite3.sqlite_version,
    }
    assert listed["libssl.so.3"]["hashes"][0]["content"] == hashlib.sha256(b"a library").hexdigest()


def test_qt_and_llama_cpp_say_their_versions() -> None:
    """By the environment that has them; llama.cpp is known by its commit."""
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama-cpp-python is not installed")
    told = {
        each["name"]: each for each in parts.interpreter_parts(sbom.versions_of(Path(sys.prefix)))
    }
    assert told["Qt"]["version"] == qVersion()
    assert told["ggml"]["version"].count(".") == 2
    assert int(told["llama.cpp"]["version"], 16)
    assert all(each["licenses"] for each in told.values())


def test_every_network_is_in_the_list_with_its_hash_and_licence(
    listed: dict[str, dict[str, Any]],
) -> None:
    networks = [path for path in WEIGHTS.iterdir() if path.suffix != ".md"]
    assert len(networks) == 5
    for path in networks:
        (hashed,) = listed[path.name]["hashes"]
        assert hashed == {
            "alg": "SHA-256",
            "content": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
    nanodet = listed["nanodet_coco80_416_fp16.onnx"]
    assert nanodet["licenses"] == [{"expression": "Apache-2.0 AND MIT"}]
    assert listed["encoder_model.ort"]["licenses"] == [{"expression": "MIT"}]


def test_what_only_builds_or_stays_out_is_marked(listed: dict[str, dict[str, Any]]) -> None:
    scopes = {name: listed[name]["scope"] for name in ("requests", "pip", "lxml")}
    assert scopes == {"requests": "required", "pip": "excluded", "lxml": "excluded"}


def test_a_list_that_is_not_cyclonedx_is_refused(tmp_path: Path) -> None:
    if not (sbom.TOOLS / "bin").is_dir():
        pytest.skip(f"what validates it is not installed: {sbom.TOOLS}")
    wrong = {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "untyped"}]}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    with pytest.raises(BuildError, match="no valid CycloneDX"):
        sbom.validate(tmp_path / "wrong.json")


def test_without_a_bundle_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"installers\.build bundle"):
        sbom.main(tmp_path, Path(sys.prefix), tmp_path)


def test_a_network_that_notice_does_not_name_stops_the_list(bundle: Path) -> None:
    notice = "  a.onnx\n      Somebody, MIT License (below).\n  b.onnx\n      Somebody.\n"
    assert parts.licence_in(notice, "a.onnx") == "MIT"
    for name in ("b.onnx", "c.onnx"):
        with pytest.raises(BuildError, match=f"NOTICE names no licence of {name}"):
            parts.licence_in(notice, name)


def test_a_bundle_without_networks_is_not_listed_as_whole(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no network"):
        parts.network_parts(tmp_path, {})
