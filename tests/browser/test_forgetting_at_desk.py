"""A decided item is forgotten at the desk: what goes and what stays is said first, and nothing of it is left."""

import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.cards import asks_questions, asks_to_run, shown
from tests.browser.conftest import furnished
from tests.browser.desk import Desk, Plan
from tests.browser.marking import Hand
from tests.browser.office import WIDE, Office
from tests.browser.test_axe import PHONE, objections, themes
from tests.browser.test_phone import SMALL, THUMB_PX
from tests.browser.test_questions import ZONE
from tests.contract.planted import Planted
from tests.real_agents.person import countermark

LONG_MS = 30_000
NOT_WIDER = "document.documentElement.scrollWidth <= innerWidth"
OUT_OF_VIEW = """[...document.querySelectorAll(".head button")]
    .filter(button => button.checkVisibility() && button.getBoundingClientRect().right > innerWidth)
    .map(button => button.ariaLabel ?? button.textContent)"""


def plan_of(says: Planted) -> str:
    return f"# Move {says('title')}\n\nStore each {says('text')} once.\n"


def decided(office: Office, desk: Desk, says: Planted) -> Locator:
    """The pane of a plan that has a mark and was answered; the agent has the answer."""
    title = f"Move {says('title')}"
    with office.asks(plan_of(says)) as hook:
        hand = Hand(office, desk, title)
        desk.shows(title)
        hand.drags("Store each")
        hand.takes("Comment")
        hand.composer.press_sequentially(f"Once, {says('mark')}")
        desk.presses("Control+Enter")
        expect(desk.plan(title).text.locator("sup.pen")).to_have_text(["1"])
        desk.plan(title).sends()
        hook.ends()
        desk.plan(title).says("^Changes requested")
    expect(desk.plan(title).stations).to_contain_text("received")
    return desk.plan(title).region


def approved_anew(office: Office, desk: Desk, says: Planted, *, session: str) -> Plan:
    """A plan of two revisions, which fill the head of its pane; the second one was approved."""
    title = f"Move {says('title')}"
    with office.asks(plan_of(says), session=session) as hook:
        plan = desk.chooses(title)
        plan.writes("Shorter.")
        plan.button("Request changes").click()
        plan.confirms()
        hook.ends()
    with office.asks(f"{plan_of(says)}\nThat is all.\n", session=session) as hook:
        plan = desk.shows(title)
        plan.decides()
        hook.ends()
    expect(plan.region.get_by_role("group", name="Revision")).to_be_visible()
    expect(plan.stations).to_contain_text("received")
    return plan


def asked(region: Locator, noun: str = "plan") -> Locator:
    """The dialog, chosen from the menu by keys alone."""
    menu = region.get_by_role("button", name=f"More about this {noun}")
    menu.focus()
    menu.press("Enter")
    entry = region.get_by_role("button", name=f"Forget this {noun} …")
    expect(entry).to_be_visible()
    region.page.keyboard.press("Tab")
    expect(entry).to_be_focused()
    region.page.keyboard.press("Enter")
    dialog = region.page.get_by_role("dialog", name=f"Forget this {noun}?")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    return dialog


def left(office: Office, says: Planted) -> set[str]:
    """The places whose words a file of the data folder still has."""
    return {place for place, _ in says.left_in(office.workplace.desk_folder)}


def small(desk: Desk) -> list[str]:
    """What is too small for a thumb; the numbers of revisions stand close on purpose."""
    found: list[str] = desk.page.evaluate(SMALL, THUMB_PX)
    return [each for each in found if not each.startswith("Revision ")]


def searched(desk: Desk, words: str) -> Locator:
    """The lines that history finds by these words."""
    desk.presses("/")
    field = desk.page.get_by_role("searchbox")
    field.fill(words)
    return desk.page.locator(".history-line")


@pytest.fixture
def planted() -> Planted:
    return Planted(7)


@contextmanager
def an_office(browser: Browser) -> Iterator[Office]:
    """A hub of its own: what others have said at the same time is in no file."""
    folder = Path(tempfile.mkdtemp(prefix="cm-f-"))
    try:
        with furnished(browser, folder) as office, office:
            yield office
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_plan_is_forgotten_everywhere(browser: Browser, planted: Planted) -> None:
    with an_office(browser) as office:
        profile = office.profile()
        desk, other = office.desk(profile), office.desk(profile)
        region = decided(office, desk, planted)
        expect(searched(other, planted("mark"))).to_have_count(1)
        other.page.locator(".history-line").click()
        expect(other.plan(f"Move {planted('title')}").region).to_be_visible()
        third = office.desk(profile)
        expect(searched(third, planted("text"))).to_have_count(1)
        assert left(office, planted) == {"title", "text", "mark"}
        dialog = asked(region)
        expect(dialog).to_contain_text("from every file of the data folder")
        expect(dialog).to_contain_text("That it was asked and decided")
        expect(dialog).to_contain_text("what was exported or shared")
        desk.presses("Tab")
        expect(dialog.get_by_role("button", name="Forget it")).to_be_focused()
        desk.presses("Enter")
        expect(dialog).to_have_count(0, timeout=LONG_MS)
        for tab in (desk, other):
            expect(tab.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible()
            expect(tab.page.get_by_text(planted("text"))).to_have_count(0)
        expect(desk.page.locator("*:focus")).to_have_attribute("aria-label", "Forgotten")
        said = re.compile(r"Forgotten: the texts of \d+ entries of the journal, 1 mark, 0 images\.")
        expect(desk.page.get_by_role("status").filter(has_text=said)).to_have_count(1)
        expect(desk.page.locator(".announced").get_by_text(said)).to_be_visible()
        expect(third.page.locator(".history-line .gone")).to_have_text("Its texts were forgotten")
        assert left(office, planted) == set()
        assert "chain unbroken" in countermark(office.workplace, "journal", "verify")
        for place in ("title", "text", "mark"):
            expect(searched(desk, planted(place))).to_have_count(0)
            expect(desk.page.get_by_text("Nothing that was decided has")).to_be_visible()


@pytest.mark.parametrize("way", ["Escape", "Enter", "Control+Enter"])
def test_keeping_it_changes_nothing(office: Office, desk: Desk, planted: Planted, way: str) -> None:
    region = decided(office, desk, planted)
    requests: list[str] = []
    desk.page.on("request", lambda request: requests.append(request.url))
    dialog = asked(region)
    if way == "Control+Enter":
        dialog.get_by_role("button", name="Forget it").focus()
        desk.presses(way)
        expect(dialog).to_be_visible()
        desk.presses("Escape")
    else:
        desk.presses(way)
    expect(dialog).to_have_count(0)
    expect(region.get_by_role("button", name="More about this plan")).to_be_focused()
    expect(region.get_by_role("article")).to_contain_text(planted("text"))
    assert [url for url in requests if url.endswith("/forget")] == []


def test_an_answer_on_its_way_is_not_forgotten(office: Office, desk: Desk, planted: Planted) -> None:
    title = f"Move {planted('title')}"
    with office.asks(plan_of(planted)) as hook:
        plan = desk.shows(title)
        hook.signal(signal.SIGSTOP)
        plan.decides()
        dialog = asked(plan.region)
        dialog.get_by_role("button", name="Forget it").click()
        words = "It is not forgotten. Its answer is on its way to the agent. Wait until the agent has it."
        expect(dialog.get_by_role("alert")).to_have_text(words)
        assert objections(desk) == []
        expect(plan.text).to_contain_text(planted("text"))
        hook.signal(signal.SIGCONT)
        hook.ends()
        expect(plan.stations).to_contain_text("received")
        dialog.get_by_role("button", name="Forget it").click()
        expect(desk.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible(timeout=LONG_MS)


def test_what_is_left_is_said_and_stays_until_it_is_read(office: Office, desk: Desk, planted: Planted) -> None:
    region = decided(office, desk, planted)

    def as_with_copies(route: Route) -> None:
        told = route.fetch()
        changed = {**told.json(), "is_clean": False, "copies": ["A copy of the cut journal is in /somewhere."]}
        route.fulfill(response=told, json=changed)

    desk.page.route("**/forget", as_with_copies)
    asked(region).get_by_role("button", name="Forget it").click()
    dialog = desk.page.get_by_role("dialog", name="Forgotten, but not everywhere")
    expect(dialog).to_contain_text("A file still has bytes of it", timeout=LONG_MS)
    expect(dialog).to_contain_text("The hub goes on trying, and countermark forget rv_")
    expect(dialog).to_contain_text("A copy of the cut journal is in /somewhere.")
    expect(dialog.get_by_text("Close", exact=True)).to_be_focused()
    assert objections(desk) == []
    desk.presses("Enter")
    expect(dialog).to_have_count(0)
    expect(desk.page.locator("*:focus")).to_have_attribute("aria-label", "Forgotten")


def test_what_it_allows_is_taken_back_before_it_is_forgotten(office: Office, desk: Desk) -> None:
    with asks_to_run(office, "make lint") as hook:
        card = shown(desk, "make lint")
        card.chooses("2")
        card.sends()
        hook.ends()
    expect(card.stations).to_contain_text("received")
    dialog = asked(card.region, "permission")
    dialog.get_by_role("button", name="Forget it").click()
    words = "It is not forgotten. What it allows for its conversation is in force. Take that back first, at the desk."
    expect(dialog.get_by_role("alert")).to_have_text(words)
    desk.presses("Escape")
    commanded(desk, "allowed for conv")
    grants = desk.dialog("Allowed for conversations")
    grants.get_by_role("button", name="Take back: make lint").click()
    expect(grants.get_by_text("Nothing: every request is asked")).to_be_visible()
    desk.presses("Escape")
    asked(card.region, "permission").get_by_role("button", name="Forget it").click()
    expect(desk.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible(timeout=LONG_MS)
    expect(desk.page.get_by_text("make lint")).to_have_count(0)


def test_a_journal_that_is_open_beside_forgets_it_too(browser: Browser, planted: Planted) -> None:
    with an_office(browser) as office:
        profile = office.profile()
        desk, other = office.desk(profile), office.desk(profile)
        region = decided(office, desk, planted)
        commanded(other, "Journal")
        journal = other.page.get_by_role("region", name="Journal")
        expect(journal.get_by_text(planted("title")).first).to_be_visible()
        asked(region).get_by_role("button", name="Forget it").click()
        expect(desk.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible(timeout=LONG_MS)
        for place in ("title", "text", "mark"):
            expect(other.page.get_by_text(planted(place))).to_have_count(0)


def test_history_and_journal_show_nothing_of_it_later(browser: Browser, planted: Planted) -> None:
    with an_office(browser) as office:
        desk = office.desk(office.profile())
        decided(office, desk, planted)
        commanded(desk, "Journal")
        expect(desk.page.get_by_role("region", name="Journal").get_by_text(planted("title")).first).to_be_visible()
        lines = searched(desk, planted("mark"))
        expect(lines).to_have_count(1)
        lines.click()
        region = desk.plan(f"Move {planted('title')}").region
        expect(region).to_be_visible()
        dialog = asked(region)
        dialog.get_by_role("button", name="Forget it").click()
        expect(dialog).to_have_count(0, timeout=LONG_MS)
        expect(desk.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible()
        desk.presses("Escape")
        expect(desk.page.get_by_role("searchbox")).to_be_visible()
        expect(desk.page.get_by_text(planted("title"))).to_have_count(0)
        commanded(desk, "Journal")
        expect(desk.page.get_by_role("heading", name="What was decided")).to_be_visible()
        expect(desk.page.get_by_text(planted("title"))).to_have_count(0)


def test_permissions_and_questions_too(office: Office, desk: Desk) -> None:
    with asks_to_run(office, "rm -rf build") as hook:
        region = desk.page.get_by_role("region", name=re.compile("^Permission"))
        expect(region).to_be_visible()
        expect(region.get_by_role("button", name="More about this permission")).to_have_count(0)
        office.attendant.refuses(office.attendant.open_asked()[0])
        hook.ends()
    expect(region.get_by_role("list", name="How far the answer has come")).to_contain_text("received")
    asked(region, "permission").get_by_role("button", name="Forget it").click()
    expect(region.get_by_role("heading", name="Forgotten")).to_be_visible(timeout=LONG_MS)
    expect(desk.page.get_by_text("rm -rf build")).to_have_count(0)
    with asks_questions(office, ZONE) as hook:
        desk.item("In which time zone").click()
        region = desk.page.get_by_role("region", name=re.compile("^Question"))
        expect(region).to_be_visible()
        office.attendant.refuses(office.attendant.open_asked()[0])
        hook.ends()
    expect(region.get_by_role("list", name="How far the answer has come")).to_contain_text("received")
    asked(region, "question").get_by_role("button", name="Forget it").click()
    expect(region.get_by_role("heading", name="Forgotten")).to_be_visible(timeout=LONG_MS)


def test_the_list_of_commands_exports_and_forgets(office: Office, desk: Desk, planted: Planted) -> None:
    title = f"Move {planted('title')}"
    with office.asks(plan_of(planted)) as hook:
        plan = desk.shows(title)
        commanded(desk, "Forget this")
        expect(desk.page.locator(".announced")).to_contain_text("only what is decided can be exported or forgotten")
        plan.decides()
        hook.ends()
    expect(plan.stations).to_contain_text("received")
    expect(plan.region.get_by_role("button", name="Export this")).to_be_visible()
    commanded(desk, "Export this item")
    expect(plan.region.get_by_role("button", name="Markdown, with the marks")).to_be_focused()
    desk.presses("Escape")
    commanded(desk, "Forget this")
    dialog = desk.page.get_by_role("dialog", name="Forget this plan?")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    desk.presses("Escape")
    expect(dialog).to_have_count(0)
    expect(plan.text).to_contain_text(planted("text"))


def commanded(desk: Desk, words: str) -> None:
    """A command, chosen by its words from the list of all."""
    desk.presses("Control+k")
    desk.page.get_by_role("combobox", name="Command or item").press_sequentially(words)
    desk.presses("Enter")


@themes
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_to_object_to(office: Office, planted: Planted, dark: bool, size: tuple[int, int]) -> None:
    desk = office.desk(office.profile(dark=dark, size=size))
    plan = approved_anew(office, desk, planted, session=f"talk-{dark}-{size[0]}")
    assert desk.page.evaluate(OUT_OF_VIEW) == [], "what can be done with it is seen at once"
    menu = plan.region.get_by_role("button", name="More about this plan")
    menu.click()
    expect(plan.region.get_by_role("button", name="Forget this plan …")).to_be_visible()
    assert objections(desk) == [], "the menu"
    if size == PHONE:
        assert small(desk) == []
    desk.presses("Escape")
    dialog = asked(plan.region)
    assert objections(desk) == [], "the question"
    assert desk.page.evaluate(NOT_WIDER)
    if size == PHONE:
        assert small(desk) == []
    dialog.get_by_role("button", name="Forget it").click()
    expect(desk.page.get_by_role("heading", name="Forgotten", level=1)).to_be_visible(timeout=LONG_MS)
    assert objections(desk) == [], "afterwards"
    expect(plan.region.get_by_role("button", name="What changed")).to_have_count(0)
    expect(plan.region.get_by_role("button", name="Outline")).to_have_count(0)
