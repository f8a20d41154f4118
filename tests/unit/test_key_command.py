"""`whichone key`: a key goes into the keyring, out of it, and never onto the screen."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator

import keyring
import pytest
from whichone_app.cli import key
from whichone_core.errors import InputError, ModelError, SetupError
from whichone_core.settings import Settings

from tests.keyrings import MemoryKeyring
from tests.stub_server import fails, says, serving

SECRET = "sk-very-secret"


@pytest.fixture(autouse=True)
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def run(*words: str, server: str = "localhost:11434") -> int:
    parser = argparse.ArgumentParser()
    key.add_arguments(parser)
    return key.run(parser.parse_args(words), Settings(server=server))


def test_a_key_is_kept_and_forgotten_and_never_shown(
    ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f" {SECRET}\n"))
    assert run("set") == 0
    assert list(ring.kept.values()) == [SECRET]
    assert run("forget") == 0
    assert run("forget") == 0
    assert ring.kept == {}
    said = capsys.readouterr().out
    assert SECRET not in said
    assert "kept in the keyring" in said
    assert "No key was kept" in said


def test_nothing_on_standard_input_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    with pytest.raises(InputError):
        run("set")


def test_without_a_server_there_is_nothing_to_keep_a_key_for() -> None:
    with pytest.raises(SetupError, match="No server is set"):
        run("set", server="")


def test_a_check_names_the_models_and_sends_no_picture(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with serving(says("Hello.")) as stub:
        assert run("check", server=stub.url) == 0
        assert stub.requests == []
    assert "2 models: small, large" in capsys.readouterr().out


def test_a_check_of_what_is_not_there_says_so() -> None:
    with serving(fails(500)) as stub:
        url = stub.url
    with pytest.raises(ModelError, match="No server is running"):
        run("check", server=url)
