"""An app window of a Chromium with a profile of its own, spoken to over a pipe: no port is open, no code in its argv.

The protocol is Chrome's DevTools protocol, version 1.3: JSON objects that end with a zero byte, on the descriptors 3
and 4 (https://chromedevtools.github.io/devtools-protocol/).
"""

import fcntl
import json
import os
import signal
import threading
import time
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from countermark.desktop.engines import NoEngine
from countermark.desktop.only_one import OnlyOne
from countermark.desktop.place import SEEN, WindowPlace, keep_place, read_place
from countermark.desktop.signals import on_signals

PROFILE = "desktop-chromium"  # in the data folder
ABOVE_THOSE_OF_THE_PROTOCOL = 10
PIECE = 64 * 1024
ENDING_SECONDS = 10.0
LOOK = 0.02
QUIET = (
    *("--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--password-store=basic"),
)

# The screen on which the window stood may be gone; the page's own screen is the nearest one then.
COME_INTO_SIGHT = f"""
(() => {{
  const {{ availLeft: x, availTop: y, availWidth: width, availHeight: height }} = screen;
  const across = screenX + outerWidth >= x + {SEEN} && screenX <= x + width - {SEEN};
  if (!across || screenY < y || screenY > y + height - {SEEN}) moveTo(x, y);
}})()
"""


def show_chromium(home: str, address: str, program: str, only: OnlyOne) -> None:
    """Show the desk until the window is closed, or until a signal ends the program. Raises `NoEngine`."""
    profile = Path(home, PROFILE)
    window = ChromiumWindow(program, profile, address, read_place(home))
    only.listen(window.show)
    with on_signals(window.close):
        window.run()
    place = place_in(profile)
    if place is not None:
        keep_place(home, place)


class ChromiumWindow:
    """The window, and the pipe to it."""

    def __init__(self, program: str, profile: Path, address: str, place: WindowPlace) -> None:
        self._address = address  # with the code that signs it in
        self._desk = address.partition("#")[0]
        self._first: str | None = None  # the target with the desk
        self._session: str | None = None  # the one that we have with it
        self._number = 0
        self._writing = threading.Lock()
        profile.mkdir(mode=0o700, exist_ok=True)
        root = () if os.geteuid() else ("--no-sandbox",)  # Chromium's sandbox refuses root
        where = () if place.x is None else (f"--window-position={place.x},{place.y}",)
        size = f"--window-size={place.width},{place.height}"
        own = (f"--app={self._desk}", f"--user-data-dir={profile}", "--remote-debugging-pipe", size, *where)
        self._pid, self._commands, self._events = started([program, *own, *QUIET, *root])

    def run(self) -> None:
        """Follow the window to its end. Raises `NoEngine` if there never was one."""
        self._send("Target.setDiscoverTargets", {"discover": True})
        for message in messages(self._events):
            self._hear(message)
        wait_for_end(self._pid)
        os.close(self._commands)
        os.close(self._events)
        if self._session is None:
            raise NoEngine("Chromium ended without showing a window")

    def show(self) -> None:
        """Bring it to the front, from any thread."""
        if self._session is not None:
            self._send("Page.bringToFront", {}, session=self._session)

    def close(self) -> None:
        """End it, from any thread."""
        self._send("Browser.close", {})

    def _hear(self, message: Mapping[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case "Target.attachedToTarget":
                self._session = params["sessionId"]
                self._send("Page.navigate", {"url": self._address}, session=self._session)
                self._send("Runtime.evaluate", {"expression": COME_INTO_SIGHT}, session=self._session)
            case "Target.targetCreated" | "Target.targetInfoChanged" if params["targetInfo"]["type"] == "page":
                self._see(params["targetInfo"])
            case _:
                return

    def _see(self, page: Mapping[str, Any]) -> None:
        """The first page is the desk's; another one is a link to elsewhere, for the person's own browser."""
        if self._first is None:
            self._first = page["targetId"]
            self._send("Target.attachToTarget", {"targetId": self._first, "flatten": True})
        elif page["targetId"] != self._first and page["url"].startswith(("http://", "https://")):
            self._send("Target.closeTarget", {"targetId": page["targetId"]})
            webbrowser.open(page["url"])

    def _send(self, method: str, params: Mapping[str, object], *, session: str | None = None) -> None:
        with self._writing, suppress(OSError):  # it has ended
            self._number += 1
            command = {"id": self._number, "method": method, "params": params}
            told = command if session is None else {**command, "sessionId": session}
            os.write(self._commands, json.dumps(told).encode() + b"\0")


def wait_for_end(pid: int) -> None:
    """Give it time to write its profile, then end what it has left behind."""
    until = time.monotonic() + ENDING_SECONDS
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None and time.monotonic() < until:
        time.sleep(LOOK)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def started(command: list[str]) -> tuple[int, int, int]:
    """Start it in a process group of its own: its pid, where commands are written, where events are read."""
    commands, ours = high(os.pipe())
    theirs, events = high(os.pipe())[::-1]
    actions = [
        *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)),
        (os.POSIX_SPAWN_DUP2, commands, 3),
        (os.POSIX_SPAWN_DUP2, theirs, 4),
    ]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions, setpgroup=0)
    os.close(commands)
    os.close(theirs)
    return pid, ours, events


def high(pair: tuple[int, int]) -> tuple[int, int]:
    """The ends of a pipe with other numbers than the protocol's, so that none takes another one's place."""
    reader, writer = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, ABOVE_THOSE_OF_THE_PROTOCOL) for end in pair)
    for end in pair:
        os.close(end)
    return reader, writer


def messages(events: int) -> Iterator[Mapping[str, Any]]:
    """What Chromium says, until it ends."""
    rest = b""
    while piece := os.read(events, PIECE):
        *whole, rest = (rest + piece).split(b"\0")
        yield from map(json.loads, whole)


def place_in(profile: Path) -> WindowPlace | None:
    """Where the window stood last, as Chromium has written it down: with a dot in a host it finds that never again."""
    try:
        found = json.loads((profile / "Default" / "Preferences").read_bytes())["browser"]["app_window_placement"]
        while "left" not in found:  # its key is the desk's host, and each dot of it begins another level
            (found,) = found.values()
        left, top, right, bottom = (int(found[name]) for name in ("left", "top", "right", "bottom"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return WindowPlace(right - left, bottom - top, left, top)
