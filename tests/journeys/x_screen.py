"""A screen that nobody sees (Xvfb), and a person's hands on it: windows are listed, moved, covered, closed."""

import ctypes
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 1400, 900
CLIENT_MESSAGE = 33
VIEWABLE = 2
HEADER = struct.Struct(">25I")  # of an X window dump, as Xvfb keeps its screen in a file
COLOUR_BYTES = 12


class Attributes(ctypes.Structure):
    """XWindowAttributes."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")),
        ("visual", ctypes.c_void_p), ("root", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")),
        ("planes", ctypes.c_ulong), ("pixel", ctypes.c_ulong), ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong), ("installed", ctypes.c_int), ("map_state", ctypes.c_int),
        *((name, ctypes.c_long) for name in ("all_events", "own_events", "not_propagated")),
        ("override", ctypes.c_int), ("screen", ctypes.c_void_p),
    )  # fmt: skip


class Told(ctypes.Structure):
    """XClientMessageEvent, as large as any event."""

    _fields_ = (
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message", ctypes.c_ulong), ("format", ctypes.c_int),
        ("words", ctypes.c_long * 5), ("rest", ctypes.c_long * 24),
    )  # fmt: skip


class Text(ctypes.Structure):
    """XTextProperty."""

    _fields_ = (
        ("value", ctypes.c_char_p), ("encoding", ctypes.c_ulong), ("format", ctypes.c_int), ("count", ctypes.c_ulong),
    )  # fmt: skip


ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
GONE = ON_ERROR(lambda *_: 0)  # a window may end while it is looked at


@dataclass(frozen=True)
class SeenWindow:
    """A window as it stands on the screen."""

    id: int
    title: str
    x: int
    y: int
    width: int
    height: int


class Screen:
    """The screen, by Xlib."""

    def __init__(self, name: str, frame: Path) -> None:
        self.name = name
        self._frame = frame
        self._x, self._hand = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        for function in ("XDefaultRootWindow", "XInternAtom", "XCreateSimpleWindow"):
            getattr(self._x, function).restype = ctypes.c_ulong
        self._x.XSetErrorHandler(GONE)
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(name.encode()))
        assert self._display.value, "Xvfb takes nobody"
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    def windows(self) -> Sequence[SeenWindow]:
        """Those that can be seen and have a title, the lowest first."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        self._x.XQueryTree(
            self._display, self._root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children),
            ctypes.byref(count),
        )  # fmt: skip
        ids = [int(children[place]) for place in range(count.value)]
        self._x.XFree(children)
        return [window for each in ids if (window := self._seen(each)) is not None]

    def moves(self, window: SeenWindow, *, x: int, y: int, width: int, height: int) -> None:
        """A person moves it and makes it another size."""
        self._x.XMoveResizeWindow(self._display, ctypes.c_ulong(window.id), x, y, width, height)
        self._x.XSync(self._display, 0)

    def clicks(self, *, x: int, y: int) -> None:
        """A person clicks there."""
        self._hand.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        for pressed in (1, 0):
            self._hand.XTestFakeButtonEvent(self._display, 1, pressed, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def covers(self, title: str) -> None:
        """Another window comes up, above all others."""
        window = ctypes.c_ulong(
            self._x.XCreateSimpleWindow(self._display, self._root, 0, 0, WIDTH, HEIGHT, 0, 0, 0xFF00FF)
        )
        self._x.XStoreName(self._display, window, title.encode())
        self._x.XMapRaised(self._display, window)
        self._x.XSync(self._display, 0)

    def closes(self, window: SeenWindow) -> None:
        """A person presses the window's button that closes it."""
        protocols, delete = (
            self._x.XInternAtom(self._display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
        )
        event = Told(type=CLIENT_MESSAGE, window=window.id, message=protocols, format=32)
        event.words[0] = delete
        self._x.XSendEvent(self._display, ctypes.c_ulong(window.id), 0, ctypes.c_long(0), ctypes.byref(event))
        self._x.XSync(self._display, 0)

    def colours(self, window: SeenWindow) -> int:
        """How many different colours are seen where it stands."""
        content = self._frame.read_bytes()
        size, _, _, _, width, _, _, _, _, _, _, bits, line, *rest = HEADER.unpack_from(content)
        assert bits == 32, "the screen has 32 bits for each point"
        assert width == WIDTH
        start = size + rest[6] * COLOUR_BYTES
        seen = set[bytes]()
        for row in range(window.y, min(window.y + window.height, HEIGHT), 7):
            at = start + row * line + window.x * 4
            part = content[at : at + min(window.width, WIDTH - window.x) * 4]
            seen |= {part[place : place + 4] for place in range(0, len(part), 12)}
        return len(seen)

    def close(self) -> None:
        """The person leaves."""
        self._x.XCloseDisplay(self._display)

    def _seen(self, window: int) -> SeenWindow | None:
        attributes = Attributes()
        if not self._x.XGetWindowAttributes(self._display, ctypes.c_ulong(window), ctypes.byref(attributes)):
            return None
        title = self._title(window)
        if attributes.map_state != VIEWABLE or not title:
            return None
        return SeenWindow(window, title, attributes.x, attributes.y, attributes.width, attributes.height)

    def _title(self, window: int) -> str:
        for name in (b"_NET_WM_NAME", b"WM_NAME"):
            text, atom = Text(), ctypes.c_ulong(self._x.XInternAtom(self._display, name, 0))
            self._x.XGetTextProperty(self._display, ctypes.c_ulong(window), ctypes.byref(text), atom)
            if text.value:
                return str(text.value.decode("utf-8", "replace"))
        return ""


@contextmanager
def a_screen(folder: Path) -> Iterator[Screen]:
    """One of its own, while inside."""
    program = shutil.which("Xvfb")
    assert program, "`make test` installs Xvfb"
    reader, writer = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    command = [program, "-displayfd", str(writer), "-screen", "0", size, "-fbdir", str(folder), "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=(writer,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as told:
            screen = Screen(f":{told.readline().decode().strip()}", folder / "Xvfb_screen0")
        yield screen
        screen.close()
    finally:
        process.terminate()
        process.wait(20)
