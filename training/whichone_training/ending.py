"""How a command line of training ends: its exit code, and what is written where it failed.

What a user can do about, a full disk too, is said plainly; an unknown error keeps its traceback,
which is what a researcher needs.  Exit codes: 0 done; 1 broken; 2 something is not installed;
3 what was given can't be used; 130 interrupted (the same command goes on).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from whichone_core.errors import InputError, SetupError, WhichOneError
from whichone_core.full_disk import drop_output, full_disk_told

EXIT_CODES: dict[type[WhichOneError], int] = {SetupError: 2, InputError: 3}


def exit_code(
    run: Callable[[], object], program: str, extras: str, *, is_verbose: bool = False
) -> int:
    """Run a command.  extras: what WhichOne has to be installed with, as it is said."""
    try:
        with full_disk_told():
            run()
            sys.stdout.flush()
    except WhichOneError as error:
        return _told(error, program, is_verbose)
    except ModuleNotFoundError as error:
        how = f"Install WhichOne with its {extras}."
        sys.stderr.write(f"{program}: {error.name} is not installed. {how}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader went away (`whichone-train show ... | head`)
        drop_output()
    return 0


def _told(error: WhichOneError, program: str, is_verbose: bool) -> int:
    sys.stderr.write(f"{program}: {error.spoken}\n")
    if is_verbose and error.cause:
        sys.stderr.write(f"{error.cause}\n")
    return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1)
