"""A session in its pane: words go to a real program over the protocol, and what it does stands in the ledger."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.cards import Card
from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk, opened
from tests.browser.test_axe import objections

PHONE = (390, 844)
AT_END = "it => it.scrollHeight - it.scrollTop - it.clientHeight < 60"
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


@pytest.fixture
def session(office: Office) -> Iterator[str]:
    """A session that is closed in the end."""
    name = opened(office)
    yield name
    office.attendant.closes_session(name)


@pytest.fixture
def talk(desk: Desk, session: str) -> Talk:
    return Talk(desk, session).opens()


def test_words_are_answered_and_set_as_whose_they_are(talk: Talk) -> None:
    talk.says("Hello *you*")
    talk.answers("You wrote: Hello you")
    expect(talk.lines("prompt").locator(".session-prompt")).to_have_text("Hello *you*")
    expect(talk.lines("agent").locator("em")).to_have_text("you")


def test_what_an_agent_does_takes_a_line_until_it_matters(talk: Talk) -> None:
    talk.says("work")
    talk.answers("All is done.")
    expect(talk.lines("thought")).to_contain_text("Thought")
    expect(talk.call("Read")).to_contain_text("webhooks.py")
    expect(talk.call("Read")).to_contain_text("3 lines")
    expect(talk.call("Read")).to_have_attribute("aria-expanded", "false")
    expect(talk.call("Edit")).to_contain_text("+2 −1")
    expect(talk.call("Run")).to_have_attribute("aria-expanded", "true")
    expect(talk.call("Run")).to_contain_text("failed: 2 failed in 0.3s")
    expect(talk.region.locator(".session-plan")).to_contain_text("1 of 2 done")
    expect(talk.ledger).to_contain_text("hologram_update")
    talk.call("Read").click()
    expect(talk.region.get_by_role("group", name="Output").first).to_contain_text("two")


def test_a_long_answer_streams_and_the_reader_stays_where_they_read(talk: Talk) -> None:
    scroll = talk.region.locator(".session-scroll")
    talk.says("stream 3000")
    expect(talk.lines("agent").locator("li").first).to_have_text("item 59", timeout=LONG_MS)
    expect(talk.lines("agent")).to_contain_text("The end of it.", timeout=LONG_MS)
    talk.is_ready()
    expect(talk.lines("agent").locator("pre")).to_have_count(50)
    talk.page.wait_for_function(AT_END, arg=scroll.element_handle())
    scroll.hover()
    talk.page.mouse.wheel(0, -4000)
    away = "it => it.scrollHeight - it.scrollTop - it.clientHeight > 200"
    talk.page.wait_for_function(away, arg=scroll.element_handle())
    top = scroll.evaluate("it => it.scrollTop")
    talk.says("Hello")
    expect(talk.button("2 new below")).to_be_visible(timeout=LONG_MS)
    assert abs(scroll.evaluate("it => it.scrollTop") - top) < 40
    talk.button("2 new below").click()
    expect(talk.button("2 new below")).to_have_count(0)
    talk.page.wait_for_function(AT_END, arg=scroll.element_handle())


def test_stop_ends_the_turn(talk: Talk) -> None:
    talk.says("wait")
    expect(talk.lines("agent")).to_contain_text("I wait.", timeout=LONG_MS)
    expect(talk.standing).to_contain_text("working")
    talk.page.keyboard.press("Control+.")
    talk.is_ready()
    expect(talk.lines("prompt")).to_contain_text("Stopped by you")


def test_words_wait_in_a_queue_that_can_be_changed(talk: Talk) -> None:
    talk.says("wait")
    expect(talk.lines("agent")).to_contain_text("I wait.", timeout=LONG_MS)
    for words in ("First", "Second", "Third"):
        talk.says(words)
    expect(talk.queue).to_have_count(3)
    talk.queue.nth(2).focus()
    talk.page.keyboard.press("Alt+ArrowUp")
    expect(talk.queue.nth(1)).to_contain_text("Third")
    talk.queue.nth(0).get_by_role("button", name="Take it back").click()
    expect(talk.queue).to_have_count(2)
    talk.queue.nth(0).get_by_role("button", name="Change it").click()
    expect(talk.words).to_have_value("Third")
    talk.says("Third, better")
    expect(talk.queue.nth(0)).to_contain_text("Third, better")
    talk.button("Stop").click()
    talk.answers("You wrote: Second")
    expect(talk.lines("prompt").locator(".session-prompt")).to_have_text(["wait", "Third, better", "Second"])


def test_commands_and_files_are_completed_where_one_writes(office: Office, talk: Talk) -> None:
    Path(office.workplace.project, "webhooks.py").write_text("x = 1\n")
    talk.words.press_sequentially("/pl")
    expect(talk.suggestions).to_have_count(1)
    expect(talk.suggestions).to_contain_text("Makes a plan first")
    talk.words.press("Enter")
    expect(talk.words).to_have_value("/plan ")
    expect(talk.region.locator(".session-hint")).to_have_text("what to plan")
    talk.words.press_sequentially("it for @webh")
    expect(talk.suggestions.first).to_have_text("webhooks.py")
    talk.words.press("Tab")
    expect(talk.words).to_have_value("/plan it for @webhooks.py ")
    expect(talk.chips).to_contain_text("webhooks.py")
    talk.says("/plan it for @webhooks.py")
    talk.answers("You wrote: /plan it for @webhooks.py")
    expect(talk.lines("prompt").locator(".session-chips")).to_contain_text("webhooks.py")


def test_pictures_and_texts_go_along_and_can_be_taken_away(talk: Talk) -> None:
    picker = talk.region.locator("input[type=file]")
    texts = [FilePayload(name="notes.txt", mimeType="text/plain", buffer=b"some notes")]
    picker.set_input_files([FilePayload(name="shot.png", mimeType="image/png", buffer=PICTURE), *texts])
    expect(talk.chips).to_have_count(2)
    picker.set_input_files([FilePayload(name="data.bin", mimeType="application/octet-stream", buffer=b"a\0b")])
    expect(talk.region.get_by_text("neither a picture nor a text")).to_be_visible()
    talk.chips.filter(has_text="shot.png").get_by_role("button", name="Take shot.png away").click()
    expect(talk.chips).to_have_count(1)
    talk.says("Look at this")
    talk.answers("You wrote: Look at this")
    expect(talk.lines("prompt").locator(".session-chips li")).to_have_count(1)


def test_a_permission_waits_in_the_inbox_and_its_end_stands_in_the_ledger(desk: Desk, talk: Talk) -> None:
    talk.says("ask")
    item = talk.lines("item")
    expect(item).to_contain_text("waits for you", timeout=LONG_MS)
    expect(talk.standing).to_contain_text("waits for you")
    item.get_by_role("button", name="open beside").click()
    card = desk.page.get_by_role("region", name=re.compile("^Permission: "))
    Card(card).chooses("4")
    Card(card).send.click()
    talk.answers("You said: no.")
    expect(item).not_to_contain_text("waits for you")


def test_a_draft_is_kept_through_a_reload(desk: Desk, talk: Talk) -> None:
    talk.words.press_sequentially("Half a sen")
    desk.reloads()
    expect(talk.words).to_have_value("Half a sen")


def test_three_viewers_see_each_event(office: Office, talk: Talk, session: str) -> None:
    other = Talk(office.desk(), session).opens()
    narrow = Talk(office.desk(office.profile(size=PHONE)), session)
    narrow.line.click()
    narrow.is_ready()
    talk.says("work")
    for viewer in (talk, other, narrow):
        viewer.answers("All is done.")
        expect(viewer.call("Edit")).to_contain_text("+2 −1")
        expect(viewer.lines("prompt")).to_have_count(1)
    narrow.says("Hello")
    for viewer in (talk, other, narrow):
        viewer.answers("You wrote: Hello")


def test_a_mode_is_chosen_and_each_desk_is_told(talk: Talk) -> None:
    talk.region.get_by_role("button", name="Mode: Default").click()
    talk.region.get_by_role("radio", name="Go on").check()
    expect(talk.region.get_by_role("button", name="Mode: Go on")).to_be_visible()


def test_a_program_that_has_ended_is_connected_again_by_the_person(talk: Talk) -> None:
    talk.button("More about this session").click()
    talk.button("Disconnect").click()
    expect(talk.standing).to_contain_text("disconnected", timeout=LONG_MS)
    talk.button("Connect again").click()
    talk.is_ready()


def test_the_raw_lines_are_there_and_can_be_filtered(talk: Talk) -> None:
    talk.button("More about this session").click()
    talk.button("Traffic and messages of the program").click()
    lines = talk.region.get_by_role("region", name="Traffic").get_by_role("listitem")
    expect(lines.filter(has_text="initialize").first).to_be_visible()
    talk.region.get_by_role("searchbox", name="Lines with these words").fill("session/new")
    expect(lines).to_have_count(1)


def test_it_is_renamed_and_found_by_what_was_said(desk: Desk, talk: Talk) -> None:
    talk.says("Something about herons")
    talk.answers("herons")
    talk.button("More about this session").click()
    talk.button("Rename …").click()
    desk.page.keyboard.type("Birds")
    desk.page.keyboard.press("Enter")
    expect(talk.line).to_contain_text("Birds")
    desk.presses("S")
    found = desk.page.get_by_role("list", name="Found sessions").get_by_role("listitem")
    desk.page.get_by_role("searchbox", name="Sessions with these words").fill("herons")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Birds")
    desk.page.get_by_role("searchbox", name="Sessions with these words").fill("herons ostriches")
    expect(desk.page.get_by_text("None has these words.")).to_be_visible()


def test_by_keys_alone(desk: Desk, session: str) -> None:
    talk = Talk(desk, session)
    expect(talk.line).to_be_visible()
    desk.presses("j")
    expect(talk.line).to_be_focused()
    desk.presses("Enter")
    talk.is_ready()
    desk.presses("r")
    expect(talk.words).to_be_focused()
    desk.page.keyboard.type("work")
    desk.presses("Control+Enter")
    talk.answers("All is done.")
    desk.presses("Escape")
    expect(talk.region.locator(".session-scroll")).to_be_focused()
    desk.presses("[")
    expect(talk.call("Run")).to_be_focused()
    desk.presses("ArrowUp", "Enter")
    expect(talk.call("Edit")).to_be_focused()
    expect(talk.call("Edit")).to_have_attribute("aria-expanded", "true")


def test_a_session_goes_on_with_an_earlier_conversation_of_the_agent(office: Office, desk: Desk) -> None:
    desk.presses("N")
    dialog = desk.dialog("New session")
    dialog.get_by_role("radio", name="Claude Code").check()
    dialog.get_by_label("Folder", exact=True).fill(str(office.workplace.project))
    dialog.get_by_text("More: ").click()
    dialog.get_by_label("More folders").fill("src")
    expect(dialog.get_by_text("More folders are absolute paths")).to_be_visible()
    dialog.get_by_label("More folders").fill("/srv\n\n /opt ")
    dialog.get_by_text("An earlier conversation").click()
    dialog.get_by_label("By its own id").fill("conversation-1")
    dialog.get_by_role("radio", name="Resume it").check()
    assert objections(desk) == []
    with desk.page.expect_request(lambda each: each.method == "POST" and each.url.endswith("/api/sessions")) as sent:
        desk.page.keyboard.press("Control+Enter")
    given = json.loads(sent.value.post_data or "")
    assert (given["conversation"], given["how"], given["folders"]) == ("conversation-1", "resume", ["/srv", "/opt"])
    expect(dialog).to_have_count(0)


def test_a_new_session_is_opened_from_the_desk(office: Office, desk: Desk) -> None:
    desk.presses("N")
    dialog = desk.dialog("New session")
    expect(dialog.get_by_role("radio").first).to_be_visible()
    dialog.get_by_role("radio", name="Claude Code").check()
    dialog.get_by_label("Folder", exact=True).fill("relative/path")
    expect(dialog.get_by_text("The folder is an absolute path")).to_be_visible()
    dialog.get_by_label("Folder", exact=True).fill(str(office.workplace.project))
    desk.page.keyboard.press("Control+Enter")
    expect(dialog).to_have_count(0)
    region = desk.page.get_by_role("region", name=re.compile("^Session: "))
    expect(region.get_by_role("textbox", name="Your words to the agent")).to_be_focused()
    region.get_by_role("button", name="More about this session").click()
    region.get_by_role("button", name="Close the session").click()
    expect(desk.page.get_by_role("heading", name="Sessions", level=1)).to_be_visible()
