"""Several sessions beside each other: each pane is its own, and what happens in one leaves the others alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.cards import Card
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk, opened
from tests.browser.test_axe import objections, themes

BROAD = (2000, 1000)
TITLES = ("Alder", "Birch", "Cedar")
AT_END = "it => it.scrollHeight - it.scrollTop - it.clientHeight < 60"
TOP = "it => it.scrollTop"
# A paragraph that is in sight, and how far it stands below the upper edge.
READING = """it => {
  const edge = it.getBoundingClientRect().top;
  const found = [...it.querySelectorAll('.session-words p')].find(one => one.getBoundingClientRect().top >= edge);
  return [found.textContent.match(/Paragraph \\d+/)[0], found.getBoundingClientRect().top - edge];
}"""
# How far the paragraph with these words stands below the upper edge: with its notes drawn it is shorter, others too.
BELOW = """(it, words) => {
  const found = [...it.querySelectorAll('.session-words p')].find(one => one.textContent.startsWith(`${words} `));
  return found.getBoundingClientRect().top - it.getBoundingClientRect().top;
}"""


@pytest.fixture
def sessions(office: Office) -> Iterator[list[str]]:
    """Three that are closed in the end."""
    names = [opened(office, title=title) for title in TITLES]
    yield names
    for each in names:
        office.attendant.closes_session(each)


def beside(office: Office, sessions: list[str], count: int, *, dark: bool = False) -> list[Talk]:
    """So many of them in one wide window, from left to right."""
    desk = office.desk(office.profile(dark=dark, size=BROAD))
    talks = [Talk(desk, each, title=title) for each, title in zip(sessions[:count], TITLES, strict=False)]
    talks[0].opens()
    for each in talks[1:]:
        each.opens_beside()
    expect(desk.panes).to_have_count(count)
    return talks


def middle(scroll: Locator) -> float:
    """Reads in the middle of what there is; the place that it then has."""
    scroll.hover()
    half = scroll.evaluate("it => it.scrollHeight / 2")
    scroll.page.mouse.wheel(0, -half)
    scroll.page.wait_for_function(
        "it => it.scrollHeight - it.scrollTop - it.clientHeight > 400", arg=scroll.element_handle()
    )
    return settled(scroll)


def settled(scroll: Locator) -> float:
    """Where it stands once two looks, some frames apart, find it at the same place."""
    return float(
        scroll.evaluate("""async it => {
      const frames = async () => { for (let n = 0; n < 12; n += 1) await new Promise(requestAnimationFrame); };
      for (let before = null; before !== it.scrollTop; await frames()) before = it.scrollTop;
      return it.scrollTop;
    }""")
    )


def test_each_pane_is_its_own_session_and_keys_go_to_the_one_in_front(office: Office, sessions: list[str]) -> None:
    talks = beside(office, sessions, 3)
    for talk, title in zip(talks, TITLES, strict=True):
        talk.says(f"Hello {title}")
    for talk, title in zip(talks, TITLES, strict=True):
        talk.answers(f"You wrote: Hello {title}")
        expect(talk.lines("prompt")).to_have_count(1)
        expect(talk.lines("agent")).to_have_count(1)
    for talk in talks:
        talk.says("wait")
        expect(talk.lines("agent").last).to_contain_text("I wait.", timeout=LONG_MS)
    first, second, third = talks
    second.scroll.click(position={"x": 4, "y": 4})
    second.page.keyboard.press("Control+.")
    expect(second.lines("prompt").last).to_contain_text("Stopped by you", timeout=LONG_MS)
    second.page.keyboard.press("r")
    expect(second.words).to_be_focused()
    for other in (first, third):
        expect(other.standing).to_contain_text("working")
        expect(other.lines("prompt").last).not_to_contain_text("Stopped by you")


def test_what_streams_in_one_moves_nothing_in_another(office: Office, sessions: list[str]) -> None:
    left, right = beside(office, sessions, 2)
    left.says("stream 1500")
    expect(left.lines("agent")).to_contain_text("The end of it.", timeout=LONG_MS)
    left.is_ready()
    left.page.wait_for_function(AT_END, arg=left.scroll.element_handle())
    top = middle(left.scroll)
    left.words.fill("Half a sentence")
    right.words.fill("stream 3000")
    right.button("Send").click()
    left.words.focus()
    expect(right.lines("agent").locator("li").first).to_have_text("item 59", timeout=LONG_MS)
    left.page.keyboard.type(", and more")
    expect(right.lines("agent")).to_contain_text("The end of it.", timeout=LONG_MS)
    right.is_ready()
    right.page.wait_for_function(AT_END, arg=right.scroll.element_handle())
    assert left.scroll.evaluate(TOP) == top
    expect(left.words).to_be_focused()
    expect(left.words).to_have_value("Half a sentence, and more")


def test_one_waits_for_a_permission_while_another_streams(office: Office, sessions: list[str]) -> None:
    left, right = beside(office, sessions, 2)
    left.says("ask")
    item = left.lines("item")
    expect(item).to_contain_text("waits for you", timeout=LONG_MS)
    right.says("stream 1200")
    expect(right.lines("agent")).to_contain_text("The end of it.", timeout=LONG_MS)
    expect(left.standing).to_contain_text("waits for you")
    expect(right.standing).to_contain_text("your turn", timeout=LONG_MS)
    item.get_by_role("button", name="open beside").click()
    card = Card(left.page.get_by_role("region", name="Permission: "))
    card.chooses("4")
    card.send.click()
    left.answers("You said: no.")
    expect(right.ledger).not_to_contain_text("You said")


@themes
def test_nothing_to_object_to(office: Office, sessions: list[str], dark: bool) -> None:
    talks = beside(office, sessions, 3, dark=dark)
    talks[1].says("work")
    talks[1].answers("All is done.")
    assert objections(talks[0].desk) == []


def test_the_same_session_in_two_panes_is_whole_in_both(office: Office, sessions: list[str]) -> None:
    [talk] = beside(office, sessions, 1)
    talk.says("work")
    talk.answers("All is done.")
    talk.line.click(modifiers=["Shift"])
    expect(talk.desk.panes).to_have_count(2)
    expect(talk.region).to_have_count(2)
    for at in range(2):
        expect(talk.region.nth(at).locator(".session-ledger")).to_contain_text("All is done.")
    assert objections(talk.desk) == []


def test_whoever_reads_a_message_with_notes_goes_on_reading_when_it_has_ended(
    office: Office, sessions: list[str]
) -> None:
    [talk] = beside(office, sessions, 1)
    talk.says("notes")
    expect(talk.lines("agent")).to_contain_text("Note 119.", timeout=LONG_MS)
    talk.page.wait_for_function(AT_END, arg=talk.scroll.element_handle())
    middle(talk.scroll)
    words, below = talk.scroll.evaluate(READING)
    talk.page.keyboard.press("Control+.")
    expect(talk.lines("agent").locator("sup a").first).to_be_attached(timeout=LONG_MS)
    settled(talk.scroll)
    assert talk.scroll.evaluate(BELOW, words) == pytest.approx(below, abs=2)
