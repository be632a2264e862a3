"""Files of a person on their way into the desk: dragged out of a folder, and sent over a line that a test can stop."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Route

from tests.browser.desk import Desk

UPLOAD = "**/api/images"


@dataclass(frozen=True)
class Line:
    """The way of the pictures to the hub, which a test can stop."""

    desk: Desk
    waiting: list[Route] = field(default_factory=list)

    def slow(self) -> "Line":
        """Every picture waits until `goes`."""

        def hold(route: Route) -> None:
            self.waiting.append(route)

        self.desk.page.route(UPLOAD, hold)
        return self

    def goes(self) -> None:
        for route in self.waiting:
            route.continue_()
        self.waiting.clear()

    def breaks(self) -> None:
        """What is on its way does not arrive."""
        for route in self.waiting:
            route.abort()
        self.waiting.clear()

    def cut(self) -> "Line":
        """No picture gets through until `mended`."""
        self.desk.page.route(UPLOAD, lambda route: route.abort())
        return self

    def mended(self) -> None:
        self.desk.page.unroute(UPLOAD)


@dataclass(frozen=True)
class Folder:
    """Files of a person, to be dragged out of a window of theirs."""

    desk: Desk
    path: Path

    def drops(self, target: Locator, **files: bytes) -> None:
        """By Chromium's own drag and drop; `a_png` names the file a.png."""
        paths = [self.path / name.replace("_", ".") for name in files]
        for path, content in zip(paths, files.values(), strict=True):
            path.write_bytes(content)
        self.lets_go(target, *paths)

    def lets_go(self, target: Locator, *paths: Path) -> None:
        """Drag what is there, files or folders, and let it go over something."""
        box = target.bounding_box()
        assert box is not None
        page = self.desk.page
        devtools = page.context.new_cdp_session(page)
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + min(box["height"] / 2, 40), "data": data}
        for step in ("dragEnter", "dragOver", "drop"):
            devtools.send("Input.dispatchDragEvent", {"type": step, **where})
        devtools.detach()
