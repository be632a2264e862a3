"""Starts Debian's Chromium, or the one that $CHROMIUM names, so that it talks to nobody but the page."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Debian's Chromium without windows, profiles on disk and extensions, of the same source and version: what a page sees
# is the same, and a test takes about half of the processor's time.
SHELL = "chromium-headless-shell"
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A name that belongs to somebody else and leads to this machine: what an attacker's name server would answer.
REBOUND = "evil.example"


def program(*, whole: bool) -> str:
    """Where Chromium lies, or its shell if there is one; `make test` has installed one if there was none."""
    names = [os.environ.get("CHROMIUM", ""), *([] if whole else [SHELL]), *NAMES]
    for name in names:
        if name and (found := shutil.which(name)):
            return found
    raise FileNotFoundError(f"None of {', '.join(NAMES)} is on PATH; `make test` installs one, $CHROMIUM names another")


@contextmanager
def started(*, whole: bool = True) -> Iterator[Browser]:
    """A Chromium without a window, while inside; the `whole` one, or its shell."""
    root = () if os.geteuid() else ("--no-sandbox",)  # Chromium's sandbox refuses root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(whole=whole), args=[*QUIET, *root, f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"]
        )
        yield browser
        browser.close()
