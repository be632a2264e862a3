"""At a phone's width: one thing at a time, a way back, and targets for a thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE, TITLE, WEBHOOKS
from tests.real_agents.person import eventually

PHONE = (390, 844)
THUMB_PX = 44
# Buttons and links in the desk's own chrome that can be seen and are smaller than a thumb.
SMALL = """least => [...document.querySelectorAll('button, a, textarea, input, summary')]
  .filter(one => one.closest('.document') === null && one.checkVisibility())
  .map(one => [one.getAttribute('aria-label') ?? one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < least || box.width < least))
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


@pytest.fixture
def phone(office: Office) -> Desk:
    return office.desk(office.profile(size=PHONE, touch=True))


def test_one_thing_at_a_time(office: Office, phone: Desk) -> None:
    with office.asks(WEBHOOKS):
        phone.item(TITLE).tap()
        plan = phone.shows(TITLE)
        expect(phone.item(TITLE)).to_be_hidden()
        expect(plan.text).to_be_visible()
        expect(plan.tool("Split this pane")).to_be_hidden()
        phone.page.get_by_role("button", name="Back to the inbox").tap()
        expect(phone.item(TITLE)).to_be_visible()
        expect(plan.text).to_be_hidden()


def test_what_the_desk_has_to_say_stands_above_the_inbox(own_office: Office) -> None:
    phone = own_office.desk(own_office.profile(size=PHONE, touch=True))
    expect(phone.inbox).to_be_visible()
    own_office.hub.kill()
    notice = phone.page.get_by_role("status").filter(has_text="The hub does not answer")
    expect(notice).to_be_visible()
    expect(phone.inbox).to_be_visible()


def test_nothing_is_wider_than_the_screen(office: Office, phone: Desk) -> None:
    wide = "| a | b |\n|---|---|\n| " + "word " * 60 + "| `" + "x" * 300 + "` |\n\n" + "y" * 400 + "\n"
    with office.asks(f"# Wide things\n\n{wide}\n```python\n{'z' * 300}\n```\n"):
        phone.item("Wide things").tap()
        phone.shows("Wide things")
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert phone.page.evaluate("document.querySelector('.scroll').scrollWidth") <= PHONE[0]


def test_the_third_choice_lies_in_a_menu(office: Office, phone: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        phone.item(TITLE).tap()
        plan = phone.shows(TITLE)
        expect(plan.button("Request changes")).to_be_visible()
        expect(plan.button("Approve with notes")).to_be_hidden()
        plan.button("More").tap()
        expect(plan.button("More")).to_have_attribute("aria-expanded", "true")
        plan.bar.get_by_role("button", name="Approve with notes").locator("visible=true").tap()
        plan.words.fill("Mind the index.")
        plan.button("Approve with notes").tap()
        plan.confirms()
        assert hook.ends().decision["behavior"] == "allow"


def test_a_verdict_by_thumb(office: Office, phone: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        phone.item(REFUNDS_TITLE).tap()
        plan = phone.shows(REFUNDS_TITLE)
        plan.button("Request changes").tap()
        plan.words.fill("Shorter.")
        plan.button("Request changes").tap()
        plan.confirms()
        assert "Shorter." in hook.ends().decision["message"]
        plan.says("^Changes requested$")


def has_no_small(phone: Desk, what: str) -> None:
    """Judge that a thumb hits everything, as soon as the part's own style sheet has come."""

    def small() -> list[str]:
        found: list[str] = phone.page.evaluate(SMALL, THUMB_PX)
        return found

    eventually(lambda: small() == [] or None, seconds=5, what=f"{what} without small targets", instead=small)


def test_targets_are_big_enough(office: Office, phone: Desk) -> None:
    with office.asks("# Decided before\n", session="before") as hook:
        office.attendant.approves(office.attendant.sees_plan())
        hook.ends()
    with office.asks(WEBHOOKS):
        expect(phone.item(TITLE)).to_be_visible()
        has_no_small(phone, "inbox")
        phone.item(TITLE).tap()
        plan = phone.shows(TITLE)
        has_no_small(phone, "plan")
        plan.button("More").tap()
        has_no_small(phone, "menu")
        plan.button("Request changes").tap()
        plan.words.fill("Words")
        has_no_small(phone, "writing")
        phone.page.get_by_role("button", name="Back", exact=True).tap()
        phone.page.get_by_role("button", name="Back to the inbox").tap()
        phone.page.get_by_role("navigation", name="Desk").get_by_role("button", name="Journal").tap()
        expect(phone.page.get_by_role("heading", name="What was decided")).to_be_visible()
        expect(phone.page.get_by_role("button", name="Approved Decided before")).to_be_visible()
        has_no_small(phone, "journal")


def test_a_plan_that_comes_does_not_push_itself_forward(office: Office, phone: Desk) -> None:
    with office.asks(WEBHOOKS):
        phone.item(TITLE).tap()
        plan = phone.shows(TITLE)
        plan.writes("Half a sen")
        with office.asks(REFUNDS):
            expect(phone.page).to_have_title("(2) Countermark")
            expect(plan.words).to_be_focused()
            expect(plan.words).to_have_value("Half a sen")
