"""A project folder: what a dataset tool was told, what it has done, and the rows it made.

    project.toml   what the project is about: its kind and its inputs, written once
    state.sqlite   which steps are done, and on which inputs (`state.py`)
    NAME.jsonl     the rows of a step, one JSON object a line

A step is done only for the inputs that it saw: when they change it is done again.  Every
file is written beside its place and then moved, so that a killed run leaves whole files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError, StorageError

from .state import finish_step, steps_done

SETTINGS = "project.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """One opened project folder."""

    folder: Path
    settings: Mapping[str, str]

    def write_rows(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Replace the rows of that name.  Raises StorageError."""
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        self.write_text(f"{name}.jsonl", "".join(f"{line}\n" for line in lines))

    def read_rows(self, name: str) -> list[dict[str, Any]]:
        """The rows of that name; none where they were never written.  Raises StorageError."""
        path = self.folder / f"{name}.jsonl"
        if not path.exists():
            return []
        lines = _read(path).splitlines()
        try:
            return [json.loads(line) for line in lines]
        except ValueError as error:
            raise _damaged(path, error) from error

    def write_text(self, name: str, text: str) -> Path:
        """Write a text file of the project and give its path.  Raises StorageError."""
        path = self.folder / name
        part = path.with_name(f"{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise StorageError(
                f"{path} can't be written.",
                remedy="Choose a folder that you may write in.",
                cause=str(error),
            ) from error
        return path

    def is_done(self, step: str, inputs: str) -> bool:
        """The step was finished on just these inputs."""
        return steps_done(self.folder).get(step) == inputs

    def finish(self, step: str, inputs: str) -> None:
        """Remember that the step is done; inputs: a digest of what it read."""
        finish_step(self.folder, step, inputs)


def open_project(folder: Path, settings: Mapping[str, str]) -> Project:
    """Open the project in a folder, or begin one there.

    Raises InputError where the folder holds a project of another kind, StorageError where it
    can't be written or is damaged.  Settings that differ from those before replace them.
    """
    path = folder / SETTINGS
    before = _settings(path)
    project = Project(folder, {**before, **settings})
    if before.get("kind", settings["kind"]) != settings["kind"]:
        raise InputError(
            f"{folder} holds a project of another kind: {before['kind']}.",
            remedy="Choose another output folder.",
        )
    if before != project.settings:
        pairs = project.settings.items()
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in pairs]
        project.write_text(SETTINGS, "".join(lines))
    return project


def _settings(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        return {key: str(value) for key, value in tomllib.loads(_read(path)).items()}
    except tomllib.TOMLDecodeError as error:
        raise _damaged(path, error) from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error


def _damaged(path: Path, error: Exception) -> StorageError:
    return StorageError(
        f"{path} is damaged.",
        remedy="Delete it and run the command again.",
        cause=str(error),
    )
