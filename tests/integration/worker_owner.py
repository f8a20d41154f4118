"""A program that holds a model and is killed by a test; it says its worker's process id.

    python -m tests.integration.worker_owner [QUESTION]

With a question it asks, and stays in it.
"""

from __future__ import annotations

import sys
import threading

from whichone_core.types.cancelling import Cancel

from tests.workers import a_picture, a_process, a_request, answered


def main(question: str) -> None:
    picture = a_picture(side=256)
    with a_process() as process:
        process.see(picture, "")
        answered(process, "Hello?", picture)
        if question:
            asking = (a_request(question, picture), picture, Cancel())
            threading.Thread(target=process.ask, args=asking, daemon=True).start()
        print(process.pid, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main("".join(sys.argv[1:]))
