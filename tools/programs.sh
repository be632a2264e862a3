#!/bin/sh
# Sees to the programs that tests drive: a Chromium ($CHROMIUM names another one), its shell, in which the tests take half
# of the time, tmux, openssl, a screen that nobody sees and what draws a window on it; installs Debian's if need be. With
# `browser` only the first of these, with `qt` what Qt needs to draw.
set -eu

has() {
    for candidate in "$@"; do
        command -v "$candidate" >/dev/null && return
    done
    return 1
}

# What draws the desk's window with the system's Python, and the hand of a person on the screen.
has_gtk() { /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")' 2>/dev/null; }
has_library() { /sbin/ldconfig -p | grep -q "$1"; }

missing=
has "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome google-chrome-stable || missing="chromium"
[ "${1:-}" = browser ] || has tmux || missing="$missing tmux"
[ "${1:-}" = browser ] || has openssl || missing="$missing openssl"
[ "${1:-}" = browser ] || has Xvfb || missing="$missing xvfb"
[ "${1:-}" = browser ] || has_library 'libXtst\.so\.6' || missing="$missing libxtst6"
[ "${1:-}" = browser ] || has_gtk || missing="$missing python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1"
# Another package may have brought some of these.
[ "${1:-}" != qt ] || { has_library 'libxcb-cursor\.so\.0' && has_library 'libxcb-icccm\.so\.4' && has_library 'libxcb-keysyms\.so\.1'; } || missing="$missing libxcb-cursor0 libnss3 libasound2 \
libxkbcommon-x11-0 libxcomposite1 libxdamage1 libxrandr2 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-shape0"
# shellcheck disable=SC2086 # a list of words
[ -z "$missing" ] || tools/apt.sh $missing
[ "${1:-}" = browser ] || [ -n "${CHROMIUM:-}" ] || has chromium-headless-shell || tools/apt.sh chromium-headless-shell ||
    echo "· There is no chromium-headless-shell: the tests take the whole Chromium, which is slower"
