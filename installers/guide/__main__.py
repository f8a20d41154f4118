"""`python -m installers.guide COMMAND`: the user guide and the site.

update           write what the guide repeats of the program, and the text for the window
check            say what is not in step, and end with 1 where something is not
site [FOLDER]    build the site in three languages, build/site where none is given
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import chapters


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("update", "check", "site"))
    parser.add_argument("folder", nargs="?", type=Path, default=chapters.ROOT / "build" / "site")
    given = parser.parse_args(argv)
    if given.command == "site":
        from . import website

        website.build(given.folder)
        print(f"The site is in {given.folder}; open index.html in it, or for the search:")
        print(f"{sys.executable} -m http.server --bind 127.0.0.1 --directory {given.folder}")
        return 0
    if given.command == "update":
        for path in chapters.update():
            print(path.relative_to(chapters.ROOT))
        return 0
    stale = chapters.stale()
    for path in stale:
        print(f"Not in step: {path.relative_to(chapters.ROOT)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
