"""What was asked in this session, brought back with Up and Down; it is never kept."""

from __future__ import annotations

MOST = 200


class History:
    """Questions, oldest first.  What was being typed comes back below the last of them."""

    def __init__(self) -> None:
        self._asked: list[str] = []
        self._place: int | None = None
        self._draft = ""

    def add(self, text: str) -> None:
        """A question was asked; the same one twice in a row is one."""
        text = text.strip()
        if text and self._asked[-1:] != [text]:
            self._asked = [*self._asked, text][-MOST:]
        self._place, self._draft = None, ""

    def earlier(self, shown: str) -> str | None:
        """The question before the one that is shown, or None at the first.

        shown: the line as it is; words that are no question of the history are a draft.
        """
        self._keep_draft(shown)
        place = len(self._asked) if self._place is None else self._place
        if place == len(self._asked) and self._asked and shown.strip() == self._asked[-1]:
            place -= 1  # a question that was given back is not brought back once more
        if place == 0:
            return None
        self._place = place - 1
        return self._asked[self._place]

    def later(self, shown: str) -> str | None:
        """The question after the one that is shown, then the draft, then None."""
        self._keep_draft(shown)
        if self._place is None:
            return None
        self._place += 1
        if self._place < len(self._asked):
            return self._asked[self._place]
        self._place = None
        return self._draft

    def _keep_draft(self, shown: str) -> None:
        """Take what is shown for a draft, unless it is the question that was brought back."""
        if self._place is None or shown != self._asked[self._place]:
            self._draft, self._place = shown, None
