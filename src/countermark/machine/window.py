"""Shows the desk in the person's browser, with the launch code in nobody's argv."""

import html
import os
import shutil
import subprocess
import sys
import time
import webbrowser
from contextlib import suppress
from pathlib import Path

from countermark.doorbell import hub_address
from countermark.machine.files import write_private

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}"><title>Countermark</title></head>
<body><p><a href="{address}">Open the desk</a></p></body></html>
"""
KEPT_SECONDS = 60.0  # as long as a launch code is good
NO_BROWSER = {"none", "0", "false"}


def show_desk(home: str, address: str) -> bool:
    """Open the address through a file that only this user can read; False when there is no browser to be had."""
    return not why_unopened(home, address)


def browser_wanted() -> bool:
    """Whether the person has not chosen to go without one."""
    return os.environ.get("COUNTERMARK_BROWSER", "").lower() not in NO_BROWSER


def why_unopened(home: str, address: str, *, patience: float = 0.0) -> str:
    """Open the address like `show_desk`; says why that cannot be, or nothing.

    A program that fails within so many seconds of `patience` has opened nothing.
    """
    if not browser_wanted():
        return "COUNTERMARK_BROWSER says none"
    file = Path(hub_address.redirect_file(home))
    remove_used(file.parent)
    try:
        write_private(file, PAGE.format(address=html.escape(address, quote=True)))
    except OSError as error:  # a full disk; the person gets the address another way
        return f"a file in {home} cannot be written: {error.strerror}"
    chosen = os.environ.get("COUNTERMARK_BROWSER", "")
    if chosen:
        return why_not_started([chosen, file.as_uri()], patience=patience)
    return why_not_by_system(file, patience=patience)


def remove_used(folder: Path) -> None:
    """Remove the files of codes that are good no more; a browser may still be on its way to a younger one."""
    for file in folder.glob(hub_address.REDIRECT_FILES):
        with suppress(FileNotFoundError):
            if abs(time.time() - file.stat().st_mtime) > KEPT_SECONDS:  # the clock may have been set back
                file.unlink()


def why_not_by_system(file: Path, *, patience: float) -> str:
    """The system's own way to open a file in a browser; says why that cannot be, or nothing."""
    if sys.platform == "darwin":
        return why_not_started(["open", str(file)], patience=patience)
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY") and "WSL_DISTRO_NAME" not in os.environ:
        return "there is no screen"  # only a text browser could come up, in nobody's terminal
    opener = shutil.which("wslview") or shutil.which("xdg-open")
    if opener:
        return why_not_started([opener, str(file)], patience=patience)
    return "" if webbrowser.open(file.as_uri()) else "no browser is installed"


def why_not_started(command: list[str], *, patience: float) -> str:
    """Start a program that outlives us and says nothing; says why it has failed, or nothing."""
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        code = process.wait(patience) if patience else 0
    except subprocess.TimeoutExpired:  # it runs
        return ""
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    return f"{command[0]} ended with {code}" if code else ""
