"""A native window by pywebview, with WebKitGTK or Qt's WebEngine; its loop has the main thread."""

import os
from pathlib import Path
from typing import Any

import webview

from countermark.desktop.engines import Engine
from countermark.desktop.only_one import OnlyOne
from countermark.desktop.place import LEAST_HEIGHT, LEAST_WIDTH, ScreenArea, WindowPlace, keep_place, read_place
from countermark.desktop.signals import on_signals

TITLE = "Countermark"
STORAGE = "desktop-storage"  # what the desk keeps in its browser: the sign-in, panes, choices


def show_native(home: str, address: str, engine: Engine, only: OnlyOne) -> None:
    """Show the desk until the window is closed, or until a signal ends the program."""
    window = NativeWindow(home, address, engine)
    only.listen(window.show)
    with on_signals(window.close):
        window.run()


class NativeWindow:
    """The one window, from its opening to its end."""

    def __init__(self, home: str, address: str, engine: Engine) -> None:
        self._home = home
        self._engine = engine
        self._place = read_place(home)
        webview.settings["ALLOW_DOWNLOADS"] = True
        window = webview.create_window(
            TITLE, address, width=self._place.width, height=self._place.height,
            min_size=(LEAST_WIDTH, LEAST_HEIGHT), text_select=True, zoomable=True,
        )  # fmt: skip
        assert window is not None
        self._window = window
        window.events.before_show += self._furnish
        window.events.closing += self._keep

    def run(self) -> None:
        """The loop of the window, which ends with it."""
        if self._engine is Engine.QT and os.geteuid() == 0:
            os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # else it refuses root, as all Chromiums do
        storage = Path(self._home, STORAGE)
        storage.mkdir(mode=0o700, exist_ok=True)
        webview.start(gui="gtk" if self._engine is Engine.GTK else "qt", private_mode=False, storage_path=str(storage))

    def show(self) -> None:
        """Bring it to the front, from any thread."""
        self._window.restore()

    def close(self) -> None:
        """End it, from any thread."""
        self._window.destroy()

    def _furnish(self) -> None:
        """In the loop's thread, before the window is seen: put it where it was, and call it as its page is called.

        pywebview itself counts a place from the first screen; and it hears of a page by `eval`, which the desk forbids.
        """
        native: Any = self._window.native
        screens = [ScreenArea(each.x, each.y, each.width, each.height) for each in webview.screens]
        if self._place.is_seen_on(screens):
            native.move(self._place.x, self._place.y)
        if self._engine is Engine.GTK:
            page = page_below(native)
            page.connect("notify::title", lambda *_: native.set_title(page.get_title() or TITLE))
        else:
            native.webview.titleChanged.connect(lambda title: native.setWindowTitle(title or TITLE))

    def _keep(self) -> None:
        """In the loop's thread, while the window is still there."""
        native: Any = self._window.native
        if self._engine is Engine.GTK:
            (x, y), (width, height) = native.get_position(), native.get_size()
        else:
            x, y, width, height = native.x(), native.y(), native.width(), native.height()
        keep_place(self._home, WindowPlace(width, height, x, y))


def page_below(widget: Any) -> Any:
    """GTK's widget with the page, which lies in others that scroll."""
    while not hasattr(widget, "load_uri"):
        widget = widget.get_child()
    return widget
