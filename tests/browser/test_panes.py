"""Panes are split, moved, locked, resized and closed, by keyboard too, and stand as they stood after a reload."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE, TITLE, WEBHOOKS


def edges(pane: Locator) -> tuple[int, int, int, int]:
    """Left, top, width and height, in whole pixels."""
    box = pane.bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"])


@pytest.fixture
def two_panes(office: Office, desk: Desk) -> Desk:
    """A plan on the left, another one on the right; the hooks may be gone, the panes stay."""
    with office.asks(WEBHOOKS), office.asks(REFUNDS):
        expect(desk.inbox.locator(".item")).to_have_count(2)
        desk.chooses(TITLE)
        while desk.panes.count() > 1:
            desk.presses("X")
        desk.chooses(TITLE)
        desk.presses("|")
        expect(desk.panes).to_have_count(2)
        desk.item(REFUNDS_TITLE).click()
        desk.shows(REFUNDS_TITLE)
        desk.shows(TITLE)
    return desk


def test_a_split_shows_both(two_panes: Desk) -> None:
    left, right = edges(two_panes.plan(TITLE).region), edges(two_panes.plan(REFUNDS_TITLE).region)
    assert left[0] + left[2] == pytest.approx(right[0], abs=2)
    assert (left[1], left[3]) == (right[1], right[3])


def test_moved_by_keyboard(two_panes: Desk) -> None:
    left, right = two_panes.plan(TITLE).region, two_panes.plan(REFUNDS_TITLE).region
    before = edges(left), edges(right)
    two_panes.presses("Alt+Shift+ArrowLeft")
    expect(two_panes.panes.first).to_have_attribute("aria-label", f"Plan: {REFUNDS_TITLE}")
    assert edges(right)[0] == before[0][0]
    two_panes.presses("Alt+Shift+ArrowRight")
    expect(two_panes.panes.first).to_have_attribute("aria-label", f"Plan: {TITLE}")
    assert (edges(left), edges(right)) == before


def test_split_downwards_and_close(two_panes: Desk) -> None:
    two_panes.presses("_")
    expect(two_panes.panes).to_have_count(3)
    upper, lower = edges(two_panes.panes.nth(1)), edges(two_panes.panes.nth(2))
    assert upper[0] == lower[0]
    assert upper[1] + upper[3] == pytest.approx(lower[1], abs=2)
    two_panes.presses("X", "X")
    expect(two_panes.panes).to_have_count(1)


def test_walking_between_panes(two_panes: Desk) -> None:
    active = two_panes.page.locator("section.pane.active")
    expect(active).to_have_attribute("aria-label", f"Plan: {REFUNDS_TITLE}")
    for key, title in (("F6", TITLE), ("o", REFUNDS_TITLE), ("O", TITLE)):
        two_panes.presses(key)
        expect(active).to_have_attribute("aria-label", f"Plan: {title}")
        expect(two_panes.plan(title).scroll).to_be_focused()


def test_the_border_moves_by_keyboard_and_pointer(two_panes: Desk) -> None:
    left = two_panes.plan(TITLE).region
    border = two_panes.page.get_by_role("separator", name="Border between panes")
    expect(border).to_have_attribute("aria-valuenow", "50")
    before = edges(left)[2]
    border.focus()
    two_panes.presses("ArrowRight", "ArrowRight")
    expect(border).to_have_attribute("aria-valuenow", "54")
    assert edges(left)[2] > before
    at = border.bounding_box()
    assert at is not None
    mouse = two_panes.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + 200)
    mouse.down()
    mouse.move(at["x"] - 150, at["y"] + 220, steps=4)
    mouse.up()
    assert edges(left)[2] < before


def test_dragged_by_the_head(two_panes: Desk) -> None:
    left, right = two_panes.plan(TITLE), two_panes.plan(REFUNDS_TITLE)
    target = edges(right.region)
    left.region.get_by_role("heading", name="Plan", exact=True).hover()
    mouse = two_panes.page.mouse
    mouse.down()
    mouse.move(target[0] + target[2] - 20, target[1] + 300, steps=5)
    expect(two_panes.page.locator(".drop")).to_be_visible()
    mouse.up()
    expect(two_panes.panes.last).to_have_attribute("aria-label", f"Plan: {TITLE}")
    expect(two_panes.page.locator(".drop")).to_have_count(0)


def test_the_layout_survives_a_reload(two_panes: Desk) -> None:
    two_panes.page.get_by_role("separator").focus()
    two_panes.presses("ArrowLeft", "ArrowLeft", "ArrowLeft")
    two_panes.plan(TITLE).tool("Lock this pane").click()
    before = [edges(two_panes.plan(title).region) for title in (TITLE, REFUNDS_TITLE)]
    two_panes.reloads()
    expect(two_panes.panes).to_have_count(2)
    assert [edges(two_panes.plan(title).region) for title in (TITLE, REFUNDS_TITLE)] == before
    expect(two_panes.plan(TITLE).tool("Unlock this pane")).to_be_visible()
    expect(two_panes.plan(TITLE).text).to_contain_text("Every call carries an id")


def test_shift_enter_opens_beside(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS), office.asks(REFUNDS):
        desk.chooses(REFUNDS_TITLE).tool("Close this pane").click()
        while desk.panes.count() > 1:
            desk.panes.last.get_by_role("button", name="Close this pane").click()
        desk.chooses(TITLE)
        count = desk.panes.count()
        desk.item(REFUNDS_TITLE).focus()
        desk.presses("Shift+Enter")
        expect(desk.panes).to_have_count(count + 1)
        expect(desk.plan(REFUNDS_TITLE).scroll).to_be_focused()
