#!/bin/sh
# Sees to the programs that tests drive: a Chromium ($CHROMIUM names another one), its shell, in which the tests take half
# of the time, tmux and openssl; installs Debian's if need be.
set -eu

has() {
    for candidate in "$@"; do
        command -v "$candidate" >/dev/null && return
    done
    return 1
}

missing=
has "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome google-chrome-stable || missing="chromium"
[ "${1:-}" = browser ] || has tmux || missing="$missing tmux"
[ "${1:-}" = browser ] || has openssl || missing="$missing openssl"
# shellcheck disable=SC2086 # a list of words
[ -z "$missing" ] || tools/apt.sh $missing
[ "${1:-}" = browser ] || [ -n "${CHROMIUM:-}" ] || has chromium-headless-shell || tools/apt.sh chromium-headless-shell ||
    echo "· There is no chromium-headless-shell: the tests take the whole Chromium, which is slower"
