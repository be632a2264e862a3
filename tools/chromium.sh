#!/bin/sh
# Finds a Chromium for the browser tests, or installs Debian's; $CHROMIUM names another one.
set -eu

for candidate in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$candidate" >/dev/null && exit 0
done
tools/apt.sh chromium
