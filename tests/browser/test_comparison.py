"""What changed since the last revision: in three views, walked, and approved only where the whole text stands."""

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.test_axe import objections
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json

NUMBERS = itertools.count(7_000_000)
TITLE = "Refund once"
# Long enough to be folded in the source.
APPENDIX = "\n## Appendix\n\n" + "".join(f"- Stays as it is, number {number}.\n" for number in range(60))
FIRST = (
    """# Refund once

## Why

The refund carries the id of the parcel, and a second one is booked twice.

## Steps

1. Make the column unique.
2. Book the refund at night.
3. Tell the customer by mail.

## Rollout

Fill in the ids of the last seven days, slowly, in batches of five hundred.

Deploy on Tuesday.

```python
def refund(parcel):
    check(parcel)
    return book(parcel)
```
"""
    + APPENDIX
)
SECOND = (
    """# Refund once

## Why

The refund carries the id of the return, and a second one is refused.

## Steps

1. Make the column unique.
2. Fill in the ids of the last seven days, slowly, in batches of five hundred.
3. Book the refund at night.
4. Tell the customer by mail.

## Rollout

Somebody watches the first hour and says so in the channel.

```python
def refund(parcel):
    return book(parcel)
```
"""
    + APPENDIX
)


def unique(mark: tuple[str, Json]) -> tuple[str, Json]:
    """The hub outlives the test, and a pen counts from the beginning."""
    return f"an_{next(NUMBERS):026}", mark[1]


@pytest.fixture
def again(office: Office) -> Iterator[HookProcess]:
    """The agent waits with a second revision; two marks went with the answer to the first."""
    person = office.attendant
    with office.asks(FIRST, session="compared") as first:
        review = person.sees_plan()
        pen = person.takes_pen(review)
        wishes = (("a second one is booked twice", "How often?"), ("Make the column unique", "Which one?"))
        marks = [person.marks(review, unique(pen.mark("comment", quote, words=words))) for quote, words in wishes]
        person.presses(review, "changes_requested", None, annotations=marks).raise_for_status()
        assert first.ends().decision["behavior"] == "deny"
    with office.asks(SECOND, session="compared") as second:
        person.sees_plan(revision=2)
        yield second


def compares(desk: Desk) -> Plan:
    plan = desk.shows(TITLE)
    plan.scroll.focus()
    desk.presses("v")
    expect(plan.text.locator("ins.fresh").first).to_be_visible()
    return plan


def said(desk: Desk, words: re.Pattern[str]) -> None:
    """Judge what a person who does not see the page was told last."""
    expect(desk.page.get_by_role("status").filter(has_text=words)).to_have_count(1)


def view(plan: Plan, name: str) -> Locator:
    return plan.region.get_by_role("group", name="How to show it").get_by_role("button", name=name)


def test_the_quiet_line_leads_there_and_back(again: HookProcess, desk: Desk) -> None:
    plan = desk.shows(TITLE)
    expect(plan.text).to_contain_text(re.compile("Changed since revision 1: .*1 moved"))
    plan.text.get_by_role("button", name="What changed").click()
    expect(plan.text.locator("ins.fresh").first).to_be_visible()
    expect(plan.text.locator(".summary")).to_contain_text(re.compile(r"\d+ words added, \d+ removed, 1 block moved"))
    expect(plan.text.locator(".summary")).to_contain_text("2 marks of round 1:")
    said(desk, re.compile(r"1 moved, 1 of your 2 marks touched"))
    desk.presses("v")
    expect(plan.text.locator("ins.fresh")).to_have_count(0)
    assert again.waits


def test_a_number_stands_beside_its_own_words(office: Office, desk: Desk) -> None:
    with office.asks("# Numbers\n\n1. one\n2. two\n3. three\n", session="numbers") as first:
        office.attendant.requests_changes(office.attendant.sees_plan(), "Deeper.")
        first.ends()
    with office.asks("# Numbers\n\n1. one\n2. two\n   1. three\n", session="numbers"):
        plan = desk.shows("Numbers")
        plan.scroll.focus()
        desk.presses("v")
        expect(plan.text.locator(".moved-note")).to_have_text("Now one level deeper")
        tops = "items => items.map(item => getComputedStyle(item, '::before').top)"
        assert plan.text.locator("ol > li").evaluate_all(tops) == ["0px", "0px", "0px"]


def test_words_blocks_and_moves(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    why = plan.text.get_by_role("paragraph").filter(has_text="The refund carries")
    expect(why.get_by_role("deletion")).to_contain_text(["parcel"])
    expect(why.get_by_role("insertion")).to_contain_text(["return"])
    expect(plan.text.get_by_role("insertion").filter(has_text="Somebody watches the first hour")).to_be_visible()
    away = plan.text.get_by_role("link", name=re.compile("moved up"))
    away.click()
    expect(plan.text.get_by_role("listitem").filter(has_text="Fill in the ids")).to_be_focused()
    plan.text.get_by_role("link", name=re.compile("Moved here from")).press("Enter")
    expect(plan.text.locator(".moved-away")).to_be_focused()
    assert again.waits


def test_the_keys_walk_from_change_to_change(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    desk.presses("}")
    said(desk, re.compile(r"Change 1 of \d"))
    expect(desk.focused).to_contain_text("The refund carries")
    desk.presses("}")
    said(desk, re.compile(r"Change 2 of \d"))
    desk.presses("{")
    expect(desk.focused).to_contain_text("The refund carries")
    desk.presses("{")
    said(desk, re.compile("That was the first change"))
    expect(plan.text).to_be_visible()
    assert again.waits


def test_side_by_side_and_source(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    view(plan, "Side by side").click()
    rows = plan.text.locator(".pair.changed")
    expect(rows.filter(has_text="The refund carries").locator("> .old")).to_contain_text("the id of the parcel")
    expect(rows.filter(has_text="The refund carries").locator("> .new")).to_contain_text("the id of the return")
    view(plan, "Source").click()
    expect(plan.text.get_by_role("row").filter(has_text="Deploy on Tuesday.")).to_have_class("removed")
    assert again.waits


def test_a_narrow_pane_shows_it_inline(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    view(plan, "Side by side").click()
    expect(plan.text.locator(".pair").first).to_be_visible()
    desk.page.set_viewport_size({"width": 1000, "height": 800})
    expect(plan.text.locator(".pair")).to_have_count(0)
    expect(plan.text.locator("ins.fresh").first).to_be_visible()
    expect(view(plan, "Side by side")).to_be_hidden()
    assert again.waits


def test_source_alone_is_not_approved_but_the_comparison_is(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    view(plan, "Source").click()
    expect(plan.bar).to_contain_text("Source leaves out what stayed the same")
    expect(plan.button("Approve")).to_be_disabled()
    plan.scroll.focus()
    desk.presses("a", "Control+Enter")
    view(plan, "Inline").click()
    expect(plan.button("Approve")).to_be_enabled()
    assert again.waits
    plan.decides()
    assert again.ends().decision["updatedInput"]["plan"] == SECOND


def test_the_whole_source_is_reached_at_its_folds_and_can_be_approved(again: HookProcess, desk: Desk) -> None:
    plan = compares(desk)
    view(plan, "Source").click()
    fold = plan.text.get_by_role("button", name=re.compile(r"^Show \d+ equal lines$"))
    expect(fold).to_have_count(1)
    line = plan.text.locator("tr.fold").get_attribute("data-from") or ""
    fold.focus()
    before = (fold.bounding_box() or {"y": 0.0})["y"]
    desk.presses("Enter")
    expect(desk.focused.locator("td.n").last).to_have_text(line)
    expect(desk.focused).to_be_in_viewport()
    assert (desk.focused.bounding_box() or {"y": 0.0})["y"] == pytest.approx(before, abs=12)
    expect(fold).to_have_count(0)
    expect(plan.text.get_by_role("row").filter(has_text="Stays as it is, number 59.")).to_have_class("same")
    expect(view(plan, "Source")).to_have_attribute("aria-pressed", "true")
    expect(plan.button("Approve")).to_be_enabled()
    view(plan, "Source").click()
    expect(fold).to_have_count(1)
    expect(plan.button("Approve")).to_be_disabled()
    fold.click()
    expect(plan.button("Approve")).to_be_enabled()
    assert again.waits
    plan.decides()
    assert again.ends().decision["updatedInput"]["plan"] == SECOND


SHOWN = {"Inline": "ins.fresh", "Side by side": ".pair", "Source": "table.source"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_has_nothing_against_it(again: HookProcess, office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(dark=dark))
    plan = compares(desk)
    for name, drawn in SHOWN.items():
        view(plan, name).click()
        expect(view(plan, name)).to_have_attribute("aria-pressed", "true")
        expect(plan.text.locator(drawn).first).to_be_visible()
        assert objections(desk) == [], name
    assert again.waits
