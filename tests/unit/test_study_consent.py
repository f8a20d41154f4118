"""Who takes part in a study: codes, the consent that is read, the scales."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from whichone_core.errors import InputError, SetupError
from whichone_core.study.changes import POINTS, SCALES, Participant
from whichone_core.study.consent import load_consent
from whichone_core.study.studylog import new_code
from whichone_data.vizwiz.scales import POINTS as DATA_POINTS
from whichone_data.vizwiz.scales import Group, Scale


@pytest.mark.parametrize("name", ["Anna Lee", "", "P07;", "é" * 3, "x" * 21])
def test_a_participant_is_a_code(name: str) -> None:
    with pytest.raises(InputError, match="code"):
        Participant(name)


@pytest.mark.parametrize("name", ["4111111111111111", "01712345678", "DE89370400440532013000"])
def test_the_code_of_a_participant_is_no_number_of_a_person(name: str) -> None:
    with pytest.raises(InputError, match="code"):
        Participant(name)


def test_new_codes_can_be_used_and_differ() -> None:
    codes = {Participant(new_code()).id for _ in range(50)}
    assert len(codes) > 40


def test_the_researchers_own_consent_is_read_and_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "consent.md"
    file.write_text("# Title\n\n**Version:** 3b\n\nYou *agree* to\nthis [page](x).\n")
    text = load_consent(file)
    assert text.version == "3b" and text.sha256 != load_consent().sha256
    assert text.paragraphs == ("Title", "Version: 3b", "You agree to this page.")
    with pytest.raises(SetupError, match="cannot be read"):
        load_consent(tmp_path / "none.md")


def test_a_consent_that_nobody_can_read_is_said(tmp_path: Path) -> None:
    for name, content in {"binary": b"\x89PNG\xff\xfe", "utf-16": "Agree".encode("utf-16"),
                          "empty": b" \n", "huge": b"x" * 200_000}.items():  # fmt: skip
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SetupError, match=r"cannot be read|too long"):
            load_consent(tmp_path / name)
    for path in (tmp_path, tmp_path / "\0", tmp_path / ("n" * 5_000)):
        with pytest.raises(SetupError, match="cannot be read"):
            load_consent(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_for_a_consent_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "consent.md")
    with pytest.raises(SetupError, match="cannot be read"):
        load_consent(tmp_path / "consent.md")


def test_a_consent_of_empty_lines_is_read_in_time_that_grows_with_it(tmp_path: Path) -> None:
    """Where that grows with its square, it takes minutes."""
    (tmp_path / "consent.md").write_text("\n" * 90_000 + "Agree")
    text = load_consent(tmp_path / "consent.md")
    assert text.paragraphs == ("Agree",) and text.version == text.sha256[:8]


def test_the_scales_are_those_of_the_research_tools() -> None:
    assert tuple(scale.value for scale in Scale) == SCALES
    assert tuple(DATA_POINTS) == POINTS
    assert {group.value for group in Group} == {"blind", "sighted"}
