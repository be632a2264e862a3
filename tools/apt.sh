#!/bin/sh
# Installs Debian packages as root or with sudo, and says so.
set -eu

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

command -v apt-get >/dev/null || { echo "✗ Please install by hand: $*" >&2; exit 1; }
if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    echo "✗ $* is missing, and this needs root: sudo apt-get install $*" >&2
    exit 1
fi
echo "· Installing with apt-get: $*"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ as_root apt-get update && as_root apt-get install --yes --no-install-recommends "$@"; } >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    echo "✗ apt-get could not install $*; its last words are above" >&2
    exit 1
}
