"""Every statement of the README that a program can check: what it shows is what happens.

After a change of the answers, `python -m tests.e2e.test_readme` writes what is printed now
into the README; look at it before you commit it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from whichone_app.cli.parsing import COMMANDS
from whichone_app.examples import FOLDER as EXAMPLES
from whichone_app.presenters.commands import OWN
from whichone_core.settings import Settings
from whichone_models.builtin.detectors import COCO_LABELS, OPEN_IMAGES_LABELS
from whichone_models.builtin.objects import _SYNONYMS
from whichone_models.getting.catalog import catalogue

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", README, re.MULTILINE))
PROGRAM = [sys.executable, "-c", "import sys; from whichone_app.cli import main; sys.exit(main())"]


ANSWERS = README.partition("<!-- answers: ")[2].partition("<!-- end answers -->")[0]
"""What stands between the two marks, and is written by this module."""


def transcripts() -> list[tuple[str, str]]:
    """The commands that the README shows with what they print."""
    found = re.findall(r"^    \$ (.+)\n((?:    (?!\$).+\n)+)", ANSWERS, re.MULTILINE)
    return [
        (command, re.sub(r"^    ", "", output, flags=re.MULTILINE)) for command, output in found
    ]


def commands(section: str) -> list[str]:
    """The commands that a section shows without output, without their explanations."""
    lines = re.findall(r"^    (?!\$)(\S.*)$", SECTIONS[section], re.MULTILINE)
    return [re.split(r"  +", line)[0] for line in lines]


def whichone(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program that is tested, with settings and a log of its own, and no display."""
    kept = {"PATH", "LANG", "LC_ALL", "SYSTEMROOT"}
    own = {name: value for name, value in os.environ.items() if name in kept}
    return subprocess.run(
        [*PROGRAM, *words],
        env=own | {"WHICHONE_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def test_the_readme_shows_three_answers() -> None:
    assert len(transcripts()) == 3
    assert README.count("    $ ") == 3, "a transcript outside the marks is not kept in step"


OFFLINE = {
    "How many cups are there?": ("direct", "two cups"),
    "Is it safe to eat this?": ("abstain", "can't judge"),
    "Who is this?": ("abstain", ""),
}


def test_the_table_is_true_of_what_works_offline(tmp_path: Path) -> None:
    """Text, a question back and abstaining are in the transcripts; these are the other rows."""
    table = SECTIONS["What works where"]
    assert "objects, counts, places" in table and "can't judge" in table and "by the face" in table
    for question, (strategy, said) in OFFLINE.items():
        ran = whichone(tmp_path, "ask", "example:table", question, "--json")
        answer = json.loads(ran.stdout)
        assert answer["strategy"] == strategy, ran.stdout
        assert said in ran.stdout.casefold(), ran.stdout


def test_what_it_is_is_said_in_two_sentences() -> None:
    told = README.split("\n\n")[1]
    assert len(re.findall(r"[.?!](?:\s|$)", told)) == 2


@pytest.mark.parametrize(("command", "shown"), transcripts())
def test_each_example_prints_exactly_what_is_shown(
    tmp_path: Path, command: str, shown: str
) -> None:
    program, *words = shlex.split(command)
    assert program == ".venv/bin/whichone"
    ran = whichone(tmp_path, *words)
    assert (ran.stdout, ran.stderr, ran.returncode) == (shown, "", 0)


def test_make_has_the_commands_that_are_shown() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    shown = {shlex.split(line)[1] for line in commands("Two commands")}
    assert shown == {"run", "test"}
    assert shown | set(re.findall(r"`make ([a-z]+)", README)) <= targets


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.strip().endswith("exec make test")


def test_every_command_and_option_that_is_shown_exists(tmp_path: Path) -> None:
    shown = commands("The command line")
    assert {line.split()[1] for line in shown} == set(COMMANDS)
    for line in shown:
        name = line.split()[1]
        offered = whichone(tmp_path, name, "--help").stdout
        for option in re.findall(r"--[a-z-]+", line):
            assert option in offered, f"whichone {name} {option}"
    log = whichone(tmp_path, "log", "--help").stdout
    for action in ("list", "show", "export", "delete", "forget"):
        assert re.search(rf"^ +{action} ", log, re.MULTILINE), action


def test_models_can_be_got_as_it_is_said(tmp_path: Path) -> None:
    section = SECTIONS["A language model of your own"]
    known = {model.name: model for model in catalogue()}
    offered = whichone(tmp_path, "models", "--help").stdout
    shown = set(re.findall(r"whichone models ([a-z]+)", section))
    also = re.search(r"also ([a-z, ]+)$", section, re.MULTILINE)
    assert also and shown == {"list", "pull", "import", "use"}
    for action in shown | set(also[1].split(", ")):
        assert re.search(rf"^ +{action} ", offered, re.MULTILINE), action
    got = set(re.findall(r"(?:MODEL=|models pull )(\S+)", section)) - {"qwen2.5vl:3b"}
    assert got == {"qwen2.5-vl-3b", "smolvlm-500m"} <= set(known)
    assert f"{known['qwen2.5-vl-3b'].download_bytes / 1e9:.1f} GB" in section
    assert f"{known['smolvlm-500m'].memory_bytes / 1e9:.0f} GB of memory" in section
    assert known["qwen2.5-vl-3b"].licence_note == "Not for commercial use."
    assert {known[name].licence for name in ("smolvlm-500m", "qwen3-vl-2b")} == {"Apache 2.0"}
    asked = set(re.findall(r"WHICHONE_([A-Z_]+)=", section))
    assert asked == {"ENGINE", "SERVER", "SERVER_MODEL"}
    assert {name.lower() for name in asked} <= set(Settings.model_fields)
    assert "--server" in whichone(tmp_path, "key", "set", "--help").stdout


def test_every_example_picture_is_named() -> None:
    named = set(re.findall(r"example:([a-z]+)", SECTIONS["The command line"]))
    assert named == {path.stem for path in EXAMPLES.glob("*.jpg")}


def test_the_settings_that_are_named_exist() -> None:
    named = re.findall(r"`([a-z_]+) = \"([^\"]+)\"`", README)
    assert set(named) == {("listen", "when asked"), ("log", "text"), ("log", "pictures")}
    for name, value in named:
        Settings.model_validate({name: value})
    (of_aiming,) = re.findall(r"settings\s+((?:`[a-z_]+`[, and]*)+)change how", README)
    assert set(re.findall(r"`([a-z_]+)`", of_aiming)) <= set(Settings.model_fields)
    assert set(re.findall(r"setting `([a-z_]+)`", README)) == {"speak_through"}
    assert "speak_through" in Settings.model_fields


def test_the_exit_codes_are_true(tmp_path: Path) -> None:
    stated = re.search(r"Exit codes of `ask`: (.+?)\. Each failure", README, re.DOTALL)
    assert stated
    assert re.findall(r"\b\d\b", stated[1]) == ["0", "1", "2", "3", "4"]
    abstained = whichone(tmp_path, "ask", "example:covered")
    usage = whichone(tmp_path, "ask")
    unreadable = whichone(tmp_path, "ask", "no-such-picture.jpg")
    assert [abstained.returncode, usage.returncode, unreadable.returncode] == [0, 2, 3]
    for failed in (usage, unreadable):
        assert failed.stdout == ""
        assert failed.stderr.startswith("whichone") and failed.stderr.count("\n") == 1


WHAT_KEYS_DO = {
    "Ctrl+O opens": "open a picture",
    "Ctrl+V pastes": "paste a picture",
    "Ctrl+G takes the screen": "picture of the screen",
    "Escape silences": "silence",
    "Ctrl+R repeats": "again",
    "Ctrl+I says more": "details",
    "Ctrl+L goes to the question": "go to the question",
    "F6 to the answer": "go to the answer",
    "F7 to the options": "go to the options",
    "F8 to the picture": "go to the picture",
}


@pytest.mark.parametrize(("said", "done"), WHAT_KEYS_DO.items())
def test_each_key_does_what_is_said(said: str, done: str) -> None:
    assert said in SECTIONS["The window"]
    key = said.split()[0].replace("Escape", "Esc")
    (helped,) = [one.command.help for one in OWN if one.command.keys == key]
    assert done in helped


@pytest.mark.parametrize("file", ["README.md", "CHANGELOG.md"])
def test_the_number_of_kinds_is_what_both_detectors_know(file: str) -> None:
    kinds = {_SYNONYMS.get(label, label) for label in (*COCO_LABELS, *OPEN_IMAGES_LABELS)}
    stated = re.findall(r"(\d+) kinds of\s+things", (ROOT / file).read_text(encoding="utf-8"))
    assert stated == [str(len(kinds))]


@pytest.mark.parametrize(
    "file",
    ["README.md", "docs/architecture.md", "docs/aqua.md", "docs/study.md", "docs/vizwiz-lf.md"],
)
def test_every_file_that_is_linked_exists(file: str) -> None:
    page = ROOT / file
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []


def test_the_paths_of_the_architecture_page_exist() -> None:
    """`app/jobs.py` there stands for `app/whichone_app/jobs.py`: an area holds one package."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+/[\w/.]*)`", page))
    assert named
    missing = [path for path in sorted(named) if not _found(path)]
    assert missing == []


def test_the_modules_of_models_that_are_named_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| what for | modules |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)/`.*?\| (.*) \|$", table, flags=re.M)
    assert len(rows) == 4
    for group, modules in rows:
        folder = ROOT / "models/whichone_models" / group
        there = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert set(re.findall(r"`(\w+)`", modules)) == there, group


def _found(path: str) -> bool:
    """In the project, in an area's package, or in a package of any area."""
    area, _, rest = path.partition("/")
    patterns = [path, f"{area}/whichone_*/{rest}", f"*/whichone_*/{path}", f"*/{path}"]
    return any(any(ROOT.glob(pattern.rstrip("/"))) for pattern in patterns)


def update() -> None:
    """Write what the examples print now into the README."""
    text = README
    for command, shown in transcripts():
        with tempfile.TemporaryDirectory() as home:
            printed = whichone(Path(home), *shlex.split(command)[1:]).stdout
        old, new = (re.sub("^", "    ", part, flags=re.M).rstrip(" ") for part in (shown, printed))
        text = text.replace(f"    $ {command}\n{old}", f"    $ {command}\n{new}")
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    update()
