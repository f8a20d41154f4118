#!/bin/sh
# Installs a .deb into a bare Debian, asks questions there, and takes it away again.
#
#   installers/linux/try_deb.sh build/packages/whichone_0.1.0_amd64.deb [KEPT_ROOT]
#
# The bare system is made by debootstrap (as root; some minutes, once) and kept in KEPT_ROOT
# (build/debian-root); each trial works on a copy of it.  Says one line for each step and ends
# with what is left of the package; exit code 0 where everything was as it has to be.
set -eu
deb=$(realpath "$1")
CDPATH='' cd -- "$(dirname -- "$0")/../.."
kept=${2:-build/debian-root}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
say() { printf '%s\n' "$*"; }
fail() { say "FAILED: $*"; exit 1; }
[ "$(id -u)" = 0 ] || fail "only root can make a bare system"

if [ ! -e "$kept/etc/debian_version" ]; then
    say "Making a bare Debian ($suite) in $kept."
    debootstrap --variant=minbase "$suite" "$kept" "$mirror" >"$kept.log" 2>&1 || fail "see $kept.log"
fi
trial=$(mktemp -d)
work=$(dirname "$trial")/$(basename "$trial").log
screen=""
end() { [ -z "$screen" ] || kill "$screen" 2>/dev/null || true; umount "$trial/proc" 2>/dev/null || true; rm -rf "$trial"; }
trap end EXIT
trap 'exit 130' INT TERM
cp -a "$kept/." "$trial"
# An unprivileged mount of proc is all that programs need; nothing of this computer's /dev.
mount -t proc proc "$trial/proc"
cp /etc/resolv.conf "$trial/etc/resolv.conf"
cp "$deb" "$trial/root/whichone.deb"
# The mirror's certificates and proxy settings, where this computer has some for apt.
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$trial/etc/apt/apt.conf.d/"; done
inside() { chroot "$trial" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
files() { (cd "$trial" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \) -prune -o \( -type f -o -type l -o -type d \) -print) | sort; }

seconds() { date +%s; }
started=$(seconds)
{ inside apt-get update && inside apt-get install -y --no-install-recommends espeak-ng; } >"$work" 2>&1 || fail "apt; see $work"
# What it depends on first: then what is installed and removed again is the package alone.
inside dpkg-deb --field /root/whichone.deb Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' >"$trial/root/needs"
# shellcheck disable=SC2046  # names are split on purpose
inside apt-get install -y --no-install-recommends $(cat "$trial/root/needs") >>"$work" 2>&1 || fail "apt; see $work"
say "The bare system and what the package depends on: $(( $(seconds) - started )) seconds."
files >"$work.before"

started=$(seconds)
inside dpkg --install /root/whichone.deb >>"$work" 2>&1 || fail "dpkg; see $work"
say "Installed in $(( $(seconds) - started )) seconds."

missing=$(inside sh -c 'cd /opt/whichone && find . -name "*.so*" -type f -exec env LD_LIBRARY_PATH=/opt/whichone/_internal ldd {} + 2>/dev/null' | sed -n 's/^\t\(.*\) => not found.*/\1/p' | sort -u)
[ -z "$missing" ] || say "Libraries that are not there: $(echo "$missing" | tr '\n' ' ')"

expect() { # expect CODE WORDS COMMAND...
    code=$1 words=$2; shift 2
    started=$(seconds)
    said=$(inside env WHICHONE_VOICE="${VOICE:-none}" "$@" 2>&1) && got=0 || got=$?
    [ "$got" = "$code" ] || fail "exit code $got instead of $code: $* said: $said"
    case $said in *"$words"*) ;; *) fail "$* did not say '$words': $said" ;; esac
    say "exit code $code, $(( $(seconds) - started )) seconds: $*"
}
# The window, at a screen outside: X's abstract socket reaches into the bare system.
open_window() {
    command -v Xvfb >/dev/null && command -v xdotool >/dev/null || { say "No window was tried: there is no xvfb or xdotool here."; return 0; }
    Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$work.display" 2>/dev/null & screen=$!
    until [ -s "$work.display" ]; do sleep 1; kill -0 "$screen" || fail "Xvfb did not start"; done
    display=:$(cat "$work.display")
    rm -f "$work.display"
    started=$(seconds)
    chroot "$trial" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 DISPLAY="$display" WHICHONE_VOICE=none whichone run example:label >"$work.window" 2>&1 & window=$!
    found=""
    while kill -0 "$window" 2>/dev/null && [ $(( $(seconds) - started )) -lt 300 ]; do
        if DISPLAY=$display xdotool search --onlyvisible --name WhichOne >/dev/null 2>&1; then found=yes; break; fi
        sleep 1
    done
    [ -z "$found" ] || say "The window was there after $(( $(seconds) - started )) seconds."
    [ -z "${SCREENSHOT:-}" ] || { sleep 20; DISPLAY=$display import -window root "$SCREENSHOT" || true; }
    kill "$window" "$screen" 2>/dev/null || true
    wait "$window" "$screen" 2>/dev/null || true
    cat "$work.window"; rm -f "$work.window"
    [ -n "$found" ] || { tail -n 3 "$trial/root/.cache/whichone/whichone.log" 2>/dev/null || true; fail "no window came"; }
}
expect 0 "WhichOne " whichone --version
expect 0 "14 MAR 2027" whichone ask example:label "What is the expiry date?"
expect 0 "Which one do you mean" whichone ask example:table "What is this?"
expect 0 "can't tell" whichone ask example:covered "What does it say?"
expect 0 "Was meinst du" env WHICHONE_LANGUAGE=de whichone ask example:table "Was ist das?"
expect 0 '{"words": ""}' whichone doctor --probe hearing moonshine
expect 2 "knows no site" whichone doctor --updates
expect 2 "For help" whichone ask
expect 3 "whichone: " whichone ask no-such-picture.jpg "What is this?"
VOICE=espeak expect 0 "The spoken answer is in" whichone ask example:label "What is the expiry date?" --no-speak --save-audio /root/answer.wav
[ "$(inside stat -c %s /root/answer.wav)" -gt 20000 ] || fail "the spoken answer is empty"
rm -f "$trial/root/answer.wav"
# Not judged: what is broken on a machine without sound and screen is no fault of the package.
inside whichone doctor 2>&1 | sed 's/^/doctor: /'
open_window
# DESK=1: a question by real keys, its answer heard by Orca outside (tests/desk; needs .venv).
if [ -n "${DESK:-}" ]; then
    WHICHONE_BARE_ROOT=$trial .venv/bin/python -m pytest -q -p no:cacheprovider tests/desk/test_bundle.py >"$work.desk" 2>&1 && grep -q " passed" "$work.desk" || { tail -n 30 "$work.desk"; fail "nothing was heard"; }
    say "A question was typed, and its answer was heard through Orca."
    rm -f "$work.desk"
fi

inside dpkg --purge whichone >>"$work" 2>&1 || fail "dpkg; see $work"
files >"$work.after"
left=$(comm -13 "$work.before" "$work.after" | grep -vE '^\./(var/lib/dpkg|usr/share/icons/hicolor/icon-theme.cache)' || true)
say "Left after it was taken away:"
say "${left:-nothing}"
foreign=$(printf '%s\n' "$left" | grep -vE '^$|^\./root/\.(config|local|cache)' || true)
rm -f "$work" "$work.before" "$work.after"
[ -z "$foreign" ] || fail "more than the user's own data is left: $foreign"
