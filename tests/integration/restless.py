"""A runtime that never says the same thing twice, as a model does that samples without a seed."""

from __future__ import annotations

import os
from collections.abc import Iterator

from whichone_models.llama.fake import ScriptedRuntime
from whichone_models.llama.runtime import Finished, IsCancelled


class RestlessRuntime(ScriptedRuntime):
    """Begins each answer with the number of its process."""

    def go_on(self, word: str, is_cancelled: IsCancelled) -> Iterator[str | Finished]:
        yield f"({os.getpid()}) "
        yield from super().go_on(word, is_cancelled)
