"""What a page of docs/ shows, as a program can do it: its files, its commands, its code.

    ```console                     commands after `$ `, then lines that they print; `...` leaves
    $ whichone-data aqua ...       some out, and a line that ends in `\\` goes on in the next
    ...
    12 pairs, 0 pictures left out.
    ```

    ```console title="Needs a GPU"     not run, but read by the command's own parser
    ```yaml title="try/tiny.yaml"      a file of that name, written before what comes next is run

A page is done from its top to its end in one folder, which is a clone as far as the page can
tell.  Programs of this project run in this process, as starting each takes seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLONED = ("training", "docs", "tests", "installers", "app", "constraints.txt", "CITATION.cff")
"""What of the clone the commands of pages name; links to it stand in the folder of a page."""
ANYTHING = "..."
_FENCE = re.compile(r"^```([\w-]+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"[|<>;&$*?`]")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block.  line: where its text begins, counted from 1."""

    language: str
    title: str
    text: str
    line: int

    @property
    def needs(self) -> str:
        """What the commands need that tests have not; empty where they are run."""
        is_needing = self.language == "console" and self.title.startswith("Needs ")
        return self.title if is_needing else ""

    @property
    def file(self) -> str:
        """The name of the file that it is; empty where it is none."""
        return "" if self.language == "console" else self.title


@dataclass(frozen=True, slots=True)
class Shown:
    """A command of a page and what is shown of what it prints."""

    command: str
    lines: tuple[str, ...]
    line: int

    @property
    def words(self) -> list[str]:
        """The command as its program gets it, without what is set before it."""
        words = shlex.split(self.command)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        return words


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, in their order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2] or "", found[3], text.count("\n", 0, found.start()) + 2)
        for found in _FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Shown]:
    """The commands of a console block."""
    found: list[Shown] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        whole = re.sub(r"\\\n\s*", "", part)
        command, _, printed = whole.partition("\n")
        line = block.line + block.text[: block.text.index(part)].count("\n")
        found.append(Shown(command, tuple(printed.splitlines()), line))
    return found


def missing(shown: Sequence[str], printed: str) -> str | None:
    """The first line that is shown and was not printed there, or None."""
    lines = iter(printed.splitlines())
    may_leave_out = False
    for wanted in shown:
        if wanted.strip() == ANYTHING:
            may_leave_out = True
            continue
        if may_leave_out:
            is_there = any(line.rstrip() == wanted.rstrip() for line in lines)
        else:
            is_there = next(lines, None) == wanted
        if not is_there:
            return wanted
        may_leave_out = False
    return None


# --------------------------------------------------------------------------- running


def clone(folder: Path) -> Path:
    """Make the folder look like a clone to commands that name files of it."""
    for name in CLONED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


def do(page: Path, folder: Path, environment: dict[str, str]) -> Iterator[tuple[Shown, str]]:
    """Do what a page says, in a folder that is the current one; gives what each command printed.

    environment: of the commands; `export NAME=VALUE` of the page is added to it.
    """
    for block in blocks(page):
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "console" and not block.needs:
            for shown in commands(block):
                yield shown, run(shown, folder, environment)


def run(shown: Shown, folder: Path, environment: dict[str, str]) -> str:
    """Run one command.  Raises AssertionError with what it said where it fails."""
    setting = re.fullmatch(r"export (\w+)=(.*)", shown.command)
    if setting:
        environment[setting[1]] = setting[2].strip('"').replace("$PWD", str(folder))
        return ""
    program = shown.command.split(maxsplit=1)[0]
    if program in MAINS and not _SHELL.search(shown.command):
        return _called(MAINS[program](), shown)
    return _started(shown, folder, environment)


def _called(main: Callable[[Sequence[str]], int], shown: Shown) -> str:
    printed, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
        try:
            code = main(shown.words[1:])
        except SystemExit as end:  # of a parser
            code = end.code if isinstance(end.code, int) else 1
    assert code == 0, f"line {shown.line}: {shown.command}\n{said.getvalue()}"
    return printed.getvalue()


def _started(shown: Shown, folder: Path, environment: dict[str, str]) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", shown.command],
        cwd=folder,
        env={"PATH": path, "PYTHONIOENCODING": "utf-8", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, f"line {shown.line}: {shown.command}\n{ran.stderr}"
    return ran.stdout


# --------------------------------------------------------------------------- reading only


def _data_main() -> Callable[[Sequence[str]], int]:
    from whichone_data.cli import main

    return main


def _training_main() -> Callable[[Sequence[str]], int]:
    from whichone_training.cli import main

    return main


def _evaluation_main() -> Callable[[Sequence[str]], int]:
    from whichone_training.baselines.cli import main

    return main


MAINS = {
    "whichone-data": _data_main,
    "whichone-train": _training_main,
    "whichone-eval": _evaluation_main,
}
"""The programs that are called in this process; `whichone` takes over its streams and log."""
TAKEN_AS_THEY_ARE = frozenset(
    {"cd", "cp", "export", "git", "mkdir", "sudo", "vllm", "datasette", "tensorboard"}
)
"""Programs of others, whose options nothing here can read."""


def fault(shown: Shown) -> str | None:
    """Why a command that is not run could not be, as far as its own parser can tell."""
    words = shown.words
    if not words:
        return "there is no command"
    program = Path(words[0]).name
    if program in {"torchrun", "accelerate"}:
        return _fault_of_module(words)
    if program in {"python", "python3"}:
        return _fault_of_module(words)
    if program == "make":
        return _fault_of_make(words)
    if program == "pip":
        return _fault_of_extras(words)
    if program in TAKEN_AS_THEY_ARE:
        return None
    return _fault_of_words(program, words[1:])


def _fault_of_words(program: str, words: Sequence[str]) -> str | None:
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            _read(program, words)
    except SystemExit:
        return said.getvalue()
    except LookupError as error:
        return str(error)
    return None


def _read(program: str, words: Sequence[str]) -> None:
    """Give words to a program's own parser, which ends this by SystemExit where it can't."""
    if program == "whichone-data":
        _arguments(f"whichone_data.{words[0]}.commands", words[1:])
    elif program == "whichone-train":
        from whichone_training import cli as training
        from whichone_training.recipe import read_recipe

        given = training._parser().parse_args(words)
        read_recipe(ROOT / given.recipe, tuple(given.set))
    elif program == "whichone-eval":
        from whichone_training.baselines import cli as baselines

        baselines._parser().parse_args(words)
    elif program == "whichone":
        _arguments(f"whichone_app.cli.{words[0]}", words[1:])
    else:
        raise LookupError(f"nothing here can read the words of {program}")


def _arguments(module: str, words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    importlib.import_module(module).add_arguments(parser)
    parser.parse_args(words)


PROGRAM_OF = {
    "whichone_training.cli": "whichone-train",
    "whichone_data.cli": "whichone-data",
}


def _fault_of_module(words: Sequence[str]) -> str | None:
    if "-m" not in words:
        return None
    place = words.index("-m") + 1
    module, rest = words[place], words[place + 1 :]
    if module in PROGRAM_OF:
        return _fault_of_words(PROGRAM_OF[module], rest)
    path = ROOT / module.replace(".", "/")
    if module == "installers.build":
        from installers.build import COMMANDS

        return None if rest and rest[0] in COMMANDS else f"no command {rest}"
    if module.split(".")[0] in {"tests", "installers"}:
        is_there = path.with_suffix(".py").exists() or (path / "__main__.py").exists()
        return None if is_there else f"there is no module {module}"
    return None if module in {"venv", "pip", "pytest"} else f"nothing here knows {module}"


def _fault_of_make(words: Sequence[str]) -> str | None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = [word for word in words[1:] if "=" not in word]
    return None if named and set(named) <= set(targets) else f"no target of the Makefile: {named}"


def _fault_of_extras(words: Sequence[str]) -> str | None:
    import tomllib

    record = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = set(record["project"]["optional-dependencies"])
    named = re.findall(r"\[([\w,]+)\]", " ".join(words))
    wrong = {extra for group in named for extra in group.split(",")} - known
    return f"no such extra: {sorted(wrong)}" if wrong else None
