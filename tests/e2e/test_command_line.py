"""The contract of the command line, by real processes: codes, one sentence, no traceback."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from whichone_core.version import __version__

from tests.e2e.commands import CUPS, PROGRAM, Ran, Whichone, complains, holding

NETWORK_WATCHER = """
import os, socket
def connect(self, address, old=socket.socket.connect):
    if self.family != socket.AF_UNIX:
        open(os.environ["CALLED"], "a").write(f"{address}\\n")
        raise OSError("no network")
    return old(self, address)
socket.socket.connect = socket.socket.connect_ex = connect
"""


# ------------------------------------------------------------------------ 0: an answer


def test_an_answer_is_on_standard_output_alone(whichone: Whichone) -> None:
    assert whichone(*CUPS) == Ran(0, "I can see two cups.\n", "")


def test_to_abstain_is_an_answer_too(whichone: Whichone) -> None:
    ran = whichone("ask", "example:covered", "What does it say?")
    assert (ran.code, ran.err) == (0, "")
    assert "can't tell" in ran.out


def test_a_clarifying_question_lists_its_options_and_takes_a_reply(whichone: Whichone) -> None:
    asked = whichone("ask", "example:table", "What is this?")
    assert (asked.code, asked.err) == (0, "")
    assert "?" in asked.out and "\n1. " in asked.out and "\n2. " in asked.out
    replied = whichone("ask", "example:table", "What is this?", "--reply", "the blue one")
    assert (replied.code, replied.err) == (0, "")
    assert replied.out.startswith(asked.out)
    assert "blue cup" in replied.out.removeprefix(asked.out)


SCHEMA: dict[str, tuple[type, ...]] = {
    "strategy": (str,),
    "probabilities": (dict, type(None)),
    "text": (str,),
    "sentences": (list,),
    "options": (list,),
    "reason": (str, type(None)),
    "retake": (str, type(None)),
    "engine": (str,),
    "quality": (dict,),
    "evidence": (dict,),
    "timings_ms": (dict,),
}


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        (("example:label", "What is the expiry date?"), "direct"),
        (("example:table", "What is this?"), "clarify"),
        (("example:covered", "What does it say?"), "abstain"),
    ],
)
def test_json_is_one_object_of_the_promised_shape(
    whichone: Whichone, words: tuple[str, ...], strategy: str
) -> None:
    ran = whichone("ask", *words, "--json")
    assert (ran.code, ran.err) == (0, "")
    answer: dict[str, Any] = json.loads(ran.out)
    assert answer.keys() == SCHEMA.keys()
    for key, kinds in SCHEMA.items():
        assert isinstance(answer[key], kinds), key
    assert answer["strategy"] == strategy
    assert all(sentence.keys() == {"text", "role"} for sentence in answer["sentences"])
    assert (answer["reason"] is not None) == (strategy == "abstain")
    assert [option["number"] for option in answer["options"]] == list(
        range(1, len(answer["options"]) + 1)
    )
    assert bool(answer["options"]) or strategy != "clarify"
    assert answer["engine"] == "builtin"
    assert all(isinstance(ms, (int, float)) for ms in answer["timings_ms"].values())


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="no voice is installed")
def test_the_spoken_answer_is_saved(whichone: Whichone, tmp_path: Path) -> None:
    ran = whichone(*CUPS, "--save-audio", "answer.wav")
    assert ran == Ran(0, "I can see two cups.\nThe spoken answer is in answer.wav.\n", "")
    with wave.open(str(tmp_path / "answer.wav")) as sound:
        assert sound.getnframes() / sound.getframerate() > 0.5


@pytest.mark.parametrize(
    "question",
    [
        "",
        "%s%n{0}",
        "'; DROP TABLE turns;--",
        "\u05de\u05d4 \u05db\u05ea\u05d5\u05d1 \u05db\u05d0\u05df \u202e",
        "😀🎉",
        "\x1b[31m\x07",
        b"\xff\xfe not text",
        "what is this " * 9000,
    ],
)
def test_no_question_breaks_it(whichone: Whichone, question: str | bytes) -> None:
    ran = whichone("ask", "example:covered", question, env={"WHICHONE_LOG": "text"})
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.replace("\n", "").isprintable()


def test_strange_questions_are_kept_and_listed_harmlessly(whichone: Whichone) -> None:
    whichone("ask", "example:covered", b"\xff\x1b[2J\n\xe2\x80\xae?", env={"WHICHONE_LOG": "text"})
    listed = whichone("log", "list")
    assert (listed.code, listed.err, listed.out.count("\n")) == (0, "", 1)
    assert listed.out[:-1].isprintable()


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "tr_TR.UTF-8", "TZ": "No/Where"},
        {"WHICHONE_HOME": "", "HOME": "/proc/nobody", "WHICHONE_LOG": "text"},
        {"WHICHONE_HOME": "/proc/here", "WHICHONE_LOG": "text"},
    ],
)
def test_every_environment_gets_its_answer(whichone: Whichone, env: dict[str, str]) -> None:
    assert whichone(*CUPS, env=env) == Ran(0, "I can see two cups.\n", "")


def test_nothing_is_ever_connected_to(whichone: Whichone, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NETWORK_WATCHER)
    called = tmp_path / "called"
    env = {"PYTHONPATH": str(tmp_path), "CALLED": str(called)}
    ran = whichone("ask", "example:label", "What is the expiry date?", env=env)
    assert (ran.code, ran.err) == (0, "")
    assert not called.exists()


def test_nothing_is_left_in_the_home_of_the_user(whichone: Whichone, tmp_path: Path) -> None:
    home = tmp_path / "user"
    home.mkdir()
    env = {"HOME": str(home), "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    for picture, question in (("label", "What does it say?"), ("table", CUPS[2])):
        assert whichone("ask", f"example:{picture}", question, env=env).err == ""
    # onnxruntime would keep a device number and a database of events for its maker.
    assert list(home.rglob("*")) == []


def test_the_version_loads_next_to_nothing(environ: dict[str, str]) -> None:
    """So it takes little longer than an empty Python; the benchmark "startup" has the time."""
    program = (
        "import atexit, sys\n"
        "before = set(sys.modules)\n"
        "atexit.register(lambda: print(sorted(set(sys.modules) - before)))\n"
        "from whichone_app.cli import main\n"
        "main(['--version'])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True
    )
    version, loaded = ran.stdout.splitlines()
    assert version == f"WhichOne {__version__}"
    modules = ast.literal_eval(loaded)
    ours = [name for name in modules if name.startswith("whichone")]
    assert ours == [
        "whichone_app", "whichone_app.cli", "whichone_core", "whichone_core.version"
    ]  # fmt: skip
    others = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    assert others == {"whichone_app", "whichone_core"}
    assert len(modules) < 60


def test_compiled_modules_that_a_full_disk_cut_short_are_made_anew(
    whichone: Whichone, tmp_path: Path
) -> None:
    env = {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
    covered = ("ask", "example:covered", "What does it say?")
    right = whichone(*covered, env=env)
    copies = [path for path in tmp_path.rglob("*.pyc") if "whichone_" in str(path)]
    cut = [path for path in copies if path.name.split(".")[0] in ("wording", "ports", "ask")]
    whole = [path.read_bytes() for path in cut]
    assert len(cut) >= 3
    for path in cut:
        os.truncate(path, path.stat().st_size // 2)
    assert whichone(*covered, env=env) == right
    assert [path.read_bytes() for path in cut] == whole


# ------------------------------------------------------------------------ 2: usage


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "COMMAND"),
        (("asq",), "asq"),
        (("ask",), "PICTURE"),
        (("ask", "x", "--nope"), "--nope"),
        (("ask", "x", "--nope\x1b[31m\u202e\nmore"), "--nope [31m more"),
        (("ask", "x", b"--\xff"), "--?"),
        (("ask", "x", "--é" + "y" * 100_000), "unrecognized"),
        (("ask", "example:label", "--engine", "bultin"), "Did you mean 'builtin'?"),
        (("ask", "example:label", "--engine", "x" * 100_000), "There is builtin, local"),
        (("log", "show", "none"), "none"),
    ],
)
def test_wrong_usage(whichone: Whichone, words: tuple[str | bytes, ...], said: str) -> None:
    ran = whichone(*words)
    complains(ran, 2, said)
    assert ran.out == "" and len(ran.err) < 2200


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"WHICHONE_NONSENSE": "1"}, "nonsense"),
        ({"WHICHONE_VOICE": "x\x1b[31m"}, 'cannot be "x [31m"'),
        ({"WHICHONE_SPEECH_RATE": "nan"}, "a number from -1 to 1"),
        ({"WHICHONE_LANGUAGE": "zz_" * 10_000}, "..."),
        ({"WHICHONE_HOME": "~no-such-user/x"}, "WHICHONE_HOME names no folder"),
        ({"WHICHONE_HOME": "/etc/passwd"}, "cannot be read"),
    ],
)
def test_wrong_settings_in_the_environment(
    whichone: Whichone, env: dict[str, str], said: str
) -> None:
    complains(whichone(*CUPS, env=env), 2, said)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (Path.mkdir, "cannot be read"),
        (os.mkfifo, "cannot be read"),
        (lambda path: path.symlink_to("/dev/zero"), "cannot be read"),
        (lambda path: path.symlink_to(path), "cannot be read"),
        (holding(b"#" * 2_000_000), "cannot be read"),
        (holding(b"\xff\x00\x01"), "not valid TOML"),
        (holding(b"a = " + b"[" * 5000), "not valid TOML"),
        (holding(b"ask_more = " + b"9" * 5000), "not valid TOML"),
        (holding(b'"\\u001b[31m" = 1'), "There is no setting called"),
    ],
    ids=["folder", "pipe", "device", "loop", "huge", "binary", "deep", "number", "escape"],
)
def test_a_settings_file_that_is_none(
    whichone: Whichone, tmp_path: Path, make: Callable[[Path], object], said: str
) -> None:
    (tmp_path / "home").mkdir()
    make(tmp_path / "home" / "settings.toml")
    complains(whichone(*CUPS), 2, said)


# ------------------------------------------------------------------------ the streams


def test_a_full_output_is_said(whichone: Whichone) -> None:
    for words in (CUPS, (*CUPS, "--json"), ("log", "list")):
        ran = whichone(*words, shell='exec "$0" "$@" > /dev/full')
        complains(ran, 1, "The output could not be written.")


def test_a_reader_that_leaves_is_no_failure(whichone: Whichone) -> None:
    assert whichone(*CUPS, shell='{ "$0" "$@"; echo $? >&2; } | true').err == "0\n"


def test_closed_streams_break_nothing(whichone: Whichone) -> None:
    assert whichone(*CUPS, shell='exec "$0" "$@" <&-').out == "I can see two cups.\n"
    assert whichone(*CUPS, shell='exec "$0" "$@" >&-') == Ran(0, "", "")
    assert whichone(*CUPS, shell='exec "$0" "$@" <&- >&- 2>&-') == Ran(0, "", "")
    assert whichone("ask", "none.jpg", shell='exec "$0" "$@" 2>&-') == Ran(3, "", "")
    complains(whichone("ask", "-", shell='exec "$0" "$@" <&-'), 3, "The picture is empty")


# ------------------------------------------------------------------------ the log


def test_killed_right_after_the_answer_the_log_is_whole(
    whichone: Whichone, environ: dict[str, str]
) -> None:
    env = {"WHICHONE_LOG": "pictures"}
    with subprocess.Popen([PROGRAM, *CUPS], env={**environ, **env}, stdout=subprocess.PIPE) as ran:
        assert ran.stdout is not None
        assert ran.stdout.readline() == b"I can see two cups.\n"
        ran.kill()
    assert whichone(*CUPS, env=env).code == 0
    turns = json.loads(whichone("log", "list", "--json").out)
    assert turns[0]["question"] == CUPS[2] and turns[0]["text"].startswith("I can see two cups.")


def test_several_at_once_share_the_log(whichone: Whichone, environ: dict[str, str]) -> None:
    env = {**environ, "WHICHONE_LOG": "text"}
    both = [
        subprocess.Popen([PROGRAM, "ask", "example:covered"], env=env, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    for one in both:
        one.communicate()
        assert one.returncode == 0
    assert whichone("log", "list").out.count("\n") == 3


def test_an_export_replaces_no_pipe_or_device(whichone: Whichone, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    complains(whichone("log", "export", "--output", "pipe"), 1, "a pipe or a device, not a file")
    assert (tmp_path / "pipe").is_fifo()
    complains(whichone("log", "export", "--output", ""), 1, "not a file")


def test_an_export_follows_a_link(whichone: Whichone, tmp_path: Path) -> None:
    whichone("ask", "example:covered", env={"WHICHONE_LOG": "text"})
    (tmp_path / "link").symlink_to("turns.jsonl")
    assert whichone("log", "export", "--output", "link").code == 0
    assert (tmp_path / "link").is_symlink()
    assert len((tmp_path / "turns.jsonl").read_text().splitlines()) == 1


def test_an_odd_name_of_a_file_is_one_harmless_line_where_it_is_repeated(
    whichone: Whichone, tmp_path: Path
) -> None:
    name = b"a\xff\n\x1b[2J.md"
    for words in (("guide", "--output"), ("log", "export", "--output")):
        ran = whichone(*words, name, env={"PYTHONIOENCODING": "utf-8"})
        assert ran.code == 0 and ran.err.count("\n") == 1 and ran.err[:-1].isprintable()
    other = b"b\xff\n\x1b[2J.md"
    ran = whichone("study", "consent", "--template", other, env={"PYTHONIOENCODING": "utf-8"})
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1) and ran.out[:-1].isprintable()
    complains(whichone("study", "consent", "--template", "x" * 300), 1, "could not be written")


def test_letters_that_a_terminal_lacks_cost_no_answer_and_no_list(
    environ: dict[str, str], tmp_path: Path
) -> None:
    """A console of Windows knows 256 letters; a question may hold any."""
    narrow = environ | {"PYTHONIOENCODING": "latin-1", "WHICHONE_LOG": "text"}
    for words in (["ask", "example:covered", "日 what is this?"], ["log", "list"]):
        ran = subprocess.run([PROGRAM, *words], env=narrow, capture_output=True, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
    assert b"? what is this?" in ran.stdout
