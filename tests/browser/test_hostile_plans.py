"""A plan is only text: nothing in it runs, fetches, navigates, or touches the desk around it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk, Plan
from tests.browser.hostile import ALL, BAD_ATTRIBUTES, FORBIDDEN_ELEMENTS, IDS_OUTSIDE, PIECES, TITLE
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.figures import share

LOOKS = """element => { const style = getComputedStyle(element);
  return ['display', 'visibility', 'opacity', 'color', 'background', 'font', 'position'].map(name => style[name]); }"""
# What lies on top at the middle of an element.
ON_TOP = """element => { const box = element.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.contains(top) || top === element; }"""


def chrome_of(desk: Desk, plan: Plan) -> list[object]:
    """How everything around the text looks, and where it stands."""
    parts = [
        desk.inbox,
        plan.region.locator("header.head"),
        plan.bar,
        plan.button("Approve"),
        plan.button("Request changes"),
    ]
    assert all(part.evaluate(ON_TOP) for part in parts)
    return [(part.bounding_box(), part.evaluate(LOOKS)) for part in parts]


def judge_nothing_ran(office: Office, desk: Desk) -> None:
    """The page ran nothing of the plan's, asked nobody else, went nowhere."""
    watch = office.watch_over(desk.page.context)
    assert desk.page.evaluate("window.ran") is None
    assert watch.origins() == {office.address}
    assert (watch.errors, watch.dialogs) == ([], [])
    assert [words for words in watch.console if words.startswith("error")] == []
    assert desk.page.url == f"{office.address}/"
    assert len(desk.page.context.pages) == 1
    assert len(desk.page.frames) == 1


def test_nothing_runs_and_nothing_is_fetched(office: Office, desk: Desk) -> None:
    with office.asks(ALL) as hook:
        plan = desk.shows(TITLE)
        expect(plan.text).to_contain_text("The last line.")
        judge_nothing_ran(office, desk)
        expect(plan.text.locator(FORBIDDEN_ELEMENTS)).to_have_count(0)
        assert plan.text.evaluate(BAD_ATTRIBUTES) == []
        assert plan.text.evaluate(IDS_OUTSIDE) == []
        plan.decides()
        assert hook.ends().decision["updatedInput"]["plan"] == ALL
        judge_nothing_ran(office, desk)


@pytest.mark.tenth
def test_each_piece_alone(office: Office, desk: Desk) -> None:
    """Together, one piece may swallow the next; here every one of them is parsed by itself."""
    for name, piece in share(list(PIECES.items()), seed="pieces"):
        with office.asks(f"# Only {name}\n\n{piece}\n\nThe last line.\n") as hook:
            plan = desk.plan(f"Only {name}")
            expect(plan.text).to_contain_text("The last line.")
            expect(plan.text.locator(FORBIDDEN_ELEMENTS)).to_have_count(0)
            assert plan.text.evaluate(BAD_ATTRIBUTES) == [], name
            office.attendant.approves(office.attendant.sees_plan())
            hook.ends()
            plan.says("^Approved")
            assert desk.page.evaluate("window.ran") is None, name
    judge_nothing_ran(office, desk)


def test_its_links_lead_nowhere_they_should_not(office: Office, desk: Desk) -> None:
    with office.asks(f"# Links\n\n{PIECES['links']}\n\n{PIECES['raw link']}\n\n[real](https://evil.example/real)\n"):
        plan = desk.shows("Links")
        for link in plan.text.get_by_role("link").all():
            assert re.match(r"^(https?://|mailto:|#)", link.get_attribute("href") or "")
        for words in ("one", "two", "three", "five", "six", "raw link"):
            plan.text.get_by_text(words, exact=True).first.click()
        judge_nothing_ran(office, desk)
        real = plan.text.get_by_role("link", name="real")
        assert {"noopener", "noreferrer"} <= set((real.get_attribute("rel") or "").split())


def test_the_desk_around_it_is_undisturbed(office: Office) -> None:
    desk = office.desk()
    with office.asks(REFUNDS):
        before = chrome_of(desk, desk.shows(REFUNDS_TITLE))
    office.attendant.clears_desk()
    desk = office.desk()
    with office.asks(ALL):
        plan = desk.shows(TITLE)
        assert chrome_of(desk, plan) == before
        plan.scroll.focus()
        desk.presses("End")
        expect(plan.text.get_by_text("The last line.")).to_be_in_viewport()
        assert chrome_of(desk, plan) == before
        expect(plan.text.locator(".bar, .rail, .pane, .button, .filled, .palette, .desk")).to_have_count(0)


def test_a_title_is_text_everywhere(office: Office, desk: Desk) -> None:
    title = '<img src=x onerror=window.ran=1> & "quotes" <b>bold</b>'
    with office.asks(f"# `{title}`\n\nText.\n") as hook:
        plan = desk.shows(title)
        expect(desk.item(title)).to_be_visible()
        expect(plan.text.get_by_role("heading", level=1)).to_have_text(title)
        desk.presses("Control+k")
        expect(desk.page.get_by_role("combobox")).to_be_focused()
        desk.page.keyboard.type("quotes")
        expect(desk.page.get_by_role("option", selected=True)).to_contain_text(title)
        desk.presses("Escape")
        plan.decides()
        hook.ends()
        desk.inbox.get_by_role("button", name="Journal").click()
        expect(desk.page.get_by_role("row").filter(has_text=title).first).to_be_visible()
        judge_nothing_ran(office, desk)


def test_words_of_a_person_are_text_too(office: Office, desk: Desk) -> None:
    words = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(words)
        plan.sends()
        hook.ends()
        expect(plan.region.get_by_role("complementary")).to_contain_text(words)
        judge_nothing_ran(office, desk)


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\u0007", "\u2028"], ids=ascii)
def test_invisible_signs_are_shown(office: Office, desk: Desk, sign: str) -> None:
    """What reorders or hides text on the screen would let a person approve what they did not read."""
    with office.asks(f"# Signs {sign}elttil\n\nRun `rm {sign}x` and {sign}text.\n\n```sh\nrm {sign}x\n```\n"):
        expect(desk.item("Signs")).to_be_visible()
        expect(desk.plan("Signs").text.locator("pre")).to_be_visible()
        assert sign not in desk.page.evaluate("document.body.textContent")
