"""Whether sounds besides speech have to wait, as a microphone is open and would hear them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Quiet:
    """reasons: asked before each sound; whoever opens a microphone adds one."""

    reasons: list[Callable[[], bool]] = field(default_factory=list)

    @property
    def is_wanted(self) -> bool:
        return any(reason() for reason in self.reasons)
