"""What can show the desk in a window of its own on this machine, the best first."""

import importlib
import os
import shutil
import sys
from enum import StrEnum
from importlib.util import find_spec

CHROMIUMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "brave-browser"),
)
EXTRA = "Install countermark[desktop] into the Python of this program"
GTK_PACKAGES = "python3-gi, gir1.2-gtk-3.0 and gir1.2-webkit2-4.1"


class Engine(StrEnum):
    """What draws the window."""

    GTK = "gtk"  # pywebview with WebKitGTK
    QT = "qt"  # pywebview with Qt's WebEngine
    CHROMIUM = "chromium"  # an app window of a Chromium
    BROWSER = "browser"  # a tab of the person's browser


class NoEngine(Exception):
    """What was chosen cannot show the desk; says what to install."""


def choose(wanted: Engine | None) -> Engine:
    """The one that was chosen, or the first that can. Raises `NoEngine`."""
    if wanted is None:
        return next(engine for engine in Engine if not why_not(engine))
    why = why_not(wanted)
    if why:
        raise NoEngine(why)
    return wanted


def why_not(engine: Engine) -> str:
    """Why this one cannot show the desk, in words; empty if it can."""
    if engine is Engine.BROWSER:
        return ""
    if not has_screen():
        return "there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set"
    if engine is Engine.CHROMIUM:
        return "" if chromium() else f"no Chromium is found: none of {', '.join(CHROMIUMS)} is on the PATH"
    if find_spec("webview") is None:
        return f"pywebview is missing. {EXTRA}"
    return why_no_gtk() if engine is Engine.GTK else why_no_qt()


def has_screen() -> bool:
    """Whether a window can be seen."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def chromium() -> str | None:
    """Where a Chromium lies."""
    return next((found for name in CHROMIUMS if (found := shutil.which(name))), None)


def why_no_gtk() -> str:
    """Why WebKitGTK cannot be had from this Python."""
    if find_spec("gi") is None:
        return f"this Python has no gi. Install {GTK_PACKAGES}, and use a Python that sees the system's packages"
    gi = importlib.import_module("gi")
    try:
        gi.require_version("Gtk", "3.0")
        gi.require_version("WebKit2", "4.1")
    except ValueError as error:
        return f"{error}. Install {GTK_PACKAGES}"
    return ""


def why_no_qt() -> str:
    """Why Qt's WebEngine cannot be had from this Python."""
    if find_spec("qtpy") is not None and find_spec("PySide6") is not None and find_spec("PySide6.QtWebEngineCore"):
        return ""
    return "Qt's WebEngine is missing. Install countermark[desktop-qt] into the Python of this program"
