"""What packages promise before one is built: contents, dependencies, licences, pins, forms."""

from __future__ import annotations

import importlib.util
import io
import plistlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from whichone_core.languages import LANGUAGES
from whichone_core.release import read_release
from whichone_core.version import __version__

from installers import backends, feed, launcher, licences, notices
from installers.bundle import runtime_options
from installers.check import Check, run_check
from installers.contents import is_bundled
from installers.linux.package import RECOMMENDED, control, depends, desktop_file, run_packages
from installers.locking import FOLDER, PLATFORMS, pins
from installers.product import USAGE, maintainer, version
from installers.reproducible import epoch, write_checksums
from installers.steps import BuildError

ROOT = Path(__file__).resolve().parents[2]


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("==")[::2] for line in lines if "==" in line]
    return {re.sub(r"[-_.]+", "-", name).lower(): pin for name, pin in pairs}


# ------------------------------------------------------------------ the program that starts


def test_a_bundle_runs_its_own_child_processes_and_nobody_elses() -> None:
    call = launcher.module_call
    worker = "whichone_models.llama.worker"
    assert call(["-P", "-m", worker, "--beat", "1"]) == (worker, ["--beat", "1"])
    assert call(["-m", "http.server"]) is None
    assert call(["-c", "print()"]) is None
    assert call(["ask", "-m", worker]) is None
    assert call([]) is None


def test_the_child_processes_of_a_bundle_exist() -> None:
    for module in launcher.MODULES:
        top, *rest = module.split(".")
        area = {"whichone_models": "models", "whichone_app": "app"}[top]
        assert (ROOT / area / top / "/".join(rest)).with_suffix(".py").exists()


def test_a_program_without_a_console_can_print(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    launcher.open_streams()
    opened: list[Any] = [sys.stdin, sys.stdout, sys.stderr]
    try:
        print("nobody hears this")
        print("nor this", file=sys.stderr)
        assert sys.stdin is not None and sys.stdin.read() == ""
    finally:
        for stream in opened:
            stream.close()


def test_streams_that_are_there_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = io.StringIO()
    monkeypatch.setattr(sys, "stdout", kept)
    launcher.open_streams()
    assert sys.stdout is kept


def test_a_check_tells_a_wrong_exit_code_from_a_missing_word(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho 'all is well'\nexit 3\n")
    program.chmod(0o755)
    assert run_check(program, Check("right", (), 3, "well")).problem == ""
    assert "exit code 3 instead of 0" in run_check(program, Check("code", ())).problem
    assert "did not say: bad" in run_check(program, Check("word", (), 3, "bad")).problem


def test_something_is_done_after_a_package_was_imported_and_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some_runtime.py").write_text("whole = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    seen: list[bool] = []
    finder = backends.AfterImport("some_runtime", lambda module: seen.append(module.whole))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    assert importlib.util.find_spec("some_runtime") is not None and seen == []
    assert importlib.import_module("some_runtime").whole is True
    assert seen == [True]
    monkeypatch.delitem(sys.modules, "some_runtime")


def test_a_package_without_backends_is_left_alone(tmp_path: Path) -> None:
    package = ModuleType("llama_cpp")
    package.__file__ = str(tmp_path / "llama_cpp/__init__.py")
    backends.load_backends(package)
    package.__file__ = None
    backends.load_backends(package)


# ------------------------------------------------------------------ what is in a bundle


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("libreadline.so.8", "/lib/x86_64-linux-gnu/libreadline.so.8", False),
        ("libgtk-3.so.0", "/usr/lib/x86_64-linux-gnu/libgtk-3.so.0", False),
        ("libssl.so.3", "/usr/lib/x86_64-linux-gnu/libssl.so.3", True),
        ("libzstd.so.1", "/usr/lib/x86_64-linux-gnu/libzstd.so.1", False),
        ("cv2/cv2.abi3.so", "/build/env/cv2/cv2.abi3.so", True),
        ("PySide6/Qt/lib/libQt6Core.so.6", "/build/env/libQt6Core.so.6", True),
        ("PySide6/Qt/lib/libQt6Quick.so.6", "/build/env/libQt6Quick.so.6", True),
        ("PySide6/Qt/lib/libQt6WebEngineCore.so.6", "/build/env/libQt6WebEngineCore.so.6", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/build/env/libqxcb.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "/build/env/libqgtk3.so", False),
        ("PySide6\\translations\\qt_de.qm", "C:\\env\\qt_de.qm", False),
        ("PySide6\\translations\\qtbase_de.qm", "C:\\env\\qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", "/build/env/qtbase_fr.qm", False),
        ("whichone_app/locale/de/LC_MESSAGES/whichone_app.mo", "/b/whichone_app.mo", True),
        ("whichone_app/locale/de/LC_MESSAGES/whichone_app.po", "/b/whichone_app.po", False),
        ("llama_cpp/lib/libllama.so", "/b/libllama.so", True),
        ("llama_cpp/lib/libllama.so.0", "/b/libllama.so.0", True),
        ("llama_cpp/lib/libllama.so.0.5.0", "/b/libllama.so.0.5.0", False),
        ("llama_cpp/lib/libllama-common.so", "/b/libllama-common.so", False),
        ("llama_cpp/lib/libggml-cpu-x64.so", "/b/libggml-cpu-x64.so", True),
        ("llama_cpp/lib/libggml-cpu-x64.so.0", "/b/libggml-cpu-x64.so.0", False),
        ("llama_cpp/lib/libggml-base.so.0", "/b/libggml-base.so.0", True),
        ("llama_cpp/lib/libllama.0.dylib", "/b/libllama.0.dylib", True),
        ("moonshine_voice/assets/tiny-en/tokenizer.bin", "/b/tokenizer.bin", True),
        ("moonshine_voice/assets/beckett.wav", "/b/beckett.wav", False),
    ],
)
def test_system_libraries_and_unused_parts_of_qt_stay_out(
    name: str, source: str, expected: bool
) -> None:
    assert is_bundled(name, source) is expected


def test_the_words_of_qt_are_there_in_every_language_of_whichone() -> None:
    files = {code: f"PySide6/Qt/translations/qtbase_{code}.qm" for code in LANGUAGES}
    assert [code for code, name in files.items() if is_bundled(name)] == [
        code for code in LANGUAGES if code != "en"
    ]


def test_nothing_that_the_window_imports_is_left_out() -> None:
    """A bundle once had no window, because the scales of ratings lie beside the data tools."""
    text = (ROOT / "installers/whichone.spec").read_text(encoding="utf-8")
    listed = text[text.index("EXCLUDED = [") : text.index("]  # fmt")]
    excluded = set(re.findall(r'"(whichone_\w+)"', listed))
    assert "whichone_training" in excluded
    sources = [path for area in ("app", "core", "models") for path in (ROOT / area).rglob("*.py")]
    wanted = {
        found[1]
        for path in sources
        for found in re.finditer(
            r"^\s*(?:from|import) (whichone_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert wanted & excluded == set()


def test_the_runtime_is_never_built_for_one_processor_only() -> None:
    for platform in ("linux", "win32", "darwin"):
        assert "-DGGML_NATIVE=OFF" in runtime_options(platform)
        assert "BINDIR=llama_cpp/lib" in runtime_options(platform)
    assert "-DGGML_CPU_ALL_VARIANTS=ON" in runtime_options("linux")


def test_kinds_of_arithmetic_are_loaded_by_the_very_ggml_that_llama_is_linked_to(
    tmp_path: Path,
) -> None:
    """Another copy of it would load them for itself, and no model would find them."""
    asked: list[bytes] = []
    lib = tmp_path / "llama_cpp/lib"
    lib.mkdir(parents=True)
    (lib / "libggml.so").write_bytes(b"a copy that must not be opened")
    package = ModuleType("llama_cpp")
    package.__file__ = str(lib.parent / "__init__.py")
    inner = ModuleType("llama_cpp.llama_cpp")
    package.__dict__["llama_cpp"] = inner
    inner.__dict__["_lib"] = SimpleNamespace(
        ggml_backend_load_all_from_path=lambda folder: asked.append(folder)
    )
    backends.load_backends(package)
    assert asked == [str(lib).encode()]


# ------------------------------------------------------------------ the Debian package


def test_the_package_asks_for_all_that_running_needs() -> None:
    named = {word.strip() for need in depends() for word in re.sub(r"\(.*\)", "", need).split("|")}
    missing = set(run_packages()) - named - set(RECOMMENDED) - {"python3-venv"}
    assert missing == set()
    assert set(RECOMMENDED) >= {"espeak-ng", "speech-dispatcher"}
    assert len(set(depends())) == len(depends())


def test_the_package_suggests_what_the_program_says_is_missing_for_braille() -> None:
    assert "\nSuggests: liblouis-bin\n" in control(1, "amd64")


def test_the_control_file_has_what_dpkg_needs() -> None:
    fields = dict(
        line.split(": ", 1) for line in control(2048 * 1024, "amd64").splitlines() if line[0] != " "
    )
    assert fields["Package"] == "whichone"
    assert fields["Version"] == version() == __version__
    assert fields["Installed-Size"] == "2048"
    assert "libc6 (>= 2.34)" in fields["Depends"]


def test_a_package_names_who_answers_for_it_and_nobody_where_it_is_not_said() -> None:
    ada = "Ada Example <ada@example.org>"
    assert maintainer({"WHICHONE_MAINTAINER": f" {ada} "}) == ada
    assert maintainer({}).endswith("@whichone.invalid>")
    for wrong in ("Ada", "ada@example.org", "Ada <ada>", "A\nDepends: x <a@b>"):
        with pytest.raises(BuildError, match="WHICHONE_MAINTAINER must be like"):
            maintainer({"WHICHONE_MAINTAINER": wrong})


def test_the_desktop_entry_opens_a_window_with_the_picture() -> None:
    lines = dict(line.split("=", 1) for line in desktop_file("/usr/bin/whichone").splitlines()[1:])
    assert lines["Exec"] == "/usr/bin/whichone run %f"
    assert lines["Terminal"] == "false"
    assert "Accessibility" in lines["Categories"].split(";")


# ------------------------------------------------------------------ other systems


def test_macos_is_told_in_sentences_why_it_is_asked() -> None:
    assert set(USAGE) == {"NSCameraUsageDescription", "NSMicrophoneUsageDescription"}
    assert all(text.endswith("stays on this computer.") for text in USAGE.values())
    rights = plistlib.loads((ROOT / "installers/macos/entitlements.plist").read_bytes())
    assert rights["com.apple.security.device.camera"] is True
    assert rights["com.apple.security.device.audio-input"] is True


def test_the_windows_installer_needs_no_administrator_and_no_mouse() -> None:
    script = (ROOT / "installers/windows/whichone.iss").read_text(encoding="utf-8")
    assert "PrivilegesRequired=lowest" in script
    assert "skipifsilent" in script
    assert "{localappdata}" in script and "{commonpf" not in script


# ------------------------------------------------------------------ pins, licences, advisories


@pytest.mark.parametrize("system", [*PLATFORMS, "runtime"])
def test_every_pin_has_hashes_and_the_version_that_is_tested(system: str) -> None:
    tested = constraints()
    found = list(pins(FOLDER / f"{system}.txt"))
    assert found
    assert [name for name, _, hashes in found if not hashes] == []
    others = {name: at for name, at, _ in found if tested.get(name, at) != at}
    assert others == {}


def test_gpl_is_refused_and_what_offers_another_choice_is_not() -> None:
    assert licences.is_gpl_only("GPL-3.0-or-later")
    assert licences.is_gpl_only("GNU General Public License v2 (GPLv2)")
    assert licences.is_gpl_only("AGPL-3.0-only")
    assert not licences.is_gpl_only("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only")
    assert not licences.is_gpl_only("GPL-3.0-or-later WITH GCC-exception-3.1")
    assert not licences.is_gpl_only("BSD-3-Clause")
    assert licences.judged("unsaid", "").problem


def test_the_licence_texts_of_all_packages_are_in_a_bundle(tmp_path: Path) -> None:
    site, bundle = tmp_path / "site", tmp_path / "bundle"
    bundle.mkdir()
    for name, text in (("Some_Part", "licenses/LICENSE"), ("builder", "LICENSE"), ("bare", "x.py")):
        about = site / f"{name}-1.0.dist-info"
        (about / text).parent.mkdir(parents=True)
        (about / text).write_text(f"The licence of {name}")
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "RECORD").write_text(f"{about.name}/{text},,\n{about.name}/METADATA,,\n")
    assert notices.copy_licences(site, bundle, frozenset({"builder"})) == 1
    found = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}
    assert found == {"licences/README.txt", "licences/some-part/LICENSE"}
    assert "LGPL" in (bundle / "licences/README.txt").read_text(encoding="utf-8")


def test_libraries_that_are_gpl_or_unknown_are_refused() -> None:
    assert licences.library("libreadline.so.8").problem == "is GPL code"
    assert licences.library("libx265-1a2b.so.199").problem == "is GPL code"
    assert licences.library("libnobody-knows.so.1").problem
    assert licences.library("libQt6Core.so.6").licence == "LGPL-3.0-only"
    assert licences.library("libz.so.1").problem == ""
    assert licences.library("libmoonshine.so").problem == ""
    assert licences.LOADER.problem == "" and not licences.is_gpl_only(licences.LOADER.licence)


def test_ffmpeg_is_refused_where_it_was_configured_with_gpl_code(tmp_path: Path) -> None:
    (tmp_path / "libavutil-1.so.60").write_bytes(b"..--enable-shared --enable-pic..")
    (tmp_path / "libavcodec-1.so.60").write_bytes(b"..--enable-gpl --enable-libx264..")
    problems = {part.name: part.problem for part in licences.libraries(tmp_path)}
    assert problems == {
        "libavutil-1.so.60": "",
        "libavcodec-1.so.60": "was built with --enable-gpl",
    }


CHANGES = """# Changelog

## Unreleased

- Not yet.

## 0.2.0, not yet released

- Reads [Braille](docs/b.md)
  on `two` lines.
- Speaks.

## 0.1.0

- The first one.
"""


def test_the_release_feed_is_one_that_whichone_reads() -> None:
    text = feed.feed_text("https://example.org/get", "2026-12-24", CHANGES, "0.2.0")
    found = read_release(text.encode())
    assert (found.version, found.page) == ("0.2.0", "https://example.org/get")
    assert found.news == ("Reads Braille on two lines.", "Speaks.")
    assert feed.news_of(CHANGES, "0.3.0") == ["Not yet."]
    with pytest.raises(BuildError, match="No WhichOne would take"):
        feed.feed_text("http://example.org/get", "2026-12-24", CHANGES, "0.2.0")


def test_checksums_are_what_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "a.deb").write_bytes(b"a")
    (tmp_path / "b.tar.gz").write_bytes(b"b")
    listed = write_checksums(tmp_path)
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", listed.name], cwd=tmp_path, capture_output=True
    )
    assert checked.returncode == 0
    assert len(listed.read_text().splitlines()) == 2


def test_the_time_of_packed_files_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert epoch() == 1_700_000_000
