"""Replies to a clarifying question in the languages besides English.

To add a language: a module with `REPLIES` in the shape of `tongue.ReplyTongue`, named below.
"""

from __future__ import annotations

from whichone_core.answering.replying.de import REPLIES as _GERMAN
from whichone_core.answering.replying.es import REPLIES as _SPANISH
from whichone_core.answering.replying.tongue import ReplyTongue
from whichone_core.languages import language_used

_ALL = {replies.tongue.code: replies for replies in (_SPANISH, _GERMAN)}


def replies_used() -> ReplyTongue | None:
    """How people reply in the language that is used now; None for English."""
    return _ALL.get(language_used())
