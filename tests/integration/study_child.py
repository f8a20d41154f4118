"""A process that runs study sessions until it is killed; says what is stored.

    python -m tests.integration.study_child LOG NAME [--file-limit BYTES]

Each line is the question of a turn that, with its rating and correction, `flush` acknowledged.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from whichone_core.log.sessionlog import SessionLog
from whichone_core.study.changes import SCALES, Participant, SessionPlan
from whichone_core.study.consent import load_consent
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

from tests.turns import a_frame, a_turn, an_answer

PATIENCE_S = 60.0
TURNS = 40


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    parser.add_argument("name")
    parser.add_argument("--file-limit", type=int)
    arguments = parser.parse_args()
    if arguments.file_limit:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (arguments.file_limit, resource.RLIM_INFINITY))
    redaction = PersonalRedaction(NoFaces())
    study = StudyLog(
        SessionLog(
            arguments.log, keep_pictures=False, busy_timeout_s=PATIENCE_S, redaction=redaction
        )
    )
    study.begin(SessionPlan(Participant(arguments.name)), load_consent(), with_pictures=True)
    answer = replace(an_answer(), timings_ms={})
    for number in range(TURNS):
        question = f"{arguments.name} {number}"
        study.record(a_turn(question, answer=answer, frame=a_frame(number)))
        study.rate(str(study.last_turn), dict.fromkeys(SCALES, 2), 1.0)
        study.contest("It is a mug.", becomes_item=False)
        print(question if study.flush(PATIENCE_S) else f"failed: {study.last_problem}", flush=True)
    study.close()


if __name__ == "__main__":
    main()
