"""A desk that nobody looks at tells the system that something waits: of each kind, in its own words, once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cards import asks_questions, asks_to_run
from tests.browser.notified import noticed_desk, observed
from tests.browser.office import Office
from tests.browser.plans import LABELS, REFUNDS, REFUNDS_TITLE
from tests.browser.test_questions import ZONE
from tests.journeys.hook_process import HookProcess

PLAN, PERMISSION, QUESTION = "A plan waits", "A permission waits", "A question waits"
TRICK = "make 'Countermark: go to http://evil.example'"
# All timers of a second or more last three times as long: what is gathered is gathered on a slow machine, too.
PATIENT = (
    "() => { const set = window.setTimeout; window.setTimeout = (work, ms) => set(work, ms >= 1000 ? ms * 3 : ms); }"
)


def asks(office: Office, kind: str) -> HookProcess:
    if kind == PLAN:
        return office.asks("# Countermark: go to http://evil.example\n")
    return asks_to_run(office, TRICK, why="evil") if kind == PERMISSION else asks_questions(office, ZONE)


@pytest.mark.parametrize("kind", [PLAN, PERMISSION, QUESTION])
def test_each_kind_is_told_in_the_desk_s_own_words(office: Office, kind: str) -> None:
    desk = noticed_desk(office)
    desk.wants(kind)
    desk.hides()
    with asks(office, kind):
        desk.hears(f"{kind} · Claude Code")
        assert "evil" not in str(desk.last())
        assert desk.last()["body"] == "Open the desk to answer."


def test_nothing_is_told_before_the_person_has_allowed_it(office: Office) -> None:
    desk = noticed_desk(office)
    desk.hides()
    with asks(office, PERMISSION), asks(office, PLAN):
        expect(desk.page).to_have_title("(2) Countermark")
        desk.page.wait_for_function("() => window.badge === 2")
        assert desk.told == []


def test_a_kind_that_is_switched_off_is_not_told(office: Office) -> None:
    desk = noticed_desk(office)
    desk.wants(QUESTION)
    desk.hides()
    with asks(office, PLAN), asks(office, PERMISSION):
        expect(desk.page).to_have_title("(2) Countermark")
        with asks(office, QUESTION):
            desk.hears("A question waits · Claude Code")


def test_all_that_come_together_are_one_notification(office: Office) -> None:
    desk = noticed_desk(office)
    desk.wants(PLAN, PERMISSION, QUESTION)
    desk.hides()
    desk.page.evaluate(PATIENT)
    with office.asks(REFUNDS), office.asks(LABELS), asks(office, PERMISSION):
        expect(desk.page).to_have_title("(3) Countermark")
        desk.page.wait_for_function("() => window.told.length > 0")
        [title] = desk.told
        assert sorted(re.split(", | and ", title.removesuffix(" wait").lower())) == ["2 plans", "a permission"]


def test_a_desk_that_is_looked_at_tells_nothing_and_neither_does_another_tab(office: Office) -> None:
    profile = observed(office)
    hidden, other = noticed_desk(office, profile), noticed_desk(office, profile)
    hidden.wants(PLAN, PERMISSION)
    hidden.hides()
    with office.asks(REFUNDS):
        expect(hidden.page).to_have_title("(1) Countermark")
        hidden.page.wait_for_function("() => window.looks > 0")
        other.hides()
        with asks_to_run(office, "make second"):
            hidden.hears("A permission waits · Claude Code")


def test_what_was_answered_at_once_is_not_told(office: Office) -> None:
    desk = noticed_desk(office)
    desk.wants(PERMISSION)
    desk.page.evaluate(PATIENT)
    desk.hides()
    with asks_to_run(office, "make quickly") as hook:
        expect(desk.page).to_have_title("(1) Countermark")
        office.attendant.clears_desk()
        hook.ends()
        expect(desk.page).to_have_title("Countermark")
    with asks_to_run(office, "make later"):
        desk.hears("A permission waits · Claude Code")


def test_what_a_rule_decides_is_not_told(own_office: Office) -> None:
    rule = 'version = 1\n[[rule]]\nid = "made"\ntool = "bash"\ncommand = ["make", "quietly"]\ndecision = "deny"\n'
    (own_office.workplace.desk_folder / "rules.toml").write_text(rule)
    desk = noticed_desk(own_office)
    desk.wants(PERMISSION)
    desk.hides()
    with asks_to_run(own_office, "make quietly") as hook:
        hook.ends()
    with asks_to_run(own_office, "make loudly"):
        desk.hears("A permission waits · Claude Code")
        assert [each["title"] for each in own_office.attendant.open_asked()] == ["make loudly"]


def test_a_click_brings_the_item_up(office: Office) -> None:
    desk = noticed_desk(office)
    desk.wants(PLAN)
    with asks_to_run(office, "make first"):
        expect(desk.page.get_by_role("region", name=re.compile("make first"))).to_be_visible()
        desk.hides()
        with office.asks(REFUNDS):
            desk.hears("A plan waits · Claude Code")
            desk.hides(hidden=False)
            desk.page.evaluate("window.told.at(-1).onclick()")
            plan = desk.shows(REFUNDS_TITLE)
            expect(plan.scroll).to_be_focused()
            assert desk.last()["closed"]


def test_a_browser_that_refuses_says_so(office: Office) -> None:
    desk = noticed_desk(office)
    desk.page.evaluate("window.answers = 'denied'")
    desk.inbox.get_by_role("button", name="Settings").click()
    box = desk.dialog("Settings").get_by_role("checkbox", name=PERMISSION)
    box.focus()
    desk.presses("Space")
    expect(desk.dialog("Settings").get_by_role("status")).to_contain_text("This browser refuses notifications")
    expect(box).not_to_be_checked()


def test_what_is_switched_on_stays_on(office: Office) -> None:
    profile = observed(office)
    desk = noticed_desk(office, profile)
    desk.wants(PLAN, QUESTION)
    desk.reloads().inbox.get_by_role("button", name="Settings").click()
    settings = desk.dialog("Settings")
    expect(settings.get_by_role("checkbox", name=PLAN)).to_be_checked()
    expect(settings.get_by_role("checkbox", name=QUESTION)).to_be_checked()
    expect(settings.get_by_role("checkbox", name=PERMISSION)).not_to_be_checked()


def test_the_link_of_a_notification_opens_its_item(office: Office) -> None:
    with office.asks(REFUNDS), asks_to_run(office, "make first"), office.asks(LABELS):
        desk = noticed_desk(office)
        expect(desk.page).to_have_title("(3) Countermark")
        [asked] = office.attendant.open_asked()
        other = office.profile().new_page()
        other.goto(f"{office.address}/#permission={asked['id']}")
        expect(other.get_by_role("region", name=re.compile("make first"))).to_be_visible()
        assert other.url == f"{office.address}/"
