"""What a browser fetches until the first plan stands on its screen, as Chromium asks for it and as the hub sends it.

And beside it what a page under review loads of ours at once.
"""

import gzip
import os
import secrets
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.render import Plan
from countermark.http_api.routes.page_script import OverlayScript
from tests.browser import chromium
from tests.browser.conftest import furnished
from tests.browser.office import Office

PROMISED_KB = 200.0
OVERLAY_BYTES = 25_000
STATIC = Path(__file__).parents[1] / "src" / "countermark" / "static"
FONTS_ARE_THERE = "document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => document.fonts.ready)"
# What the browser itself says it fetched: name, bytes after unpacking, bytes of the body on the wire.
FETCHED = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(one => [new URL(one.name).pathname.slice(1), one.decodedBodySize, one.encodedBodySize])"""


@dataclass(frozen=True)
class Part:
    """One answer of the hub; `sent` are the bytes of its body on the wire, gzip where the hub packs."""

    name: str
    raw: int
    sent: int

    @property
    def counts(self) -> bool:
        """Whether it is part of the page: not what the desk says, nor what draws a formula that is in sight."""
        return not self.name.startswith(("api/", "drawings/"))


def main() -> int:
    """Print every part, the sum beside the promise, and what comes only later."""
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    try:
        with chromium.started() as browser, furnished(browser, folder) as office:
            parts = first_screen(office)
            later = later_parts(office, parts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report(parts, later)


def first_screen(office: Office) -> list[Part]:
    """A profile that has kept nothing opens the desk, where a plan with code and italics waits."""
    with office.asks(Plan(seed=1).text(5_000)):
        office.attendant.sees_plan()
        desk = office.desk()
        desk.page.get_by_role("article").get_by_role("heading", level=1).wait_for()
        desk.page.evaluate(FONTS_ARE_THERE)
        return [Part(*fetched) for fetched in desk.page.evaluate(FETCHED)]


def later_parts(office: Office, loaded: list[Part]) -> list[Part]:
    """The other files of the page, as the same browser gets them."""
    known = {part.name for part in loaded}
    files = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
    wanted = [name for name in files if name.endswith((".js", ".css", ".woff2")) and name not in known]
    page = office.desk().page
    page.evaluate("names => Promise.all(names.map(name => fetch('/' + name).then(got => got.blob())))", wanted)
    parts = [Part(*fetched) for fetched in page.evaluate(FETCHED)]
    return sorted((part for part in parts if part.name in wanted), key=lambda part: part.name)


def report(parts: list[Part], later: list[Part]) -> int:
    print(f"first load, load average {os.getloadavg()[0]:.1f}; sizes in KB (1,000 bytes) as fetched and unpacked")
    counted = [part for part in parts if part.counts]
    for part in counted:
        show(part)
    total = sum(part.sent for part in counted) / 1000
    print(f"  {total:8.1f} {sum(part.raw for part in counted) / 1000:8.1f}  HTML, CSS, scripts and fonts")
    print(f"  ratio to the promise ({PROMISED_KB:.0f} KB): {total / PROMISED_KB:.2f}")
    print("beside it, not counted: what the desk says (JSON), and what draws the formula of the plan")
    for part in parts:
        if not part.counts:
            show(part)
    print("later, when first needed")
    for part in later:
        show(part)
    overlay = overlay_bytes()
    print(f"in a page under review, at once: {overlay:,} bytes gzip, the site's token included")
    print(f"  ratio to the promise ({OVERLAY_BYTES:,} bytes): {overlay / OVERLAY_BYTES:.2f}")
    return int(total > PROMISED_KB or overlay > OVERLAY_BYTES)


def overlay_bytes() -> int:
    """The overlay's first script as a site gets it, packed; a dev server may send it plain."""
    answer = OverlayScript().answer(token=secrets.token_urlsafe(32), if_none_match=None)
    return len(gzip.compress(bytes(answer.body), 9))


def show(part: Part) -> None:
    print(f"  {part.sent / 1000:8.1f} {part.raw / 1000:8.1f}  {part.name or 'the page itself'}")


if __name__ == "__main__":
    sys.exit(main())
