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
    chosen = os.environ.get("COUNTERMARK_BROWSER", "")
    if chosen.lower() in NO_BROWSER:
        return False
    file = Path(hub_address.redirect_file(home))
    remove_used(file.parent)
    write_private(file, PAGE.format(address=html.escape(address, quote=True)))
    if chosen:
        return started([chosen, file.as_uri()])
    return opened_by_system(file)


def remove_used(folder: Path) -> None:
    """Remove the files of codes that are good no more; a browser may still be on its way to a younger one."""
    for file in folder.glob(hub_address.REDIRECT_FILES):
        with suppress(FileNotFoundError):
            if time.time() - file.stat().st_mtime > KEPT_SECONDS:
                file.unlink()


def opened_by_system(file: Path) -> bool:
    """The system's own way to open a file in a browser."""
    if sys.platform == "darwin":
        return started(["open", str(file)])
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY") and "WSL_DISTRO_NAME" not in os.environ:
        return False  # without a screen only a text browser could come up, in nobody's terminal
    opener = shutil.which("wslview") or shutil.which("xdg-open")
    return started([opener, str(file)]) if opener else webbrowser.open(file.as_uri())


def started(command: list[str]) -> bool:
    """Start a program that outlives us and says nothing."""
    try:
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:
        return False
    return True
