"""`whichone models` as a user runs it, against a hub on this computer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hub import COMMIT, Fault, LocalHub, paper_text, paper_tower, put_paper_model, running_hub

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")

MAIN = "import sys; from whichone_app.cli import main; sys.exit(main())"
CATALOGUE = """
import sys
from pathlib import Path
from whichone_app.presenters import tenths
from whichone_models.getting import catalog
tenths.APART_S = 0.0
text = Path(sys.argv.pop(1)).read_text(encoding="utf-8")
catalog.catalogue = lambda: catalog.parsed(text)
"""
"""The program with a catalogue of paper models: those of the real one are gigabytes.

Of work that takes a moment it says every percentage all the same."""


@dataclass
class User:
    home: Path
    hub: LocalHub
    catalogue: Path

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
        )

    def command(self, *words: str) -> list[str]:
        program = CATALOGUE + MAIN
        return [sys.executable, "-c", program, str(self.catalogue), "models", *words]

    def environment(self, **more: str) -> dict[str, str]:
        names = {"PATH": os.environ["PATH"], "WHICHONE_HOME": str(self.home)}
        return names | {"HF_ENDPOINT": self.hub.address, "HF_HOME": str(self.home / "hf")} | more


@pytest.fixture
def user(tmp_path: Path) -> Iterator[User]:
    with running_hub() as hub:
        known = put_paper_model(hub, tmp_path / "made")
        record = known.model_dump(mode="json", exclude={"name"})
        lines = [f"{key} = {json.dumps(value)}" for key, value in record.items()]
        catalogue = tmp_path / "catalog.toml"
        catalogue.write_text("\n".join([f'[models."{known.name}"]', *lines]), encoding="utf-8")
        home = tmp_path / "Zuhause Žå"
        home.mkdir()
        yield User(home, hub, catalogue)


def lines(ran: subprocess.CompletedProcess[str]) -> list[str]:
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout.splitlines()


def test_a_model_is_listed_pulled_verified_used_and_removed(user: User) -> None:
    assert lines(user.run("list")) == [
        "No language model is installed; the built-in engine answers.",
        "To pull: paper-model. 100 kilobytes to fetch, 1 megabyte of memory. Languages: English. "
        "Licence: none.",
    ]
    pulled = lines(user.run("pull", "paper-model", "--no-test"))
    assert pulled[0] == "Fetching Paper model, about 100 kilobytes. Licence: none."
    assert [line for line in pulled if "percent" in line][-1] == "100 percent of 525 kilobytes."
    assert pulled[-2:] == [
        "The model paper-model is installed, 525 kilobytes.",
        "To let it answer: whichone models use paper-model",
    ]
    assert lines(user.run("verify"))[-1] == "The model paper-model is as it was installed."
    assert lines(user.run("use", "paper-model", "--no-test")) == [
        "From now on paper-model answers. The built-in engine helps it, and answers where it fails."
    ]
    assert lines(user.run("list"))[0] == "Installed, in use: paper-model, 525 kilobytes."
    record = json.loads(user.run("list", "--json").stdout)
    assert record["chosen"] == "paper-model" and record["installed"][0]["bytes"] > 500_000
    assert lines(user.run("remove", "paper-model"))[0].startswith(
        "The model paper-model is removed"
    )
    assert json.loads(user.run("list", "--json").stdout)["chosen"] is None


def test_progress_is_said_every_ten_per_cent(user: User) -> None:
    said = [
        line for line in lines(user.run("pull", "paper-model", "--no-test")) if "percent" in line
    ]
    numbers = [int(line.split()[0]) for line in said]
    assert numbers == sorted(set(numbers)) and all(number % 10 == 0 for number in numbers)


def test_the_hub_is_asked_for_the_model_and_nothing_else(user: User) -> None:
    """huggingface_hub would tell it what is installed here, and ask for a list of programs."""
    lines(user.run("pull", "paper-model", "--no-test"))
    assert user.hub.requests == [
        "HEAD /somebody/paper/resolve/main/paper-Q4_K_M.gguf",
        f"HEAD /somebody/paper/resolve/{COMMIT}/mmproj-paper-f16.gguf",
        f"HEAD /somebody/paper/resolve/{COMMIT}/whichone.json",  # what its maker says of it
        "GET /cdn/somebody/paper/paper-Q4_K_M.gguf",
        "GET /cdn/somebody/paper/mmproj-paper-f16.gguf",
    ]


def test_ctrl_c_keeps_what_came(user: User) -> None:
    user.hub.faults.append(Fault(after=300_000, then="stall"))
    with subprocess.Popen(
        user.command("pull", "paper-model", "--no-test"),
        env=user.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.startswith("50 percent"):
                child.send_signal(signal.SIGINT)
                break
        _, complaint = child.communicate(timeout=60)
    assert child.returncode == 130
    assert complaint == "whichone: Stopped. The same command goes on from here.\n"
    said = lines(user.run("pull", "paper-model", "--no-test"))
    assert said[1] == "Going on from 50 percent."


def test_a_damaged_model_is_named_and_not_used(user: User) -> None:
    user.run("pull", "paper-model", "--no-test")
    (text,) = user.home.rglob("paper-Q4_K_M.gguf")
    os.truncate(text, 1000)
    checked = user.run("verify")
    assert checked.returncode == 4
    assert checked.stderr == (
        "whichone: The model paper-model cannot be used, because its file paper-Q4_K_M.gguf is "
        "not the one that was installed. Pull or import the model again.\n"
    )
    assert user.run("use", "paper-model").returncode == 4
    assert lines(user.run("list"))[0].startswith("Installed: paper-model")


def test_a_model_that_fails_its_test_is_not_used(user: User) -> None:
    """A paper model has a true head and no brain: llama.cpp refuses it."""
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    got = user.run("get", "paper-model")
    assert got.returncode == 4
    assert got.stderr.count("\n") == 1 and got.stderr.startswith("whichone: ")
    again = user.run("get", "paper-model")
    assert again.returncode == 4 and "Fetching" not in again.stdout, "it is here, and still bad"
    assert json.loads(user.run("list", "--json").stdout)["chosen"] is None


def test_a_wrong_name_is_answered_with_the_nearest(user: User) -> None:
    ran = user.run("pull", "paper-modell")
    assert ran.returncode == 3
    assert ran.stderr == (
        "whichone: There is no model called 'paper-modell' to pull. Did you mean 'paper-model'?\n"
    )


def test_without_a_network_there_is_one_sentence(user: User) -> None:
    ran = user.run("pull", "paper-model", HF_ENDPOINT="http://127.0.0.1:1")
    assert ran.returncode == 4
    assert ran.stderr == (
        "whichone: The network cannot be reached. "
        "Connect to the network and try again; what came so far is kept.\n"
    )


def test_a_model_comes_from_a_stick(user: User, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    paper_text(stick / "Paper.gguf")
    paper_tower(stick / "mmproj-Paper.gguf")
    said = lines(user.run("import", str(stick), "--name", "mine", "--no-test"))
    assert "The model mine is installed, 525 kilobytes." in said
    again = user.run("import", str(stick), "--name", "mine", "--no-test")
    assert again.returncode == 3 and "There is a model called mine already." in again.stderr


def test_a_smaller_copy_is_a_model_of_its_own(user: User, tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    from tests.tiny_models import tiny_model

    lines(user.run("import", str(tiny_model().folder), "--name", "tiny", "--no-test"))
    lines(user.run("quantize", "tiny", "--kind", "Q8_0", "--no-test"))
    sizes = {
        each["name"]: each["bytes"]
        for each in json.loads(user.run("list", "--json").stdout)["installed"]
    }
    assert sizes["tiny-q8_0"] < sizes["tiny"]
    assert lines(user.run("verify", "tiny-q8_0"))[-1].endswith("is as it was installed.")
    again = user.run("quantize", "tiny-q8_0", "--name", "tinier", "--no-test")
    assert again.returncode == 4 and "already quantized" in again.stderr


@pytest.mark.timeout(400)  # a minute where other programs want the processors too
def test_auto_means_the_chosen_model_and_falls_back_when_it_breaks(user: User) -> None:
    """The real way on a real small model: import, self-test, use, ask; then it is damaged."""
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    from tests.tiny_models import prototype

    said = lines(user.run("import", str(prototype().folder), "--name", "mini"))
    assert any("10 of 10" in line for line in said)
    assert "Testing" not in user.run("use", "mini").stdout, "it passed when it was imported"
    first = asked(user, "--json")
    assert json.loads(first.stdout)["engine"] == "local", first.stderr
    (text,) = user.home.rglob("text-f16.gguf")
    os.truncate(text, 1000)
    second = lines(asked(user))
    assert second[0] == (
        "The model mini cannot be used, because its file text-f16.gguf is not the one that was "
        "installed, so the built-in engine answers. Pull or import the model again."
    )
    assert second[1].startswith("Which one do you mean")


def asked(user: User, *options: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", MAIN, "ask", "example:table", "What is this?", *options]
    return subprocess.run(program, env=user.environment(), capture_output=True, encoding="utf-8")
