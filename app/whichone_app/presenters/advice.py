"""What can be done now, in at most three sentences, with the keys as they are."""

from __future__ import annotations

from collections.abc import Callable

from whichone_core.languages import N_

from ..catalogue import _, _n
from .situation import Situation

KeyOf = Callable[[str], str]
"""The key of a command as it is said; "" for one that has none."""


def what_now(situation: Situation, key_of: KeyOf, *, is_list_open: bool = False) -> tuple[str, ...]:
    """At most three sentences; the most useful thing first.

    is_list_open: whether the list of all keys is there already.
    """
    if situation.is_busy:
        return _while_busy(key_of)
    if situation.is_asked_back:
        return _when_asked_back(situation, key_of)
    if situation.has_failed:
        return _after_failure(situation, key_of)
    if situation.has_picture:
        return _with_picture(situation, key_of)
    start = _at_start(key_of)
    if is_list_open:
        return start
    return (*start, _("To hear all keys, {press}.", press=press("keys", key_of, USE_HELP)))


USE_ANSWER = N_("use the Answer menu")
USE_GO = N_("use the Go menu")
USE_HELP = N_("use the Help menu")
USE_PICTURE = N_("use the Picture menu")


def _while_busy(key_of: KeyOf) -> tuple[str, ...]:
    stop = press("stop", key_of, USE_ANSWER)
    return (_("I am still working."), _("To stop it, {press}.", press=stop))


def _when_asked_back(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    if not situation.options:
        return (_("I asked you back."), _("Type your reply in the question and press Enter."))
    choose = press("go options", key_of, USE_GO)
    return (
        _n(
            "I asked you back and offer {count} thing.",
            "I asked you back and offer {count} things.",
            situation.options,
        ),
        _("Type a number or a name in the question and press Enter."),
        _("To hear them again, {press} and use the arrow keys.", press=choose),
    )


def _after_failure(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    again = _("Your question stands where it was: press Enter there to ask it again.")
    another = _another_picture(key_of)
    repeat = press("repeat", key_of, USE_ANSWER)
    if situation.has_details:
        hear = _(
            "To hear what went wrong, {repeat}; for technical details, {more}.",
            repeat=repeat,
            more=press("more", key_of, USE_ANSWER),
        )
    else:
        hear = _("To hear what went wrong, {repeat}.", repeat=repeat)
    return (hear, again, another) if situation.has_picture else (hear, another)


def _with_picture(situation: Situation, key_of: KeyOf) -> tuple[str, ...]:
    first = _(
        "A picture is open: type a question and press Enter, or press Enter alone to have it "
        "described."
    )
    if not situation.has_answer:
        return (first, _another_picture(key_of))
    again = _(
        "To hear the answer again, {repeat}; for details, {more}.",
        repeat=press("repeat", key_of, USE_ANSWER),
        more=press("more", key_of, USE_ANSWER),
    )
    return (first, again, _another_picture(key_of))


def _another_picture(key_of: KeyOf) -> str:
    return _("For another picture, {press}.", press=press("open", key_of, USE_PICTURE))


def _at_start(key_of: KeyOf) -> tuple[str, ...]:
    return (
        _("No picture is open: to open one, {press}.", press=press("open", key_of, USE_PICTURE)),
        _(
            "To paste one, {paste}; for a picture of the screen, {capture}.",
            paste=press("paste", key_of, USE_PICTURE),
            capture=press("capture", key_of, USE_PICTURE),
        ),
    )


def press(name: str, key_of: KeyOf, otherwise: str) -> str:
    """How to give a command, with the key that it has now: "press F2".

    otherwise: what to do where the user took its key away, in English and marked with `N_`.
    """
    key = key_of(name)
    return _("press {key}", key=key) if key else _(otherwise)
