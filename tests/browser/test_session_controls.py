"""What an agent offers to choose, by the keyboard: nothing is chosen on the way, and what is shown is what is so."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hostile import RUN
from tests.browser.obedient import Json, ObedientSession
from tests.browser.office import Office
from tests.browser.talk import Talk
from tests.browser.test_axe import objections, themes

EVIL = f"<img src=x onerror={RUN}('option')>\u202eevil"
WIDE_NAME = "wide" * 200
CHOICES = [{"value": "a", "name": EVIL, "description": EVIL}, {"value": "b", "name": WIDE_NAME}]
HOSTILE = [
    {"id": "one", "name": EVIL, "type": "select", "currentValue": "a", "options": CHOICES},
    {"id": "two", "name": WIDE_NAME, "type": "boolean", "currentValue": False, "description": EVIL},
    {"id": "three", "name": "Thought", "category": "thought_level", "type": "select", "currentValue": "nothing known",
     "options": [{"group": "g", "name": EVIL, "options": CHOICES}]},
]  # fmt: skip


def controls(talk: Talk) -> Locator:
    return talk.region.get_by_role("group", name="What the agent offers to choose")


def tells(update: str, **fields: object) -> str:
    """The words on which the agent tells this."""
    return f"tell {json.dumps({'sessionUpdate': update, **fields})}\nsay told"


@pytest.fixture
def opened(request: pytest.FixtureRequest, office: Office) -> Iterator[ObedientSession]:
    session = ObedientSession(office, *getattr(request, "param", ("modes",)))
    yield session
    session.closes()


def modes_set(session: ObedientSession) -> list[Json]:
    return [params["modeId"] for params in session.sent("session/set_mode")]


def test_a_mode_is_chosen_by_keys_and_none_on_the_way(office: Office, opened: ObedientSession) -> None:
    talk = opened.shown(office.desk())
    before = modes_set(opened)
    mode = controls(talk).get_by_role("button", name="Mode: Default")
    mode.focus()
    talk.page.keyboard.press("Enter")
    talk.page.keyboard.press("Tab")
    choices = controls(talk).get_by_role("radio")
    expect(choices.nth(0)).to_be_focused()
    talk.page.keyboard.press("ArrowDown")
    talk.page.keyboard.press("ArrowDown")
    expect(choices.nth(2)).to_be_focused()
    expect(choices.nth(0)).to_be_checked()
    talk.page.keyboard.press("Space")
    expect(controls(talk).get_by_role("button", name="Mode: Plan")).to_be_visible()
    expect(choices.nth(2)).to_be_checked()
    talk.page.keyboard.press("ArrowUp")
    talk.page.keyboard.press("Enter")
    expect(controls(talk).get_by_role("button", name="Mode: Auto")).to_be_visible()
    talk.page.keyboard.press("Escape")
    expect(controls(talk).get_by_role("button", name="Mode: Auto")).to_be_focused()
    assert modes_set(opened) == [*before, "plan", "auto"]


@pytest.mark.parametrize("opened", [("options", "models")], indirect=True)
def test_a_model_and_a_switch_are_chosen_by_keys(office: Office, opened: ObedientSession) -> None:
    talk = opened.shown(office.desk())
    fast = controls(talk).get_by_role("checkbox", name="Fast")
    fast.focus()
    talk.page.keyboard.press("Space")
    expect(fast).to_be_checked()
    talk.says("say done")
    talk.answers("done")
    [switched] = [each for each in opened.sent("session/set_config_option") if each["configId"] == "fast"]
    assert switched["value"] is True
    controls(talk).get_by_role("button", name="Mode: Default").focus()
    for key in ("Enter", "Tab", "ArrowDown", "Enter"):
        talk.page.keyboard.press(key)
    expect(controls(talk).get_by_role("button", name="Mode: Auto")).to_be_visible()


@pytest.mark.parametrize("opened", [("modes", "options", "stubborn")], indirect=True)
def test_what_the_agent_refuses_is_shown_as_it_was(office: Office, opened: ObedientSession) -> None:
    talk = opened.shown(office.desk())
    fast = controls(talk).get_by_role("checkbox", name="Fast")
    fast.click()
    expect(talk.region.get_by_text("The option is as it was: ")).to_be_visible()
    expect(fast).not_to_be_checked()
    mode = controls(talk).get_by_role("button", name=re.compile("^Mode: "))
    was = mode.inner_text()
    mode.click()
    controls(talk).get_by_role("radio", name="Plan").click()
    expect(controls(talk).get_by_role("radio", name="Plan")).not_to_be_checked()
    expect(controls(talk).get_by_role("radio", name=was)).to_be_checked()
    expect(mode).to_have_text(was)


def test_what_was_used_and_what_it_cost_is_shown(office: Office, opened: ObedientSession) -> None:
    talk = opened.shown(office.desk())
    cost = {"amount": 0.4211, "currency": "USD"}
    talk.says(tells("usage_update", used=12_400, size=200_000, cost=cost))
    talk.answers("told")
    used = controls(talk).locator(".session-usage")
    expect(used).to_have_text("6 % of the context, 0.42 USD")
    expect(used).to_have_attribute("title", "12,400 of 200,000 tokens, 6 %; 0.42 USD")
    talk.says(tells("usage_update", used=12_400, size=0))
    talk.answers("told")
    expect(used).to_have_text("12,400 tokens")


@themes
def test_names_of_an_agent_are_only_names(office: Office, opened: ObedientSession, dark: bool) -> None:
    profile = office.profile(dark=dark)
    talk = opened.shown(office.desk(profile))
    talk.says(tells("config_option_update", configOptions=HOSTILE))
    talk.answers("told")
    one = controls(talk).get_by_role("button", name=re.compile("onerror"))
    expect(one).to_have_count(1)
    one.click()
    for choice in controls(talk).get_by_role("radio").all()[:2]:
        expect(choice).to_be_in_viewport(ratio=1)
    box, bar = controls(talk).bounding_box(), talk.region.bounding_box()
    assert box is not None
    assert bar is not None
    assert box["x"] + box["width"] <= bar["x"] + bar["width"]
    inside = "it => it.scrollWidth <= it.clientWidth"
    assert controls(talk).evaluate(inside)
    assert talk.page.evaluate("window.ran") is None
    assert objections(talk.desk) == []
