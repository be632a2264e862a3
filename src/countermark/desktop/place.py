"""Where the window stood and how large it was, kept in the data folder."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from countermark.machine.files import whole_number, write_private

FILE = "desktop.json"
LEAST_WIDTH, LEAST_HEIGHT = 400, 300
MOST = 32_000  # what X takes
SEEN = 50  # pixels of a window that have to lie on a screen


@dataclass(frozen=True)
class ScreenArea:
    """A screen among all of them, in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class WindowPlace:
    """Size and place in pixels; without a place the window stands where the system puts it."""

    width: int = 1200
    height: int = 800
    x: int | None = None
    y: int | None = None

    def is_seen_on(self, screens: Iterable[ScreenArea]) -> bool:
        """Whether a person can get hold of a window there: enough of its upper edge lies on a screen."""
        x, y = self.x, self.y
        return (
            x is not None
            and y is not None
            and any(
                x + self.width >= each.x + SEEN
                and x <= each.x + each.width - SEEN
                and each.y <= y <= each.y + each.height - SEEN
                for each in screens
            )
        )


def read_place(home: str) -> WindowPlace:
    """What was kept, with a size that a window can have; the usual place if nothing was."""
    try:
        content = json.loads(Path(home, FILE).read_bytes())
    except (OSError, ValueError):
        return WindowPlace()
    if not isinstance(content, dict):
        return WindowPlace()
    width, height, x, y = (whole_number(content.get(name)) for name in ("width", "height", "x", "y"))
    usual = WindowPlace()
    return WindowPlace(
        bounded(width or usual.width, least=LEAST_WIDTH), bounded(height or usual.height, least=LEAST_HEIGHT), x, y
    )


def bounded(size: int, *, least: int) -> int:
    """The nearest size that a window can have."""
    return max(least, min(size, MOST))


def keep_place(home: str, place: WindowPlace) -> None:
    """Keep it; a full disk takes no window away."""
    with suppress(OSError):
        write_private(Path(home, FILE), json.dumps(asdict(place)) + "\n")
