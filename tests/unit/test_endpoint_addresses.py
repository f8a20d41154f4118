"""Addresses, keys and pictures as they are sent to a server."""

from __future__ import annotations

import io
from collections.abc import Iterator

import keyring
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring.errors import KeyringLocked, NoKeyringError
from numpy.typing import NDArray
from PIL import Image
from whichone_core.errors import InputError, SetupError
from whichone_models.endpoint.address import read_address
from whichone_models.endpoint.keys import (
    KEY_VARIABLE,
    clean_key,
    forget_key,
    keep_key,
    read_key,
)
from whichone_models.endpoint.pictures import LEAST_SIDE, encode

from tests.keyrings import MemoryKeyring


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("localhost:11434", "http://localhost:11434/v1"),
        ("127.0.0.1:8080/", "http://127.0.0.1:8080/v1"),
        (" http://192.168.1.5:1234/v1 ", "http://192.168.1.5:1234/v1"),
        ("192.168.1.5:1234", "http://192.168.1.5:1234/v1"),
        ("https://api.example.org/v1/chat/completions", "https://api.example.org/v1"),
        ("api.example.org", "https://api.example.org/v1"),
        ("https://example.org/openai/v1/models", "https://example.org/openai/v1"),
        ("http://[::1]:9000", "http://[::1]:9000/v1"),
        ('"https://api.example.org"', "https://api.example.org/v1"),
    ],
)
def test_an_address_is_taken_as_it_is_typed(typed: str, url: str) -> None:
    assert read_address(typed).url == url


@pytest.mark.parametrize("typed", ["", "  ", "ftp://x", "http://", "http://a b", "http://x:99999"])
def test_what_is_no_address_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(SetupError) as error:
        read_address(typed)
    assert "http" in error.value.remedy


def test_a_key_in_an_address_is_refused() -> None:
    with pytest.raises(SetupError, match="must not hold"):
        read_address("https://user:secret@example.org")


@pytest.mark.parametrize(
    ("typed", "is_here"),
    [
        ("localhost:1", True),
        ("127.1.2.3:1", True),
        ("http://[::1]:1", True),
        ("http://[::ffff:127.0.0.1]:1", True),
        ("192.168.1.5:1", False),
        ("http://0x7f000001.example.org", False),
        ("http://localhost.example.org", False),
        ("http://127.0.0.1.example.org", False),
    ],
)
def test_it_is_known_whether_a_picture_leaves_the_computer(typed: str, is_here: bool) -> None:
    notice = read_address(typed).notice
    assert ("another program on this computer" in notice) == is_here
    assert ("leaves your computer" in notice) != is_here


def test_a_way_without_encryption_is_named() -> None:
    assert "without encryption" in read_address("http://example.org").notice
    assert "without encryption" not in read_address("https://example.org").notice


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_a_plain_error(typed: str) -> None:
    try:
        address = read_address(typed)
    except SetupError as error:
        assert error.remedy
    else:
        assert address.url.startswith("http")
        assert not address.url.endswith("/")


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


HERE = read_address("localhost:11434")


@pytest.mark.parametrize(
    "pasted",
    [
        "sk-abc123",
        "  sk-abc123\n",
        '"sk-abc123"',
        "Bearer sk-abc123",
        "Authorization: Bearer sk-abc123",
        "sk-abc\n123",
        "\u200bsk-abc123\ufeff",
        "sk-abc 123",
    ],
)
def test_stray_spaces_of_a_pasted_key_are_taken_off(pasted: str) -> None:
    assert clean_key(pasted) == "sk-abc123"


@pytest.mark.parametrize("pasted", ["", " \n", "Bearer ", "ключ", "x" * 5000, "a\x00b"])
def test_what_is_no_key_is_refused(pasted: str) -> None:
    with pytest.raises(InputError):
        clean_key(pasted)


def test_a_key_is_kept_for_its_server_alone(ring: MemoryKeyring) -> None:
    assert read_key(HERE, {}) is None
    keep_key(HERE, " sk-1 ")
    assert read_key(HERE, {}) == "sk-1"
    assert read_key(read_address("localhost:1"), {}) is None
    assert forget_key(HERE)
    assert not forget_key(HERE)
    assert ring.kept == {}


def test_a_variable_gives_the_key_where_there_is_no_keyring(ring: MemoryKeyring) -> None:
    ring.error = NoKeyringError()
    assert read_key(HERE, {KEY_VARIABLE: " sk-2\n"}) == "sk-2"
    assert read_key(HERE, {}) is None
    assert not forget_key(HERE)
    with pytest.raises(SetupError, match="no keyring"):
        keep_key(HERE, "sk-3")


def test_a_locked_keyring_is_said_to_be_locked(ring: MemoryKeyring) -> None:
    ring.error = KeyringLocked()
    with pytest.raises(SetupError, match="locked"):
        read_key(HERE, {})


def pixels(width: int, height: int) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)


def test_a_picture_is_sent_at_its_set_size_without_metadata() -> None:
    sent = encode(pixels(3000, 2000), longest=1024)
    image = Image.open(io.BytesIO(sent.data))
    assert (image.width, image.height) == (sent.width, sent.height) == (1024, 683)
    assert image.format == "JPEG"
    assert len(image.getexif()) == 0
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert sent.url.startswith("data:image/jpeg;base64,/9j/")


def test_a_small_picture_is_sent_without_loss_and_never_made_larger() -> None:
    given_pixels = pixels(112, 112)
    sent = encode(given_pixels)
    image = Image.open(io.BytesIO(sent.data))
    assert image.format == "PNG"
    assert np.array_equal(np.asarray(image), given_pixels)
    assert image.info == {}


@pytest.mark.parametrize(("width", "height"), [(1, 1), (12000, 200), (3, 4000), (5000, 1)])
def test_any_shape_becomes_one_that_servers_take(width: int, height: int) -> None:
    sent = encode(pixels(width, height))
    assert min(sent.width, sent.height) >= LEAST_SIDE
    assert max(sent.width, sent.height) <= 1024
    assert max(sent.width, sent.height) <= 100 * min(sent.width, sent.height)
