#!/bin/sh
# Sets up WhichOne on Debian or Ubuntu: system packages, .venv, Python packages.
#
#   installers/linux/setup.sh run     what running needs
#   installers/linux/setup.sh test    what the tests need too
#
# Safe to run again: a stamp in .venv makes the second time a no-op.  Without root and
# without sudo it prints the one line to run, and sets up what it can.
set -eu
cd "$(dirname "$0")/../.."
kind=${1:-run}
say() { printf '%s\n' "$*" >&2; }

case $kind in
    run) lists="installers/linux/apt-run.txt"; extras="app" ;;
    test) lists="installers/linux/apt-run.txt installers/linux/apt-test.txt"; extras="app,data,dev" ;;
    *) say "Say run or test."; exit 2 ;;
esac

# The folder is part of the stamp: a moved or copied .venv does not work and is made anew.
wanted=$( (pwd; cat pyproject.toml constraints.txt "$0" $lists) | sha256sum | cut -c1-16)
stamp=.venv/.whichone-$kind
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

python=${PYTHON:-}
for candidate in python3.11 python3.12 python3.13 python3; do
    [ -n "$python" ] && break
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
    fi
done

install_system_packages() {
    command -v dpkg-query >/dev/null 2>&1 || {
        say "This is no Debian or Ubuntu. Please install the equivalents of: $lists"
        return 0
    }
    missing=""
    [ -n "$python" ] || missing="python3"
    for name in $(sed 's/#.*//' $lists); do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' && continue
        # Ubuntu 24.04 and Debian 13 renamed some libraries for 64-bit time.
        dpkg-query -W -f '${Status}' "${name}t64" 2>/dev/null | grep -q 'ok installed' && continue
        missing="${missing:+$missing }$name"
    done
    [ -z "$missing" ] && return 0
    line="apt-get install -y --no-install-recommends $missing"
    if [ "$(id -u)" = 0 ]; then become=""
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then become="sudo"
    else
        say "Some system packages are missing. Ask an administrator to run this one line:"
        say "  sudo apt-get update && sudo $line"
        return 0
    fi
    say "Installing system packages: $missing"
    $become apt-get update -qq
    if [ -n "$become" ]; then $become env DEBIAN_FRONTEND=noninteractive $line -qq >/dev/null
    else DEBIAN_FRONTEND=noninteractive $line -qq >/dev/null; fi
}

started=$(date +%s)
install_system_packages
[ -n "$python" ] || python=python3
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    say "WhichOne needs Python 3.11 or newer. Install it, or set PYTHON to where it is."; exit 1; }

if [ -d .venv ] && ! { [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1 &&
        [ "$(cat .venv/.whichone-place 2>/dev/null)" = "$(pwd)" ]; }; then
    rm -rf .venv
fi
if [ ! -d .venv ]; then
    "$python" -m venv .venv || { rm -rf .venv; say "The virtual environment could not be made. Install python3-venv."; exit 1; }
    pwd > .venv/.whichone-place
fi
say "Installing Python packages (about 1 GB in .venv, one to three minutes)."
.venv/bin/python -m pip install --quiet --disable-pip-version-check --progress-bar off \
    --constraint constraints.txt --editable ".[$extras]" || {
    say "The Python packages could not be installed. Is there a network? Nothing else was changed."; exit 1; }
printf '%s' "$wanted" > "$stamp"
say "Set up in $(( $(date +%s) - started )) seconds."
