"""A process that logs turns until it is killed; says on standard output which are stored.

    python -m tests.integration.log_child LOG NAME COUNT [--pictures] [--file-limit BYTES]

Each line is the question of a turn that `flush` acknowledged; "failed: ..." otherwise.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from whichone_core.log.sessionlog import SessionLog

from tests.turns import a_frame, a_turn

PATIENCE_S = 60.0
"""For locks and for the disk, which other programs may keep busy for seconds."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    parser.add_argument("name")
    parser.add_argument("count", type=int)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--file-limit", type=int)
    arguments = parser.parse_args()
    if arguments.file_limit:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (arguments.file_limit, resource.RLIM_INFINITY))
    log = SessionLog(arguments.log, keep_pictures=arguments.pictures, busy_timeout_s=PATIENCE_S)
    for number in range(arguments.count):
        question = f"{arguments.name} {number}"
        log.record(a_turn(question, frame=a_frame(number % 256)))
        print(question if log.flush(PATIENCE_S) else f"failed: {log.last_problem}", flush=True)
    log.close()


if __name__ == "__main__":
    main()
