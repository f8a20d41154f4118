"""Packs the bundle for Linux: a .deb for Debian and Ubuntu, and a plain archive for the rest.

Both are made from the same tree and are the same bytes whenever they are made from the same
bundle: times are SOURCE_DATE_EPOCH's, owners are root, names are sorted.
"""

from __future__ import annotations

import gzip
import platform
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

from ..product import DESCRIPTION, NAME, NOBODY, PROGRAM, ROOT, SUMMARY, maintainer, version
from ..reproducible import epoch, set_times
from ..steps import BuildError, call, megabytes, size_of, step

HERE = Path(__file__).parent
INSTALLED = f"opt/{PROGRAM}"
"""Where the .deb puts the bundle; /usr/bin gets one link to it."""

RECOMMENDED = (
    "espeak-ng", "speech-dispatcher", "speech-dispatcher-espeak-ng", "alsa-utils",
    "libportaudio2", "fonts-dejavu-core",
)  # fmt: skip
"""Without these WhichOne answers in writing; a blind person wants all of them."""

SUGGESTED = ("liblouis-bin",)
"""Writes the user guide in braille; nothing else asks for it."""

ALSO_NEEDED = ("libstdc++6", "libgomp1")
"""What a desktop always has and a bare system has not, beside what apt-run.txt names: llama.cpp is
linked to it (found by try_deb.sh)."""

_NOT_FOR_BUNDLES = {"python3-venv"}
_RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
"""Names that Debian 13 and Ubuntu 24.04 gave to libraries for 64-bit time."""

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def run_packages() -> list[str]:
    """The names in apt-run.txt: what `make run` installs too."""
    lines = (HERE / "apt-run.txt").read_text(encoding="utf-8").splitlines()
    names = (line.partition("#")[0].strip() for line in lines)
    return [name for name in names if name]


def depends() -> list[str]:
    """What has to be there, each with the other name that newer systems have for it."""
    # glibc: the oldest that all packages of the bundle run with (PySide6's wheels: 2.34).
    needed = ["libc6 (>= 2.34)", *ALSO_NEEDED]
    for name in run_packages():
        if name not in RECOMMENDED and name not in _NOT_FOR_BUNDLES:
            needed.append(f"{name} | {_RENAMED[name]}" if name in _RENAMED else name)
    return needed


def control(installed_bytes: int, architecture: str) -> str:
    """The text of DEBIAN/control."""
    words = re.sub(r"\s+", " ", DESCRIPTION)
    return (
        f"Package: {PROGRAM}\nVersion: {version()}\nArchitecture: {architecture}\n"
        f"Maintainer: {maintainer()}\nInstalled-Size: {installed_bytes // 1024}\n"
        f"Depends: {', '.join(depends())}\nRecommends: {', '.join(RECOMMENDED)}\n"
        f"Suggests: {', '.join(SUGGESTED)}\n"
        f"Section: utils\nPriority: optional\nDescription: {SUMMARY}\n {words}\n"
    )


def desktop_file(program: str) -> str:
    """The entry of the desktop's menus."""
    return (
        f"[Desktop Entry]\nType=Application\nName={NAME}\nGenericName=Visual assistant\n"
        f"Comment=Answers questions about a picture, aloud\nExec={program} run %f\n"
        f"Icon={PROGRAM}\nTerminal=false\nCategories=Utility;Accessibility;Qt;\n"
        "MimeType=image/jpeg;image/png;image/webp;image/heic;\n"
        "Keywords=accessibility;blind;picture;read;describe;\n"
    )


def make_deb(bundle: Path, icons: Path, target: Path) -> Path:
    """Write target/whichone_VERSION_ARCHITECTURE.deb and return it.  Raises BuildError."""
    architecture = ARCHITECTURES.get(platform.machine())
    if architecture is None:
        raise BuildError(f"There is no .deb for {platform.machine()}.")
    if shutil.which("dpkg-deb") is None:
        raise BuildError("There is no dpkg-deb.  Install dpkg, or make the archive: build tar.")
    root = target / "deb-root"
    shutil.rmtree(root, ignore_errors=True)
    _lay_out(bundle, icons, root, architecture)
    set_times(root)
    file = target / f"{PROGRAM}_{version()}_{architecture}.deb"
    with step("Packing the .deb"):
        environ = {"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": str(epoch())}
        # zstd: xz took minutes for 3 percent less; Debian 12 and Ubuntu 22.04 read zstd.
        command: list[str | Path] = [
            "dpkg-deb",
            "--root-owner-group",
            "-Zzstd",
            "-z6",
            "--build",
            root,
            file,
        ]
        call(command, folder=target, environ=environ)
    shutil.rmtree(root)
    print(f"{file.name}: {megabytes(size_of(file))}")
    if maintainer() == NOBODY:
        print("It names nobody who answers for it.  Set WHICHONE_MAINTAINER before you publish it.")
    return file


def _lay_out(bundle: Path, icons: Path, root: Path, architecture: str) -> None:
    shutil.copytree(bundle, root / INSTALLED, symlinks=True)
    links = root / "usr/bin"
    links.mkdir(parents=True)
    (links / PROGRAM).symlink_to(f"/{INSTALLED}/{PROGRAM}")
    share = root / "usr/share"
    (share / "applications").mkdir(parents=True)
    entry = share / "applications" / f"{PROGRAM}.desktop"
    entry.write_text(desktop_file(f"/usr/bin/{PROGRAM}"), encoding="utf-8")
    for icon in icons.glob(f"{PROGRAM}-*.png"):
        size = icon.stem.rpartition("-")[2]
        place = share / f"icons/hicolor/{size}x{size}/apps"
        place.mkdir(parents=True)
        shutil.copy(icon, place / f"{PROGRAM}.png")
    papers = share / "doc" / PROGRAM
    papers.mkdir(parents=True)
    (papers / "copyright").write_bytes((ROOT / "NOTICE").read_bytes())
    with gzip.GzipFile(papers / "changelog.gz", "wb", mtime=0) as file:
        file.write((ROOT / "CHANGELOG.md").read_bytes())
    (root / "DEBIAN").mkdir()
    text = control(size_of(root), architecture)
    (root / "DEBIAN/control").write_text(text, encoding="utf-8")


def make_tar(bundle: Path, icons: Path, target: Path) -> Path:
    """Write target/whichone-VERSION-linux-MACHINE.tar.gz and return it.

    It is unpacked anywhere and started by its `whichone`; nothing else is touched.
    """
    stem = f"{PROGRAM}-{version()}-linux-{platform.machine()}"
    file = target / f"{stem}.tar.gz"
    target.mkdir(parents=True, exist_ok=True)
    with (
        step("Packing the archive"),
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, mtime=epoch()) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for path in sorted(bundle.rglob("*")):
            name = f"{stem}/{path.relative_to(bundle)}"
            archive.add(path, name, recursive=False, filter=_anonymous)
        archive.add(icons / f"{PROGRAM}-256.png", f"{stem}/{PROGRAM}.png", filter=_anonymous)
    print(f"{file.name}: {megabytes(size_of(file))}")
    return file


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = epoch()
    return entry


def contents(deb: Path) -> list[str]:
    """The paths of the files that a .deb would install.  Raises BuildError."""
    listed = subprocess.run(
        ["dpkg-deb", "--contents", str(deb)], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        raise BuildError(f"{deb.name} cannot be read: {listed.stderr.strip()}")
    return [line.split(None, 5)[5] for line in listed.stdout.splitlines()]
