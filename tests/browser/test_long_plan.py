"""A plan of one megabyte can be read, walked and answered, and is approved only as a whole."""

import hashlib
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess

ONE_MEGABYTE = 1_048_576
TITLE = "A very long plan"
LONG_LOAD_MS = 30_000  # a megabyte, on a machine that runs the other rings beside it
LAST = "This is the last sentence."
HOLDS_AFTER_SEVEN = """(() => {
  const ask = window.fetch;
  window.fetch = async (path, init) => {
    const answer = await ask(path, init);
    if (!/\\/(slices|desk)$/.test(String(path))) return answer;
    let rest = '';
    const holding = new TransformStream({async transform(piece, out) {
      const lines = (rest + piece).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        if (line.includes('"slice":7,"slices"')) await new Promise(() => undefined);
        out.enqueue(line + '\\n');
      }
    }});
    const text = answer.body.pipeThrough(new TextDecoderStream());
    return new Response(text.pipeThrough(holding).pipeThrough(new TextEncoderStream()), {headers: answer.headers});
  };
})()"""


def long_plan() -> str:
    """Sections of the usual kind, up to the limit."""
    sections = [f"# {TITLE}\n"]
    size = 0
    for number in range(1, 5000):
        proof = hashlib.sha256(str(number).encode()).hexdigest()
        section = (
            f"## Section {number}\n\nWe move table {number}. {'It keeps its rows and its order. ' * 12}\n\n"
            f"- [ ] Copy `rows_{number}`\n- [ ] Compare\n\n```python\nmove('{proof}')\n```\n"
        )
        size += len(section) + 1
        if size > ONE_MEGABYTE - 200:
            break
        sections.append(section)
    return "\n".join([*sections, LAST, ""])


PLAN = long_plan()


@pytest.fixture
def asked(office: Office) -> Iterator[HookProcess]:
    assert ONE_MEGABYTE * 0.95 < len(PLAN) <= ONE_MEGABYTE
    with office.asks(PLAN) as hook:
        office.attendant.sees_plan()
        yield hook


def test_it_is_read_to_the_end_and_approved(asked: HookProcess, desk: Desk) -> None:
    plan = desk.shows(TITLE)
    expect(plan.text.get_by_role("heading", name="Section 1", exact=True)).to_be_in_viewport()
    plan.scroll.focus()
    desk.presses("End")
    expect(plan.text.get_by_text(LAST)).to_be_in_viewport()
    desk.presses("Home")
    expect(plan.text.get_by_role("heading", name=TITLE)).to_be_in_viewport()
    desk.presses("a")
    plan.says("^Approve revision 1")
    plan.confirms()
    assert asked.ends().decision["updatedInput"]["plan"] == PLAN


def test_the_outline_leads_anywhere(asked: HookProcess, desk: Desk) -> None:
    plan = desk.shows(TITLE)
    links = plan.region.get_by_role("navigation", name="Outline").get_by_role("link")
    sections = PLAN.count("\n## ")
    expect(links).to_have_count(sections)
    for number in (sections // 2, sections):
        links.nth(number - 1).evaluate("link => link.click()")
        heading = plan.text.get_by_role("heading", name=f"Section {number}", exact=True)
        expect(heading).to_be_in_viewport()
        expect(links.nth(number - 1)).to_have_attribute("aria-current", "true")


def test_approve_waits_for_the_whole_text(asked: HookProcess, office: Office) -> None:
    profile = office.profile()
    profile.add_init_script(HOLDS_AFTER_SEVEN)
    desk = office.desk(profile)
    plan = desk.plan(TITLE)
    expect(plan.bar).to_contain_text(re.compile(r"The text is loading, part 7 of \d+"))
    expect(plan.button("Approve")).to_be_disabled()
    expect(plan.button("Approve with notes")).to_be_disabled()
    plan.scroll.focus()
    desk.presses("a", "Control+Enter", "A")
    plan.writes("Words can be sent before.")
    desk.presses("Escape", "a")
    plan.sends()
    # Control and Enter ask about what is filled: that is the request for changes, which needs no whole text.
    assert "Words can be sent before." in asked.ends().decision["message"]


def breaks_off(route: Route) -> None:
    """The hub's answer ends in the middle of the text."""
    answer = route.fetch()
    route.fulfill(response=answer, body="".join(answer.text().splitlines(keepends=True)[:4]))


def test_what_cannot_be_loaded_is_not_approved(asked: HookProcess, office: Office) -> None:
    profile = office.profile()
    profile.route(re.compile(r"/(slices|api/desk)$"), breaks_off)
    desk = office.desk(profile)
    plan = desk.plan(TITLE)
    expect(plan.region.get_by_role("alert")).to_contain_text("The text could not be loaded")
    expect(plan.button("Approve")).to_be_disabled()
    assert asked.waits
    profile.unroute_all(behavior="wait")
    again = plan.region.get_by_role("button", name="Load it again")
    approve = plan.button("Approve")
    again.click()
    enabled = approve.and_(desk.page.locator(":not([aria-disabled])"))
    expect(enabled.or_(again)).to_be_visible(timeout=LONG_LOAD_MS)
    if again.is_visible():  # a request of the first try was refused late: a person presses once more
        again.click()
    desk.shows(TITLE).decides()
    assert asked.ends().decision["behavior"] == "allow"
