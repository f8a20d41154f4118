"""A few requests to an X server that Qt has no call for: windows of other programs, and a key.

Spoken with libxcb through ctypes, on a connection of its own: XCB returns errors to whoever
asked, where Xlib hands them to one handler for the whole process, which Qt may need.  The names
of atoms are those of the Extended Window Manager Hints.
"""

from __future__ import annotations

import ctypes
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, Structure, c_char_p, c_int, c_uint8, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass

from whichone_core.errors import DeviceError

from .catalogue import _

_LONGEST = 4096
"""Of a property, in four bytes."""


@dataclass(frozen=True, slots=True)
class OtherWindow:
    """A window of another program, as its window manager lists it."""

    number: int
    title: str
    process: int
    """0 where it does not say."""


class Cookie(Structure):
    _fields_ = [("sequence", c_uint32)]


class _Screen(Structure):
    _fields_ = [("root", c_uint32)]


class _Screens(Structure):
    _fields_ = [("data", POINTER(_Screen)), ("rem", c_int), ("index", c_int)]


class _AtomReply(Structure):
    _fields_ = [
        ("kind", c_uint8), ("pad", c_uint8), ("sequence", c_uint16), ("length", c_uint32),
        ("atom", c_uint32),
    ]  # fmt: skip


class Server:
    """A connection; made by `connected`."""

    def __init__(self, xcb: ctypes.CDLL, handle: c_void_p) -> None:
        self.xcb, self.handle = xcb, handle
        xcb.xcb_get_setup.restype = c_void_p
        xcb.xcb_setup_roots_iterator.restype = _Screens
        xcb.xcb_setup_roots_iterator.argtypes = [c_void_p]
        screens = xcb.xcb_setup_roots_iterator(c_void_p(xcb.xcb_get_setup(handle)))
        self.root = int(screens.data.contents.root)
        self._libc = ctypes.CDLL(None)
        self._libc.free.argtypes = [c_void_p]
        for name in ("intern_atom", "get_property"):
            getattr(xcb, f"xcb_{name}").restype = Cookie
        xcb.xcb_intern_atom_reply.restype = POINTER(_AtomReply)
        xcb.xcb_get_property_reply.restype = c_void_p
        xcb.xcb_get_property_value.restype = c_void_p
        xcb.xcb_get_property_value.argtypes = [c_void_p]
        xcb.xcb_get_property_value_length.argtypes = [c_void_p]

    def free(self, reply: object) -> None:
        if reply:
            self._libc.free(ctypes.cast(reply, c_void_p))  # type: ignore[arg-type]

    def atom(self, name: str) -> int:
        words = name.encode()
        cookie = self.xcb.xcb_intern_atom(
            self.handle, c_uint8(0), c_uint16(len(words)), c_char_p(words)
        )
        reply = self.xcb.xcb_intern_atom_reply(self.handle, cookie, None)
        number = int(reply.contents.atom) if reply else 0
        self.free(reply)
        return number

    def property(self, window: int, name: str) -> bytes:
        """The bytes of a window's property; none where it, or the window, is not there."""
        cookie = self.xcb.xcb_get_property(
            self.handle, c_uint8(0), c_uint32(window), c_uint32(self.atom(name)),
            c_uint32(0), c_uint32(0), c_uint32(_LONGEST),
        )  # fmt: skip
        reply = self.xcb.xcb_get_property_reply(self.handle, cookie, None)
        if not reply:
            return b""
        length = self.xcb.xcb_get_property_value_length(reply)
        value = ctypes.string_at(self.xcb.xcb_get_property_value(reply), length)
        self.free(reply)
        return value

    def windows(self) -> tuple[OtherWindow, ...]:
        """Windows with a title, the one used last first where the manager sorts them."""
        listed = self.property(self.root, "_NET_CLIENT_LIST_STACKING")
        numbers = _numbers(listed or self.property(self.root, "_NET_CLIENT_LIST"))
        found = (self._window(number) for number in reversed(numbers))
        return tuple(window for window in found if window.title)

    def _window(self, number: int) -> OtherWindow:
        title = self.property(number, "_NET_WM_NAME") or self.property(number, "WM_NAME")
        process = _numbers(self.property(number, "_NET_WM_PID"))
        words = " ".join(title.decode("utf-8", "replace").replace("\0", " ").split())
        return OtherWindow(number, words, process[0] if process else 0)


def _numbers(value: bytes) -> tuple[int, ...]:
    whole = len(value) - len(value) % 4
    return tuple(memoryview(value[:whole]).cast("I"))


def is_here() -> bool:
    """Whether the desktop is X11; under Wayland an X server only knows its own clients."""
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    return sys.platform.startswith("linux") and bool(os.environ.get("DISPLAY")) and not is_wayland


@contextmanager
def connected() -> Iterator[Server]:
    """A connection to the display of this session.  Raises DeviceError."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise DeviceError(_("This desktop does not answer."), cause=str(error)) from error
    xcb.xcb_connect.restype = c_void_p
    handle = c_void_p(xcb.xcb_connect(None, None))
    try:
        fault = int(xcb.xcb_connection_has_error(handle))
        if fault:
            raise DeviceError(_("This desktop does not answer."), cause=f"xcb error {fault}")
        yield Server(xcb, handle)
    finally:
        xcb.xcb_disconnect(handle)


# --------------------------------------------------------------------------- a key of one's own

SHIFT, LOCK, CONTROL, ALT, NUM_LOCK, SUPER = 1, 2, 4, 8, 16, 64
"""Bits of modifiers; where the last three lie is every common desktop's choice."""
_F1 = 0xFFBE
"""The symbol of F1; the others follow."""

_MIN_KEYCODE, _MAX_KEYCODE = 34, 35
"""Where they stand in the server's greeting (X protocol, "connection setup")."""
_KEY_PRESS = 2


class _MappingReply(Structure):
    _fields_ = [("kind", c_uint8), ("per_code", c_uint8)]


def grab_key(server: Server, key: str, modifiers: int) -> bool:
    """Ask for a key ("g", "7", "F5") with modifiers, whatever the locks; False if another's."""
    code = _keycode(server, ord(key) if len(key) == 1 else _F1 - 1 + int(key[1:]))
    xcb = server.xcb
    xcb.xcb_grab_key_checked.restype = Cookie
    xcb.xcb_request_check.restype = c_void_p
    is_given = bool(code)
    for locks in (0, LOCK, NUM_LOCK, LOCK | NUM_LOCK):
        cookie = xcb.xcb_grab_key_checked(
            server.handle, c_uint8(1), c_uint32(server.root), c_uint16(modifiers | locks),
            c_uint8(code), c_uint8(1), c_uint8(1),
        )  # fmt: skip
        error = xcb.xcb_request_check(server.handle, cookie)
        is_given = is_given and not error
        server.free(error)
    return is_given


def wait_for_key(server: Server, woken: int) -> bool:
    """True once the key was pressed, False once `woken` can be read or the server is gone."""
    xcb = server.xcb
    xcb.xcb_poll_for_event.restype = POINTER(c_uint8)
    connection = int(xcb.xcb_get_file_descriptor(server.handle))
    while not xcb.xcb_connection_has_error(server.handle):
        event = xcb.xcb_poll_for_event(server.handle)
        if event:
            kind = int(event[0]) & 0x7F
            server.free(event)
            if kind == _KEY_PRESS:
                return True
            continue
        ready, _, _ = select.select([connection, woken], [], [])
        if woken in ready:
            return False
    return False


def _keycode(server: Server, keysym: int) -> int:
    """The key that types a letter without Shift in the first layout, or 0."""
    xcb = server.xcb
    greeting = ctypes.cast(c_void_p(xcb.xcb_get_setup(server.handle)), POINTER(c_uint8))
    first, last = int(greeting[_MIN_KEYCODE]), int(greeting[_MAX_KEYCODE])
    xcb.xcb_get_keyboard_mapping.restype = Cookie
    xcb.xcb_get_keyboard_mapping_reply.restype = POINTER(_MappingReply)
    xcb.xcb_get_keyboard_mapping_keysyms.restype = POINTER(c_uint32)
    count = last - first + 1
    cookie = xcb.xcb_get_keyboard_mapping(server.handle, c_uint8(first), c_uint8(count))
    reply = xcb.xcb_get_keyboard_mapping_reply(server.handle, cookie, None)
    if not reply:
        return 0
    symbols, width = xcb.xcb_get_keyboard_mapping_keysyms(reply), int(reply.contents.per_code)
    there = [place for place in range(count) if int(symbols[place * width]) == keysym]
    server.free(reply)
    return first + there[0] if there else 0
