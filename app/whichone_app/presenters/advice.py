"""What can be done now, in at most three sentences, with the keys as they are."""

from __future__ import annotations

from collections.abc import Callable

from .situation import Situation

KeyOf = Callable[[str], str]
"""The key of a command as it is said; "" for one that has none."""


def what_now(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    """At most three sentences; the most useful thing first."""
    if situation.is_busy:
        return _while_busy(key_of)
    if situation.is_asked_back:
        return _when_asked_back(situation, key_of)
    if situation.has_failed:
        return _after_failure(situation, key_of)
    if situation.has_picture:
        return _with_picture(situation, key_of)
    return _at_start(key_of)


def _while_busy(key_of: KeyOf) -> tuple[str, ...]:
    return ("I am still working.", f"To stop it, {press('stop', key_of, 'use the Answer menu')}.")


def _when_asked_back(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    if not situation.options:
        return ("I asked you back.", "Type your reply in the question and press Enter.")
    choose = press("go options", key_of, "use the Go menu")
    return (
        f"I asked you back and offer {situation.options} things.",
        "Type a number or a name in the question and press Enter.",
        f"To hear them again, {choose} and use the arrow keys.",
    )


def _after_failure(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    again = "Your question stands where it was: press Enter there to ask it again."
    another = f"For another picture, {press('open', key_of, 'use the Picture menu')}."
    hear = f"To hear what went wrong, {press('repeat', key_of, 'use the Answer menu')}."
    return (hear, again, another) if situation.has_picture else (hear, another)


def _with_picture(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    ask = "A picture is open: type a question and press Enter, or press Enter alone to have it "
    first = f"{ask}described."
    another = f"For another picture, {press('open', key_of, 'use the Picture menu')}."
    if not situation.has_answer:
        return (first, another)
    repeat = press("repeat", key_of, "use the Answer menu")
    more = press("more", key_of, "use the Answer menu")
    return (first, f"To hear the answer again, {repeat}; for details, {more}.", another)


def _at_start(key_of: KeyOf) -> tuple[str, ...]:
    opening = press("open", key_of, "use the Picture menu")
    paste = press("paste", key_of, "use the Picture menu")
    capture = press("capture", key_of, "use the Picture menu")
    keys = press("keys", key_of, "use the Help menu")
    return (
        f"No picture is open: to open one, {opening}.",
        f"To paste one, {paste}; for a picture of the screen, {capture}.",
        f"To hear all keys, {keys}.",
    )


def press(name: str, key_of: KeyOf, otherwise: str) -> str:
    """How to give a command, with the key that it has now: "press F2".

    otherwise: what to do where the user took its key away.
    """
    key = key_of(name)
    return f"press {key}" if key else otherwise
