"""What a failure of a server is called, from what the libraries and the server say."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_models.endpoint.address import read_address
from whichone_models.endpoint.failures import (
    MOST_NAMED,
    Asked,
    Trouble,
    complaint,
    connection_trouble,
    said_in,
    status_trouble,
)

ASKED = Asked(read_address("https://models.example.org"), "llava", True)


def wrapped(cause: BaseException) -> Exception:
    """An error as it comes through two libraries."""
    try:
        try:
            try:
                raise cause
            except BaseException as error:
                raise RuntimeError("connect") from error
        except RuntimeError as error:
            raise ValueError("Connection error.") from error
    except ValueError as error:
        return error


@pytest.mark.parametrize(
    ("cause", "trouble"),
    [
        (socket.gaierror(-2, "Name or service not known"), Trouble.NO_NAME),
        (ConnectionRefusedError(111, "refused"), Trouble.NOT_RUNNING),
        (ConnectionResetError(104, "reset"), Trouble.CUT),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), Trouble.UNREACHABLE),
        (OSError(errno.EHOSTUNREACH, "No route to host"), Trouble.UNREACHABLE),
        (ssl.SSLCertVerificationError(1, "certificate verify failed"), Trouble.INSECURE),
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER]"), Trouble.NOT_ENCRYPTED),
        (OSError(errno.EIO, "?"), Trouble.UNREACHABLE),
    ],
)
def test_the_cause_behind_a_connection_error_is_found(
    cause: BaseException, trouble: Trouble
) -> None:
    assert connection_trouble(wrapped(cause)) is trouble


@pytest.mark.parametrize(
    ("status", "said", "trouble"),
    [
        (404, 'model "llava" not found, try pulling it first', Trouble.NO_MODEL),
        (400, "model_not_found", Trouble.NO_MODEL),
        (400, "this model does not support images", Trouble.BLIND),
        (400, "Content should be a valid string", Trouble.BLIND),
        (400, "the request exceeds the available context size", Trouble.TOO_LARGE),
        (400, "This model's maximum context length is 8192 tokens", Trouble.TOO_LARGE),
        (429, '{"code": "insufficient_quota"}', Trouble.QUOTA),
        (429, "Too Many Requests", Trouble.RATE),
        (502, "<html>Bad Gateway</html>", Trouble.BROKEN),
    ],
)
def test_what_servers_say_is_understood(status: int, said: str, trouble: Trouble) -> None:
    assert status_trouble(status, said, True) is trouble


@pytest.mark.parametrize("trouble", list(Trouble))
def test_every_trouble_can_be_spoken_and_says_what_to_do(trouble: Trouble) -> None:
    error = complaint(trouble, ASKED, "technical")
    assert error.sentence.endswith(".")
    assert error.remedy.endswith(".")
    assert "{" not in error.spoken
    assert "technical" not in error.spoken


def test_no_more_models_are_named_than_can_be_listened_to() -> None:
    many = tuple(f"model-{number}" for number in range(40))
    asked = Asked(ASKED.address, "llava", True, many)
    spoken = complaint(Trouble.NO_MODEL, asked).spoken
    assert spoken.count("model-") == MOST_NAMED
    assert "35 more" in spoken


def test_a_long_body_is_cut() -> None:
    assert len(said_in({"error": "x" * 100_000})) <= 2000
    assert len(complaint(Trouble.BROKEN, ASKED, "x" * 100_000).cause) <= 2000


@given(st.integers(300, 599), st.text(max_size=200), st.booleans())
def test_any_status_and_text_is_some_trouble(status: int, said: str, has_key: bool) -> None:
    assert status_trouble(status, said, has_key) in Trouble
