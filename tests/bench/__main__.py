"""`make bench`: runs every benchmark, one process each, and renews docs/measured.md.

Each runs alone on the machine, so that its memory and times are its own.  Names on the
command line choose some: `python -m tests.bench quality words`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NOT_BENCHMARKS = {"__init__", "__main__", "local_handler", "local_numbers", "opening", "report"}


def names() -> list[str]:
    """Every benchmark in this folder."""
    modules = {path.stem for path in Path(__file__).parent.glob("*.py")}
    return sorted(modules - NOT_BENCHMARKS)


def main(chosen: list[str]) -> int:
    failed = []
    for name in chosen or names():
        print(f"--- {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
