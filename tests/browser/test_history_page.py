"""History in the browser: what was decided is found by its words, narrowed, walked by keys and opened as it was."""

import asyncio
import re
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from countermark.actions import reviews
from countermark.actions.desk import open_desk
from countermark.doorbell import hub_address
from countermark.model import actors
from countermark.model.reviews import Submission, Verdict
from countermark.store.sqlite import open_file
from tests.browser.conftest import furnished
from tests.browser.desk import Desk
from tests.browser.earlier_days import PROJECT, YOU, write_earlier_days
from tests.browser.office import WIDE, Office
from tests.browser.test_axe import PHONE, objections
from tests.journeys.hook_process import HookProcess, plan_payload

INGEST = "/home/ann/src/ingest"
DOCS = "/home/ann/src/docs-site"
PLAN = Submission("claude-code", "", None, PROJECT, "talk", None)
PLANS = (
    ("# Cut the cart’s second request\n\nThe café till asks twice; the parser stays.\n", PROJECT, "claude-code", None),
    ("# Split the parser from the loader\n\nThe loader reads; the zebra parser parses.\n", INGEST, "gemini", None),
    ("# Rename ledger columns\n\nOne migration, no downtime.\n", INGEST, "codex", "Keep the old names for a release."),
    ("# Say what a till is\n\nA page for beginners.\n", DOCS, "claude-code", None),
)
THUMB_PX = 44


async def write_plans(home: Path) -> None:
    """Decided plans of three workspaces, just now."""
    desk = await open_desk(open_file(Path(hub_address.database_file(str(home)))), images=home / "images")
    try:
        for number, (text, workspace, agent, notes) in enumerate(PLANS):
            asked = replace(PLAN, text=text, workspace=workspace, agent=agent, conversation=f"talk-{number}")
            by = actors.agent(agent)
            receipt = await reviews.open_review(desk, asked, key=f"key-{number:020}", wait_seconds=60, by=by)
            verdict = Verdict.APPROVED if notes is None else Verdict.CHANGES_REQUESTED
            sha256 = receipt.revision.sha256
            await reviews.decide(desk, receipt.review.id, verdict, notes=notes, shown_sha256=sha256, by=YOU)
    finally:
        await desk.close()


async def write_all(home: Path) -> None:
    """Two weeks of permissions and questions, and the plans."""
    await write_earlier_days(home)
    await write_plans(home)


@pytest.fixture(scope="module")
def lived_in(browser: Browser) -> Iterator[Office]:
    """An office with two weeks behind it; the tests change nothing of that."""
    folder = Path(tempfile.mkdtemp(prefix="cm-h-"))
    # Playwright's loop stands in this thread.
    writing = threading.Thread(target=lambda: asyncio.run(write_all(folder)))
    writing.start()
    writing.join()
    with furnished(browser, folder) as office, office:
        yield office


@pytest.fixture
def desk(lived_in: Office) -> Desk:
    return lived_in.desk()


@pytest.fixture
def history(desk: Desk) -> Locator:
    return opened(desk)


def opened(desk: Desk) -> Locator:
    """By its key, with the field focused and the lines there."""
    desk.presses("/")
    history = desk.page.get_by_role("region", name="History")
    expect(field(history)).to_be_focused()
    expect(lines(history).first).to_be_visible()
    return history


def field(history: Locator) -> Locator:
    return history.get_by_role("searchbox", name="Search what was decided")


def lines(history: Locator) -> Locator:
    return history.locator(".history-line")


def titles(history: Locator) -> Locator:
    return history.locator(".history-line .title")


def chooses(history: Locator, menu: str, choice: str) -> None:
    history.get_by_role("button", name=f"{menu}:").click()
    history.page.get_by_role("group", name=menu).get_by_role("radio", name=re.compile(rf"^{choice}( [\d,]+)?$")).check()
    history.page.keyboard.press("Escape")


def asks_in(office: Office, text: str, session: str) -> HookProcess:
    """A plan of today, of the workplace's own project."""
    return HookProcess(office.workplace, plan_payload(text, session=session, cwd=str(office.workplace.project)))


def test_words_of_a_text_are_found_as_they_are_typed_and_set_off(history: Locator) -> None:
    field(history).press_sequentially("zebr")
    expect(titles(history)).to_have_text(["Split the parser from the loader"])
    expect(history.locator(".snippet mark")).to_have_text("zebra")
    expect(history.locator(".snippet")).to_contain_text("The loader reads; the zebra parser parses.")
    field(history).fill("cafe")  # without the accent
    expect(history.locator("mark")).to_have_text("café")


def test_words_in_the_title_are_set_off_in_it_and_not_said_twice(history: Locator) -> None:
    field(history).fill("ledger")
    expect(history.locator(".title mark")).to_have_text("ledger")
    expect(history.locator(".snippet")).to_have_count(0)


def test_quotes_make_a_phrase_and_the_words_of_an_answer_are_found(history: Locator) -> None:
    field(history).fill('"old names"')
    expect(titles(history)).to_have_text(["Rename ledger columns"])
    expect(lines(history).first).to_contain_text("Changes requested by you")
    field(history).fill('"names old"')
    expect(history.get_by_text('Nothing that was decided has “"names old"”')).to_be_visible()
    history.get_by_role("button", name="show all").click()
    expect(lines(history).nth(5)).to_be_visible()
    expect(field(history)).to_have_value("")


def test_what_rules_decided_is_left_out_until_it_is_wanted(history: Locator) -> None:
    field(history).fill("ruff")
    expect(history.get_by_text("Nothing that was decided has “ruff”")).to_be_visible()
    history.get_by_role("checkbox", name="that rules decided").check()
    expect(titles(history).first).to_have_text("ruff check .")
    expect(lines(history).first).to_contain_text("Allowed by a rule")


def test_the_sentence_narrows_by_kind_agent_workspace_verdict_decider_and_time(history: Locator) -> None:
    chooses(history, "Kind", "Plans and documents")
    expect(lines(history)).to_have_count(len(PLANS))
    chooses(history, "Workspace", "ingest")
    expect(lines(history)).to_have_count(2)
    chooses(history, "How it ended", "Changes requested")
    expect(titles(history)).to_have_text(["Rename ledger columns"])
    chooses(history, "Agent", "Claude Code")
    expect(history.get_by_text("Nothing like that was decided.")).to_be_visible()
    history.get_by_role("button", name="show all").click()
    chooses(history, "Who decided", "Nobody, it expired")
    expect(lines(history).filter(has_not_text="Expired, nobody answered")).to_have_count(0)
    expect(lines(history).first).to_contain_text("scp build.tgz")
    chooses(history, "Who decided", "You")
    chooses(history, "Time", "Today")
    expect(history.locator(".lot")).to_have_count(1)
    history.get_by_role("button", name="Time:").click()
    history.page.get_by_label("To", exact=True).fill("2020-01-01")
    history.page.keyboard.press("Escape")
    expect(history.get_by_text("Nothing like that was decided.")).to_be_visible()


def test_it_is_listed_by_workspace_if_one_likes_and_stays_so(desk: Desk, history: Locator) -> None:
    chooses(history, "Listed by", "Workspace")
    store = history.get_by_role("region", name="web-store")
    expect(history.get_by_role("heading", level=2)).to_have_text(["History", "web-store", "ingest", "docs-site"])
    expect(store.locator(".history-line")).to_have_count(8)
    desk.reloads()
    again = desk.page.get_by_role("region", name="History")
    expect(again.get_by_role("heading", level=2).nth(1)).to_have_text("web-store")
    again.get_by_role("button", name="All of web-store").click()
    expect(lines(again).nth(12)).to_be_visible()
    expect(again.get_by_role("button", name="Workspace: web-store")).to_be_visible()


def test_a_workspace_with_blanks_in_its_name_is_a_region_of_that_name(own_office: Office) -> None:
    plan = plan_payload("# Ship\n\nMove the till.\n", session="blanks", cwd="/srv/my little shop")
    with HookProcess(own_office.workplace, plan) as hook:
        own_office.attendant.presses(own_office.attendant.sees_plan(), "approved", None)
        hook.ends()
    history = opened(own_office.desk())
    chooses(history, "Listed by", "Workspace")
    expect(history.get_by_role("region", name="my little shop").locator(".history-line")).to_have_count(1)


def test_pages_come_as_one_scrolls(history: Locator) -> None:
    history.get_by_role("checkbox", name="that rules decided").check()
    expect(lines(history).filter(has_text="by a rule").first).to_be_visible()
    for known in (50, 100):
        expect(lines(history)).to_have_count(known)
        lines(history).nth(known - 1).scroll_into_view_if_needed()
        expect(lines(history).nth(known)).to_be_attached()
    expect(history.get_by_text("That is all.")).to_be_attached()
    places = history.evaluate("all => [...all.querySelectorAll('.history-line')].map(line => line.id)")
    assert len(places) == len(set(places))


def test_a_line_is_walked_to_and_opened_by_keys_and_escape_comes_back_to_it(desk: Desk, history: Locator) -> None:
    desk.presses("ArrowDown", "j", "j", "k", "ArrowDown", "ArrowDown")
    third = lines(history).nth(3)
    expect(third).to_be_focused()
    chosen = third.get_attribute("id")
    before = third.evaluate("line => line.getBoundingClientRect().top")
    desk.presses("Enter")
    expect(history).to_have_count(0)
    expect(desk.page.get_by_role("region", name="Cut the cart")).to_be_visible()
    desk.presses("Escape")
    expect(desk.focused).to_have_attribute("id", str(chosen))
    assert abs(lines(history).nth(3).evaluate("line => line.getBoundingClientRect().top") - before) < 2
    desk.presses("Home", "ArrowUp")
    expect(field(history)).to_be_focused()
    field(history).fill("till")
    desk.presses("Escape")
    expect(field(history)).to_have_value("")
    expect(history).to_be_visible()


def test_the_place_far_down_is_found_again(desk: Desk, history: Locator) -> None:
    far = lines(history).nth(30)
    far.scroll_into_view_if_needed()
    far.click()
    expect(history).to_have_count(0)
    desk.page.get_by_role("button", name="Close this pane").click()
    expect(far).to_be_in_viewport()
    expect(far).to_be_focused()


def test_a_decided_permission_and_question_are_read_and_not_answered(desk: Desk, history: Locator) -> None:
    field(history).fill('"make clean"')
    expect(titles(history).first).to_have_text("rm -rf build")
    lines(history).first.click()
    card = desk.page.get_by_role("region", name="Permission: rm -rf build")
    expect(card.get_by_role("group", name="Decision")).to_contain_text("No, with words by you")
    expect(card.get_by_text("Use make clean.")).to_be_visible()
    expect(card.get_by_role("radio")).to_have_count(0)
    desk.presses("Escape")
    field(history).fill("march")
    expect(titles(history).first).to_have_text("Keep the old endpoint?")
    lines(history).first.click()
    card = desk.page.get_by_role("region", name="Question: Keep the old endpoint?")
    expect(card.locator("dd").filter(has_text="Until March.")).to_be_visible()
    expect(card.get_by_role("radio")).to_have_count(0)
    desk.presses("Escape")
    expect(history).to_be_visible()


def test_a_review_opens_with_its_marks_and_the_comparison_as_they_were(lived_in: Office, desk: Desk) -> None:
    attendant = lived_in.attendant
    with asks_in(lived_in, "# Quagga plan\n\nOne stripe is enough.\n", "quagga"):
        review = attendant.sees_plan()
        mark = attendant.takes_pen(review).mark("comment", "One stripe", words="Two, surely: okapi.")
        attendant.decides(review, "changes_requested", marks=[attendant.marks(review, mark)])
    with asks_in(lived_in, "# Quagga plan\n\nTwo stripes are enough.\n", "quagga") as hook:
        review = attendant.sees_plan(revision=2)
        attendant.approves(review)
        hook.ends()
    history = opened(desk)
    field(history).fill("okapi")  # in the mark
    expect(lines(history)).to_have_count(1)
    expect(lines(history).first).to_contain_text("1 mark")
    lines(history).first.click()
    plan = desk.plan("Quagga plan")
    expect(plan.text).to_contain_text("Two stripes are enough.")
    expect(plan.button("Approve")).to_have_count(0)
    plan.region.get_by_role("button", name="What changed").click()
    expect(plan.region.get_by_text("stripes are").first).to_be_visible()
    plan.region.get_by_role("button", name="What changed").click()
    plan.region.get_by_role("button", name="Revision 1").click()
    expect(plan.text).to_contain_text("is enough.")
    expect(plan.region.get_by_text("Two, surely: okapi.")).to_be_visible()


def test_a_decision_comes_into_the_list_and_moves_nothing_that_is_read(lived_in: Office, desk: Desk) -> None:
    history = opened(desk)
    read = lines(history).nth(20)
    read.scroll_into_view_if_needed()
    read.focus()
    held = read.get_attribute("id")
    place = history.locator(f"[id='{held}']")
    before = place.evaluate("line => line.getBoundingClientRect().top")
    with asks_in(lived_in, "# Newest aardvark\n\nIt digs.\n", "aardvark") as hook:
        lived_in.attendant.approves(lived_in.attendant.sees_plan())
        hook.ends()
    expect(titles(history).first).to_have_text("Newest aardvark")
    assert abs(place.evaluate("line => line.getBoundingClientRect().top") - before) < 2
    expect(place).to_be_focused()


def test_an_empty_history_says_what_would_fill_it(own_office: Office) -> None:
    desk = own_office.desk()
    desk.presses("/")
    expect(desk.page.get_by_text("Nothing was decided yet. What you answer is found here again")).to_be_visible()


def test_on_a_phone_a_line_is_a_target_for_a_thumb(lived_in: Office) -> None:
    phone = lived_in.desk(lived_in.profile(size=PHONE, touch=True))
    phone.page.get_by_role("button", name="Search", exact=True).tap()
    history = phone.page.get_by_role("region", name="History")
    expect(lines(history).first).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    heights = history.evaluate(
        "all => [...all.querySelectorAll('.page button, .page label, .page input[type=search]')]"
        ".filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= THUMB_PX - 0.5
    lines(history).first.tap()
    expect(history).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(lived_in: Office, dark: bool, size: tuple[int, int]) -> None:
    desk = lived_in.desk(lived_in.profile(dark=dark, size=size))
    if size == PHONE:
        desk.page.get_by_role("button", name="Search", exact=True).click()
        history = desk.page.get_by_role("region", name="History")
    else:
        history = opened(desk)
    field(history).fill("till")
    expect(history.locator("mark").first).to_be_visible()
    assert objections(desk) == [], "found words"
    history.get_by_role("button", name="Time:").click()
    assert objections(desk) == [], "a menu"
    desk.page.keyboard.press("Escape")
    field(history).fill("no such animal")
    expect(history.get_by_text("Nothing that was decided has")).to_be_visible()
    assert objections(desk) == [], "nothing found"
