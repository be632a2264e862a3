"""Makes the pictures of the README from the real desk: `python -m tools.pictures`."""

import shutil
import sys
import tempfile
from pathlib import Path

from tests.browser import chromium
from tests.browser.conftest import furnished
from tests.browser.office import Office
from tests.real_agents.person import Json, countermark

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (1440, 900)


def main() -> int:
    """Writes `marks-carried.png`: the sample plan's second revision, with what became of each mark."""
    folder = Path(tempfile.mkdtemp(prefix="cm-p-"))
    try:
        with chromium.started() as browser, furnished(browser, folder) as office:
            countermark(office.workplace, "demo", "--print")
            second = marked_up(office)
            photographed(office, FOLDER / "marks-carried.png")
            office.attendant.approves(second)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def marked_up(office: Office) -> Json:
    """Marks the sample as its own first lines say, and returns the revision that the sample agent answers with."""
    person = office.attendant
    plan = person.sees_plan()
    pen = person.takes_pen(plan)
    given = (
        pen.mark("deletion", "half a day each", nth=2),
        pen.mark("replacement", "less than 30 days", text="less than 60 days", words="The law gives them sixty."),
        pen.mark("comment", "first in the list", nth=2, words="Why there?"),
        pen.mark("comment", "a plan of its own", nth=2, words="Who writes them?"),
    )
    marks = [person.marks(plan, mark) for mark in given]
    person.decides(plan, "changes_requested", marks=marks)
    second = person.sees_plan(revision=2)
    person.sees_carried(second, marks)
    return second


def photographed(office: Office, file: Path) -> None:
    """The plan on a wide desk, light, at rest."""
    desk = office.desk(office.profile(size=SIZE))
    desk.chooses("Let people take a parcel back")
    desk.page.evaluate("document.fonts.ready")
    file.parent.mkdir(exist_ok=True)
    desk.page.screenshot(path=file, animations="disabled", caret="hide")


if __name__ == "__main__":
    sys.exit(main())
