#!/bin/sh
# Makes .venv and installs what is locked: `tools/prepare.sh run` for the program, `tools/prepare.sh dev` for its tests.
set -eu

say() { printf '· %s\n' "$*"; }
fail() { printf '✗ %s\n' "$*" >&2; exit 1; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null && new_enough "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    fail "No Python 3.11 or newer found. Install one, or name it: make PYTHON=/path/to/python3 …"
}

# Debian keeps ensurepip in a package of its own; virtualenv brings its own pip and needs no root.
make_venv() {
    python=$(find_python)
    say "Making .venv with $("$python" --version)"
    "$python" -m venv .venv >/dev/null 2>&1 && return
    rm -rf .venv
    say "This Python has no ensurepip; fetching virtualenv into .venv-boot"
    if "$python" -m pip install --quiet --require-hashes --target .venv-boot -r requirements/boot.txt; then
        PYTHONPATH=.venv-boot "$python" -m virtualenv --quiet .venv && return
    fi
    rm -rf .venv
    tools/apt.sh python3-venv && "$python" -m venv .venv && return
    fail "No virtual environment could be made. On Debian: apt-get install python3-venv"
}

works() { [ -x .venv/bin/python ] && new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; }

install_locked() {
    say "Installing $2 (requirements/$1.txt)"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "requirements/$1.txt"
}

works || { rm -rf .venv; make_venv; }
case "$1" in
run)
    install_locked run "what the program needs"
    if ! .venv/bin/python -c 'import hatch_build, sys; sys.exit(hatch_build.good_node() is None)'; then
        install_locked node "a node, because there is none of 20.19 or newer"
    fi
    say "Installing countermark itself, editable"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
    ;;
dev) install_locked dev "what its tests need" ;;
*) fail "prepare.sh takes run or dev" ;;
esac
