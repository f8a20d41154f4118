"""Answers as plain data: what `--json` prints and what the session log keeps."""

from __future__ import annotations

from .plain import Json, plain
from .types import Answer


def answer_record(answer: Answer) -> dict[str, Json]:
    """The one object of `whichone ask --json`.

    strategy, probabilities (null where the engine has none), text, sentences [{text, role}],
    options [{number, text, label, place, colour, box}], reason and retake (null unless it
    abstains), engine, quality {is_good, findings, measures}, evidence, timings_ms.
    """
    quality = plain(answer.quality)
    return {
        "strategy": str(answer.strategy),
        "probabilities": plain(answer.decision.probabilities),
        "text": answer.text,
        "sentences": [{"text": s.text, "role": str(s.role)} for s in answer.sentences],
        "options": plain(answer.options),
        "reason": plain(answer.decision.reason),
        "retake": answer.retake,
        "engine": answer.engine,
        "quality": {"is_good": answer.quality.is_good, **quality}
        if isinstance(quality, dict)
        else quality,
        "evidence": plain(answer.evidence),
        "timings_ms": plain(answer.timings_ms),
    }
