"""The raw lines of a session, whatever an agent writes; and the session as Markdown, as the browser keeps it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hostile import BAD_ATTRIBUTES, FORBIDDEN_ELEMENTS
from tests.browser.obedient import ObedientSession
from tests.browser.office import Office
from tests.browser.talk import Talk
from tests.browser.test_axe import objections, themes

EVIL = "<img src=x onerror=window.ran='line'>"
BIG = 60_000
MENU = "More about this session"


@pytest.fixture
def session(office: Office) -> Iterator[ObedientSession]:
    opened = ObedientSession(office, title=f"Evil {EVIL}/../..")
    yield opened
    opened.closes()


@pytest.fixture
def talk(office: Office, session: ObedientSession) -> Talk:
    profile = office.profile()
    return session.shown(office.desk(profile))


def traffic(talk: Talk) -> Locator:
    talk.button(MENU).click()
    talk.button("Traffic and messages of the program").click()
    return talk.region.get_by_role("region", name="Traffic")


def lines(pane: Locator) -> Locator:
    return pane.get_by_role("listitem")


def filters(pane: Locator, words: str) -> None:
    pane.get_by_role("searchbox").fill(words)


def test_lines_are_shown_as_they_are_by_kind_and_run_nothing(talk: Talk, session: ObedientSession) -> None:
    talk.says(f"complain to stderr {EVIL}\u202e\nsay {EVIL}\nsay done")
    talk.answers("done")
    pane = traffic(talk)
    filters(pane, "onerror")
    expect(lines(pane).filter(has_text="to stderr").first).to_contain_text(f"to stderr {EVIL}\\u{{202e}}")
    expect(pane.locator(FORBIDDEN_ELEMENTS.replace("button, ", "").replace("input:not", "textarea:not"))).to_have_count(
        0
    )
    assert pane.locator("code").first.evaluate(BAD_ATTRIBUTES) == []
    assert talk.page.evaluate("window.ran") is None
    pane.get_by_role("checkbox", name="its messages").uncheck()
    expect(lines(pane).filter(has_text="its messages")).to_have_count(0)
    expect(lines(pane).filter(has_text="from the agent")).not_to_have_count(0)
    pane.get_by_role("checkbox", name="from the agent").uncheck()
    expect(lines(pane)).to_have_count(1)  # the prompt itself
    filters(pane, "no line has this")
    expect(lines(pane)).to_have_count(0)
    expect(pane).to_contain_text("0 lines")


def test_what_comes_while_one_looks_is_shown_and_the_newest_is_in_sight(talk: Talk) -> None:
    pane = traffic(talk)
    talk.says("\n".join(["say one more line"] * 60) + "\nsay done")
    talk.answers("done")
    newest = lines(pane).last
    expect(newest).to_contain_text("end_turn")
    expect(newest).to_be_in_viewport()


def test_a_big_line_is_folded_and_can_be_unfolded_by_keys(talk: Talk) -> None:
    talk.says("say " + "big" * (BIG // 3) + " the end of it\nsay done")
    talk.answers("done")
    pane = traffic(talk)
    filters(pane, "agent_message_chunk")
    big = lines(pane).filter(has_text="bigbig")
    expect(big).to_have_count(1)
    expect(big).to_contain_text("characters")
    expect(big).not_to_contain_text("the end of it")
    assert len(big.inner_text()) < 5000
    more = big.get_by_role("button", name="characters")
    more.focus()
    talk.page.keyboard.press("Enter")
    expect(big).to_contain_text("the end of it")
    assert len(big.inner_text()) > BIG


def test_the_session_is_kept_as_markdown(talk: Talk, session: ObedientSession, tmp_path: Path) -> None:
    content = [{"type": "content", "content": {"type": "text", "text": "```\nout"}}]
    call = {
        "sessionUpdate": "tool_call", "toolCallId": "c", "title": f"Run {EVIL}", "kind": "execute",
        "status": "completed", "content": content,
    }  # fmt: skip
    talk.says(f"tell {json.dumps(call)}\nsay # Not a heading of ours {EVIL}\nsay done")
    talk.answers("done")
    talk.button(MENU).click()
    with talk.page.expect_download() as download:
        talk.button("Export as Markdown").click()
    name = download.value.suggested_filename
    assert name == "Evil-img-src-x-onerror-window-ran-line-.md"
    kept = tmp_path / "kept.md"
    download.value.save_as(kept)
    text = kept.read_text(encoding="utf-8")
    direct = session.office.attendant._browser.get(f"/api/sessions/{session.id}/export.md").raise_for_status()
    assert text == direct.text
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert [line.split(":")[0] for line in headings[1:]] == ["## Person", "## Agent", "## Call", "## Agent"]
    assert f"> # Not a heading of ours {EVIL}" in text


@themes
def test_nothing_to_object_to(office: Office, session: ObedientSession, dark: bool) -> None:
    talk = session.shown(office.desk(office.profile(dark=dark)))
    talk.says("complain Aloud\nsay " + "big" * BIG)
    talk.answers("big")
    pane = traffic(talk)
    expect(lines(pane).filter(has_text="bigbig").last).to_be_visible()
    assert objections(talk.desk) == []
    filters(pane, "none")
    expect(lines(pane)).to_have_count(0)
    assert objections(talk.desk) == []
