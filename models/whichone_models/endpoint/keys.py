"""The key of a server: in the system's keyring, never in a file of ours.

Pasted keys bring stray spaces, line ends, quotes and "Bearer " along, and the server then
calls them wrong (field report 74): they are taken off here, once, for all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import NoReturn

from whichone_core.errors import InputError, SetupError

from whichone_models.catalogue import _

from .address import Address

SERVICE = "WhichOne"
KEY_VARIABLE = "WHICHONE_SERVER_KEY"
"""For machines without a keyring, such as servers; wins over the keyring."""
LONGEST = 4096
_INVISIBLE = re.compile(r"[\s\u200b-\u200f\u2028-\u202e\u2060\ufeff]+")


def clean_key(text: str) -> str:
    """A key as it was meant.  Raises InputError where there is none in the text."""
    words = _INVISIBLE.sub(" ", text).strip().strip("\"'").strip()
    words = re.sub(r"^(?:authorization:\s*)?bearer(?:\s+|$)", "", words, flags=re.IGNORECASE)
    key = words.replace(" ", "")
    if not key:
        raise InputError(
            _("There is no key in that."), remedy=_("Copy it again from the server's page.")
        )
    if not key.isascii() or not key.isprintable() or len(key) > LONGEST:
        raise InputError(
            _("That is no key: it holds characters that no key has, or is too long."),
            remedy=_("Copy it again from the server's page."),
        )
    return key


def read_key(address: Address, environ: Mapping[str, str] = os.environ) -> str | None:
    """The key of a server; None where none is kept.

    Raises SetupError where a keyring is there and stays locked or fails; a machine without
    any keyring simply has no key.
    """
    given = environ.get(KEY_VARIABLE, "")
    if given.strip():
        return clean_key(given)
    if find_spec("keyring") is None:
        return None
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        return keyring.get_password(SERVICE, address.origin)
    except NoKeyringError:
        return None
    except KeyringError as error:
        _complain(error)


def keep_key(address: Address, text: str) -> None:
    """Keep a key in the keyring.  Raises InputError for a bad one, SetupError for no keyring."""
    key = clean_key(text)
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(SERVICE, address.origin, key)
    except KeyringError as error:
        _complain(error)


def forget_key(address: Address) -> bool:
    """Take a key out of the keyring; False where none was kept.  Raises SetupError."""
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        if keyring.get_password(SERVICE, address.origin) is None:
            return False
        keyring.delete_password(SERVICE, address.origin)
    except NoKeyringError:
        return False
    except KeyringError as error:
        _complain(error)
    return True


def _complain(error: Exception) -> NoReturn:
    from keyring.errors import KeyringLocked, NoKeyringError

    if isinstance(error, NoKeyringError):
        sentence = _("This computer has no keyring to keep a key in.")
        remedy = _(
            "Install one, such as GNOME Keyring, or give the key in {variable}.",
            variable=KEY_VARIABLE,
        )
    elif isinstance(error, KeyringLocked):
        sentence, remedy = _("The keyring is locked."), _("Unlock it, and try again.")
    else:
        sentence = _("The keyring does not work.")
        remedy = _(
            "Unlock it or log in again, or give the key in {variable}.", variable=KEY_VARIABLE
        )
    raise SetupError(sentence, remedy=remedy, cause=repr(error)) from error
