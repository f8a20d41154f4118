"""Prints every accessibility tree on the bus as JSON; run by the system's Python.

It registers for no events, so that the program under test does not take it for a screen
reader.
"""

from __future__ import annotations

import json
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # type: ignore[import-not-found]  # noqa: E402


def record(thing: Any) -> dict[str, Any]:
    """One element with its children."""
    text = thing.get_text_iface()
    children = (thing.get_child_at_index(i) for i in range(thing.get_child_count()))
    return {
        "role": thing.get_role_name(),
        "name": thing.get_name(),
        "description": thing.get_description(),
        "states": [state.value_nick for state in thing.get_state_set().get_states()],
        "text": Atspi.Text.get_text(text, 0, -1) if text else None,
        "children": [record(child) for child in children if child is not None],
    }


def main() -> None:
    Atspi.init()
    desktop = Atspi.get_desktop(0)
    programs = (desktop.get_child_at_index(i) for i in range(desktop.get_child_count()))
    print(json.dumps([record(program) for program in programs if program is not None]))


if __name__ == "__main__":
    main()
