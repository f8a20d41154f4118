"""Frozen dataclasses from JSON values, strictly: nothing is converted, left out or left over.

The worker starts anew after every crash, and this takes a tenth of a millisecond where
importing a validation library takes longer than all else that the worker imports.  It knows
what the messages consist of: dataclasses of str, int, float, bool, StrEnum, one tuple type,
and "or None".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

Builder = Callable[[object], Any]


class MismatchError(Exception):
    """A value that is not of the type it should be; the value itself is not told."""


@cache
def builder(kind: Any) -> Builder:
    """What makes a value of this type from a JSON value; it raises MismatchError."""
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_builder(kind)
    if get_origin(kind) is tuple:
        return _tuple_builder(builder(get_args(kind)[0]))
    if isinstance(kind, UnionType):
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        build = builder(inner)
        return lambda value: None if value is None else build(value)
    if issubclass(kind, StrEnum):
        return _enum_builder(kind)
    return _plain_builder((int, float) if kind is float else (kind,))


def _dataclass_builder(kind: type) -> Builder:
    hints = get_type_hints(kind)
    parts = {field.name: builder(hints[field.name]) for field in fields(kind)}

    def build(value: object) -> Any:
        if not isinstance(value, dict) or value.keys() != parts.keys():
            raise MismatchError(f"not the fields of {kind.__name__}")
        return kind(**{name: part(value[name]) for name, part in parts.items()})

    return build


def _tuple_builder(item: Builder) -> Builder:
    def build(value: object) -> Any:
        if not isinstance(value, list):
            raise MismatchError(f"a {type(value).__name__} is no list")
        return tuple(item(one) for one in value)

    return build


def _enum_builder(kind: type[StrEnum]) -> Builder:
    def build(value: object) -> Any:
        try:
            return kind(_plain_builder((str,))(value))
        except ValueError as error:
            raise MismatchError(str(error)) from error

    return build


def _plain_builder(kinds: tuple[type, ...]) -> Builder:
    def build(value: object) -> Any:
        if type(value) not in kinds:
            raise MismatchError(f"a {type(value).__name__} is no {kinds[-1].__name__}")
        return value

    return build
